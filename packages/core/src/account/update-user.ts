import { setRole } from './set-role.ts'
import { z } from 'zod'
import { Email } from '../clients/email.ts'
import { endAccess, withdrawInvitesOf } from './lost-access.ts'
import { CurrentPassword, requirePassword } from './current-password.ts'
import { lockOrganization } from '../change/locks.ts'
import { maybe } from '../events/emissions.ts'
import { changesBetween } from '../events/new-event.ts'
import { invalid } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { askForEmail } from './ask-for-email.ts'
import { countInvite } from './send-invite.ts'
import { Role, toUser, User, userOf } from './user.ts'

/**
 * Dashboard: changes the role of a user, or the e-mail that the user signs in with, which needs the password of the owner
 * and counts once the link that is sent to it is used. Who is an owner no more loses all sessions; who becomes one keeps
 * them.
 */
export const updateUser = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({
    user_id: Id,
    role: Role.optional(),
    email: Email.optional(),
    password: CurrentPassword.optional().meta({
      description: 'Of the owner who calls. An `email` needs it.',
    }),
  }),
  output: User,
  emits: { ok: [maybe('professional.updated')] },
  notes: ['user.updated', 'user.email_asked', 'user.invite_revoked'],
  problems: ['not_found', 'action_not_allowed'],
  async prepare(context, { email, password }) {
    if (email === undefined) return null
    if (password === undefined) {
      throw invalid('password', 'required', 'A new e-mail needs your password.')
    }
    await countInvite(context)
    await requirePassword(context, 'password', password)
    return null
  },
  async run(context, { user_id: id, role, email }) {
    const { tx, organization, note } = context
    const isDemoted = (user: Awaited<ReturnType<typeof userOf>>): boolean =>
      user.role === 'owner' && role === 'collaborator'
    // Changes that are under way in the sessions may want the organization's lock: they are waited for before it.
    if (isDemoted(await userOf(context, id))) await endAccess(tx, id)
    await lockOrganization(tx, organization.id)
    const before = await userOf(context, id)
    if (isDemoted(before)) {
      await endAccess(tx, id)
      await withdrawInvitesOf(context, id)
    }
    if (email !== undefined) await askForEmail(context, before, email)
    if (role !== undefined && role !== before.role) {
      await setRole(context, { id: before.professionalId, role: before.role }, role)
    }
    const shown = (row: typeof before) => toUser(row, organization.timeZone, context.realNow())
    const after = shown(await userOf(context, id))
    const changes = changesBetween(shown(before), after, ['role'])
    if (changes !== null) note({ action: 'user.updated', id, changes })
    return after
  },
})
