/** The tRPC door: the procedures, for the dashboard. */
import {
  notSignedIn,
  Problem,
  problemOf,
  refusedInstead,
  tellEarly,
  trpcError,
  type AppRouter,
  type Service,
  type TrpcContext,
} from '@scheduling/core'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { TRPCError } from '@trpc/server'
import type { Request, Response } from 'express'
import { dropRest, readJsonText } from './body.ts'
import type { RestRequest } from './rest.ts'
import type { EnterTrpc } from './session.ts'

const MOST_IN_A_BATCH = 20

type Door = {
  readonly service: Pick<Service, 'log'>
  readonly router: AppRouter
  readonly enter: EnterTrpc
  /** Names of the procedures that need no session. */
  readonly open: ReadonlySet<string>
}

/** Answers one request, a batch too; never throws. */
export async function answerTrpc(
  { service, router, enter, open }: Door,
  request: Request & RestRequest,
  response: Response,
): Promise<void> {
  const { requestId } = request
  const entered = await settled(enter(request, response, requestId))
  const refusal = refusalOf(
    entered,
    namesIn(request.path).some((name) => open.has(name)),
  )
  const unread = await readInto(request, refusal === null)
  // The library makes an address of it, which fails for some; nothing here looks at it.
  request.headers.host = 'localhost'
  if (!request.complete) response.setHeader('Connection', 'close')
  const middleware = createExpressMiddleware({
    router,
    createContext() {
      if ('context' in entered) return entered.context
      throw entered.error instanceof Problem ? trpcError(entered.error) : entered.error
    },
    onError({ error }) {
      tellEarly(error, { requestId, refusal })
      const problem = refusedInstead(problemOf(error), refusal)
      // What fails inside an endpoint is logged there.
      if (problem.code === 'internal_error' && !(error.cause instanceof Problem)) {
        const err = error.cause ?? error
        service.log.error({ request_id: requestId, route: '/trpc', err }, 'request failed')
      }
      if (problem.retryAfterSeconds !== null && !response.headersSent) {
        response.setHeader('Retry-After', problem.retryAfterSeconds)
      }
    },
    maxBatchSize: MOST_IN_A_BATCH,
    middleware: (_request, _response, next) => next(unread),
  })
  middleware(request, response, () => undefined)
}

const PREFIX = '/trpc/'

/** One name, or those of a batch, behind the prefix; the library alone would take any number of segments. */
export function isTrpcPath(path: string): boolean {
  return (
    path.startsWith(PREFIX) && path.length > PREFIX.length && !path.includes('/', PREFIX.length)
  )
}

/** `/trpc/clients.list,clients.get` → both names. What is longer than a batch is refused anyway. */
function namesIn(path: string): string[] {
  try {
    return decodeURIComponent(path.slice(PREFIX.length)).split(',', MOST_IN_A_BATCH + 1)
  } catch {
    return [path]
  }
}

/**
 * Reads the body in place of the library, within the same bounds as everywhere; that of somebody who has to
 * sign in first is dropped.
 *
 * @returns why it could not be read; null when it was
 */
async function readInto(request: Request, mayRead: boolean): Promise<TRPCError | null> {
  request.body = ''
  try {
    if (mayRead && request.method !== 'GET') request.body = await readJsonText(request)
    return null
  } catch (error) {
    return trpcError(problemOf(error))
  } finally {
    await dropRest(request)
  }
}

/** Why nothing of the request is read: who calls is asked first. */
function refusalOf(entered: Entered, isForAnybody: boolean): Problem | null {
  if ('error' in entered) return problemOf(entered.error)
  return entered.context.call === null && !isForAnybody ? notSignedIn() : null
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
