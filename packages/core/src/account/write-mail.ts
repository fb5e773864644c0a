import { sqlOf, statement, type Organization, type Transaction } from '@scheduling/database'
import { TEST_MARK } from '@scheduling/delivery'
import type { Service } from '../context.ts'

export type AccountMail = {
  readonly organization: Pick<Organization, 'id' | 'livemode'>
  readonly recipient: string
  readonly subject: string
  /** With a link: any reader can use it. */
  readonly body: string
  /** When the link is dead: the mail is not sent later. */
  readonly expiresAt: Date
}

const mailWritten = statement(
  'mail written',
  `WITH written AS (
     INSERT INTO mail (organization_id, recipient, subject, body_sealed, expires_at)
     VALUES ($1::int, $2::text, $3::text, $4::bytea, $5::timestamptz) RETURNING id
   )
   SELECT graphile_worker.add_job('send_mail', json_build_object('mail_id', id), max_attempts => 10,
     job_key => 'mail:' || id) FROM written`,
)

/**
 * Writes a mail with a link, and the job that sends it. The body is encrypted until then. The subject of a test
 * organization's is marked.
 */
export async function writeMail(
  { crypto, tx }: Pick<Service, 'crypto'> & { readonly tx: Transaction },
  mail: AccountMail,
): Promise<void> {
  const { organization, recipient, body, expiresAt } = mail
  const subject = `${organization.livemode ? '' : TEST_MARK}${mail.subject}`
  const sealed = crypto.seal(body, contextOf({ organizationId: organization.id, recipient }))
  await mailWritten(sqlOf(tx), [organization.id, recipient, subject, sealed, expiresAt])
}

/** The body of a mail that `writeMail` wrote. */
export function openMail(
  { crypto }: Pick<Service, 'crypto'>,
  mail: Addressed,
  sealed: Uint8Array,
): string {
  return crypto.open(sealed, contextOf(mail)).toString('utf8')
}

type Addressed = { readonly organizationId: number; readonly recipient: string }

/** What was sealed for one address opens for no other. */
function contextOf({ organizationId, recipient }: Addressed): string {
  return `mail:${organizationId}:${recipient}`
}
