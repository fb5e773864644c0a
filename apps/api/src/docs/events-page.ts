import { LIMITS, typesOf, type Emission } from '@scheduling/core'
import { EVENT_GROUPS, EVENT_TYPE_NAMES, EVENT_TYPES, type RecordKind } from '@scheduling/events'
import { exampleEvent } from '../openapi/example-event.ts'
import { exampleDays } from '../openapi/example-days.ts'
import { TAGS } from '../openapi/tags.ts'
import type { Route } from '../route-table.ts'
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
  webhook_status: 'WebhookStatus',
  ping: 'Ping',
}

/**
 * The event catalogue.
 *
 * @param now epoch milliseconds, for the days of the example
 */
export function eventsPage(routes: readonly Route[], now: number): string {
  return `# Event types

An event says what happened, and contains the record as it was after the change. An event and its change are stored
together, or not at all. Events are in the order in which the changes were committed. You read them with
\`GET /v1/events\`, or receive them by [webhook](/docs/webhooks/delivery). They are kept for ${LIMITS.eventRetentionDays} days.

## The envelope

${table(['Field', 'Meaning'], ENVELOPE)}

${code('json', JSON.stringify(exampleEvent('appointment.confirmed', exampleDays(now)), null, 2))}

New types and fields may be added: ignore those that you do not know. Webhook deliveries can arrive twice and out of
order. Ignore an event whose \`id\` you have seen, and use \`sequence\` to restore the order.

## Reading the feed

\`GET /v1/events\` lists events in the order of \`sequence\`. To poll, send the \`last_event_id\` of one response as
\`after\` in the next request. It names the last event that was read, including events that \`type\` or \`since\` left out. To start
from now on, send \`latest=true\` first: the response contains only the newest event, and its \`last_event_id\` is where you start.
[Keeping a copy in sync](/docs/sync) shows both in use.

One request reads at most ${LIMITS.eventsReadPerPage} events. A page can therefore have fewer events than \`limit\`, or
none, while \`has_more\` is true. Continue with \`next\`, or send \`last_event_id\` as \`after\`.

## Subscribing

The field \`events\` of a webhook takes types, groups (${EVENT_GROUPS.map((group) => `\`${group}.*\``).join(', ')}) or \`*\` for
all. A group includes the types that will be added later. The parameter \`type\` of \`GET /v1/events\` takes the same types
and groups.

## Types

${table(
  ['Type', 'When', 'Record', '`changes`'],
  EVENT_TYPE_NAMES.map((type) => {
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

The table lists the events of each call, in the order of the feed. Events in brackets occur only if there is something
to report. Messages to clients, timers and payments cause their events later. A repeated request that gets the stored
response of its \`Idempotency-Key\` causes no events. A call that is not listed causes no events either.

${table(['Call', 'Outcome', 'Events'], emissionRows(routes))}
`
}

function recordLink(kind: RecordKind): string {
  const name = RECORD_NAMES[kind]
  return `[${kind}](${RECORDS_PATH}#${name.toLowerCase()})`
}

function emissionRows(routes: readonly Route[]): string[][] {
  return byChapter(routes).flatMap(({ method, path, endpoint }) =>
    Object.entries(endpoint.emits ?? {}).map(([outcome, emissions]) => [
      `\`${method} ${path}\``,
      outcome,
      emissions.map(emissionText).join(', ') || 'none',
    ]),
  )
}

function emissionText(emission: Emission): string {
  const types = typesOf(emission).map((type) => `\`${type}\``)
  return typeof emission === 'string' ? types.join('') : `[${types.join(', ')}]`
}

/** By chapter of the reference. */
function byChapter(routes: readonly Route[]): readonly Route[] {
  const chapters = Object.keys(TAGS)
  const chapterOf = ({ endpoint }: Route) => chapters.indexOf(endpoint.rest.tag)
  return routes.toSorted((one, other) => chapterOf(one) - chapterOf(other))
}

const ENVELOPE: readonly (readonly string[])[] = [
  ['`id`', 'Unique, prefix `evt_`.'],
  ['`type`', 'One of the types below.'],
  [
    '`api_version`',
    'The version of the event format. In a delivery, it is the version of the webhook; in the feed, the current version.',
  ],
  ['`created_at`', "When the event was created, with the organization's offset."],
  ['`organization_id`', 'The organization in which it happened.'],
  ['`livemode`', 'False for test organizations.'],
  [
    '`sequence`',
    'The position in the feed of the organization. It counts up by one for each event, without gaps.',
  ],
  ['`data.object`', 'The record after the change, as the API returns it without `expand`.'],
  [
    '`data.changes`',
    'Which fields changed, each with `from` and `to`. Null for types where the table below says so.',
  ],
  [
    '`data.batch_id`',
    'The same for all events of one operation on several records. Null for a single event.',
  ],
  [
    '`context.actor`',
    'Who caused the event: `{type, id, name}`. `type` is `user`, `client`, `api_key`, `agent` or `system`.',
  ],
  [
    '`context.source`',
    'Where the event was caused: `api`, `dashboard`, `public_booking`, `messaging`, `recurrence`, `agent`, `payment`, `system`. More may be added.',
  ],
  ['`context.request_id`', 'The request that caused the event, as in its header `X-Request-Id`.'],
]
