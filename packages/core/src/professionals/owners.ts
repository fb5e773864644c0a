import type { WriteContext } from '../change/write-context.ts'
import { isOwner } from '../procedure/accesses.ts'
import { Problem } from '../contract/problems.ts'
import type { ProfessionalRow } from './load.ts'

/**
 * Only an owner takes another owner's login away, or gives it back.
 *
 * @throws `403 forbidden_scope`
 */
export function requireRightOver({ caller }: WriteContext, { role }: ProfessionalRow): void {
  if (role !== 'owner' || isOwner(caller)) return
  throw new Problem('forbidden_scope', 'Only an owner can do this to an owner.')
}
