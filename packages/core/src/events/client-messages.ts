/** Which events tell the client something. The end of a transaction writes the messages that follow from its events. */
import type { EventType } from '@scheduling/events'
import type { Purpose } from '@scheduling/messaging'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import type { NewEvent } from './new-event.ts'

/** Null: it tells the client nothing. */
export const CLIENT_MESSAGES: Readonly<Record<EventType, Purpose | null>> = {
  'appointment.created': 'booked',
  // Its online room, and that it stands again: see `purposeOf`.
  'appointment.updated': 'room',
  'appointment.rescheduled': 'moved',
  'appointment.confirmed': 'confirmed',
  'appointment.cancelled': 'cancelled',
  'appointment.completed': null,
  'appointment.no_show': 'no_show',
  // Its event has no more than the id. To tell the client, cancel it.
  'appointment.deleted': null,
  // The reminder itself is the message.
  'appointment.reminder_sent': null,
  'client.created': null,
  'client.updated': null,
  'client.first_appointment': null,
  'client.merged': null,
  // Clients who join see their place on the page on which they joined.
  'queue.entry.created': null,
  'queue.entry.updated': null,
  'queue.entry.called': 'called',
  'queue.entry.in_service': null,
  'queue.entry.completed': null,
  'queue.entry.skipped': null,
  // These come by themselves too, at midnight; no client is to be woken for it.
  'queue.entry.no_show': null,
  'queue.entry.cancelled': null,
  'deposit.created': 'deposit_asked',
  'deposit.paid': 'deposit_paid',
  'deposit.expired': 'deposit_expired',
  'deposit.refunded': 'deposit_refunded',
  'service.created': null,
  'service.updated': null,
  'service.deactivated': null,
  'professional.created': null,
  'professional.updated': null,
  'professional.deactivated': null,
  'blocked_time.created': null,
  'blocked_time.deleted': null,
  'messaging.message.received': null,
  'messaging.message.sent': null,
  'messaging.message.failed': null,
  'messaging.connection.updated': null,
  'webhook.failing': null,
  'webhook.disabled': null,
  ping: null,
}

/** What a message is about: when the record is something else by the time it is sent, it is of no use. */
export type About = {
  /** Of an appointment: its start, as the event has it. */
  readonly start?: string
  /** Of a queue entry: which call it was. */
  readonly call?: number
  /** The reason that the client is told. */
  readonly reason?: string
  /** Further appointments of the same series that the same change concerns. */
  readonly more?: number
  /** Of a message that asked for SIM or NÃO when it was sent: the status of the appointment then. */
  readonly asked?: string
  /** SIM has been said to it. */
  readonly answered?: boolean
}

/** As `write_messages` in SQL reads it. */
export type NewMessage = {
  readonly id: string
  readonly purpose: Purpose
  readonly record: string
  readonly record_id: number
  readonly client_id: number
  readonly cause: string
  readonly about: About
  /** Which visitor caused it. Left out: no visitor did. */
  readonly visitor?: string | undefined
  /** By the clock of the organization. Left out: at once. */
  readonly at?: string
}

/**
 * The link of a record, for the contact that is stored. Strangers can ask for it, so a record's link goes out once an hour.
 *
 * @param now of the organization, epoch milliseconds
 */
export function linkMessage(
  record: 'appointment' | 'queue_entry',
  of: { readonly id: number; readonly clientId: number },
  { newId, now }: { readonly newId: (prefix: 'msg') => string; readonly now: () => number },
  { visitor }: { readonly visitor?: string | undefined },
): NewMessage {
  return {
    id: newId('msg'),
    purpose: 'link',
    record,
    record_id: of.id,
    client_id: of.clientId,
    cause: `link ${Math.floor(now() / 3_600_000)}`,
    about: {},
    visitor,
  }
}

/** What asks a visitor for a deposit, with what it is for: one message of both. `cause` is the same whenever it is made. */
export function depositMessage(of: {
  readonly id: number
  readonly clientId: number
  readonly appointmentId: number | null
  readonly queueEntryId: number | null
}): Omit<NewMessage, 'id'> {
  const { appointmentId, queueEntryId, clientId } = of
  return {
    purpose: 'deposit_asked',
    record: appointmentId === null ? 'queue_entry' : 'appointment',
    record_id: appointmentId ?? queueEntryId ?? 0,
    client_id: clientId,
    cause: `deposit ${of.id}`,
    about: {},
  }
}

