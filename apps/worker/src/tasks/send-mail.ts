import { accountMailPage, openMail, type Service } from '@scheduling/core'
import { renderMail } from '@scheduling/messaging'
import type { Pool } from 'pg'
import type { Mailer } from '../mailer.ts'

type MailRow = {
  organizationId: number
  name: string
  language: string
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
    `SELECT m.organization_id AS "organizationId", o.name, o.language, m.recipient, m.subject, m.body, m.body_sealed AS sealed
     FROM mail m JOIN organization o ON o.id = m.organization_id
     WHERE m.id = $1 AND m.sent_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $2)`,
    [mailId, new Date(service.realNow())],
  )
  const [mail] = rows
  if (mail === undefined) return
  const text = mail.sealed === null ? mail.body : openMail(service, mail, mail.sealed)
  if (text === null) throw new Error('A mail has no body.')
  const { recipient: to, subject } = mail
  const html = renderMail(accountMailPage(service, mail, text), { subject, text })
  const isSent = await mailer.send({ to, subject, text, html })
  if (isSent)
    await pool.query('UPDATE mail SET sent_at = $2, body_sealed = NULL WHERE id = $1', [
      mailId,
      new Date(service.realNow()),
    ])
}
