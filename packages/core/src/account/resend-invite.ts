import { tables, updateRows } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { userIdOf } from './calling-user.ts'
import { procedure } from '../procedure/define.ts'
import { countInvite, newInviteToken, sendInvite } from './send-invite.ts'
import { Invite, inviteReply, noInvite } from './user.ts'

/** Dashboard: sends an invite again, with a new link. The old link is dead. */
export const resendInvite = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({ invite_id: Id }),
  output: Invite,
  emits: { ok: [] },
  notes: ['user.invite_resent'],
  problems: ['not_found'],
  prepare: countInvite,
  async run(context, { invite_id: id }) {
    const { tx, organization, note } = context
    const { token, ...fresh } = newInviteToken(context)
    const renewed = await updateRows(
      tx,
      tables.userInvite,
      { id, organizationId: organization.id },
      { ...fresh, emailTakenAt: null, invitedBy: userIdOf(context) },
    )
    if (renewed === 0) throw noInvite()
    const invite = await inviteReply(context, id)
    await sendInvite(context, {
      email: invite.email,
      name: invite.name,
      token,
      expiresAt: fresh.expiresAt,
    })
    note({ action: 'user.invite_resent', id, changes: null })
    return invite
  },
})
