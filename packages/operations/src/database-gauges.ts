/** What waits in the database, and how the database is. Every process gives the same numbers. */
import type { Connection } from '@scheduling/database'
import { Gauge, type Registry } from 'prom-client'
import { cachedReading } from './cached-reading.ts'

type Small = {
  readonly jobs: number
  readonly fan_out: number
  readonly fan_out_seconds: number
  readonly workers: number
  readonly partition_days: number | null
  readonly writer_seconds: number
}

/**
 * Jobs that no worker has taken; fan-outs that are not done, of which one that fails is due later and later, and is as
 * old as its event; workers that live; for how many days from today on partitions are there; how long the oldest
 * transaction that writes has lasted.
 */
const SMALL = `WITH waiting AS MATERIALIZED (
    SELECT task_identifier = 'fan_out' AS is_fan_out, created_at,
      run_at <= now() AND locked_at IS NULL AND attempts < max_attempts AS is_due
    FROM graphile_worker.jobs WHERE run_at <= now() OR task_identifier = 'fan_out')
  SELECT (SELECT count(*) FROM waiting WHERE is_due)::float8 AS jobs,
    (SELECT count(*) FROM waiting WHERE is_fan_out)::float8 AS fan_out,
    coalesce((SELECT extract(epoch FROM now() - min(created_at)) FROM waiting WHERE is_fan_out), 0)::float8 AS fan_out_seconds,
    (SELECT count(*) FROM worker_process WHERE seen_at > now() - interval '25 seconds')::float8 AS workers,
    (SELECT max(to_date(right(c.relname, 8), 'YYYYMMDD')) - (now() AT TIME ZONE 'UTC')::date
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'event'::regclass AND c.relname ~ '^event_[0-9]{8}$')::float8 AS partition_days,
    coalesce((SELECT extract(epoch FROM now() - min(xact_start)) FROM pg_stat_activity
      WHERE datname = current_database() AND backend_xid IS NOT NULL), 0)::float8 AS writer_seconds`

/**
 * By the index of pending deliveries alone: one read of it for both numbers. An endpoint that fails, is slow, or asked
 * for a pause has deliveries that are late by its own doing, and so has a chat, which takes one message at a time: they
 * count for no lateness of ours.
 */
const DUE = `WITH due AS MATERIALIZED (
    SELECT webhook_id, count(*) AS deliveries, min(next_attempt_at) AS oldest FROM delivery
    WHERE state = 'pending' AND next_attempt_at <= now() GROUP BY webhook_id)
  SELECT coalesce(sum(due.deliveries), 0)::float8 AS deliveries,
    coalesce(extract(epoch FROM now() - min(due.oldest) FILTER (WHERE coalesce(h.consecutive_failures, 0) = 0
      AND coalesce(h.slow_ms, 0) <= 2000 AND w.format NOT LIKE 'chat%' AND (h.paused_until IS NULL OR h.paused_until <= now()))), 0)::float8 AS oldest_seconds
  FROM due LEFT JOIN webhook w ON w.id = due.webhook_id
    LEFT JOIN organization o ON o.id = w.organization_id
    LEFT JOIN webhook_health h ON h.webhook_id = due.webhook_id
  WHERE o.webhooks_off_since IS NULL`

type Due = { readonly deliveries: number; readonly oldest_seconds: number }

/** What a statement finds, read for all gauges that show a part of it. */
type Reading<Found> = { readonly found: () => Found | null; readonly read: () => Promise<boolean> }

function readingOf<Found extends object>({ pool }: Connection, text: string): Reading<Found> {
  let found: Found | null = null
  const read = cachedReading(async () => {
    found = (await pool.query<Found>(text)).rows[0] ?? null
  })
  return { found: () => found, read }
}

export function databaseGauges(connection: Connection, registry: Registry): void {
  const registers = [registry]
  const small = readingOf<Small>(connection, SMALL)
  const due = readingOf<Due>(connection, DUE)
  // prom-client awaits `collect` of each. While the database does not answer, the last numbers stay.
  const shown = <Found>(
    { found, read }: Reading<Found>,
    name: string,
    help: string,
    value: (found: Found) => number,
  ): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        await read()
        const latest = found()
        if (latest !== null) gauge.set(value(latest))
      },
    })
  }
  const up: Gauge = new Gauge({
    name: 'database_up',
    help: '1 while the database answers the look of this process, else 0.',
    registers,
    collect: async () => up.set((await small.read()) ? 1 : 0),
  })
  const depth: Gauge<'queue'> = new Gauge({
    name: 'queue_depth',
    help: 'What waits: deliveries that are due, jobs that no worker has taken, and fan-outs that are not done.',
    labelNames: ['queue'],
    registers,
    async collect() {
      await Promise.all([small.read(), due.read()])
      const [jobs, deliveries] = [small.found(), due.found()]
      if (jobs !== null) {
        depth.set({ queue: 'jobs' }, jobs.jobs)
        depth.set({ queue: 'fan_out' }, jobs.fan_out)
      }
      if (deliveries !== null) depth.set({ queue: 'deliveries_due' }, deliveries.deliveries)
    },
  })
  shown(
    due,
    'oldest_due_delivery_seconds',
    'How long the oldest due delivery has been due, of endpoints that neither fail, pause nor are slow.',
    ({ oldest_seconds: seconds }) => seconds,
  )
  shown(
    small,
    'oldest_fan_out_job_seconds',
    'How old the event is whose deliveries have not been written for the longest time.',
    ({ fan_out_seconds: seconds }) => seconds,
  )
  shown(
    small,
    'workers_alive',
    'Workers that have written a heartbeat in 25 seconds.',
    ({ workers }) => workers,
  )
  shown(
    small,
    'event_partition_days_ahead',
    'For how many days after today, in UTC, the partitions of events exist.',
    ({ partition_days: days }) => days ?? -1,
  )
  shown(
    small,
    'oldest_writing_transaction_seconds',
    'How long the oldest transaction that writes has lasted: lists with updated_since wait for it.',
    ({ writer_seconds: seconds }) => seconds,
  )
}
