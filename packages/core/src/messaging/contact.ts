/** What is known of an address: whether its owner agreed, and when something last came from there. */
import {
  column,
  findRow,
  Prisma,
  query,
  sqlOf,
  tables,
  updateRows,
  type MessagingContact,
  type Queryable,
  type Transaction,
} from '@scheduling/database'
import type { Work } from '../change/system-work.ts'

/** After the last message of a client the platform takes every text for so long. */
const CONVERSATION_MS = 24 * 60 * 60_000

export function contactAt(
  { tx, organization }: Pick<Work, 'organization'> & { readonly tx: Queryable },
  channel: string,
  address: string,
): Promise<MessagingContact | null> {
  const organizationId = organization.id
  return findRow(tx, tables.messagingContact, { organizationId, channel, address })
}

/** Whether the platform takes every text for this client now. */
export function isInConversation(
  { realNow }: Pick<Work, 'realNow'>,
  contact: Pick<MessagingContact, 'lastReceivedAt'> | null,
): boolean {
  const last = contact?.lastReceivedAt?.getTime()
  return last !== undefined && realNow() - last < CONVERSATION_MS
}

/** A conversation is with one number: before another takes free text, clients have to write to it. */
export async function endConversations(tx: Transaction, organizationId: number): Promise<void> {
  await updateRows(
    tx,
    tables.messagingContact,
    { organizationId, channel: 'whatsapp', lastReceivedAt: Prisma.sql`IS NOT NULL` },
    { lastReceivedAt: null },
  )
}

const consents = query({
  name: 'consent of a record',
  text: `SELECT EXISTS (SELECT FROM whatsapp_consent AS w
      LEFT JOIN deposit AS d ON $2::text = 'deposit' AND d.organization_id = $1::int AND d.id = $3::int
      LEFT JOIN waitlist_offer AS f ON $2::text = 'waitlist_offer' AND f.organization_id = $1::int AND f.id = $3::int
      WHERE w.organization_id = $1::int AND w.address = $4::text
        AND w.record = CASE WHEN d.appointment_id IS NOT NULL THEN 'appointment' WHEN d.id IS NOT NULL THEN 'queue_entry'
          WHEN f.id IS NOT NULL THEN 'waitlist_wish' ELSE $2::text END
        AND w.record_id = coalesce(d.appointment_id, d.queue_entry_id, f.wish_id, $3::int)) AS "isThere"`,
  row: { isThere: column.by('false', column.bool) },
})

/**
 * Whether messages about a record may go to a phone by WhatsApp: it agreed to all, or a visitor who typed it ticked that
 * for this record, and the phone has never said anything else. `write_messages` in SQL decides the same.
 */
export async function hasAgreed(
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  { record, recordId }: { readonly record: string | null; readonly recordId: number | null },
  contact: Pick<MessagingContact, 'optedInAt'> | null,
  address: string,
): Promise<boolean> {
  if (contact !== null) return contact.optedInAt !== null
  const [found] = await consents(sqlOf(tx), [organization.id, record, recordId, address])
  return found?.isThere === true
}
