import { deleteRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { noInvite } from './user.ts'

/** Dashboard: withdraws an invite. The professional stays. */
export const revokeInvite = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({ invite_id: Id }),
  output: z.object({ id: Id, revoked: z.literal(true) }),
  emits: { ok: [] },
  notes: ['user.invite_revoked'],
  problems: ['not_found'],
  async run({ tx, organization, note }, { invite_id: id }) {
    const where = { id, organizationId: organization.id }
    const revoked = await deleteRows(tx, tables.userInvite, where)
    if (revoked === 0) throw noInvite()
    note({ action: 'user.invite_revoked', id, changes: null })
    return { id, revoked: true as const }
  },
})
