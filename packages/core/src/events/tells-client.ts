/** Which events tell the client something. The end of a transaction writes the messages that follow from its events. */
import type { EventType } from '@scheduling/events'
import type { Purpose } from '@scheduling/messaging'
import type { NewEvent } from './new-event.ts'

/** Null: it tells the client nothing. */
export const TELLS_CLIENT: Readonly<Record<EventType, Purpose | null>> = {
  'appointment.created': 'booked',
  'appointment.updated': null,
  'appointment.rescheduled': 'moved',
  'appointment.confirmed': 'confirmed',
  'appointment.cancelled': 'cancelled',
  'appointment.completed': null,
  'appointment.no_show': 'no_show',
  // Its event has no more than the id. Whoever wants the client to know cancels it.
  'appointment.deleted': null,
  // The reminder itself is the message.
  'appointment.reminder_sent': null,
  'client.created': null,
  'client.updated': null,
  'client.first_appointment': null,
  'client.merged': null,
  // Clients who join see their place on the page on which they joined.
  'queue.entry.created': null,
  'queue.entry.called': 'called',
  'queue.entry.in_service': null,
  'queue.entry.completed': null,
  'queue.entry.skipped': null,
  // These come by themselves too, at midnight; nobody is to be woken for it.
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
  'professional.deactivated': null,
  'blocked_time.created': null,
  'blocked_time.deleted': null,
  'messaging.message.received': null,
  'messaging.message.sent': null,
  'messaging.message.failed': null,
  'messaging.connection.updated': null,
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
  /** By the clock of the organization. Left out: at once. */
  readonly at?: string
}

type Told = { readonly event: NewEvent; readonly id: string }

/**
 * The messages of one transaction. A client gets one for each appointment, and one for a whole series.
 *
 * @param events with their ids
 * @param record of each type
 */
export function messagesOf(
  events: readonly Told[],
  record: (type: EventType) => string,
  newId: () => string,
): NewMessage[] {
  const messages: (NewMessage & { about: { more?: number } })[] = []
  const ofSeries = new Map<string, (typeof messages)[number]>()
  for (const { event, id } of events) {
    const purpose = TELLS_CLIENT[event.type]
    const { id: recordId, client_id: clientId, recurrence_id: series } = event.object
    if (purpose === null || event.tellsClient === false) continue
    if (typeof recordId !== 'number' || typeof clientId !== 'number') continue
    if (isToldByOther(event, events)) continue
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

/** A payment confirms, and its lack cancels; a cancelled appointment takes its deposit along. One message says both. */
function isToldByOther({ type, object }: NewEvent, events: readonly Told[]): boolean {
  const has = (other: EventType, field: string, id: unknown) =>
    events.some(({ event }) => event.type === other && event.object[field] === id)
  if (type === 'appointment.confirmed') return has('deposit.paid', 'appointment_id', object.id)
  if (type === 'deposit.expired') {
    return has('appointment.cancelled', 'id', object['appointment_id'])
      ? !events.some(({ event }) => isUnpaid(event))
      : false
  }
  return isUnpaid({ type, object }) && has('deposit.expired', 'appointment_id', object.id)
}

/** Cancelled because its deposit was not paid. */
function isUnpaid({ type, object }: Pick<NewEvent, 'type' | 'object'>): boolean {
  return type === 'appointment.cancelled' && object['cancellation_reason'] === 'deposit_expired'
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
