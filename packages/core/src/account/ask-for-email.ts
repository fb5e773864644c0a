/** Asks a user to confirm a new e-mail. The answer does not tell whether another user signs in with it. */
import { deleteRows, insertRow, tables } from '@scheduling/database'
import { EMAIL_LINK } from './links.ts'
import { newEmailMail, oldEmailMail } from './mail-texts.ts'
import { writeMail } from './write-mail.ts'
import type { WriteContext } from '../change/write-context.ts'
import { LIMITS } from '../contract/limits.ts'

/** Sends the link to the new address, and tells the old one. What was asked for before ends. */
export async function askForEmail(
  context: WriteContext,
  user: { readonly id: number; readonly email: string },
  email: string,
): Promise<void> {
  const { tx, organization, note } = context
  await deleteRows(tx, tables.emailChange, { userId: user.id })
  if (email === user.email) return
  const { token, hash: tokenHash } = EMAIL_LINK.create(context)
  const expiresAt = new Date(context.realNow() + LIMITS.passwordResetMinutes * 60_000)
  await insertRow(tx, tables.emailChange, { tokenHash, userId: user.id, email, expiresAt })
  const asked = newEmailMail({ organization, link: EMAIL_LINK.addressOf(context, token) })
  await writeMail(context, { organization, recipient: email, ...asked, expiresAt })
  const mail = oldEmailMail({ organization })
  await writeMail(context, { organization, recipient: user.email, ...mail, expiresAt })
  note({
    action: 'user.email_asked',
    id: user.id,
    changes: { email: { from: user.email, to: email } },
  })
}
