/** What the paths share that need no key and no session, and stand in no table of routes. */
import { logFailure, problemOf, type Service } from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import type { ServerResponse } from 'node:http'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { identified, type IdentifiedRequest } from './request-id.ts'
import { sendProblem } from './send-problem.ts'

export type OpenHandler = {
  readonly service: Service
  readonly limits: RateLimits
  readonly trustedProxies: number
}

/**
 * Middleware that answers the paths it matches and passes every other path on. What `answer` throws becomes a refusal.
 *
 * @param route the name for logs and metrics: never the path itself, which can open what it leads to
 * @param match returns the part of a path that `answer` receives, or null for a path of another handler
 */
export function openRoute<Handler extends Pick<OpenHandler, 'service'>>(
  route: string,
  match: (path: string) => string | null,
  answer: (
    handler: Handler,
    part: string,
    request: Request & IdentifiedRequest,
    response: Response,
  ) => Promise<void>,
) {
  return (handler: Handler) =>
    (plain: Request, response: Response, next: NextFunction): void => {
      const part = match(plain.path)
      if (part === null) {
        next()
        return
      }
      const request = identified(plain)
      request.answered = { route, code: null }
      void answer(handler, part, request, response).catch((error: unknown) =>
        refuseOn(route, handler.service, request, response, error),
      )
    }
}

/** Matches a path that begins with `prefix`; the part is the rest. */
export function afterPrefix(prefix: string) {
  return (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : null)
}

/** Matches one path. */
export function exactly(only: string) {
  return (path: string) => (path === only ? path : null)
}

/**
 * Records a refusal in the log and the metrics, and sends it. An answer that is half sent is broken off, so that it does
 * not look complete.
 *
 * @param route never the path itself, which can open what it leads to
 */
export async function refuseOn(
  route: string,
  service: Pick<Service, 'log' | 'publicBaseUrl'>,
  request: IdentifiedRequest,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  request.answered = { route, code: problem.code, errors: problem.errors }
  logFailure(service.log, problem, { request_id: request.requestId, route }, error)
  if (response.headersSent) response.destroy()
  else await sendProblem(request, response, problem, service.publicBaseUrl)
}
