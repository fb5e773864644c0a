import { userOf } from './user.ts'
import { setRole } from './set-role.ts'
import { z } from 'zod'
import { endAccess, takeLogin, withdrawInvitesOf } from './lost-access.ts'
import { withdrawFeedsOf } from '../calendars/withdraw-feeds.ts'
import { lockOrganization } from '../change/locks.ts'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'

/** Dashboard: takes the login of a user. The professional stays, as a collaborator. */
export const removeUser = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
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
    const { email, professionalId, role } = await userOf(context, id)
    await takeLogin(context, { id, email })
    await withdrawFeedsOf(context, professionalId)
    if (role === 'owner') await setRole(context, { id: professionalId, role }, 'collaborator')
    return { id, removed: true as const }
  },
})
