/** `/trpc`: the procedures, for the dashboard. */
import {
  asProblem,
  invalid,
  LIMITS,
  logFailure,
  notSignedIn,
  Problem,
  problemOf,
  keepRequestId,
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
import { methodNotAllowed } from './method-not-allowed.ts'
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
  /** Names of the procedures that answer with a stream. */
  readonly streams: ReadonlySet<string>
}

/** What metrics and logs call a stream: it takes as long as its reader stays. */
const STREAM_ROUTE = '/trpc stream'

/**
 * Answers one request, which may be a batch; never throws.
 *
 * A stream is refused by its first message. Browsers hide every other answer than 200 from the page that opens a stream.
 */
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
    // No client of tRPC sends other methods, and the library can't handle some of them.
    await refuseWhole(handler, request, response, methodNotAllowed(request, response, 'GET, POST'))
    return
  }
  const asked = askedIn(request.url)
  const calls = callsOf(asked.names, handler.availability)
  const entered = await settled(handler.enter(request, response, requestId, calls))
  const refusal = 'error' in entered ? entered.error : refusalOf(handler, request, asked, entered)
  const isStream =
    method === 'GET' && !asked.isBatch && asked.names.some((name) => handler.streams.has(name))
  if (refusal !== null && !isStream) {
    await refuseWhole(handler, request, response, refusal)
    return
  }
  const fault = (refusal === null ? null : asTrpcError(refusal)) ?? (await readInto(request))
  if (isStream) request.answered = { route: STREAM_ROUTE, code: null }
  // The library makes a URL of it, which fails for some values. Nothing here reads it.
  request.headers.host = 'localhost'
  if (!request.complete) response.setHeader('Connection', 'close')
  const middleware = createExpressMiddleware({
    router: handler.router,
    createContext() {
      if ('error' in entered) throw asTrpcError(entered.error)
      return entered.context
    },
    // Beside the headers that tRPC sets itself.
    responseMeta: () => ({
      headers: new Headers({
        Vary: 'Origin',
        ...(isStream ? { 'Cache-Control': 'no-store' } : {}),
      }),
    }),
    onError({ error }) {
      tell(handler, requestId, response, error)
      if (isStream) request.answered = { route: STREAM_ROUTE, code: problemOf(error).code }
    },
    maxBatchSize: LIMITS.callsPerBatch,
    middleware: (_request, _response, next) => next(fault),
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
  keepRequestId(error, requestId)
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
  const error = asTrpcError(refusal)
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

function asTrpcError(error: unknown): TRPCError {
  const problem = asProblem(error)
  return problem === null ? getTRPCErrorFromUnknown(error) : trpcError(problem)
}

const PREFIX = '/trpc/'

/** The prefix, then one name or the names of a batch. The library alone would accept any number of segments. */
export function isTrpcPath(path: string): boolean {
  return (
    path.startsWith(PREFIX) && path.length > PREFIX.length && !path.includes('/', PREFIX.length)
  )
}

/** Why a request of a known caller is not answered. Only who may make it is told what is wrong with it. */
function refusalOf(
  { open, streams }: TrpcHandler,
  request: Request,
  { names, isBatch }: Asked,
  { context }: { readonly context: TrpcContext },
): Problem | null {
  if (context.call === null && !names.some((name) => open.has(name))) return notSignedIn()
  if (wantsPieces(request)) return notInPieces()
  const stream = isBatch ? names.find((name) => streams.has(name)) : undefined
  return stream === undefined ? null : notInBatch(stream)
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

type Asked = { readonly names: readonly string[]; readonly isBatch: boolean }

/** The procedures that a request names, read as tRPC does. A batch names several, an invalid URL none. */
function askedIn(url: string): Asked {
  try {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
    const isBatch = searchParams.get('batch') === '1'
    return { names: isBatch ? path.split(',', LIMITS.callsPerBatch + 1) : [path], isBatch }
  } catch {
    return { names: [], isBatch: false }
  }
}

/** Whether the client asks for the answers of a batch one by one, as its calls are done. */
function wantsPieces({ headers }: Request): boolean {
  const accepted = [headers['trpc-accept'] ?? [], headers.accept ?? []].flat().join(',')
  return accepted.split(',').some((type) => type.trim() === 'application/jsonl')
}

function notInBatch(name: string): Problem {
  return invalid(
    'batch',
    'invalid_value',
    `\`${name}\` is a stream, which cannot be part of a batch.`,
  )
}

/** Such an answer says 200 before the calls are done, and holds its connection as long as the slowest takes. */
function notInPieces(): Problem {
  const why = 'Answers are not streamed: use `httpBatchLink`, not `httpBatchStreamLink`.'
  return invalid('trpc-accept', 'invalid_value', why)
}
