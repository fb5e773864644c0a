/** Routes that need no key: the OpenAPI document and the docs. */
import { logFailure, Problem, problemOf, type Service } from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { compressed, encodingFor, type Encoding } from './compression.ts'
import { digestOf, isUnchanged } from './entity-tag.ts'
import { blocked, countUnknownPath, writeLimitHeaders } from './limit-headers.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { identified } from './request-id.ts'
import { sendAnswer } from './send-answer.ts'
import { sendProblem } from './send-problem.ts'

export type PublicHandler = {
  readonly service: Pick<Service, 'publicBaseUrl' | 'log'>
  readonly limits: RateLimits
  readonly trustedProxies: number
}

/** Reuse the object for the same content: its tag and its compressed forms are made once for it. */
export type PublicReply = {
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Left out: 200. */
  readonly status?: 404
  /** It is an archive, which no encoding makes smaller. */
  readonly isCompressed?: true
}

/** The first of these content types that suits the client best; false when none does. */
export type Accepts = (...types: string[]) => string | false

/** Null: nothing is there. */
type Answer = () => Promise<PublicReply | null>

export type PublicRoutes = {
  /** What answers at a path; null when the path is not one of these routes. */
  readonly at: (path: string, accepts: Accepts) => Answer | null
  /** Whether an address that sent too many invalid keys is refused here too. */
  readonly refusesBlockedAddresses: boolean
  /** Whether pages of any origin may read it. `/v1` allows none: a key in a page is a key that everybody has. */
  readonly isForPages?: boolean
}

/** Middleware that answers GET and HEAD of these routes and passes every other path on. */
export function publicRoutes(handler: PublicHandler, routes: PublicRoutes) {
  const reply = async (answer: Answer, request: Request, response: Response): Promise<void> => {
    if (routes.isForPages === true) response.setHeader('Access-Control-Allow-Origin', '*')
    const address = await admit(handler, routes, request, response)
    const made = await answer()
    if (made === null) {
      countUnknownPath(handler, address, response)
      throw new Problem('not_found', 'This path does not exist.')
    }
    if (made.status === 404) countUnknownPath(handler, address, response)
    await dropRest(request)
    await send(request, response, made)
  }
  return (request: Request, response: Response, next: NextFunction): void => {
    const answer = routes.at(request.path, (...types) => request.accepts(types))
    if (answer === null) {
      next()
      return
    }
    reply(answer, request, response).catch((error: unknown) =>
      refuseGet(handler, request, response, error),
    )
  }
}

/**
 * Writes the headers of the address's limit.
 *
 * @returns the address
 * @throws `429 rate_limited`, `405 method_not_allowed`
 */
async function admit(
  handler: PublicHandler,
  { refusesBlockedAddresses }: PublicRoutes,
  request: Request,
  response: Response,
): Promise<string> {
  const address = clientAddress(request, handler.trustedProxies)
  const decision = await handler.limits.lookAtAddress(address)
  writeLimitHeaders(response, decision)
  if (!decision.allowed && refusesBlockedAddresses) throw blocked(response, decision)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    countUnknownPath(handler, address, response)
    throw methodNotAllowed(request, response, 'GET')
  }
  return address
}

/** Sends the reply in the encoding that the caller accepts; 304 without a body when the caller has it already. */
async function send(request: Request, response: Response, made: PublicReply): Promise<void> {
  const encoding =
    made.isCompressed === true ? null : encodingFor(request, Buffer.byteLength(made.body))
  const tag = tagOf(made, encoding)
  response.setHeader('Cache-Control', 'no-cache')
  for (const [name, value] of Object.entries(made.headers ?? {})) response.setHeader(name, value)
  if (made.status !== 404 && isUnchanged(request, response, tag)) return
  const body = encoding === null ? made.body : await compressedReply(made, encoding)
  const { contentType, status = 200 } = made
  await sendAnswer(request, response, { status, contentType, body, encoding })
}

const tags = new WeakMap<PublicReply, string>()

/** Changes with the body and with its encoding. Computed once for a reply that is reused. */
function tagOf(reply: PublicReply, encoding: Encoding | null): string {
  let digest = tags.get(reply)
  if (digest === undefined) {
    digest = digestOf(reply.body)
    tags.set(reply, digest)
  }
  return encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`
}

const compressedReplies = new WeakMap<PublicReply, Map<Encoding, Promise<Uint8Array>>>()

/** Compressed once, however many requests ask for it at the same time. */
function compressedReply(reply: PublicReply, encoding: Encoding): Promise<Uint8Array> {
  const made = compressedReplies.get(reply) ?? new Map<Encoding, Promise<Uint8Array>>()
  compressedReplies.set(reply, made)
  let body = made.get(encoding)
  if (body === undefined) {
    body = compressed(reply.body, encoding, 'small')
    made.set(encoding, body)
  }
  return body
}

/** Sends the refusal of a path that has GET alone. */
export async function refuseGet(
  { service }: Pick<PublicHandler, 'service'>,
  request: Request,
  response: Response,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  const { requestId } = identified(request)
  logFailure(service.log, problem, { request_id: requestId, route: request.path }, error)
  await sendProblem(identified(request), response, problem, service.publicBaseUrl)
}
