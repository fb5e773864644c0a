import { findRow, insertRow, sqlOf, statement, tables } from '@scheduling/database'
import { OF_ACTIVE_PROFESSIONAL } from './active.ts'
import { systemWork } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Service } from '../context.ts'
import { RESET_LINK } from './links.ts'
import { resetMail } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'

/** Who takes the e-mail or the login away waits, and then ends the link too; or was first, and there is no link. */
const userKept = statement('user kept', 'SELECT FROM user_account WHERE id = $1::int FOR SHARE')

/** For the worker: writes the mail with the link, if a user signs in with the e-mail. */
export async function sendPasswordReset(service: Service, email: string): Promise<void> {
  const found = await findRow(service.db, tables.user, { email })
  if (found === null) return
  await systemWork(service, found.organizationId, async (work) => {
    const { tx, organization } = work
    await userKept(sqlOf(tx), [found.id])
    const user = await findRow(tx, tables.user, {
      id: found.id,
      email,
      professionalId: OF_ACTIVE_PROFESSIONAL,
    })
    if (user === null) return
    const { token, hash } = RESET_LINK.create(service)
    const expiresAt = new Date(service.realNow() + LIMITS.passwordResetMinutes * 60_000)
    await insertRow(tx, tables.passwordReset, { tokenHash: hash, userId: user.id, expiresAt })
    const text = resetMail({ organization, link: RESET_LINK.addressOf(service, token) })
    await writeMail(work, { organization, recipient: email, ...text, expiresAt })
  })
}
