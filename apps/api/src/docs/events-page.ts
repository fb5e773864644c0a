import {
  EMISSIONS,
  EVENT_GROUPS,
  EVENT_TYPES,
  LIMITS,
  type EventType,
  type RecordKind,
} from '@scheduling/core'
import { eventOf } from '../openapi/example-answers.ts'
import { exampleDays } from '../openapi/example-days.ts'
import { code, table } from './markdown.ts'
import { RECORDS_PATH } from './schema-text.ts'

/** Where the shape of `data.object` is told. */
const RECORD_NAMES: Readonly<Record<RecordKind, string>> = {
  appointment: 'AppointmentBase',
  client: 'Client',
  queue_entry: 'QueueEntryBase',
  deposit: 'DepositBase',
  service: 'Service',
  professional: 'Professional',
  blocked_time: 'BlockedTime',
  message: 'Message',
  messaging_connection: 'MessagingConnection',
  ping: 'Ping',
}

/**
 * The event catalogue.
 *
 * @param now epoch milliseconds, for the days of the example
 */
export function eventsPage(now: number): string {
  const types = Object.keys(EVENT_TYPES) as EventType[]
  return `# Event types

An event says what happened, and carries the record as it was after the change. It is written together with the change:
either both are stored or neither. Events have the order in which changes were committed. You read them with
\`GET /v1/events\`, or receive them by [webhook](/docs/webhooks/delivery). They are kept for ${LIMITS.eventRetentionDays} days.

## The envelope

${table(['Field', 'Meaning'], ENVELOPE)}

${code('json', JSON.stringify(eventOf('appointment.confirmed', exampleDays(now)), null, 2))}

New types and fields may be added: ignore those that you do not know. Webhook deliveries can arrive twice, and in another
order than the events happened: discard an \`id\` that you have seen, and use \`sequence\` for the order.

## Subscribing

\`events\` of a webhook takes types, groups (${EVENT_GROUPS.map((group) => `\`${group}.*\``).join(', ')}) or \`*\` for
all. A group includes the types that will be added later. The parameter \`type\` of \`GET /v1/events\` takes the same types
and groups.

## Types

${table(
  ['Type', 'When', 'Record', '`changes`'],
  types.map((type) => {
    const { when, record } = EVENT_TYPES[type]
    const changes: readonly string[] | null = EVENT_TYPES[type].changes
    return [
      `\`${type}\``,
      when,
      recordLink(record),
      changes === null ? 'null' : changes.map((field) => `\`${field}\``).join(', '),
    ]
  }),
)}

## Which call causes which events

The events of each call, in the order of the feed. Those in brackets occur only if there is something to tell.
Messages to clients, timers and payments add their events later. A repetition that is answered from its
\`Idempotency-Key\` causes no events, and neither does a call that is not listed.

${table(['Call', 'Outcome', 'Events'], emissionRows())}
`
}

function recordLink(kind: RecordKind): string {
  const name = RECORD_NAMES[kind]
  return `[${kind}](${RECORDS_PATH}#${name.toLowerCase()})`
}

function emissionRows(): string[][] {
  return Object.entries(EMISSIONS).flatMap(([route, outcomes]) =>
    Object.entries(outcomes).map(([outcome, emissions]) => [
      `\`${route.replace(' /', ' /v1/')}\``,
      outcome,
      emissions
        .map(({ type, when }) => (when === 'always' ? `\`${type}\`` : `[\`${type}\`]`))
        .join(', ') || 'none',
    ]),
  )
}

const ENVELOPE: readonly (readonly string[])[] = [
  ['`id`', 'Unique, prefix `evt_`.'],
  ['`type`', 'One of the types below.'],
  [
    '`api_version`',
    'The version of the event format: that of the webhook in a delivery, the current one in the feed.',
  ],
  ['`created_at`', "Date-time with the organization's offset."],
  ['`organization_id`', 'The organization in which it happened.'],
  ['`livemode`', 'False for test organizations.'],
  [
    '`sequence`',
    'Its place in the feed of the organization. It counts up by one for each event, without gaps.',
  ],
  ['`data.object`', 'The record after the change, as the API returns it without `expand`.'],
  [
    '`data.changes`',
    'Which fields changed, each with `from` and `to`. Null for types where the table below says so.',
  ],
  [
    '`data.batch_id`',
    'The same for all events of one operation on several records. Null for an event by itself.',
  ],
  [
    '`context.actor`',
    'Who did it: `{type, id, name}`. `type` is `user`, `client`, `api_key`, `agent` or `system`.',
  ],
  [
    '`context.source`',
    'Where it was done: `api`, `dashboard`, `public_booking`, `messaging`, `recurrence`, `agent`, `payment`, `system`. More may be added.',
  ],
  ['`context.request_id`', 'The request that caused it, as in its header `X-Request-Id`.'],
]
