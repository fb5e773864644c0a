/** Records each request when it ends: in the metrics, as a line of the log, and in the request log. */
import { CALENDAR_PATH, LINK_PATHS, UNSUBSCRIBE_PATH, type Service } from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import { entryOf } from './request-history/entry.ts'
import type { RequestHistory } from './request-history/queue.ts'
import type { Metrics } from './operations/metrics.ts'
import type { IdentifiedRequest } from './request-id.ts'
import type { RequestSpan } from './request-span.ts'

type Parts = {
  readonly service: Pick<Service, 'log' | 'realNow'>
  readonly metrics: Metrics
  /** Left out: requests are not kept. */
  readonly history?: RequestHistory | undefined
}

export function recordWhenOver(
  { service, metrics, history }: Parts,
  request: IdentifiedRequest,
  response: ServerResponse,
  span: RequestSpan,
): void {
  const startedAt = performance.now()
  const receivedAt = service.realNow()
  const { requestId, method, url = '' } = request
  response.on('close', () => {
    const { route, code } = request.answered ?? { route: plainRoute(url), code: null }
    const seconds = (performance.now() - startedAt) / 1000
    const status = response.statusCode
    metrics.observe({ route, status, code, seconds })
    const fields = {
      request_id: requestId,
      method,
      route,
      status,
      ...(code === null ? {} : { code }),
      ms: Math.round(seconds * 1000),
      ...(response.writableFinished ? {} : { aborted: true }),
    }
    span.run(() => service.log.info(fields, 'request'))
    span.answered({ route, status, code })
    if (history === undefined) return
    const keep = (): void => {
      const entry = entryOf(request, { receivedAt, status: response.statusCode, seconds })
      if (entry !== null) history.put(entry)
    }
    // The client closed the connection first. The request goes on, and is kept once it is answered.
    if (request.answered === null) request.afterAnswer = keep
    else keep()
  })
}

const KNOWN: ReadonlySet<string> = new Set([
  'docs',
  'trpc',
  'download',
  'import',
  'mcp',
  'healthz',
  'readyz',
  'metrics',
  ...Object.values(LINK_PATHS),
  CALENDAR_PATH,
  UNSUBSCRIBE_PATH,
])

/**
 * A path that is not in the table, by its first segment: labels must not grow with what callers type, and no caller may
 * read the token of a link.
 */
function plainRoute(url: string): string {
  const [, first = ''] = /^\/([a-z]+)/.exec(url) ?? []
  return KNOWN.has(first) ? `/${first}` : 'other'
}
