/** What is there when all has come to rest, read past the service. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { shownOf } from './asking.ts'
import type { History } from './history.ts'

export type Ending = Pick<
  History,
  'events' | 'appointments' | 'queue' | 'deposits' | 'deliveries' | 'attempts'
>

/** Deliveries that are due, and events that are not yet deliveries, for longer than this many seconds. */
const BACKLOG = `SELECT (
    SELECT count(*) FROM delivery
    WHERE state = 'pending' AND next_attempt_at <= now() - make_interval(secs => $1)
  ) + (
    SELECT count(*) FROM graphile_worker.jobs
    WHERE task_identifier = 'fan_out' AND run_at <= now() - make_interval(secs => $1)
  ) AS count`

/** Null: the database does not answer. */
export async function backlog(pool: Pool, olderThanSeconds: number): Promise<number | null> {
  try {
    const { rows } = await pool.query<{ count: string }>(BACKLOG, [olderThanSeconds])
    return Number(rows[0]?.count)
  } catch {
    return null
  }
}

/** What waits, in words that help to find the cause: at most a few of each kind. */
export async function waiting(pool: Pool): Promise<string[]> {
  const { rows } = await pool
    .query<{ what: string }>(
      `(SELECT format('delivery of %s to %s, due %s, leased by %s until %s', event_id, webhook_id, next_attempt_at,
          lease_token, lease_until) AS what
        FROM delivery WHERE state = 'pending' AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 3)
       UNION ALL
       (SELECT format('lane of %s, leased by %s until %s', webhook_id, lease_token, lease_until)
        FROM webhook_lane WHERE lease_until > clock_timestamp() LIMIT 6)
       UNION ALL
       (SELECT format('job %s, due %s, locked by %s at %s, attempt %s: %s', task_identifier, run_at, locked_by,
          locked_at, attempts, last_error)
        FROM graphile_worker.jobs WHERE run_at <= now() ORDER BY run_at LIMIT 6)
       UNION ALL
       SELECT format('it is %s', now())`,
    )
    .catch((error: unknown) => ({ rows: [{ what: String(error) }] }))
  return rows.map(({ what }) => what)
}

/**
 * Resolves when nothing waits to be delivered, no deposit for its code, which a timer asks for each minute, and no copy for a
 * transaction that is still writing; or after this long. How much is left.
 */
export async function atRest(pool: Pool, withinMs: number): Promise<number> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const { rows } = await pool.query<{ count: string }>(
      `SELECT (SELECT count(*) FROM delivery WHERE state = 'pending')
         + (SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'fan_out')
         + (SELECT count(*) FROM deposit WHERE status = 'PENDING' AND payment_code IS NULL AND charge_fault IS NULL)
         + (SELECT count(*) FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND xact_start < now() - interval '1 second') AS count`,
    )
    const left = Number(rows[0]?.count)
    if (left === 0 || performance.now() > deadline) return left
    await pause(200)
  }
}

/** Milliseconds since 1970. */
const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`

export async function readEnding(pool: Pool): Promise<Ending> {
  const rowsOf = async (text: string): Promise<any[]> => (await pool.query(text)).rows
  const events = await rowsOf(`
    SELECT organization_id, sequence::int, id, type, ${ms('created_at')} AS at,
      context->>'request_id' AS request, context->'actor'->>'type' AS actor, payload->'object' AS object
    FROM event ORDER BY organization_id, sequence`)
  const appointments = await rowsOf(`
    SELECT a.id, a.organization_id, a.status, a.professional_id, a.starts_at, a.ends_at, a.metadata->>'tag' AS tag,
      s.service_id, h.id IS NOT NULL AND h.professional_id = a.professional_id AND h.starts_at = a.starts_at AS held,
      ${ms('a.created_at')} AS created, ${ms('a.confirmed_at')} AS confirmed,
      ${ms('a.no_show_at')} AS no_show, ${ms('a.cancelled_at')} AS cancelled
    FROM appointment a
      JOIN appointment_service s ON s.appointment_id = a.id AND s.position = 0
      LEFT JOIN calendar_hold h ON h.id = a.hold_id`)
  const queue = await rowsOf(
    `SELECT id, organization_id, status, professional_id, notes AS tag FROM queue_entry`,
  )
  const deposits = await rowsOf(
    'SELECT id, status, payment_code IS NOT NULL AS has_code FROM deposit',
  )
  const deliveries = await rowsOf('SELECT webhook_id, event_id, state FROM delivery')
  const attempts = await rowsOf(
    'SELECT id, webhook_id, event_id, attempt, status, response_status FROM delivery_attempt',
  )
  return {
    events: events.map((row) => ({
      organization: row.organization_id,
      sequence: row.sequence,
      id: row.id,
      type: row.type,
      createdAt: row.at,
      requestId: row.request,
      actor: row.actor,
      shown: shownOf(row.object),
      tag: tagOf(row.object),
    })),
    appointments: appointments.map((row) => ({
      id: row.id,
      organization: row.organization_id,
      status: row.status,
      professionalId: row.professional_id,
      start: row.starts_at.toISOString(),
      end: row.ends_at.toISOString(),
      serviceId: row.service_id,
      tag: row.tag,
      isHeld: row.held,
      times: timesOf(row),
    })),
    queue: queue.map((row) => ({
      id: row.id,
      organization: row.organization_id,
      status: row.status,
      professionalId: row.professional_id,
      start: null,
      tag: row.tag,
    })),
    deposits: deposits.map((row) => ({ id: row.id, status: row.status, hasCode: row.has_code })),
    deliveries: deliveries.map((row) => ({
      webhook: row.webhook_id,
      eventId: row.event_id,
      state: row.state,
    })),
    attempts: attempts.map((row) => ({
      id: row.id,
      webhook: row.webhook_id,
      eventId: row.event_id,
      number: row.attempt,
      status: row.status,
      responseStatus: row.response_status,
    })),
  }
}

/** Of what a caller created: an appointment carries it in its metadata, an entry of the queue in its notes. */
function tagOf(object: any): string | null {
  return object?.metadata?.tag ?? (object?.object === 'queue_entry' ? object.notes : null) ?? null
}

function timesOf(row: any): Record<string, number> {
  const times = {
    book: row.created,
    confirm: row.confirmed,
    no_show: row.no_show,
    cancel: row.cancelled,
  }
  return Object.fromEntries(Object.entries(times).filter(([, at]) => at !== null))
}
