import { openMail, type Service } from '@scheduling/core'
import type { Pool } from 'pg'
import type { Mailer } from '../mailer.ts'

type MailRow = {
  organizationId: number
  recipient: string
  subject: string
  body: string | null
  sealed: Buffer | null
}

/**
 * Sends one mail of the outbox, unless it was sent already or is of no use any more. A sealed body is deleted once it
 * is sent: the link in it is for its reader alone.
 */
export async function sendMail(
  service: Service,
  pool: Pool,
  mailer: Mailer,
  mailId: number,
): Promise<void> {
  const { rows } = await pool.query<MailRow>(
    `SELECT organization_id AS "organizationId", recipient, subject, body, body_sealed AS sealed FROM mail
     WHERE id = $1 AND sent_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [mailId, new Date(service.realNow())],
  )
  const [mail] = rows
  if (mail === undefined) return
  const text = mail.sealed === null ? mail.body : openMail(service, mail, mail.sealed)
  if (text === null) throw new Error('A mail has no body.')
  const isSent = await mailer.send({ to: mail.recipient, subject: mail.subject, text })
  if (isSent)
    await pool.query('UPDATE mail SET sent_at = $2, body_sealed = NULL WHERE id = $1', [
      mailId,
      new Date(service.realNow()),
    ])
}
