/**
 * The event catalogue: every type, when it happens, which record it carries, and which fields `changes` may
 * name (null: `changes` is always null). Docs, wildcards, checks, samples and tests are made from it.
 */
export type RecordKind =
  | 'appointment'
  | 'client'
  | 'queue_entry'
  | 'deposit'
  | 'service'
  | 'professional'
  | 'blocked_time'
  | 'message'
  | 'messaging_connection'
  | 'webhook_status'
  | 'ping'

type EventKind = {
  readonly record: RecordKind
  readonly when: string
  readonly changes: readonly string[] | null
}

const QUEUE_STEP = ['status', 'cancellation_reason'] as const

export const EVENT_TYPES = {
  'appointment.created': {
    record: 'appointment',
    when: 'An appointment was created, through any channel.',
    changes: null,
  },
  'appointment.updated': {
    record: 'appointment',
    when: 'An appointment changed in a way that has no event of its own: its notes, services, price or metadata, the arrival of the client or the start of the visit, its status because the team took its end back, its client because two client records were merged, or what it says because a client was erased.',
    changes: [
      'client_id',
      'notes',
      'metadata',
      'service_ids',
      'price',
      'duration_minutes',
      'end',
      'type',
      'meeting_url',
      'invoice_issued',
      'deposit_id',
      'cancellation_reason',
      'arrived_at',
      'started_at',
      'status',
      'completed_at',
      'no_show_at',
      'cancelled_at',
    ],
  },
  'appointment.rescheduled': {
    record: 'appointment',
    when: 'The date, the time or the professional of an appointment changed. `changes` has the previous value.',
    changes: ['start', 'end', 'professional_id', 'meeting_url', 'arrived_at', 'started_at'],
  },
  'appointment.confirmed': {
    record: 'appointment',
    when: 'An appointment was confirmed.',
    changes: ['status'],
  },
  'appointment.cancelled': {
    record: 'appointment',
    when: 'An appointment was cancelled by the client, the team or the system.',
    changes: ['status', 'cancellation_reason'],
  },
  'appointment.completed': {
    record: 'appointment',
    when: 'An appointment took place.',
    changes: ['status'],
  },
  'appointment.no_show': {
    record: 'appointment',
    when: 'The client did not attend.',
    changes: ['status'],
  },
  'appointment.deleted': {
    record: 'appointment',
    when: 'An appointment was deleted. `data.object` has only `id` and `deleted: true`.',
    changes: null,
  },
  'appointment.reminder_sent': {
    record: 'appointment',
    when: 'A reminder was sent to the client by e-mail or messaging app.',
    changes: null,
  },
  'client.created': { record: 'client', when: 'A new client was registered.', changes: null },
  'client.updated': {
    record: 'client',
    when: 'The data or the metadata of a client changed.',
    changes: ['first_name', 'last_name', 'email', 'phone', 'cpf', 'birth_date', 'metadata'],
  },
  'client.first_appointment': {
    record: 'client',
    when: 'A client booked for the first time in the organization.',
    changes: null,
  },
  'client.merged': {
    record: 'client',
    when: 'Two client records were merged. The event is about the record that was removed: `data.object` has only `id`, `deleted: true` and `merged_into`, the id of the client that remains.',
    changes: null,
  },
  'queue.entry.created': {
    record: 'queue_entry',
    when: 'A client joined the queue.',
    changes: null,
  },
  'queue.entry.updated': {
    record: 'queue_entry',
    when: 'A queue entry changed in a way that has no event of its own: its deposit, its professional because that one left, its client because two client records were merged, or its notes because a client was erased.',
    changes: ['client_id', 'professional_id', 'notes', 'cancellation_reason', 'deposit_id'],
  },
  'queue.entry.called': {
    record: 'queue_entry',
    when: 'A client was called, or called again.',
    changes: ['status', 'professional_id', 'call_count'],
  },
  'queue.entry.in_service': {
    record: 'queue_entry',
    when: 'A client is being served.',
    changes: QUEUE_STEP,
  },
  'queue.entry.completed': {
    record: 'queue_entry',
    when: 'A client was served.',
    changes: QUEUE_STEP,
  },
  'queue.entry.skipped': {
    record: 'queue_entry',
    when: 'A client was skipped.',
    changes: QUEUE_STEP,
  },
  'queue.entry.no_show': {
    record: 'queue_entry',
    when: 'A client was called and did not come in time.',
    changes: QUEUE_STEP,
  },
  'queue.entry.cancelled': {
    record: 'queue_entry',
    when: 'A queue entry was cancelled.',
    changes: QUEUE_STEP,
  },
  'deposit.created': {
    record: 'deposit',
    when: 'A deposit was charged, and its payment code is available.',
    changes: null,
  },
  'deposit.paid': {
    record: 'deposit',
    when: 'A deposit was paid.',
    changes: ['status', 'paid_amount'],
  },
  'deposit.expired': {
    record: 'deposit',
    when: 'A deposit was not paid in time.',
    changes: ['status'],
  },
  'deposit.refunded': {
    record: 'deposit',
    when: 'A deposit was refunded, in full or in part.',
    changes: ['status', 'refunded_amount'],
  },
  'service.created': { record: 'service', when: 'A service was created.', changes: null },
  'service.updated': {
    record: 'service',
    when: 'A service changed, or a setting of the organization that it inherits.',
    changes: [
      'name',
      'description',
      'specialty_id',
      'service_type',
      'booking_mode',
      'duration_minutes',
      'price',
      'color',
      'is_active',
      'hidden_from_public_booking',
      'max_capacity',
      'professional_ids',
      'buffer_before_minutes',
      'buffer_after_minutes',
      'slot_interval_minutes',
      'min_advance_minutes',
      'max_advance_days',
      'requires_deposit',
      'deposit_amount',
    ],
  },
  'service.deactivated': {
    record: 'service',
    when: 'A service was deactivated or deleted.',
    changes: ['is_active'],
  },
  'professional.created': { record: 'professional', when: 'A professional joined.', changes: null },
  'professional.updated': {
    record: 'professional',
    when: 'A professional changed or came back: the name, e-mail, registration, role or services, or `is_active`.',
    changes: ['name', 'email', 'role', 'is_active', 'registry', 'service_ids'],
  },
  'professional.deactivated': {
    record: 'professional',
    when: 'A professional left.',
    changes: ['is_active'],
  },
  'blocked_time.created': {
    record: 'blocked_time',
    when: 'Time was blocked in the schedule.',
    changes: null,
  },
  'blocked_time.deleted': {
    record: 'blocked_time',
    when: 'A block was removed from the schedule.',
    changes: null,
  },
  'messaging.message.received': {
    record: 'message',
    when: "A message arrived at the organization's own messaging number. It names the client if the phone number belongs to one.",
    changes: null,
  },
  'messaging.message.sent': {
    record: 'message',
    when: 'An automatic message was sent, such as a confirmation or a reminder.',
    changes: null,
  },
  'messaging.message.failed': {
    record: 'message',
    when: 'An automatic message could not be sent.',
    changes: null,
  },
  'messaging.connection.updated': {
    record: 'messaging_connection',
    when: "The organization's own messaging number was connected or disconnected.",
    changes: ['status', 'phone'],
  },
  'webhook.failing': {
    record: 'webhook_status',
    when: 'Every delivery to a webhook has failed for an hour, in at least three attempts. There is one event until a delivery succeeds. The webhook itself does not get it.',
    changes: null,
  },
  'webhook.disabled': {
    record: 'webhook_status',
    when: 'A webhook was switched off automatically; `disabled_reason` says why. The webhook itself does not get it, and `active: false` causes no event.',
    changes: null,
  },
  ping: {
    record: 'ping',
    when: 'Sent only by `POST /v1/webhooks/{webhook_id}/test`. It cannot be subscribed to and is not listed.',
    changes: null,
  },
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof EVENT_TYPES
export type SubscribableEventType = Exclude<EventType, 'ping'>

/** Every type, in the order of the catalogue. */
export const EVENT_TYPE_NAMES: readonly EventType[] = namesOf(EVENT_TYPES)

/** All types except `ping`, which only the test route sends. */
export const SUBSCRIBABLE_EVENT_TYPES: readonly SubscribableEventType[] = EVENT_TYPE_NAMES.filter(
  (type) => type !== 'ping',
)

/** Safe: `EVENT_TYPES` is a literal, so it has the keys of its type and no others. */
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[]
}

/** `appointment`, `queue` …: the first part of the types' names. `appointment.*` includes types that are added later. */
export const EVENT_GROUPS: readonly string[] = [
  ...new Set(SUBSCRIBABLE_EVENT_TYPES.map((type) => type.slice(0, type.indexOf('.')))),
]

/** What `events` of a subscription may contain. */
export const EVENT_SELECTORS: readonly string[] = [
  '*',
  ...EVENT_GROUPS.map((group) => `${group}.*`),
  ...SUBSCRIBABLE_EVENT_TYPES,
]

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_TYPES, type)
}

/** Whether a subscription to `selectors` asks for events of `type`. */
export function isSubscribed(selectors: readonly string[], type: string): boolean {
  const group = type.slice(0, type.indexOf('.'))
  return selectors.some(
    (selector) => selector === '*' || selector === type || selector === `${group}.*`,
  )
}
