import { tables, updateRow, updateRows } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import type { Access, Role } from '../context.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { requireOwner } from './lost-access.ts'

/** What a user may do, and the professional that the user is; null: none. */
export type Standing = { readonly access: Access; readonly professionalId: number | null }

type Working = Pick<Work, 'tx' | 'organization' | 'emit'>

const OTHER = { owner: 'collaborator', collaborator: 'owner' } as const satisfies Record<Role, Role>

/** The professional of an owner is shown as one. @param before null: the user has just joined */
export async function showStanding(
  work: Working,
  before: Standing | null,
  after: Standing,
): Promise<void> {
  const roles = new Map<number, Role>()
  if (before?.professionalId != null) roles.set(before.professionalId, 'collaborator')
  if (after.professionalId !== null) {
    roles.set(after.professionalId, after.access === 'owner' ? 'owner' : 'collaborator')
  }
  await changingPerformers(
    work,
    { professionalIds: [...roles.keys()] },
    {
      async write() {
        for (const [id, role] of roles) {
          await updateRows(work.tx, tables.professional, { id, role: OTHER[role] }, { role })
        }
      },
    },
  )
}

/** @throws `409 action_not_allowed` when no owner is left */
export async function setStanding(
  work: Working,
  user: Standing & { readonly id: number; readonly name: string },
  to: Standing,
): Promise<void> {
  const { tx, organization } = work
  const { access, professionalId } = to
  const name = professionalId === null ? user.name : null
  await updateRow(tx, tables.user, { id: user.id }, { access, professionalId, name })
  await showStanding(work, user, to)
  if (user.access === 'owner') await requireOwner(tx, organization.id)
}

/** Whether nothing that the user may do is lost. */
export function isRaise(from: Standing, to: Standing): boolean {
  if (from.professionalId !== to.professionalId) return false
  return (
    from.access === to.access ||
    to.access === 'owner' ||
    (to.access === 'manager' && from.access !== 'owner')
  )
}
