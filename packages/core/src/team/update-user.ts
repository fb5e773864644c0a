import { z } from 'zod'
import { Email } from '../clients/email.ts'
import type { Work } from '../change/system-work.ts'
import type { WriteContext } from '../change/write-context.ts'
import { endAccess, requireOwner, withdrawInvitesOf } from '../accounts/lost-access.ts'
import { noUser } from '../accounts/calling-user.ts'
import { lockOrganization } from '../change/locks.ts'
import { maybe } from '../events/emissions.ts'
import { changesBetween } from '../events/new-event.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { countInvite } from './send-invite.ts'
import { Role, toUser, User, WITH_PROFESSIONAL } from './user.ts'

/**
 * Dashboard: changes the role of a user, or the e-mail that the user signs in with. Who is an owner no more loses all
 * sessions; who becomes one keeps them.
 */
export const updateUser = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({ user_id: Id, role: Role.optional(), email: Email.optional() }),
  output: User,
  emits: { ok: [maybe('professional.updated')] },
  notes: ['user.updated', 'user.invite_revoked'],
  problems: ['not_found', 'action_not_allowed'],
  async prepare(context, { email }) {
    if (email !== undefined) await countInvite(context)
    return null
  },
  async run(context, { user_id: id, role, email }) {
    const { tx, organization, note } = context
    const isDemoted = ({ professional }: Awaited<ReturnType<typeof userOf>>): boolean =>
      professional.role === 'owner' && role === 'collaborator'
    // Changes that are under way in the sessions may want the organization's lock: they are waited for before it.
    if (isDemoted(await userOf(context, id))) await endAccess(tx, id)
    await lockOrganization(tx, organization.id)
    const before = await userOf(context, id)
    if (isDemoted(before)) {
      await endAccess(tx, id)
      await withdrawInvitesOf(context, id)
    }
    if (email !== undefined && email !== before.email) {
      await tx.user.update({ where: { id }, data: { email } })
      // Their mails went to the address that was given up.
      await tx.passwordReset.deleteMany({ where: { userId: id } })
    }
    if (role !== undefined && role !== before.professional.role) {
      await setRole(context, before.professional, role)
    }
    const after = toUser(await userOf(context, id), organization.timeZone)
    const changes = changesBetween(toUser(before, organization.timeZone), after, ['role', 'email'])
    if (changes !== null) note({ action: 'user.updated', id, changes })
    return after
  },
})

/** @throws `404 not_found` */
export async function userOf({ tx, organization }: WriteContext, id: number) {
  const user = await tx.user.findFirst({
    where: { id, organizationId: organization.id },
    include: WITH_PROFESSIONAL,
  })
  if (user === null) throw noUser()
  return user
}

/** @throws `409 action_not_allowed` when no owner is left */
export async function setRole(
  work: Pick<Work, 'tx' | 'organization' | 'emit'>,
  { id, role: from }: { readonly id: number; readonly role: z.output<typeof Role> },
  to: z.output<typeof Role>,
): Promise<void> {
  const { tx, organization } = work
  await changingPerformers(
    work,
    { professionalIds: [id] },
    {
      write: () => tx.professional.update({ where: { id }, data: { role: to } }),
    },
  )
  if (from === 'owner') await requireOwner(tx, organization.id)
}
