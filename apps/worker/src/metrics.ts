/** What a worker measures. Labels are names of our own: of tasks, channels and outcomes. */
import type { DeliveryWatch } from '@scheduling/delivery'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type WorkerMetrics = {
  readonly deliveries: DeliveryWatch
  /** @param late how long after its time it began; null: it has no time of its own */
  jobEnded(job: {
    readonly task: string
    readonly result: 'done' | 'failed'
    readonly seconds: number
    readonly late: number | null
  }): void
  messageEnded(channel: string, outcome: string): void
  beaten(): void
}

/** From a moment to the time after which an operator is called. Seconds. */
const LAGS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]
const DURATIONS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Puts them into the registry of the process. */
export function workerMetrics(registry: Registry): WorkerMetrics {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers })

  const jobs = counter('jobs_total', 'Jobs that ended, by task and result.', ['task', 'result'])
  const durations = histogram('job_duration_seconds', 'How long a job took.', ['task'], DURATIONS)
  const lateness = histogram(
    'timer_lateness_seconds',
    'How long after its minute a job of the timetable began.',
    ['task'],
    LAGS,
  )
  const attempts = counter('webhook_attempts_total', 'Attempts to deliver, by outcome.', [
    'outcome',
  ])
  const exchanges = histogram(
    'webhook_attempt_duration_seconds',
    'How long an endpoint took to answer, by outcome.',
    ['outcome'],
    DURATIONS,
  )
  const firstAttempts = histogram(
    'webhook_first_attempt_lag_seconds',
    'From an event to the first attempt to deliver it, by what was known of the endpoint before.',
    ['endpoint'],
    LAGS,
  )
  const fanOuts = histogram(
    'fan_out_lag_seconds',
    'From an event to its deliveries, where it has a subscriber.',
    [],
    LAGS,
  )
  const messages = counter('messages_total', 'Messages to clients that were handled, by outcome.', [
    'channel',
    'outcome',
  ])
  const heartbeat = new Gauge({
    name: 'worker_heartbeat_timestamp_seconds',
    help: 'When this worker last wrote its heartbeat. Zero: never.',
    registers,
  })
  return {
    deliveries: {
      fannedOut: (lag) => fanOuts.observe(lag),
      attempted({ outcome, seconds, lag, endpoint }) {
        const labels = { outcome: outcome.toLowerCase() }
        attempts.inc(labels)
        exchanges.observe(labels, seconds)
        if (lag !== null) firstAttempts.observe({ endpoint }, lag)
      },
    },
    jobEnded({ task, result, seconds, late }) {
      jobs.inc({ task, result })
      durations.observe({ task }, seconds)
      if (late !== null) lateness.observe({ task }, Math.max(0, late))
    },
    messageEnded: (channel, outcome) => messages.inc({ channel, outcome }),
    beaten: () => heartbeat.setToCurrentTime(),
  }
}
