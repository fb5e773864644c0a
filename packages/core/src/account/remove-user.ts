import { userOf } from './user.ts'
import { showStanding } from './set-access.ts'
import { z } from 'zod'
import { endAccess, requireOwner, takeLogin, withdrawInvitesOf } from './lost-access.ts'
import { withdrawFeedsOf } from '../calendars/withdraw-feeds.ts'
import { lockOrganization } from '../change/locks.ts'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'

/** Dashboard: takes the login of a user. The professional stays, as a collaborator. */
export const removeUser = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({ user_id: Id }),
  output: z.object({ id: Id, removed: z.literal(true) }),
  emits: { ok: [maybe('professional.updated')] },
  notes: ['user.removed', 'user.invite_revoked', 'calendar_feed.revoked'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { user_id: id }) {
    const { tx, organization } = context
    await userOf(context, id)
    await endAccess(tx, id)
    await lockOrganization(tx, organization.id)
    await withdrawInvitesOf(context, id)
    const { email, professionalId, access } = await userOf(context, id)
    await takeLogin(context, { id, email })
    if (professionalId !== null) {
      await withdrawFeedsOf(context, professionalId)
      await showStanding(context, null, { access: 'manager', professionalId })
    }
    if (access === 'owner') await requireOwner(tx, organization.id)
    return { id, removed: true as const }
  },
})
