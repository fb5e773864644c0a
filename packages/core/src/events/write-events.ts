import type { Transaction } from '@scheduling/database'
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

/**
 * Writes the events of one transaction: the last thing it does before COMMIT.
 *
 * The feed's row is taken here and nothing is locked after it, so positions are gapless and in commit
 * order, and a committed event is visible at once. The fan-out job is written in the same transaction,
 * only when somebody subscribes: a rollback removes it with the rest.
 */
export async function writeEvents(
  tx: Transaction,
  service: Pick<Service, 'newId' | 'log'>,
  origin: EventOrigin,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
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
  const ids = rows.map((row) => row.id)
  await tx.$executeRaw`
    SELECT graphile_worker.add_job('fan_out', json_build_object('event_ids', ${ids}::text[]))
    WHERE EXISTS (SELECT FROM webhook WHERE organization_id = ${origin.organizationId} AND active)`
  await tx.$executeRaw`
    WITH feed AS (
      UPDATE event_feed
      SET last_position = last_position + ${rows.length}::int, last_event_id = ${ids.at(-1)}
      WHERE organization_id = ${origin.organizationId}
      RETURNING last_position - ${rows.length}::int AS before, clock_timestamp() AS at
    )
    INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context,
      professional_ids, service_ids, filter_status, filter_type, filter_source)
    SELECT (feed.at AT TIME ZONE 'UTC')::date, ${origin.organizationId}, feed.before + made.ordinality, made.id,
      made.type, ${origin.livemode}, feed.at, made.payload, ${context}::json,
      made.professional_ids, made.service_ids, made.filter_status, made.filter_type, made.filter_source
    FROM feed, ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS (
      id text, type text, payload json, professional_ids int[], service_ids int[],
      filter_status text, filter_type text, filter_source text)) WITH ORDINALITY AS made`
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
