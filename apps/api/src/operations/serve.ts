/** `/healthz`, `/readyz` and `/metrics`, for the operator. They have no rate limit. */
import { answersOf, isHidden, type Answer, type Operations } from '@scheduling/operations'
import type { NextFunction, Request, Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dropRest } from '../body.ts'
import { requireGet } from '../method-not-allowed.ts'
import { refuseGet, type PublicHandler } from '../public-routes.ts'

/** Middleware that answers GET and HEAD of these paths and passes every other path on. */
export function operations(handler: Pick<PublicHandler, 'service'>, parts: Operations) {
  const answers = answersOf(parts)
  return (request: Request, response: Response, next: NextFunction): void => {
    const { path } = request
    const answer = isHidden(path, request, parts) ? null : answers(path)
    if (answer === null) next()
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
