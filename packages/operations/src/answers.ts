/** `/healthz`, `/readyz` and `/metrics`, for the operator. Every process has the same. */
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

/** Metrics show how busy a clinic is. Without a token only programs of this machine read them, and no proxy for others. */
function mayReadMetrics({ socket, headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) {
    return (
      isLoopbackAddress(socket.remoteAddress ?? '') &&
      isLoopbackHost(headers.host ?? '') &&
      !Object.keys(headers).some((name) => OF_PROXIES.test(name))
    )
  }
  return sameBytes(Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`))
}

/** Headers by which proxies and content networks say whose request they pass on. */
const OF_PROXIES = /^(?:via|forwarded|x-forwarded|x-original|x-real-ip)|(?:client|connecting)-?ip$/

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

/** A proxy passes on the name that was asked for; a page of a stranger names its own host. */
function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host)
}

async function writeMetrics(
  metrics: Pick<ProcessMetrics, 'text' | 'contentType'>,
  response: ServerResponse,
): Promise<void> {
  const text = await metrics.text()
  response.setHeader('Content-Type', metrics.contentType)
  response.end(text)
}
