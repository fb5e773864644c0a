/** `/healthz`, `/readyz` and `/metrics`, for whoever runs the service. Every process has the same. */
import { sameBytes } from '@scheduling/core'
import type { Connection } from '@scheduling/database'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readiness, writeLiveness, type Health } from './health.ts'
import type { ProcessMetrics } from './process-metrics.ts'

export type Operations = {
  readonly connection: Connection
  readonly health: Health
  readonly metrics: Pick<ProcessMetrics, 'text' | 'contentType'>
  readonly metricsToken: string | undefined
}

export type Answer = (response: ServerResponse) => void | Promise<void>

/** @returns what answers at a path; null where nothing does */
export function answersOf(parts: Operations): (path: string) => Answer | null {
  const answers: Readonly<Record<string, Answer>> = {
    '/healthz': (response) => writeLiveness(response),
    '/readyz': readiness(parts.connection, parts.health),
    [METRICS_PATH]: (response) => writeMetrics(parts.metrics, response),
  }
  return (path) => (Object.hasOwn(answers, path) ? (answers[path] ?? null) : null)
}

const METRICS_PATH = '/metrics'

/** For a caller who may not read it, the path does not exist. */
export function isHidden(
  path: string,
  request: IncomingMessage,
  { metricsToken }: Pick<Operations, 'metricsToken'>,
): boolean {
  return path === METRICS_PATH && !mayReadMetrics(request, metricsToken)
}

/** Metrics show how busy a clinic is. This machine may read them; others need the token. */
function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
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

async function writeMetrics(
  metrics: Pick<ProcessMetrics, 'text' | 'contentType'>,
  response: ServerResponse,
): Promise<void> {
  const text = await metrics.text()
  response.setHeader('Content-Type', metrics.contentType)
  response.end(text)
}
