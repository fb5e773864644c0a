import { column, query, sqlOf } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { Problem } from '../contract/problems.ts'
import type { ProfessionalRow } from '../professionals/load.ts'

const activeOwners = query({
  name: 'active owners locked',
  text: `SELECT id FROM professional WHERE organization_id = $1::int AND role = 'owner' AND is_active
    ORDER BY id FOR NO KEY UPDATE`,
  row: { id: column.int },
})

/**
 * An organization keeps an owner. The owners are locked: of two who leave at the same time one stays.
 *
 * @throws `409 action_not_allowed`
 */
export async function requireAnotherOwner(
  { tx, organization }: WriteContext,
  { id, role, isActive }: ProfessionalRow,
): Promise<void> {
  if (role !== 'owner' || !isActive) return
  const owners = await activeOwners(sqlOf(tx), [organization.id])
  if (owners.some((owner) => owner.id !== id)) return
  throw new Problem(
    'action_not_allowed',
    'This is the last active owner of the organization. Make somebody else an owner first.',
  )
}

/**
 * Only an owner takes another owner's login away, or gives it back.
 *
 * @throws `403 forbidden_scope`
 */
export function requireRightOver({ caller }: WriteContext, { role }: ProfessionalRow): void {
  if (role !== 'owner' || caller.kind !== 'user' || caller.role === 'owner') return
  throw new Problem('forbidden_scope', 'Only an owner can do this to an owner.')
}
