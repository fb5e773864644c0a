import { EVENT_TYPES } from '@scheduling/events'
import type { Actor, Service, Source } from '../context.ts'
import type { NewEvent } from './new-event.ts'

export type EventOrigin = {
  readonly organizationId: number
  readonly livemode: boolean
  readonly actor: Actor
  readonly source: Source
  readonly requestId: string
}

/** The values of `eventsText`, for the events of one transaction; null when there are none. */
export function eventValues(
  service: Pick<Service, 'newId' | 'log'>,
  origin: EventOrigin,
  events: readonly NewEvent[],
): readonly unknown[] | null {
  if (events.length === 0) return null
  for (const event of events) {
    const fault = changesFault(event)
    if (fault !== null) service.log.error({ request_id: origin.requestId, fault }, EVENT_FAULT)
  }
  const batchId = recordsOf(events).size > 1 ? service.newId('bat') : null
  const context = JSON.stringify({
    actor: origin.actor,
    source: origin.source,
    request_id: origin.requestId,
  })
  const rows = events.map((event) => ({
    id: service.newId('evt'),
    type: event.type,
    payload: { object: event.object, changes: event.changes, batch_id: batchId },
    professional_ids: event.filters.professionalIds,
    service_ids: event.filters.serviceIds,
    filter_status: event.filters.status,
    filter_type: event.filters.type,
    filter_source: event.filters.source,
  }))
  return [
    origin.organizationId,
    origin.livemode,
    JSON.stringify(rows),
    context,
    rows.length,
    rows.at(-1)?.id,
  ]
}

/** How many values `eventsText` takes. */
export const EVENT_VALUES = 6

/**
 * Writes the events of one transaction: the last thing it does before COMMIT.
 *
 * The feed's row is taken here and nothing is locked after it, so positions are gapless and in commit
 * order, and a committed event is visible at once. The fan-out job is written in the same transaction,
 * only when somebody subscribes: a rollback removes it with the rest.
 *
 * The update of the feed's row counts the jobs first, so the job is written before the row is locked. So is what
 * `before` writes.
 *
 * @param before an INSERT of one row that returns something. Its parameters follow those of the events
 */
export function eventsText(before: string | null = null): string {
  const written = before === null ? '' : `written AS MATERIALIZED (${before}), `
  const count = before === null ? '' : '(SELECT count(*) FROM written) < 2 AND '
  return `
    WITH ${written}made AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset($3::json) AS (
        id text, type text, payload json, professional_ids int[], service_ids int[],
        filter_status text, filter_type text, filter_source text)) WITH ORDINALITY AS made
    ), job AS MATERIALIZED (
      SELECT queue_fan_out((SELECT json_agg(id ORDER BY ordinality) FROM made))
      WHERE EXISTS (SELECT FROM webhook WHERE organization_id = $1::int AND active)
    ), feed AS (
      UPDATE event_feed SET last_position = last_position + $5::int, last_event_id = $6::text
      WHERE organization_id = $1::int AND ${count}(SELECT count(*) FROM job) < 2
      RETURNING last_position - $5::int AS before, clock_timestamp() AS at
    )
    INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context,
      professional_ids, service_ids, filter_status, filter_type, filter_source)
    SELECT (feed.at AT TIME ZONE 'UTC')::date, $1::int, feed.before + made.ordinality, made.id,
      made.type, $2::boolean, feed.at, made.payload, $4::json,
      made.professional_ids, made.service_ids, made.filter_status, made.filter_type, made.filter_source
    FROM feed, made`
}

/** Said in the log when an event is not what its row of the catalogue says; a test that meets it fails. */
export const EVENT_FAULT = 'an event does not match its table'

/** `changes` names only what the catalogue lists for the type, and is null for the others. */
function changesFault({ type, changes }: NewEvent): string | null {
  const allowed: readonly string[] | null = EVENT_TYPES[type].changes
  if (changes === null) return allowed === null ? null : `${type} carries no changes`
  const unlisted = Object.keys(changes).filter((key) => allowed?.includes(key) !== true)
  return unlisted.length === 0 ? null : `${type} lists changes of ${unlisted.join(', ')}`
}

/** The distinct records that these events are about. */
function recordsOf(events: readonly NewEvent[]): Set<string> {
  return new Set(
    events.map((event) => `${EVENT_TYPES[event.type].record} ${event.object.id ?? ''}`),
  )
}
