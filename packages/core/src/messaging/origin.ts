/** What a message follows from. */
import { sqlOf, statement, type Queryable } from '@scheduling/database'
import type { Cause } from '@scheduling/telemetry'

type Origin = {
  /** Of the call that caused the message. Null: no event did, as with a reminder. */
  readonly requestId: string | null
  readonly cause: Cause
}

type Row = {
  readonly request_id: string | null
  readonly trace_parent: string | null
  readonly age_ms: number
}

/** The cause of a message that follows from an event is the id of the event, which was written a moment before. */
const origin = statement<Row>(
  'origin of a message',
  `SELECT e.context->>'request_id' AS request_id, e.trace_parent,
     extract(epoch FROM clock_timestamp() - e.created_at)::float8 * 1000 AS age_ms
   FROM message m JOIN event e ON e.id = m.cause
     AND e.event_day BETWEEN (m.created_at AT TIME ZONE 'UTC')::date - 1 AND (m.created_at AT TIME ZONE 'UTC')::date + 1
   WHERE m.id = $1`,
)

/** Sent this soon, it goes on in the trace of the change; later, it has a trace of its own that is linked to it. */
const PROMPT_MS = 60_000

export async function originOf(db: Queryable, messageId: string): Promise<Origin> {
  const [found] = await origin(sqlOf(db), [messageId])
  if (found === undefined) return { requestId: null, cause: { parent: null } }
  const { request_id: requestId, trace_parent: traceParent, age_ms: ageMs } = found
  const cause = ageMs < PROMPT_MS ? { parent: traceParent } : { link: traceParent }
  return { requestId, cause }
}
