import { isRaise, setStanding, type Standing } from './set-access.ts'
import { z } from 'zod'
import { Email } from '../clients/email.ts'
import { endAccess, loginOf, withdrawInviteFor, withdrawInvitesOf } from './lost-access.ts'
import { CurrentPassword, requirePassword } from './current-password.ts'
import { withdrawFeedsOf } from '../calendars/withdraw-feeds.ts'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { maybe } from '../events/emissions.ts'
import { changesBetween } from '../events/new-event.ts'
import { invalid, invalidFields } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import { askForEmail } from './ask-for-email.ts'
import { countInvite } from './send-invite.ts'
import { Access, toUser, User, userOf } from './user.ts'

/**
 * Dashboard: changes the access of a user, the professional that the user is, or the e-mail that the user signs in with,
 * which needs the password of the owner and counts once the link that is sent to it is used. Who may do less than before
 * loses all sessions; who may do more keeps them.
 */
export const updateUser = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({
    user_id: Id,
    access: Access.optional(),
    professional_id: Id.nullable().optional().meta({
      description: 'The professional that the user is. Null: the user serves no clients.',
    }),
    email: Email.optional(),
    password: CurrentPassword.optional().meta({
      description: 'Of the owner who calls. An `email` needs it.',
    }),
  }),
  output: User,
  emits: { ok: [maybe('professional.updated')] },
  notes: ['user.updated', 'user.email_asked', 'user.invite_revoked', 'calendar_feed.revoked'],
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
  async run(context, { user_id: id, email, ...asked }) {
    const { tx, organization, note } = context
    const standing = (user: Standing): Standing => ({
      access: asked.access ?? user.access,
      professionalId:
        asked.professional_id === undefined ? user.professionalId : asked.professional_id,
    })
    // Changes that are under way in the sessions may want the organization's lock: they are waited for before it.
    const seen = await userOf(context, id)
    if (!isRaise(seen, standing(seen))) await endAccess(tx, id)
    await lockOrganization(tx, organization.id)
    const before = await userOf(context, id)
    const to = standing(before)
    await requireProfessional(context, before, to)
    if (!isRaise(before, to)) {
      await endAccess(tx, id)
      await withdrawInvitesOf(context, id)
    }
    if (email !== undefined) await askForEmail(context, before, email)
    if (before.professionalId !== to.professionalId) {
      if (before.professionalId !== null) await withdrawFeedsOf(context, before.professionalId)
      if (to.professionalId !== null) await withdrawInviteFor(context, to.professionalId)
    }
    await setStanding(context, before, to)
    const shown = (row: typeof before) => toUser(row, organization.timeZone, context.realNow())
    const after = shown(await userOf(context, id))
    const changes = changesBetween(shown(before), after, ['access', 'professional_id'])
    if (changes !== null) note({ action: 'user.updated', id, changes })
    return after
  },
})

/** @throws `400 validation_error` on `professional_id` */
async function requireProfessional(
  context: WriteContext,
  before: Standing,
  { access, professionalId: id }: Standing,
): Promise<void> {
  if (id === null) {
    if (access !== 'professional') return
    throw invalid('professional_id', 'required', 'The access `professional` needs a professional.')
  }
  if (id === before.professionalId) return
  const fault = await professionalFault(context.tx, context.organization, id)
  if (fault !== null) throw invalidFields([fault])
  if ((await loginOf(context, id)) === null) return
  throw invalid('professional_id', 'already_in_use', 'This professional already signs in.')
}
