import { maxAttempts } from '@scheduling/webhooks'
import { lineOf } from '../deliveries/chat-lines.ts'
import type { CapacityRow } from '../health/health.ts'
import { batchedQuery, withoutResults } from '../lanes/batched-query.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { retryWhileUnavailable } from '../lanes/retry-while-unavailable.ts'
import { wakesIfFree, type Wake } from '../lanes/wake.ts'
import { busyLanesOf } from '../leases/lease-terms.ts'
import type { Runtime } from '../runtime.ts'
import type { Timers } from '../timers.ts'
import { statement, type Sql } from '@scheduling/database'
import { observeFanOut, type CountDeliveries } from './observe-fan-out.ts'
import { isChat } from '../subscriptions/chat.ts'
import {
  aboutWebhook,
  matches,
  StoredFilters,
  type FilteredEvent,
} from '../subscriptions/filters.ts'
import { isAtStandstill, isOffSince, waitedSince } from '../subscriptions/standstill-terms.ts'

type EventRow = FilteredEvent & {
  readonly event_day: string
  readonly id: string
  readonly organization_id: number
  readonly created_at: Date
  readonly request_id: string | null
  readonly trace_parent: string | null
}

const eventsById = statement<EventRow>(
  'events to fan out',
  `SELECT event_day::text, id, organization_id, type, created_at, professional_ids, service_ids,
     filter_status, filter_type, filter_source, context->>'request_id' AS request_id, trace_parent,
     ${aboutWebhook('event')} AS about_webhook
   FROM event WHERE id = ANY($1)`,
)

/**
 * Earlier events of the same appointments, from the last minute: their own fan-out may be late, and a chat channel
 * gets the events of an appointment in order.
 */
