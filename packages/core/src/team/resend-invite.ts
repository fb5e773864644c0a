import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { userIdOf } from '../accounts/calling-user.ts'
import { procedure } from '../procedure/define.ts'
import { countInvite, newInviteToken, noInvite, sendInvite } from './send-invite.ts'
import { Invite, toInvite, WITH_PROFESSIONAL } from './user.ts'

/** Dashboard: sends an invite again, with a new link. The old link is dead. */
export const resendInvite = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({ invite_id: Id }),
  output: Invite,
  emits: { ok: [] },
  notes: ['user.invite_resent'],
  problems: ['not_found'],
  prepare: countInvite,
  async run(context, { invite_id: id }) {
    const { tx, organization, note } = context
    const { token, ...fresh } = newInviteToken(context)
    const { count } = await tx.userInvite.updateMany({
      where: { id, organizationId: organization.id },
      data: { ...fresh, emailTakenAt: null, invitedBy: userIdOf(context) },
    })
    if (count === 0) throw noInvite()
    const invite = await tx.userInvite.findUniqueOrThrow({
      where: { id },
      include: WITH_PROFESSIONAL,
    })
    const { email, expiresAt, professional } = invite
    await sendInvite(context, { email, name: professional.name, token, expiresAt })
    note({ action: 'user.invite_resent', id, changes: null })
    return toInvite(invite, organization.timeZone)
  },
})
