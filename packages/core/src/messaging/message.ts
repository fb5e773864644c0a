/** Messages as events and dashboards show them. */
import { formatInstant } from '@scheduling/availability'
import type { Client, Message as MessageRow, Organization } from '@scheduling/database'
import { CATALOGUE } from '@scheduling/messaging'
import { clientName } from '../clients/client.ts'
import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import { ARRIVED, asPurpose, TYPED } from './purpose.ts'

/** Of a client: what the record names it by. */
export type Named = Pick<Client, 'id' | 'firstName' | 'lastName'>

/** The record of the events `messaging.message.*`. */
export function toMessageRecord(
  row: MessageRow,
  client: Named | null,
  { timeZone }: Pick<Organization, 'timeZone'>,
): NewEvent['object'] {
  const ofKind = (kind: string) => (row.record === kind ? row.recordId : null)
  return {
    object: 'message',
    id: row.id,
    direction: row.direction,
    channel: row.channel === 'email' ? 'EMAIL' : 'MESSAGING',
    kind: kindOf(row),
    phone: row.channel === 'email' ? null : row.recipient,
    email: row.channel === 'email' ? row.recipient : null,
    // What was made of a text of the catalogue is told by its kind.
    text: asPurpose(row.purpose) === null ? row.text : null,
    client_id: client?.id ?? null,
    client: client === null ? null : { id: client.id, name: clientName(client) },
    appointment_id: ofKind('appointment'),
    queue_entry_id: ofKind('queue_entry'),
    error_code: row.errorCode,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
  }
}

function kindOf({ purpose, text }: Pick<MessageRow, 'purpose' | 'text'>): string {
  const known = asPurpose(purpose)
  if (known !== null) return CATALOGUE[known].kind
  if (purpose === TYPED) return 'TEXT'
  return purpose === ARRIVED && (text ?? '') === '' ? 'MEDIA' : 'TEXT'
}

export function messageEvent(
  type: 'messaging.message.received' | 'messaging.message.sent' | 'messaging.message.failed',
  row: MessageRow,
  client: Named | null,
  organization: Pick<Organization, 'timeZone'>,
): NewEvent {
  const after = toMessageRecord(row, client, organization)
  return recordEvent(type, { before: null, after, filters: NO_FILTERS })
}
