import { EMISSIONS, EVENT_GROUPS, EVENT_TYPES, LIMITS, type EventType } from '@scheduling/core'
import { table } from './markdown.ts'

/** The event catalogue. */
export function eventsPage(): string {
  const types = Object.keys(EVENT_TYPES) as EventType[]
  return `# Events

What happens is written down with the change itself, in the order in which changes are committed. The same events are
listed by \`GET /v1/events\` and sent to webhooks.

## The envelope

${table(['Field', 'Meaning'], ENVELOPE)}

New types and fields may come: ignore those that you don't know. The order of arrival is not guaranteed and an event can
arrive twice: discard an \`id\` that you have seen.

## Reading the feed

\`GET /v1/events\` lists them in the order of \`sequence\`. To poll, send \`last_event_id\` of the last answer as \`after\`.
It says how far the feed was read, events that \`type\` or \`since\` left out included, so a quiet type does not make the
next request read the same events again. \`latest=true\` answers with the newest event alone: its \`last_event_id\` is where a
reader begins who wants only what comes from now on.

\`type\` takes types and groups, as a webhook does. One answer reads at most ${LIMITS.eventsReadPerPage} events: a page can have
fewer than \`limit\`, or none, and \`has_more\` still be true. Go on with \`next\`, or with \`last_event_id\` as \`after\`.

## Subscribing

\`events\` of a webhook takes types, groups (${EVENT_GROUPS.map((group) => `\`${group}.*\``).join(', ')}) or \`*\`.
A group includes the types that will come.

## Types

${table(
  ['Type', 'When', 'Record', '`changes`'],
  types.map((type) => {
    const { when, record } = EVENT_TYPES[type]
    const changes: readonly string[] | null = EVENT_TYPES[type].changes
    return [
      `\`${type}\``,
      when,
      `\`${record}\``,
      changes === null ? 'null' : changes.map((field) => `\`${field}\``).join(', '),
    ]
  }),
)}

## What each call leaves behind

In the order of the feed; what stands in brackets only when there is something to tell. Messages to clients, timers and
payments add theirs later. A repetition that is answered from its \`Idempotency-Key\` adds nothing, and neither does a
call that is not listed.

${table(['Call', 'Outcome', 'Events'], emissionRows())}
`
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
  ['`id`', 'Unique per event, prefix `evt_`.'],
  ['`type`', 'One of the types below.'],
  [
    '`api_version`',
    "Format of the event: the subscription's in a delivery, the current one in lists.",
  ],
  ['`created_at`', "Date-time with the organization's offset."],
  ['`organization_id`', 'Whose it is.'],
  ['`livemode`', 'False for test organizations.'],
  ['`sequence`', 'Place in the feed of the organization: gapless, in commit order.'],
  ['`data.object`', 'The record as the API returns it, unexpanded, after the change.'],
  [
    '`data.changes`',
    'Field → `{from, to}`, only fields that changed; null where the table says so.',
  ],
  ['`data.batch_id`', 'Shared by the events of one operation on several records; else null.'],
  [
    '`context.actor`',
    '`{type, id, name}`; `type` is `user`, `client`, `api_key`, `agent` or `system`.',
  ],
  [
    '`context.source`',
    '`api`, `dashboard`, `public_booking`, `messaging`, `recurrence`, `agent`, `payment`, `system`; more may come.',
  ],
  ['`context.request_id`', 'The request that caused it.'],
]
