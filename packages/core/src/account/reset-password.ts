import { deleteRows, Prisma, prismaOf, tables, updateRow } from '@scheduling/database'
import { IS_ACTIVE, nameOf, OF_ACTIVE_USER } from './active.ts'
import { z } from 'zod'
import { workOf } from '../change/system-work.ts'
import { procedure } from '../procedure/define.ts'
import { byUser } from './acting-user.ts'
import { accountOf, countSignIn, inTurn } from './attempts.ts'
import { LinkToken, RESET_LINK } from './links.ts'
import { endAccess } from './lost-access.ts'
import { hashPassword, NewPassword } from './password.ts'

const Reset = z.object({ token: LinkToken, password: NewPassword })

/** Dashboard: sets a new password with the link of a mail, once. All sessions of the user end, and none is opened. */
export const resetPassword = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Reset,
  output: z.object({ changed: z.literal(true) }),
  notes: ['user.password_reset'],
  async run(call, input) {
    const { service, browser } = call
    await countSignIn(browser)
    const tokenHash = RESET_LINK.hashOf(service, input.token)
    if (tokenHash === null) throw RESET_LINK.dead()
    const now = new Date(service.realNow())
    const found = await prismaOf(service.db).passwordReset.findFirst({
      where: { tokenHash, expiresAt: { gt: now }, user: IS_ACTIVE },
      include: { user: { include: { professional: true } } },
    })
    if (found === null) throw RESET_LINK.dead()
    const passwordHash = await inTurn(hashPassword(input.password, { goesFirst: false }))
    const { id, organizationId, email } = found.user
    const initiator = byUser(call, { id, name: nameOf(found.user) })
    await workOf(service, organizationId, initiator, async ({ tx, note }) => {
      const ended = await deleteRows(tx, tables.passwordReset, {
        tokenHash,
        expiresAt: Prisma.sql`> ${now}`,
        userId: OF_ACTIVE_USER,
      })
      if (ended === 0) throw RESET_LINK.dead()
      await endAccess(tx, id)
      await updateRow(tx, tables.user, { id }, { passwordHash })
      note({ action: 'user.password_reset', id, changes: null })
    })
    // Failed sign-ins by strangers do not lock out the owner of the mail.
    await browser.attempts.forget('failed sign-in', accountOf(service, email))
    return { changed: true as const }
  },
})
