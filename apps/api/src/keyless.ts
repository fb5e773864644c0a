/** Routes that need no key: the OpenAPI document and the docs. */
import { logFailure, problemOf, Problem, PROBLEMS, type Service } from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { compressed, encodingFor, type Encoding } from './compression.ts'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { countUnknownPath, writeLimitHeaders, type RestRequest } from './rest.ts'
import { endAnswer, sendAnswer } from './send-answer.ts'

export type KeylessDoor = {
  readonly service: Pick<Service, 'publicBaseUrl' | 'log'>
  readonly limits: RateLimits
  readonly trustedProxies: number
}

/** Kept by whoever makes it: its tag and its compressed forms are made once for the object. */
export type KeylessReply = {
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export type KeylessRoutes = {
  /** What answers at a path; null: not one of these routes. It answers null where nothing is. */
  readonly at: (path: string) => (() => Promise<KeylessReply | null>) | null
  /** Whether an address that sent too many invalid keys is refused here too. */
  readonly refusesBlockedAddresses: boolean
}

/** Middleware that answers GET and HEAD of these routes and passes every other path on. */
export function keyless(door: KeylessDoor, routes: KeylessRoutes) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const answer = routes.at(request.path)
    if (answer === null) {
      next()
      return
    }
    reply(door, routes, answer, request, response).catch(async (error: unknown) => {
      await dropRest(request)
      await writeKeylessProblem(door, request, response, error)
    })
  }
}

async function reply(
  door: KeylessDoor,
  routes: KeylessRoutes,
  answer: () => Promise<KeylessReply | null>,
  request: Request,
  response: Response,
): Promise<void> {
  const address = clientAddress(request, door.trustedProxies)
  const verdict = await door.limits.lookAtAddress(address)
  writeLimitHeaders(response, verdict)
  if (!verdict.allowed && routes.refusesBlockedAddresses) {
    throw new Problem('rate_limited', 'This address sent too many invalid keys.', {
      retryAfterSeconds: verdict.retryAfterSeconds ?? 1,
    })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    countUnknownPath(door, address, response)
    throw new Problem(
      'method_not_allowed',
      `${request.method} is not accepted here. This path accepts: GET.`,
    )
  }
  const made = await answer()
  if (made === null) {
    countUnknownPath(door, address, response)
    throw new Problem('not_found', 'This path does not exist.')
  }
  await dropRest(request)
  const encoding = encodingFor(request, Buffer.byteLength(made.body))
  const tag = tagOf(made, encoding)
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('ETag', tag)
  for (const [name, value] of Object.entries(made.headers ?? {})) response.setHeader(name, value)
  if (hasTag(request, tag)) {
    response.statusCode = 304
    response.setHeader('Vary', 'Accept-Encoding')
    endAnswer(request, response)
    return
  }
  const body = encoding === null ? made.body : await compressedReply(made, encoding)
  await sendAnswer(request, response, {
    status: 200,
    contentType: made.contentType,
    body,
    encoding,
  })
}

const tags = new WeakMap<KeylessReply, string>()

/** Changes with the body and with its form on the wire; made once for an answer that is kept. */
function tagOf(reply: KeylessReply, encoding: Encoding | null): string {
  let digest = tags.get(reply)
  if (digest === undefined) {
    digest = createHash('sha256').update(reply.body).digest('base64url').slice(0, 22)
    tags.set(reply, digest)
  }
  return encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`
}

const compressedReplies = new WeakMap<KeylessReply, Map<Encoding, Promise<Uint8Array>>>()

/** Made once, however many ask for it at the same time. */
function compressedReply(reply: KeylessReply, encoding: Encoding): Promise<Uint8Array> {
  const made = compressedReplies.get(reply) ?? new Map<Encoding, Promise<Uint8Array>>()
  compressedReplies.set(reply, made)
  let body = made.get(encoding)
  if (body === undefined) {
    body = compressed(reply.body, encoding, 'small')
    made.set(encoding, body)
  }
  return body
}

/** Tags that a client may name at once. */
const MOST_TAGS = 20

/** Whether the caller has this very body already. Weak comparison, as RFC 9110 has it for `If-None-Match`. */
function hasTag({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match']
    ?.split(',', MOST_TAGS)
    .map((one) => one.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(tag) || known.includes('*'))
}

/** Any error as the answer; of these routes all have GET alone. */
export async function writeKeylessProblem(
  door: Pick<KeylessDoor, 'service'>,
  request: Request,
  response: Response,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  const requestId = requestIdOf(request)
  logFailure(door.service.log, problem, { request_id: requestId, route: request.path }, error)
  if (problem.code === 'method_not_allowed') response.setHeader('Allow', 'GET')
  if (problem.retryAfterSeconds !== null) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
  response.setHeader('Cache-Control', 'no-store')
  const body = problemBody(problem, requestId, door.service.publicBaseUrl)
  const { status } = PROBLEMS[problem.code]
  await sendAnswer(request, response, { status, contentType: PROBLEM_TYPE, body })
}

/** The first middleware of the app gave it one. */
function requestIdOf(request: IncomingMessage): string {
  return (request as RestRequest).requestId
}