type WrittenEvent = { readonly event: NewEvent; readonly id: string }

/**
 * The messages of one transaction. A client gets one for each appointment, and one for a whole series.
 *
 * @param events with their ids
 * @param record of each type
 */
export function messagesOf(
  events: readonly WrittenEvent[],
  record: (type: EventType) => string,
  newId: () => string,
): NewMessage[] {
  const messages: (NewMessage & { about: { more?: number } })[] = []
  const ofSeries = new Map<string, (typeof messages)[number]>()
  const find = finder(events)
  for (const { event, id } of events) {
    const purpose = purposeOf(event)
    const { id: recordId, client_id: clientId, recurrence_id: series } = event.object
    if (purpose === null || event.tellsClient === false) continue
    if (typeof recordId !== 'number' || typeof clientId !== 'number') continue
    if (isToldByOther(event, find)) continue
    const first = typeof series === 'string' ? ofSeries.get(`${purpose} ${series}`) : undefined
    if (first !== undefined) {
      first.about.more = (first.about.more ?? 0) + 1
      continue
    }
    const message = {
      id: newId(),
      purpose,
      record: record(event.type),
      record_id: recordId,
      client_id: clientId,
      cause: id,
      about: aboutOf(event),
    }
    messages.push(message)
    if (typeof series === 'string') ofSeries.set(`${purpose} ${series}`, message)
  }
  return messages
}

type Find = (type: EventType, field: string, id: unknown) => NewEvent | undefined

/** Finds the first event of a type by a field. One change can have thousands, so each is examined once. */
function finder(events: readonly WrittenEvent[]): Find {
  const indexes = new Map<string, Map<unknown, NewEvent>>()
  return (type, field, id) => {
    const name = `${type} ${field}`
    let index = indexes.get(name)
    if (index === undefined) {
      const own = events.flatMap(({ event }) => (event.type === type ? [event] : []))
      index = new Map(own.toReversed().map((event) => [event.object[field], event]))
      indexes.set(name, index)
    }
    return index.get(id)
  }
}

/**
 * A payment confirms, and its lack cancels: the message about the deposit says both. What is cancelled for another reason
 * takes its deposit along, and the deposit was then not late.
 */
function isToldByOther({ type, object }: NewEvent, find: Find): boolean {
  switch (type) {
    case 'appointment.confirmed':
      return find('deposit.paid', 'appointment_id', object.id) !== undefined
    case 'appointment.cancelled':
      return (
        object['cancellation_reason'] === CANCELLED_UNPAID &&
        find('deposit.expired', 'appointment_id', object.id) !== undefined
      )
    case 'deposit.expired': {
      const owner =
        find('appointment.cancelled', 'id', object['appointment_id']) ??
        find('queue.entry.cancelled', 'id', object['queue_entry_id'])
      return owner !== undefined && owner.object['cancellation_reason'] !== CANCELLED_UNPAID
    }
    default:
      return false
  }
}

/** Null: it tells the client nothing. */
function purposeOf(event: NewEvent): Purpose | null {
  const purpose = CLIENT_MESSAGES[event.type]
  if (purpose !== 'room') return purpose
  if (standsAgain(event)) return 'booked'
  return tellsRoom(event) ? purpose : null
}

/** The client was told that it is off, or missed. What was completed by mistake was never told. */
function standsAgain({ changes }: NewEvent): boolean {
  const from = changes?.['status']?.from
  return from !== undefined && from !== null && from !== 'COMPLETED'
}

/** Before an appointment is confirmed, its client has seen no room. */
function tellsRoom({ object, changes }: NewEvent): boolean {
  return object['status'] === 'CONFIRMED' && changes?.['meeting_url'] !== undefined
}

function aboutOf({ object, tellsReason }: NewEvent): {
  -readonly [Key in keyof About]: About[Key]
} {
  const { start, call_count: call, cancellation_reason: reason } = object
  return {
    ...(typeof start === 'string' ? { start } : {}),
    ...(typeof call === 'number' ? { call } : {}),
    ...(tellsReason === true && typeof reason === 'string' ? { reason } : {}),
  }
}
