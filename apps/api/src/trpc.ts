/** `/trpc`: the procedures, for the dashboard. */
import {
  asProblem,
  invalid,
  LIMITS,
  logFailure,
  notSignedIn,
  Problem,
  problemOf,
  tellRequestId,
  trpcError,
  type AppRouter,
  type Service,
  type TrpcContext,
} from '@scheduling/core'
import { getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { Request, Response } from 'express'
import { dropRest, readJsonText } from './body.ts'
import type { Calls } from './key-holder.ts'
import type { Origins } from './origins.ts'
import type { IdentifiedRequest } from './request-id.ts'
import type { EnterTrpc } from './session.ts'

/** What `/trpc` is answered with. */
export type TrpcHandler = {
  readonly service: Pick<Service, 'log'>
  readonly router: AppRouter
  readonly origins: Origins
  readonly enter: EnterTrpc
  /** Names of the procedures that look for free times. */
  readonly availability: ReadonlySet<string>
  /** Names of the procedures that need no session. */
  readonly open: ReadonlySet<string>
}

/** Answers one request, which may be a batch; never throws. */
export async function answerTrpc(
  handler: TrpcHandler,
  request: Request & IdentifiedRequest,
  response: Response,
): Promise<void> {
  const { requestId, method } = request
  response.setHeader('Cache-Control', 'no-store')
  if (method === 'OPTIONS') {
    handler.origins.answerPreflight(request, response)
    return
  }
  handler.origins.writeHeaders(request, response)
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    response.setHeader('Allow', 'GET, POST')
    await refuseWhole(handler, request, response, noSuchMethod(method))
    return
  }
  const names = namesIn(request.url)
  const entered = await settled(
    handler.enter(request, response, requestId, callsOf(names, handler.availability)),
  )
  if ('error' in entered) {
    await refuseWhole(handler, request, response, entered.error)
    return
  }
  // Only a caller who may make the request is told what is wrong with it.
  if (entered.context.call === null && !names.some((name) => handler.open.has(name))) {
    await refuseWhole(handler, request, response, notSignedIn())
    return
  }
  if (wantsStream(request) && !names.every((name) => isSubscription(handler.router, name))) {
    await refuseWhole(handler, request, response, notStreamed())
    return
  }
  const unread = await readInto(request)
  // The library makes a URL of it, which fails for some values. Nothing here reads it.
  request.headers.host = 'localhost'
  if (!request.complete) response.setHeader('Connection', 'close')
  const middleware = createExpressMiddleware({
    router: handler.router,
    createContext: () => entered.context,
    // Beside the headers that tRPC sets itself.
    responseMeta: () => ({ headers: new Headers({ Vary: 'Origin' }) }),
    onError: ({ error }) => tell(handler, requestId, response, error),
    maxBatchSize: LIMITS.callsPerBatch,
    middleware: (_request, _response, next) => next(unread),
  })
  middleware(request, response, () => undefined)
}

/**
 * Reads the body instead of the library, within the same limits as everywhere.
 *
 * @returns why it could not be read; null when it was
 */
async function readInto(request: Request): Promise<TRPCError | null> {
  request.body = ''
  try {
    if (request.method === 'POST') request.body = await readJsonText(request)
    return null
  } catch (error) {
    return trpcError(problemOf(error))
  } finally {
    await dropRest(request)
  }
}

/** What an error needs before tRPC formats it: the request id, the log line, `Retry-After`. */
function tell(handler: TrpcHandler, requestId: string, response: Response, error: TRPCError): void {
  tellRequestId(error, requestId)
  const problem = problemOf(error)
  logFailure(handler.service.log, problem, { request_id: requestId, route: '/trpc' }, error)
  if (problem.retryAfterSeconds !== null && !response.headersSent) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
}

/** Sends one error for all calls of a request, in the form that tRPC's clients read. Its body is not read. */
async function refuseWhole(
  handler: TrpcHandler,
  request: Request & IdentifiedRequest,
  response: Response,
  refusal: unknown,
): Promise<void> {
  const problem = asProblem(refusal)
  const error = problem === null ? getTRPCErrorFromUnknown(refusal) : trpcError(problem)
  tell(handler, request.requestId, response, error)
  const { _config: config } = handler.router._def
  const nothing = { path: undefined, input: undefined, ctx: undefined }
  const shape = getTRPCErrorShape({ config, error, type: 'unknown', ...nothing })
  await dropRest(request)
  response.statusCode = shape.data.httpStatus
  response.setHeader('Content-Type', 'application/json')
  if (!request.complete) response.setHeader('Connection', 'close')
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ error: shape }))
}

const PREFIX = '/trpc/'

/** The prefix, then one name or the names of a batch. The library alone would accept any number of segments. */
export function isTrpcPath(path: string): boolean {
  return (
    path.startsWith(PREFIX) && path.length > PREFIX.length && !path.includes('/', PREFIX.length)
  )
}

type Entered = { readonly context: TrpcContext } | { readonly error: unknown }

/** A failure is not thrown: it is answered in the form that tRPC's clients read. */
async function settled(entering: Promise<TrpcContext>): Promise<Entered> {
  try {
    return { context: await entering }
  } catch (error) {
    return { error }
  }
}

/** Each call of a batch counts. A request that tRPC refuses as a whole counts as one. */
function callsOf(names: readonly string[], availability: ReadonlySet<string>): Calls {
  const looked = names.length > LIMITS.callsPerBatch ? [] : names
  return {
    calls: Math.max(1, looked.length),
    availabilityCalls: looked.filter((name) => availability.has(name)).length,
  }
}

/** The procedures that a request names, read as tRPC does. A batch names several, an invalid URL none. */
function namesIn(url: string): string[] {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
    return searchParams.get('batch') === '1' ? path.split(',', LIMITS.callsPerBatch + 1) : [path]
  } catch {
    return []
  }
}

/** Whether the client asks for the answers of a batch one by one, as its calls are done. */
function wantsStream({ headers }: Request): boolean {
  const accepted = [headers['trpc-accept'] ?? [], headers.accept ?? []].flat().join(',')
  return accepted.split(',').some((type) => type.trim() === 'application/jsonl')
}

function isSubscription({ _def: { procedures } }: AppRouter, name: string): boolean {
  const procedure: unknown = Object.hasOwn(procedures, name) ? Reflect.get(procedures, name) : null
  return isProcedure(procedure) && procedure._def.type === 'subscription'
}

function isProcedure(value: unknown): value is { readonly _def: { readonly type: string } } {
  return typeof value === 'function' && '_def' in value
}

/** A streamed answer says 200 before the calls are done, and holds its connection as long as the slowest takes. */
function notStreamed(): Problem {
  const why = 'Answers are not streamed: use `httpBatchLink`, not `httpBatchStreamLink`.'
  return invalid('trpc-accept', 'invalid_value', why)
}

/** No client of tRPC sends other methods, and the library can't handle some of them. */
function noSuchMethod(method: string): Problem {
  return new Problem(
    'method_not_allowed',
    `${method} is not accepted here. This path accepts: GET, POST.`,
  )
}
