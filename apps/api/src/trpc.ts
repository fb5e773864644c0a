/** The tRPC door: the procedures, for the dashboard. */
import {
  asProblem,
  LIMITS,
  logFailure,
  Problem,
  problemOf,
  tellRequestId,
  trpcError,
  type AppRouter,
  type Service,
  type TrpcContext,
} from '@scheduling/core'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { Request, Response } from 'express'
import type { RestRequest } from './rest.ts'
import type { EnterTrpc } from './session.ts'

const MOST_IN_A_BATCH = 20

type Door = {
  readonly service: Pick<Service, 'log'>
  readonly router: AppRouter
  readonly enter: EnterTrpc
}

/** Answers one request, a batch too; never throws. */
export async function answerTrpc(
  { service, router, enter }: Door,
  request: Request & RestRequest,
  response: Response,
): Promise<void> {
  const { requestId } = request
  const entered = await settled(enter(request, response, requestId))
  const middleware = createExpressMiddleware({
    router,
    createContext() {
      if ('context' in entered) return entered.context
      const problem = asProblem(entered.error)
      throw problem === null ? entered.error : trpcError(problem)
    },
    onError({ error }) {
      tellRequestId(error, requestId)
      const problem = problemOf(error)
      // What fails inside an endpoint is logged there.
      if (problem.code !== 'internal_error' || !(error.cause instanceof Problem)) {
        logFailure(service.log, problem, { request_id: requestId, route: '/trpc' }, error)
      }
      if (problem.retryAfterSeconds !== null && !response.headersSent) {
        response.setHeader('Retry-After', problem.retryAfterSeconds)
      }
    },
    maxBatchSize: MOST_IN_A_BATCH,
    // Read before the calls are looked at: without a bound one caller could fill the memory.
    maxBodySize: LIMITS.bodyBytes,
  })
  middleware(request, response, () => undefined)
}

type Entered = { readonly context: TrpcContext } | { readonly error: unknown }

/** Refused or failed, it is told where the calls are answered: in the form that tRPC's clients read. */
async function settled(entering: Promise<TrpcContext>): Promise<Entered> {
  try {
    return { context: await entering }
  } catch (error) {
    return { error }
  }
}
