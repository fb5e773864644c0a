import { databaseFault } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { workOf, type Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import type { Browser } from '../context.ts'
import { byUser } from '../accounts/acting-user.ts'
import { countSignIn, inTurn } from '../accounts/attempts.ts'
import { openInstead, setCookies } from '../accounts/enter.ts'
import { INVITE_LINK, LinkToken } from '../accounts/links.ts'
import { hashPassword, NewPassword } from '../accounts/password.ts'
import { maybe } from '../events/emissions.ts'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import { aliveInvite, openInvite } from './read-invite.ts'
import { Role } from './user.ts'
import { setRole } from './update-user.ts'

const Accepted = z.object({ token: LinkToken, password: NewPassword })

/** Dashboard: joins the team with the link of an invite, once, and signs in as `account.signIn` does. */
export const acceptInvite = openProcedure
  .meta({ emits: { ok: [maybe('professional.updated')] }, notes: ['user.joined'] })
  .use(withinBounds(Accepted))
  .input(Accepted)
  .output(z.object({ name: z.string(), role: Role }))
  .mutation(async ({ ctx, input }) => {
    const { service, browser } = ctx
    await countSignIn(browser)
    const invite = await openInvite(service, input.token)
    const passwordHash = await inTurn(hashPassword(input.password, { goesFirst: false }))
    const joins = { tokenHash: invite.tokenHash, passwordHash, browser }
    const doer = byUser<Joined>(ctx, ({ user }) => user)
    try {
      const { user, role, session } = await workOf(service, invite.organizationId, doer, (work) =>
        join(work, joins),
      )
      setCookies(service, browser, invite.email, session)
      return { name: user.name, role }
    } catch (error) {
      if (databaseFault(error)?.constraint !== 'user_account_email_key') throw error
      await service.db.userInvite.updateMany({
        where: { id: invite.id },
        data: { emailTakenAt: new Date(service.realNow()) },
      })
      throw new Problem(
        'action_not_allowed',
        'Somebody already signs in with this e-mail. Ask for an invite to another e-mail.',
      )
    }
  })

type Joined = Awaited<ReturnType<typeof join>>

/**
 * Of those who come at the same time, one deletes the invite, and the others find none. Whoever deactivates the
 * professional meanwhile holds the same lock.
 */
async function join(
  work: Work,
  joins: {
    readonly tokenHash: Uint8Array<ArrayBuffer>
    readonly passwordHash: string
    readonly browser: Browser
  },
) {
  const { tx, note, organization } = work
  await lockOrganization(tx, organization.id)
  const where = aliveInvite(work, joins.tokenHash)
  const invite = await tx.userInvite.findFirst({ where, include: { professional: true } })
  const { count } = await tx.userInvite.deleteMany({ where })
  if (invite === null || count === 0) throw INVITE_LINK.dead()
  const { email, role, professional } = invite
  const { id: professionalId, name } = professional
  const { id } = await tx.user.create({
    data: {
      organizationId: organization.id,
      professionalId,
      email,
      passwordHash: joins.passwordHash,
    },
  })
  if (role !== professional.role) await setRole(work, professional, role)
  note({
    action: 'user.joined',
    id,
    changes: { email: { from: null, to: email }, role: { from: null, to: role } },
  })
  const session = await openInstead(work, tx, joins.browser, id)
  return { user: { id, name }, role, session }
}
