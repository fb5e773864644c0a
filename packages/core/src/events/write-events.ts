import { EVENT_TYPES } from '@scheduling/events'
import { currentTraceParent } from '@scheduling/telemetry'
import type { Actor, Service, Source } from '../context.ts'
import { clientOf } from '../ground/client-of.ts'
import type { Changes, NewEvent } from './new-event.ts'
import { NOTES, type NewNote } from './notes.ts'
import type { Room } from './rooms.ts'
import { messagesOf } from './client-messages.ts'

export type EventOrigin = {
  readonly organizationId: number
  readonly livemode: boolean
  readonly actor: Actor
  readonly source: Source
  readonly requestId: string
  /** Which visitor did it; left out: no visitor. */
  readonly visitor?: string | undefined
}

/** What one transaction tells. */
export type Emitted = {
  readonly events: readonly NewEvent[]
  readonly notes: readonly NewNote[]
}

/** How many values each text takes, before those of the answer that is saved with it. */
export const TOLD_VALUES = { events: 9, notes: 3 } as const

/** The values of the text for these events and notes; null when there are none. */
export function eventValues(
  service: Pick<Service, 'newId' | 'log'>,
  origin: EventOrigin,
  { events, notes }: Emitted,
): { readonly kind: keyof typeof TOLD_VALUES; readonly values: readonly unknown[] } | null {
  if (events.length === 0 && notes.length === 0) return null
  const context = JSON.stringify({
    actor: origin.actor,
    source: origin.source,
    request_id: origin.requestId,
  })
  // An event takes its open dashboards to the feed, so its entry has no room.
  const entries = JSON.stringify([...events.map(eventEntry), ...notes.map(noteEntry)])
  if (events.length === 0) {
    return { kind: 'notes', values: [origin.organizationId, context, entries] }
  }
  for (const event of events) {
    const fault = changesFault(event)
    if (fault !== null) service.log.error({ request_id: origin.requestId, fault }, EVENT_FAULT)
  }
  const batchId = recordsOf(events).size > 1 ? service.newId('bat') : null
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
  const told = events.map((event, at) => ({ event, id: rows[at]?.id ?? '' }))
  const messages = messagesOf(
    told,
    (type) => EVENT_TYPES[type].record,
    () => service.newId('msg'),
  ).map((message) => ({ ...message, visitor: origin.visitor }))
  const toClients = messages.length === 0 ? null : JSON.stringify(messages)
  const { organizationId, livemode } = origin
  const made = JSON.stringify(rows)
  return {
    kind: 'events',
    values: [
      organizationId,
      livemode,
      made,
      context,
      rows.length,
      rows.at(-1)?.id,
      entries,
      toClients,
      currentTraceParent(),
    ],
  }
}

/** As `tell_changes` in SQL reads it. */
type Entry = {
  readonly action: string
  readonly record: string
  readonly record_id: number | string | null
  readonly client_id: number | null
  readonly changes: Changes | null
  readonly room: Room | null
}

function eventEntry({ type, object, changes }: NewEvent): Entry {
  const { record } = EVENT_TYPES[type]
  const record_id = idOf(object) ?? null
  return { action: type, record, record_id, client_id: clientOf(object), changes, room: null }
}

/** The status of a webhook is found by the webhook. */
function idOf({ id, webhook_id: webhookId }: NewEvent['object']): number | string | undefined {
  return id ?? (typeof webhookId === 'string' ? webhookId : undefined)
}

/** A note of a record is found by the record. */
function noteEntry({ action, id, changes, clientId }: NewNote): Entry {
  const { record, room } = NOTES[action]
  return { action, record, record_id: id, client_id: clientId ?? null, changes, room }
}

/** Entries of the audit, and notices to open dashboards. @param context @param entries parameters of JSON */
function changesFrom(context: string, entries: string): string {
  return `told AS MATERIALIZED (SELECT tell_changes($1::int, ${context}::json, ${entries}::json) AS entries)`
}

/**
 * Writes the notes of a transaction without events: the last thing it does before COMMIT.
 *
 * @param before an INSERT of one row that returns something. Its parameters follow those of the notes
 */
export function notesText(before: string | null = null): string {
  const written = before === null ? '' : `written AS MATERIALIZED (${before}), `
  return `WITH ${written}${changesFrom('$2', '$3')} SELECT entries FROM told`
}

/**
 * Writes the events of one transaction, and its notes: the last thing it does before COMMIT.
 *
 * The feed's row is taken here and nothing is locked after it, so positions are gapless and in commit
 * order, and a committed event is visible at once. The fan-out job is written in the same transaction,
 * only when there is a subscriber: a rollback removes it with the rest.
 *
 * The update of the feed's row counts the jobs, the messages to clients and the entries of the audit first, so they are
 * written before the row is locked. So is what `before` writes.
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
    ), ${changesFrom('$4', '$7')}, messages AS MATERIALIZED (
      SELECT write_messages($1::int, $8::json) WHERE $8::json IS NOT NULL
    ), job AS MATERIALIZED (
      SELECT queue_fan_out((SELECT json_agg(id ORDER BY ordinality) FROM made))
      WHERE EXISTS (SELECT FROM webhook WHERE organization_id = $1::int AND active)
    ), feed AS (
      UPDATE event_feed SET last_position = last_position + $5::int, last_event_id = $6::text
      WHERE organization_id = $1::int AND ${count}(SELECT count(*) FROM job) < 2
        AND (SELECT count(*) FROM messages) < 2
        AND (SELECT entries FROM told) > 0
      RETURNING last_position - $5::int AS before, clock_timestamp() AS at
    )
    INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context,
      professional_ids, service_ids, filter_status, filter_type, filter_source, trace_parent)
    SELECT (feed.at AT TIME ZONE 'UTC')::date, $1::int, feed.before + made.ordinality, made.id,
      made.type, $2::boolean, feed.at, made.payload, $4::json,
      made.professional_ids, made.service_ids, made.filter_status, made.filter_type, made.filter_source,
      $9::text
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
    events.map((event) => `${EVENT_TYPES[event.type].record} ${idOf(event.object) ?? ''}`),
  )
}
