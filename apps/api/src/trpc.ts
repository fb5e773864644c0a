/** The tRPC door: the procedures, for the dashboard. */
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
import type { Origins } from './origins.ts'
import type { RestRequest } from './rest.ts'
import type { Calls, EnterTrpc } from './session.ts'

export type TrpcDoor = {
  readonly service: Pick<Service, 'log'>
  readonly router: AppRouter
  readonly origins: Origins
  readonly enter: EnterTrpc
  /** Names of the procedures that look for free times. */
  readonly availability: ReadonlySet<string>
  /** Names of the procedures that need no session. */
  readonly open: ReadonlySet<string>
}

/** Answers one request, a batch too; never throws. */
export async function answerTrpc(
  door: TrpcDoor,
  request: Request & RestRequest,
  response: Response,
): Promise<void> {
  const { requestId, method } = request
  response.setHeader('Cache-Control', 'no-store')
  if (method === 'OPTIONS') {
    door.origins.answerPreflight(request, response)
    return
  }
  door.origins.writeHeaders(request, response)
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    response.setHeader('Allow', 'GET, POST')
    await refuseWhole(door, request, response, noSuchMethod(method))
    return
  }
  const names = namesIn(request.url)
  const entered = await settled(
    door.enter(request, response, requestId, callsOf(names, door.availability)),
  )
  if ('error' in entered) {
    await refuseWhole(door, request, response, entered.error)
    return
  }
  // Who calls is asked before anything is read: what is wrong with a request is for those who may make it.
  if (entered.context.call === null && !names.some((name) => door.open.has(name))) {
    await refuseWhole(door, request, response, notSignedIn())
    return
  }
  if (wantsStream(request) && !names.every((name) => isSubscription(door.router, name))) {
    await refuseWhole(door, request, response, notStreamed())
    return
  }
  const unread = await readInto(request)
  // The library makes an address of it, which fails for some; nothing here looks at it.
  request.headers.host = 'localhost'
  if (!request.complete) response.setHeader('Connection', 'close')
  const middleware = createExpressMiddleware({
    router: door.router,
    createContext: () => entered.context,
    // Beside those that tRPC names itself.
    responseMeta: () => ({ headers: new Headers({ Vary: 'Origin' }) }),
    onError: ({ error }) => tell(door, requestId, response, error),
    maxBatchSize: LIMITS.callsPerBatch,
    middleware: (_request, _response, next) => next(unread),
  })
  middleware(request, response, () => undefined)
}

/**
 * Reads the body in place of the library, within the same bounds as everywhere.
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

/** Before an error is put into its form: what it says beside that. */
function tell(door: TrpcDoor, requestId: string, response: Response, error: TRPCError): void {
  tellRequestId(error, requestId)
  const problem = problemOf(error)
  logFailure(door.service.log, problem, { request_id: requestId, route: '/trpc' }, error)
  if (problem.retryAfterSeconds !== null && !response.headersSent) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
}

/** One error for all calls of a request, in the form that tRPC's clients read; its body is not looked at. */
async function refuseWhole(
  door: TrpcDoor,
  request: Request & RestRequest,
  response: Response,
  refusal: unknown,
): Promise<void> {
  const problem = asProblem(refusal)
  const error = problem === null ? getTRPCErrorFromUnknown(refusal) : trpcError(problem)
  tell(door, request.requestId, response, error)
  const { _config: config } = door.router._def
  const nothing = { path: undefined, input: undefined, ctx: undefined }
  const shape = getTRPCErrorShape({ config, error, type: 'unknown', ...nothing })
  await dropRest(request)
  response.statusCode = shape.data.httpStatus
  response.setHeader('Content-Type', 'application/json')
  if (!request.complete) response.setHeader('Connection', 'close')
  response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ error: shape }))
}

const PREFIX = '/trpc/'

/** One name, or those of a batch, behind the prefix; the library alone would take any number of segments. */
export function isTrpcPath(path: string): boolean {
  return (
    path.startsWith(PREFIX) && path.length > PREFIX.length && !path.includes('/', PREFIX.length)
  )
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

/** Each call of a batch counts. A request that tRPC refuses as a whole counts as one. */
function callsOf(names: readonly string[], availability: ReadonlySet<string>): Calls {
  const looked = names.length > LIMITS.callsPerBatch ? [] : names
  return {
    calls: Math.max(1, looked.length),
    availabilityCalls: looked.filter((name) => availability.has(name)).length,
  }
}

/** The procedures that a request names, read as tRPC does: several in a batch, none in what is no address. */
function namesIn(url: string): string[] {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
    return searchParams.get('batch') === '1' ? path.split(',', LIMITS.callsPerBatch + 1) : [path]
  } catch {
    return []
  }
}

/** Whether the answers of a batch are to come one by one, as its calls are done. */
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

/** Such an answer says 200 before it is known, and holds its connection for as long as its slowest call. */
function notStreamed(): Problem {
  const why = 'Answers are not streamed: use `httpBatchLink`, not `httpBatchStreamLink`.'
  return invalid('trpc-accept', 'invalid_value', why)
}

/** What no client of tRPC sends, and some of which the library can't take. */
function noSuchMethod(method: string): Problem {
  return new Problem(
    'method_not_allowed',
    `${method} is not accepted here. This path accepts: GET, POST.`,
  )
}
