/** Who of the team may do what. A procedure names one of these words, and everything else asks the same table. */
import { ACCESSES, type Access, type Caller, type Context } from '../context.ts'
import { Problem } from '../contract/problems.ts'

export const ALLOWED = {
  owner: ['owner'],
  managers: ['owner', 'manager'],
  desk: ['owner', 'manager', 'reception'],
  professionals: ['owner', 'manager', 'professional'],
  everybody: ACCESSES,
} as const satisfies Record<string, readonly Access[]>

/** A group of accesses. */
export type Group = keyof typeof ALLOWED

export function isAllowed(group: Group, access: Access): boolean {
  return (ALLOWED[group] as readonly Access[]).includes(access)
}

/** @throws `403 forbidden_scope`, which names the accesses that may */
export function requireAccess({ caller }: Pick<Context, 'caller'>, group: Group): void {
  if (caller.kind === 'api_key' || isAllowed(group, caller.access)) return
  const [first, ...others] = ALLOWED[group].toReversed().map((access) => `\`${access}\``)
  const needed =
    others.length === 0
      ? first
      : `${[first, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}`
  throw new Problem(
    'forbidden_scope',
    group === 'owner'
      ? 'Only the account owner can do this.'
      : `This needs the access ${needed}. Yours is \`${caller.access}\`.`,
  )
}

export function isOwner(caller: Caller): boolean {
  return caller.kind === 'user' && caller.access === 'owner'
}

/** No professional has this id. */
const NO_PROFESSIONAL = 0

/**
 * The professional whose records alone a user reaches; null: those of all. Fails closed: a user with this access who is
 * no professional reaches nothing.
 */
export function ownOnly({ caller }: Pick<Context, 'caller'>): number | null {
  if (caller.kind !== 'user' || caller.access !== 'professional') return null
  return caller.professionalId ?? NO_PROFESSIONAL
}
