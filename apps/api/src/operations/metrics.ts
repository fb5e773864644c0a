import type { Connection } from '@scheduling/database'
import { sameBytes } from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** One answered request, by the template of its route: labels never name an organization or an address. */
export type Answered = {
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly seconds: number
}

export type Metrics = {
  observe(answered: Answered): void
  rateLimitStoreFailed(): void
  /** Shows how many streams are open. */
  countStreams(live: { readonly size: number }): void
  /** Everything, in Prometheus' text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** With a scrape every few seconds, the queues are not counted each time. */
const DEPTH_FRESH_MS = 5000

export function createMetrics(connection: Connection): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route template, status and problem code.',
    labelNames: ['route', 'status', 'code'],
    registers,
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of the request to the last of the answer.',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const storeFailures = new Counter({
    name: 'rate_limit_store_failures_total',
    help: 'Requests that one process judged alone because the counter store failed. Alert on any increase.',
    registers,
  })
  const streams = new Gauge({
    name: 'live_streams',
    help: 'Streams of dashboards that are open in this process.',
    registers,
  })
  poolGauges(connection, registers)
  depthGauges(connection, registers)
  return {
    observe({ route, status, code, seconds }) {
      requests.inc({ route, status: String(status), code: code ?? '' })
      latency.observe({ route }, seconds)
    },
    rateLimitStoreFailed: () => storeFailures.inc(),
    countStreams: (live) => Object.assign(streams, { collect: () => streams.set(live.size) }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function poolGauges({ pool }: Connection, registers: Registry[]): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process by state; waiting = requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** What waits, and how deliveries ended in the last hour. Every process gives the same numbers. */
function depthGauges({ pool }: Connection, registers: Registry[]): void {
  const depth = new Gauge({
    name: 'queue_depth',
    help: 'Jobs of the worker and deliveries that are due, waiting.',
    labelNames: ['queue'],
    registers,
  })
  const results = new Gauge({
    name: 'webhook_attempts_last_hour',
    help: 'Delivery attempts of the last hour by result.',
    labelNames: ['status'],
    registers,
  })
  let readAt = Number.NEGATIVE_INFINITY
  const read = async (): Promise<void> => {
    if (performance.now() - readAt < DEPTH_FRESH_MS) return
    readAt = performance.now()
    const { rows } = await pool.query<{ jobs: string; due: string }>(
      `SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NULL)::text AS jobs,
        (SELECT count(*) FROM delivery d WHERE state = 'pending' AND next_attempt_at <= now() AND NOT EXISTS (
          SELECT FROM organization o WHERE o.id = d.organization_id AND o.webhooks_off_since IS NOT NULL))::text AS due`,
    )
    depth.set({ queue: 'jobs' }, Number(rows[0]?.jobs ?? 0))
    depth.set({ queue: 'deliveries_due' }, Number(rows[0]?.due ?? 0))
    const attempts = await pool.query<{ status: string; count: string }>(
      `SELECT status, count(*)::text FROM delivery_attempt
       WHERE attempt_day >= current_date - 1 AND created_at > now() - interval '1 hour' GROUP BY status`,
    )
    results.reset()
    for (const row of attempts.rows) results.set({ status: row.status }, Number(row.count))
  }
  // prom-client awaits `collect`. While the database does not answer, the last numbers stay.
  const collect = (): Promise<void> => read().catch(() => undefined)
  Object.assign(depth, { collect })
}

/** Metrics show how busy a clinic is. This machine may read them; others need the token. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) {
    const address = request.socket.remoteAddress ?? ''
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    return (
      !isForwarded &&
      (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'))
    )
  }
  return sameBytes(Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`))
}

export async function writeMetrics(metrics: Metrics, response: ServerResponse): Promise<void> {
  const text = await metrics.text()
  response.setHeader('Content-Type', metrics.contentType)
  response.end(text)
}
