import { ulid } from 'ulid'
import type { Queryable } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import type { Context } from '../context.ts'
import { activeConnection } from './active-connection.ts'

/** Who takes the money of a deposit. It is written with the deposit, and nothing that comes later changes it. */
export type Payee = {
  /** `MANUAL`: the team asks for it, and confirms it by hand. */
  readonly method: 'PIX' | 'MANUAL'
  /** The account at a bank; null: the sandbox, or the team. */
  readonly connectionId: number | null
  /** Null: there is no charge. */
  readonly chargeId: string | null
}

/**
 * Whom clients pay from now on: the bank that is connected, else the team itself. Test organizations have the sandbox, and
 * so have live ones in a demonstration.
 */
export async function payeeNow(work: Work): Promise<Payee> {
  const { tx, organization, now, random } = work
  const connectionId = organization.livemode
    ? ((await activeConnection(tx, organization.id))?.id ?? null)
    : null
  if (connectionId === null && !hasSandbox(work)) {
    return { method: 'MANUAL', connectionId, chargeId: null }
  }
  return { method: 'PIX', connectionId, chargeId: ulid(now(), random).toLowerCase() }
}

/** How a deposit would be paid that is asked for now: what visitors read before they book. */
export async function depositMethod(
  db: Queryable,
  where: Parameters<typeof hasSandbox>[0],
): Promise<Payee['method']> {
  if (hasSandbox(where)) return 'PIX'
  return (await activeConnection(db, where.organization.id)) === null ? 'MANUAL' : 'PIX'
}

/** Whether there are codes without a bank. */
export function hasSandbox({
  organization,
  isDemonstration,
}: Pick<Context, 'organization' | 'isDemonstration'>): boolean {
  return !organization.livemode || isDemonstration
}