const eventsJustBefore = statement<EventRow>(
  'events just before',
  `SELECT DISTINCT o.event_day::text, o.id, o.organization_id, o.type, o.created_at, o.professional_ids,
     o.service_ids, o.filter_status, o.filter_type, o.filter_source, o.context->>'request_id' AS request_id, o.trace_parent,
     NULL AS about_webhook
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
} & CapacityRow

const activeSubscriptions = statement<SubscriptionRow>(
  'active subscriptions',
  `SELECT w.id, w.organization_id, w.events, w.filters, w.format, w.created_at, w.updated_at,
     h.slow_ms, h.consecutive_failures, h.open_lanes, ${isAtStandstill('o')} AS is_still
   FROM webhook w JOIN organization o ON o.id = w.organization_id LEFT JOIN webhook_health h ON h.webhook_id = w.id
   WHERE w.active AND w.organization_id = ANY($1) AND NOT ${isOffSince('o', '$2')}`,
)

const insertDeliveries = statement(
  'insert deliveries',
  `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, trigger, attempt,
     max_attempts, attempt_id, scheduled_at, next_attempt_at, line)
   SELECT event_day, event_id, webhook_id, 0, organization_id, event_type, 'EVENT', 1, max_attempts, attempt_id, $2, $2,
     ${lineOf('made', 'made.is_chat')}
   FROM json_to_recordset($1) AS made(event_day date, event_id text, webhook_id text, organization_id int,
     event_type text, max_attempts int, attempt_id text, is_chat boolean)
   ON CONFLICT DO NOTHING`,
)

const busyLanes = statement<{ webhook_id: string; busy: number }>(
  'busy lanes',
  `SELECT id AS webhook_id, ${busyLanesOf('asked.id')} AS busy FROM unnest($1::text[]) AS asked(id)`,
)

type FanOutRuntime = Pick<Runtime, 'newId' | 'now' | 'log' | 'watch'>

type Asked = {
  readonly eventIds: readonly string[]
  readonly events: readonly EventRow[]
  readonly count: CountDeliveries
}

/**
 * Writes a delivery of each event for every webhook that wants it. Run again for the same events it changes nothing:
 * the key of a delivery is its event and its webhook.
 *
 * @returns the lanes to wake
 */
export async function fanOut(
  runtime: FanOutRuntime,
  client: Sql,
  eventIds: readonly string[],
): Promise<Wake[]> {
  const events = await eventsById(client, [eventIds])
  if (events.length === 0) return []
  return observeFanOut(runtime, events, (count) =>
    deliver(runtime, client, { eventIds, events, count }),
  )
}

async function deliver(
  runtime: FanOutRuntime,
  client: Sql,
  { eventIds, events, count }: Asked,
): Promise<Wake[]> {
  const organizationIds = [...new Set(events.map((event) => event.organization_id))]
  const subscriptions = await activeSubscriptions(client, [
    organizationIds,
    waitedSince(runtime.now()),
  ])
  const before = subscriptions.some(isChat) ? await eventsJustBefore(client, [eventIds]) : []
  const deliveries = subscriptions.flatMap((subscription) =>
    wantedBy(subscription, events, before).map((event) => ({
      event_day: event.event_day,
      event_id: event.id,
      webhook_id: subscription.id,
      organization_id: event.organization_id,
      event_type: event.type,
      max_attempts: maxAttempts({ isChat: isChat(subscription), isTest: false }),
      attempt_id: runtime.newId('dlv'),
      is_chat: isChat(subscription),
    })),
  )
  if (deliveries.length === 0) return []
  await insertDeliveries(client, [JSON.stringify(deliveries), new Date(runtime.now())])
  count(deliveries)
  const awake = subscriptions.filter((subscription) => !subscription.is_still)
  // Also wake existing deliveries: a crashed fan-out may not have.
  return wakesOfFree(client, awake, deliveries)
}

/** @param before earlier events, for chat channels */
function wantedBy(
  subscription: SubscriptionRow,
  events: readonly EventRow[],
  before: readonly EventRow[],
): EventRow[] {
  const filters = StoredFilters.parse(subscription.filters)
  // Events from before its last change are left alone: it may have been off, or wanted something else.
  const late = isChat(subscription)
    ? before.filter((event) => event.created_at > subscription.updated_at)
    : []
  return [...late, ...events].filter(
    (event) =>
      event.organization_id === subscription.organization_id &&
      subscription.created_at <= event.created_at &&
      matches(subscription, filters, event),
  )
}

/**
 * The lanes to wake for what was just committed; none of a webhook whose lanes are all at work. Each of them looks
 * ahead after it is released, and so finds what was committed before we saw it at work. Sixty endpoints that never
 * answer would otherwise cost a job for each of their events.
 */
async function wakesOfFree(
  client: Sql,
  subscriptions: readonly SubscriptionRow[],
  deliveries: readonly { webhook_id: string }[],
): Promise<Wake[]> {
  const due = new Map<string, number>()
  for (const { webhook_id: id } of deliveries) due.set(id, (due.get(id) ?? 0) + 1)
  if (due.size === 0) return []
  const lanes = await busyLanes(client, [[...due.keys()]])
  const busy = new Map(lanes.map((row) => [row.webhook_id, row.busy]))
  return subscriptions.flatMap((subscription) => {
    const count = due.get(subscription.id)
    return count === undefined
      ? []
      : wakesIfFree(subscription, count, busy.get(subscription.id) ?? 0)
  })
}

/** Jobs of one batch. */
const MAX_BATCH_SIZE = 100

/**
 * Fan-out of a whole process. Jobs that come together are done together: each on its own would cost the database five
 * statements, and would wake lanes for one delivery at a time.
 */
export function createFanOut(
  runtime: FanOutRuntime & Timers,
  client: Sql,
  lanes: Pick<Lanes, 'wake'>,
): (eventIds: readonly string[]) => Promise<void> {
  const fanOutAndWake = async (eventIds: readonly string[]): Promise<void> => {
    await lanes.wake(await fanOut(runtime, client, eventIds))
  }
  return batchedQuery<readonly string[], void>({
    maxBatchSize: MAX_BATCH_SIZE,
    runBatch: withoutResults((jobs) => fanOutAndWake(jobs.flat())),
    // The job queue would wait longer and longer before it tries again, though the database is back in a moment.
    runOne: (job) => retryWhileUnavailable(runtime, () => fanOutAndWake(job)),
  })
}
