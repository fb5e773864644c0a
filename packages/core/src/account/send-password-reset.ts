import { findRow, insertRow, sqlOf, statement, tables } from '@scheduling/database'
import { OF_ACTIVE_PROFESSIONAL } from './active.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { normalEmail } from '../clients/email.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { Service } from '../context.ts'
import { findOrganization } from '../organization/operate.ts'
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
    const made = await resetLink(service, work, email)
    if (made === null) return
    const { organization } = work
    const text = resetMail({ organization, link: made.link })
    await writeMail(work, { organization, recipient: email, ...text, expiresAt: made.expiresAt })
  })
}

/**
 * For the operator, where no mail arrives: the same link, to be handed over.
 *
 * @throws `404 not_found`
 */
export async function passwordLink(
  service: Service,
  slug: string,
  email: string,
): Promise<ResetLink> {
  const { id } = await findOrganization(service, slug)
  return systemWork(service, id, async (work) => {
    const made = await resetLink(service, work, normalEmail(email) ?? email)
    if (made !== null) return made
    throw new Problem('not_found', `No user of ${slug} signs in with ${email}.`)
  })
}

type ResetLink = { readonly link: string; readonly expiresAt: Date }

/** Null: no user of the organization signs in with the e-mail. */
async function resetLink(
  service: Service,
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  email: string,
): Promise<ResetLink | null> {
  const mine = { organizationId: organization.id, email }
  const found = await findRow(tx, tables.user, mine)
  if (found === null) return null
  await userKept(sqlOf(tx), [found.id])
  const user = await findRow(tx, tables.user, {
    ...mine,
    id: found.id,
    professionalId: OF_ACTIVE_PROFESSIONAL,
  })
  if (user === null) return null
  const { token, hash } = RESET_LINK.create(service)
  const expiresAt = new Date(service.realNow() + LIMITS.passwordResetMinutes * 60_000)
  await insertRow(tx, tables.passwordReset, { tokenHash: hash, userId: user.id, expiresAt })
  return { link: RESET_LINK.addressOf(service, token), expiresAt }
}
