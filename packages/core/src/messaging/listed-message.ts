/** Messages as the team sees them. */
import type { Order } from '../lists/page.ts'
import { column, tables, without, type Queryable, Prisma } from '@scheduling/database'
import { z } from 'zod'
import { clientName } from '../clients/client.ts'
import type { Context } from '../context.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import { MESSAGE_PURPOSES } from './purpose.ts'

export const MESSAGE_STATUSES = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'RECEIVED',
  'SKIPPED',
  'UNKNOWN',
] as const

export const MESSAGE_CHANNELS = ['whatsapp', 'email'] as const
export const MESSAGE_RECORDS = [
  'appointment',
  'queue_entry',
  'deposit',
  'client',
  'waitlist_wish',
  'waitlist_offer',
] as const

export const ListedMessage = z.object({
  object: z.literal('message'),
  id: z.string(),
  direction: z.string(),
  purpose: z.enum(MESSAGE_PURPOSES),
  channel: z.enum(MESSAGE_CHANNELS),
  status: z.enum(MESSAGE_STATUSES),
  client_id: Id.nullable(),
  client: MiniReference.nullable(),
  /** The phone or the e-mail of the client. */
  recipient: z.string().nullable(),
  record: z.enum(MESSAGE_RECORDS).nullable(),
  record_id: Id.nullable(),
  subject: z.string().nullable(),
  /** As it was sent, would be sent, or arrived: a stranger's text, to be shown as text. */
  text: z.string().nullable(),
  template: z.string().nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  attempts: z.int(),
  /** Null: it is over, or waits until there is a way to send it. */
  next_attempt_at: Instant.nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
  read_at: Instant.nullable(),
  failed_at: Instant.nullable(),
})

export const MESSAGES = recordsOf({
  table: tables.message,
  alias: 'm',
  row: {
    ...without(
      tables.message,
      'organizationId',
      'address',
      'cause',
      'about',
      'language',
      'callingSince',
      'visitor',
    ),
    purpose: column.oneOf<(typeof MESSAGE_PURPOSES)[number]>('text'),
    channel: column.oneOf<(typeof MESSAGE_CHANNELS)[number]>('text'),
    status: column.oneOf<(typeof MESSAGE_STATUSES)[number]>('text'),
    record: column.nullable(column.oneOf<(typeof MESSAGE_RECORDS)[number]>('text')),
    firstName: column.by('c.first_name', column.nullable(column.text)),
    lastName: column.by('c.last_name', column.nullable(column.text)),
  },
  joins: 'LEFT JOIN client c ON c.organization_id = m.organization_id AND c.id = m.client_id',
})

type ListedRow = RowIn<typeof MESSAGES>

export function toListed(row: ListedRow, context: Pick<Context, 'organization'>) {
  const at = instantsIn(context.organization.timeZone)
  const { clientId, firstName, lastName } = row
  return {
    object: 'message' as const,
    id: row.id,
    direction: row.direction,
    purpose: row.purpose,
    channel: row.channel,
    status: row.status,
    client_id: clientId,
    client:
      clientId === null || firstName === null
        ? null
        : { id: clientId, name: clientName({ firstName, lastName }) },
    recipient: row.recipient,
    record: row.record,
    record_id: row.recordId,
    subject: row.subject,
    text: row.text,
    template: row.template,
    error_code: row.errorCode,
    error_message: row.errorMessage,
    attempts: row.attempts,
    next_attempt_at: at(row.nextAttemptAt),
    created_at: at(row.createdAt),
    sent_at: at(row.sentAt),
    delivered_at: at(row.deliveredAt),
    read_at: at(row.readAt),
    failed_at: at(row.failedAt),
  }
}

/** Null: the organization has no such message. */
export async function findListed(
  context: Pick<Context, 'organization'>,
  db: Queryable,
  id: string,
): Promise<z.output<typeof ListedMessage> | null> {
  const row = await MESSAGES.one(db, context.organization.id, id)
  return row === null ? null : toListed(row, context)
}

export const NEWEST_FIRST: Order = {
  name: 'created_at desc',
  key: Prisma.sql`m.created_at`,
  type: 'timestamptz',
  id: Prisma.sql`m.id`,
  idType: 'text',
  direction: 'desc',
}
