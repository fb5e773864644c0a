import { showStanding } from './set-access.ts'
import { openInvite } from './open-invite.ts'
import {
  databaseFault,
  deleteRows,
  insertRow,
  Prisma,
  tables,
  updateRows,
  findRow,
} from '@scheduling/database'
import { nameOf, OF_ACTIVE_PROFESSIONAL } from './active.ts'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { workOf, type Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import type { Browser } from '../context.ts'
import { byUser } from './acting-user.ts'
import { countSignIn, inTurn } from './attempts.ts'
import { openInstead, setCookies } from './enter.ts'
import { INVITE_LINK, LinkToken } from './links.ts'
import { hashPassword, NewPassword } from './password.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Access } from './user.ts'

const Accepted = z.object({ token: LinkToken, password: NewPassword })

/** Dashboard: joins the team with the link of an invite, once, and signs in as `account.signIn` does. */
export const acceptInvite = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Accepted,
  output: z.object({ name: z.string(), access: Access }),
  emits: { ok: [maybe('professional.updated')] },
  notes: ['user.joined'],
  async run(call, input) {
    const { service, browser } = call
    await countSignIn(browser)
    const invite = await openInvite(service, input.token)
    const passwordHash = await inTurn(hashPassword(input.password, { goesFirst: false }))
    const joins = { tokenHash: invite.tokenHash, passwordHash, browser }
    const initiator = byUser<Joined>(call, ({ user }) => user)
    try {
      const { user, access, session } = await workOf(
        service,
        invite.organizationId,
        initiator,
        (work) => join(work, joins),
      )
      setCookies(service, browser, invite.email, session)
      return { name: user.name, access }
    } catch (error) {
      if (databaseFault(error)?.constraint !== 'user_account_email_key') throw error
      await updateRows(
        service.db,
        tables.userInvite,
        { id: invite.id },
        { emailTakenAt: new Date(service.realNow()) },
      )
      throw new Problem(
        'action_not_allowed',
        'A user already signs in with this e-mail. Ask for an invite to another e-mail.',
      )
    }
  },
})

type Joined = Awaited<ReturnType<typeof join>>

/**
 * Of calls at the same time, one deletes the invite, and the rest find none. A change that deactivates the
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
  const invite = await findRow(tx, tables.userInvite, {
    tokenHash: joins.tokenHash,
    expiresAt: Prisma.sql`> ${new Date(work.realNow())}`,
    professionalId: OF_ACTIVE_PROFESSIONAL,
  })
  if (invite === null) throw INVITE_LINK.dead()
  await deleteRows(tx, tables.userInvite, { id: invite.id })
  const { email, access, professionalId } = invite
  const professional =
    professionalId === null ? null : await findRow(tx, tables.professional, { id: professionalId })
  const { id } = await insertRow(tx, tables.user, {
    organizationId: organization.id,
    professionalId,
    email,
    passwordHash: joins.passwordHash,
    access,
    name: invite.name,
  })
  await showStanding(work, null, { access, professionalId })
  note({
    action: 'user.joined',
    id,
    changes: { email: { from: null, to: email }, access: { from: null, to: access } },
  })
  const session = await openInstead(work, tx, joins.browser, id)
  return { user: { id, name: nameOf({ name: invite.name, professional }) }, access, session }
}
