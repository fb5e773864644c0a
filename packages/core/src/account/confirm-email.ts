import {
  databaseFault,
  deleteRows,
  Prisma,
  prismaOf,
  tables,
  updateRow,
} from '@scheduling/database'
import { IS_ACTIVE, nameOf, OF_ACTIVE_USER } from './active.ts'
import { z } from 'zod'
import { byUser } from './acting-user.ts'
import { countSignIn } from './attempts.ts'
import { EMAIL_LINK, LinkToken } from './links.ts'
import { endLinks } from './lost-access.ts'
import { workOf } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'

const Confirmed = z.object({ token: LinkToken })

/** Dashboard: the e-mail of a link becomes the one with which its user signs in, once. Sessions stay. */
export const confirmEmail = procedure({
  caller: 'visitor',
  kind: 'change',
  input: Confirmed,
  output: z.object({ email: z.string() }),
  notes: ['user.updated'],
  async run(call, input) {
    const { service, browser } = call
    await countSignIn(browser)
    const tokenHash = EMAIL_LINK.hashOf(service, input.token)
    if (tokenHash === null) throw EMAIL_LINK.dead()
    const now = new Date(service.realNow())
    const found = await prismaOf(service.db).emailChange.findFirst({
      where: { tokenHash, expiresAt: { gt: now }, user: IS_ACTIVE },
      include: { user: { include: { professional: true } } },
    })
    if (found === null) throw EMAIL_LINK.dead()
    const { email, user } = found
    const initiator = byUser(call, { id: user.id, name: nameOf(user) })
    try {
      await workOf(service, user.organizationId, initiator, async ({ tx, note }) => {
        const ended = await deleteRows(tx, tables.emailChange, {
          tokenHash,
          expiresAt: Prisma.sql`> ${now}`,
          userId: OF_ACTIVE_USER,
        })
        if (ended === 0) throw EMAIL_LINK.dead()
        await updateRow(tx, tables.user, { id: user.id }, { email })
        // Their mails went to the address that was given up.
        await endLinks(tx, user.id)
        const changes = { email: { from: user.email, to: email } }
        note({ action: 'user.updated', id: user.id, changes })
      })
    } catch (error) {
      if (databaseFault(error)?.constraint !== 'user_account_email_key') throw error
      throw new Problem(
        'action_not_allowed',
        'Another user already signs in with this e-mail. Ask for a different one.',
      )
    }
    return { email }
  },
})
