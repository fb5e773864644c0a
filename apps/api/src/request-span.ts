/** The span of a request, by the conventions for HTTP. */
import { openSpan } from '@scheduling/telemetry'
import type { IdentifiedRequest } from './request-id.ts'

export type RequestSpan = {
  /** Runs the handling of the request: its statements and its events belong to it. */
  run<Result>(work: () => Result): Result
  answered(answer: {
    readonly route: string
    readonly status: number
    readonly code: string | null
  }): void
}

/**
 * Begins it, with the trace that the caller names. It says of the request no more than the log does: the template of
 * its route, and neither its path, which can be a token, nor its query, its headers or its address.
 */
export function requestSpan({
  method = 'GET',
  headers,
  requestId,
}: IdentifiedRequest): RequestSpan {
  const { traceparent: caller } = headers
  const span = openSpan(method, {
    kind: 'server',
    cause: { caller: typeof caller === 'string' ? caller : null },
    attributes: { 'http.request.method': method, 'scheduling.request.id': requestId },
  })
  return {
    run: (work) => span.run(work),
    answered({ route, status, code }) {
      const template = route.startsWith(`${method} `) ? route.slice(method.length + 1) : route
      span.rename(`${method} ${template}`)
      span.set({
        'http.route': template,
        'http.response.status_code': status,
        ...(code === null ? {} : { 'scheduling.problem.code': code }),
      })
      if (status >= 500) span.fail(code ?? String(status))
      span.end()
    },
  }
}
