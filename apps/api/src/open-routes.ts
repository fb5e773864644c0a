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
 * Middleware that answers some addresses and passes every other path on.
 *
 * @param route what logs and metrics call it: never the path itself, which can open what it leads to
 * @param wordIn the part of a path that `answer` is given; null: the path is another one
 */
export function openRoute<Handler extends Pick<OpenHandler, 'service'>>(
  route: string,
  wordIn: (path: string) => string | null,
  answer: (
    handler: Handler,
    word: string,
    request: Request & IdentifiedRequest,
    response: Response,
  ) => Promise<void>,
) {
  return (handler: Handler) =>
    (plain: Request, response: Response, next: NextFunction): void => {
      const word = wordIn(plain.path)
      if (word === null) {
        next()
        return
      }
      const request = identified(plain)
      const write = () => answer(handler, word, request, response)
      void answerOn(route, handler.service, request, response, write)
    }
}

/** What follows a prefix of a path; null: it has another one. */
export function behind(prefix: string) {
  return (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : null)
}

/**
 * Answers a request, or refuses it with what `answer` throws. It never rejects.
 *
 * @param route what logs and metrics call it: never the path itself, which can open what it leads to
 */
export async function answerOn(
  route: string,
  service: Pick<Service, 'log' | 'publicBaseUrl'>,
  request: IdentifiedRequest,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  request.answered = { route, code: null }
  try {
    await answer()
  } catch (error) {
    await refuseOn(route, service, request, response, error)
  }
}

/**
 * Tells the log and the metrics of a refusal, and sends it. What is half sent is broken off, since it must not look whole.
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
  request.answered = { route, code: problem.code }
  logFailure(service.log, problem, { request_id: request.requestId, route }, error)
  if (response.headersSent) response.destroy()
  else await sendProblem(request, response, problem, service.publicBaseUrl)
}
