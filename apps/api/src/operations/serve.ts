/** `/healthz`, `/readyz` and `/metrics`, for whoever runs the service. They have no rate limit. */
import type { Connection } from '@scheduling/database'
import type { NextFunction, Request, Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dropRest } from '../body.ts'
import { requireGet } from '../method-not-allowed.ts'
import { refuseGet, type PublicHandler } from '../public-routes.ts'
import { readiness, writeLiveness, type Health } from './health.ts'
import { mayReadMetrics, writeMetrics, type Metrics } from './metrics.ts'

export type Operations = {
  readonly connection: Connection
  readonly health: Health
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
}

type Answer = (response: ServerResponse) => void | Promise<void>

/** Middleware that answers GET and HEAD of these paths and passes every other path on. */
export function operations(handler: Pick<PublicHandler, 'service'>, parts: Operations) {
  const answers: Readonly<Record<string, Answer>> = {
    '/healthz': (response) => writeLiveness(response),
    '/readyz': readiness(parts.connection, parts.health),
    '/metrics': (response) => writeMetrics(parts.metrics, response),
  }
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path } = request
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    // For a caller who may not read it, the path does not exist.
    const isHidden = path === '/metrics' && !mayReadMetrics(request, parts.metricsToken)
    if (answer === undefined || isHidden) next()
    else {
      void reply(answer, request, response).catch((error: unknown) =>
        refuseGet(handler, request, response, error),
      )
    }
  }
}

async function reply(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await dropRest(request)
  requireGet(request, response)
  await answer(response)
}
