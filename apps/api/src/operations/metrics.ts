import type { Connection } from '@scheduling/database'
import { createProcessMetrics, type ProcessMetrics } from '@scheduling/operations'
import { Counter, Gauge, Histogram } from 'prom-client'

/** One answered request, by the template of its route: labels never name an organization or an address. */
export type Answered = {
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly seconds: number
}

export type Metrics = ProcessMetrics & {
  observe(answered: Answered): void
  rateLimitStoreFailed(): void
  /** Requests that the request log lacks. */
  requestsDropped(count: number): void
  /** Shows how many streams are open. */
  countStreams(live: { readonly size: number }): void
}

/** What an API process measures. */
export function createMetrics(connection: Connection): Metrics {
  const metrics = createProcessMetrics(connection)
  const registers = [metrics.registry]
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
  const dropped = new Counter({
    name: 'request_log_dropped_total',
    help: 'Requests that the request log lacks, because the database did not take them in time.',
    registers,
  })
  const streams = new Gauge({
    name: 'live_streams',
    help: 'Streams of dashboards that are open in this process.',
    registers,
  })
  return {
    ...metrics,
    observe({ route, status, code, seconds }) {
      requests.inc({ route, status: String(status), code: code ?? '' })
      latency.observe({ route }, seconds)
    },
    rateLimitStoreFailed: () => storeFailures.inc(),
    requestsDropped: (count) => dropped.inc(count),
    countStreams: (live) => Object.assign(streams, { collect: () => streams.set(live.size) }),
  }
}
