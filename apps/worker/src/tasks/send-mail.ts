import type { Service } from '@scheduling/core'
import type { Pool } from 'pg'
import type { Mailer } from '../mailer.ts'

/** Sends one mail of the outbox, unless it was sent already. */
export async function sendMail(
  service: Service,
  pool: Pool,
  mailer: Mailer,
  mailId: number,
): Promise<void> {
  const { rows } = await pool.query<{ recipient: string; subject: string; body: string }>(
    'SELECT recipient, subject, body FROM mail WHERE id = $1 AND sent_at IS NULL',
    [mailId],
  )
  const [mail] = rows
  if (mail === undefined) return
  const isSent = await mailer.send({ to: mail.recipient, subject: mail.subject, text: mail.body })
  if (isSent)
    await pool.query('UPDATE mail SET sent_at = $2 WHERE id = $1', [
      mailId,
      new Date(service.now()),
    ])
}
