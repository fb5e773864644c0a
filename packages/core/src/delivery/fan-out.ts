import type { Service } from '../context.ts'
import { maxAttempts } from '@scheduling/webhooks'
import { lineOf } from './chat-lines.ts'
import { isChat } from './compose.ts'
import { gathering, withoutResults } from './gathering.ts'
import type { ServedRow } from './health.ts'
import { busyLanesOf } from './lease-terms.ts'
import { matches, StoredFilters } from './matches.ts'
import { patiently } from './patience.ts'
import { isOffSince, isStill, waitedSince } from './standstill-terms.ts'
import { statement, type Runner } from './statement.ts'
import { wakesIfFree, wakeLanes, type Waker } from './wake.ts'

type EventRow = {
  event_day: string
  id: string
  organization_id: number
  type: string
  created_at: Date
  professional_ids: number[] | null
  service_ids: number[] | null
  filter_status: string | null
  filter_type: string | null
  filter_source: string | null
}

const eventsById = statement<EventRow>(
  'events to fan out',
  `SELECT event_day::text, id, organization_id, type, created_at, professional_ids, service_ids,
     filter_status, filter_type, filter_source
   FROM event WHERE id = ANY($1)`,
)

/**
 * Earlier events of the same appointments, of the last minute: their own fan-out may be late, and a chat
 * channel gets the events of an appointment in order.
 */
const eventsJustBefore = statement<EventRow>(
  'events just before',
  `SELECT DISTINCT o.event_day::text, o.id, o.organization_id, o.type, o.created_at, o.professional_ids,
     o.service_ids, o.filter_status, o.filter_type, o.filter_source
   FROM event e JOIN event o ON o.organization_id = e.organization_id
     AND o.event_day BETWEEN e.event_day - 1 AND e.event_day
     AND o.sequence BETWEEN e.sequence - 500 AND e.sequence - 1
     AND o.created_at > e.created_at - interval '1 minute' AND o.type LIKE 'appointment.%'
     AND o.payload->'object'->>'id' = e.payload->'object'->>'id'
   WHERE e.id = ANY($1) AND e.type LIKE 'appointment.%' AND o.id <> ALL($1)`,
)

type SubscriptionRow = {
  id: string
  organization_id: number
  events: string[]
  filters: unknown
  format: string
  created_at: Date
  updated_at: Date
  is_still: boolean
} & ServedRow

const activeSubscriptions = statement<SubscriptionRow>(
  'active subscriptions',
  `SELECT w.id, w.organization_id, w.events, w.filters, w.format, w.created_at, w.updated_at,
     h.slow_ms, h.consecutive_failures, h.open_lanes, ${isStill('o')} AS is_still
   FROM webhook w JOIN organization o ON o.id = w.organization_id LEFT JOIN webhook_health h ON h.webhook_id = w.id
   WHERE w.active AND w.organization_id = ANY($1) AND NOT ${isOffSince('o', '$2')}`,
)

const insertDeliveries = statement<{ webhook_id: string }>(
  'insert deliveries',
  `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, trigger, attempt,
     max_attempts, attempt_id, scheduled_at, next_attempt_at, line)
   SELECT event_day, event_id, webhook_id, 0, organization_id, event_type, 'EVENT', 1, max_attempts, attempt_id, $2, $2,
     ${lineOf('made', 'made.is_chat')}
   FROM json_to_recordset($1) AS made(event_day date, event_id text, webhook_id text, organization_id int,
     event_type text, max_attempts int, attempt_id text, is_chat boolean)
   ON CONFLICT DO NOTHING
   RETURNING webhook_id`,
)

const busyLanes = statement<{ webhook_id: string; busy: number }>(
  'busy lanes',
  `SELECT id AS webhook_id, ${busyLanesOf('asked.id')} AS busy FROM unnest($1::text[]) AS asked(id)`,
)

/**
 * Puts events on the ledger of every webhook that wants them, and wakes its lanes. Run again for the same
 * events it changes nothing: the ledger's key is event and webhook.
 */
export async function fanOut(
  service: Service,
  runner: Runner,
  eventIds: readonly string[],
  wake: Waker = (wakes) => wakeLanes(runner, wakes),
): Promise<void> {
  const events = await eventsById(runner, [eventIds])
  if (events.length === 0) return
  const organizationIds = [...new Set(events.map((event) => event.organization_id))]
  const subscriptions = await activeSubscriptions(runner, [
    organizationIds,
    waitedSince(service.now()),
  ])
  const before = subscriptions.some(isChat) ? await eventsJustBefore(runner, [eventIds]) : []
  const deliveries = subscriptions.flatMap((subscription) => {
    const filters = StoredFilters.parse(subscription.filters)
    // What came before its last change is left alone: it may have been off, or wanted something else.
    const late = isChat(subscription)
      ? before.filter((event) => event.created_at > subscription.updated_at)
      : []
    return [...late, ...events]
      .filter(
        (event) =>
          event.organization_id === subscription.organization_id &&
          subscription.created_at <= event.created_at &&
          matches(subscription.events, filters, {
            type: event.type,
            professionalIds: event.professional_ids,
            serviceIds: event.service_ids,
            status: event.filter_status,
            appointmentType: event.filter_type,
            source: event.filter_source,
          }),
      )
      .map((event) => ({
        event_day: event.event_day,
        event_id: event.id,
        webhook_id: subscription.id,
        organization_id: event.organization_id,
        event_type: event.type,
        max_attempts: maxAttempts({ isChat: isChat(subscription), isTest: false }),
        attempt_id: service.newId('dlv'),
        is_chat: isChat(subscription),
      }))
  })
  if (deliveries.length === 0) return
  const inserted = await insertDeliveries(runner, [
    JSON.stringify(deliveries),
    new Date(service.now()),
  ])
  const awake = subscriptions.filter((subscription) => !subscription.is_still)
  await wakeFreeLanes(runner, wake, awake, inserted)
}

/**
 * Wakes lanes for what was just committed, none where all are at work: each looks for more after it is
 * released, so it finds what stood on the ledger before we saw it busy. Sixty endpoints that never answer
 * would otherwise cost a job for each of their events.
 */
async function wakeFreeLanes(
  runner: Runner,
  wake: Waker,
  subscriptions: readonly SubscriptionRow[],
  inserted: readonly { webhook_id: string }[],
): Promise<void> {
  const due = new Map<string, number>()
  for (const { webhook_id: id } of inserted) due.set(id, (due.get(id) ?? 0) + 1)
  if (due.size === 0) return
  const lanes = await busyLanes(runner, [[...due.keys()]])
  const busy = new Map(lanes.map((row) => [row.webhook_id, row.busy]))
  await wake(
    subscriptions.flatMap((subscription) => {
      const count = due.get(subscription.id)
      return count === undefined
        ? []
        : wakesIfFree(subscription, count, busy.get(subscription.id) ?? 0)
    }),
  )
}

/** Events of one round at the most. */
const ROUND = 100

/**
 * Fan-out of a whole process: jobs that come together are done together, or each would cost the database
 * five statements, and its lanes would be woken for one delivery at a time.
 */
export function createFanOut(
  service: Service,
  runner: Runner,
  wake: Waker,
): (eventIds: readonly string[]) => Promise<void> {
  return gathering<readonly string[], void>({
    most: ROUND,
    together: withoutResults((all) => fanOut(service, runner, all.flat(), wake)),
    // A job that failed would be tried again later and later, though the database is back in a moment.
    alone: (one) => patiently(() => fanOut(service, runner, one, wake)),
  })
}
