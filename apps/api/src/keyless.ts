/** Routes that need no key: the OpenAPI document and the docs. */
import { logFailure, problemOf, Problem, PROBLEMS, type Service } from '@scheduling/core'
import type { NextFunction, Request, Response } from 'express'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { writeLimitHeaders, type RestRequest } from './rest.ts'

export type KeylessDoor = {
  readonly service: Pick<Service, 'publicBaseUrl' | 'log'>
  readonly limits: RateLimits
  readonly trustedProxies: number
}

export type KeylessReply = {
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export type KeylessRoutes = {
  /** What answers at a path; null: not one of these routes. It may throw a problem. */
  readonly at: (path: string) => ((request: IncomingMessage) => Promise<KeylessReply>) | null
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
      writeKeylessProblem(door, request, response, error)
    })
  }
}

async function reply(
  door: KeylessDoor,
  routes: KeylessRoutes,
  answer: (request: IncomingMessage) => Promise<KeylessReply>,
  request: Request,
  response: Response,
): Promise<void> {
  const verdict = await door.limits.lookAtAddress(clientAddress(request, door.trustedProxies))
  writeLimitHeaders(response, verdict)
  if (!verdict.allowed && routes.refusesBlockedAddresses) {
    throw new Problem('rate_limited', 'This address sent too many invalid keys.', {
      retryAfterSeconds: verdict.retryAfterSeconds ?? 1,
    })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Problem('method_not_allowed', `${request.method} does not exist here. It has: GET.`)
  }
  const made = await answer(request)
  await dropRest(request)
  const tag = tagOf(made)
  response.setHeader('Cache-Control', 'no-cache')
  response.setHeader('ETag', tag)
  for (const [name, value] of Object.entries(made.headers ?? {})) response.setHeader(name, value)
  if (hasTag(request, tag)) {
    if (!request.complete) response.setHeader('Connection', 'close')
    response.statusCode = 304
    response.end()
    return
  }
  write(request, response, 200, made.contentType, made.body)
}

const tags = new WeakMap<KeylessReply, string>()

/** Changes with the body; made once for an answer that is kept. */
function tagOf(reply: KeylessReply): string {
  const known = tags.get(reply)
  if (known !== undefined) return known
  const tag = `"${createHash('sha256').update(reply.body).digest('base64url').slice(0, 22)}"`
  tags.set(reply, tag)
  return tag
}

/** Whether the caller has this very body already. Weak comparison, as RFC 9110 has it for `If-None-Match`. */
function hasTag({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(tag) || known.includes('*'))
}

/** Any error as the answer; of these routes all have GET alone. */
export function writeKeylessProblem(
  door: Pick<KeylessDoor, 'service'>,
  request: Request,
  response: Response,
  error: unknown,
): void {
  const problem = problemOf(error)
  const requestId = requestIdOf(request)
  logFailure(door.service.log, problem, { request_id: requestId, route: request.path }, error)
  if (problem.code === 'method_not_allowed') response.setHeader('Allow', 'GET')
  if (problem.retryAfterSeconds !== null) {
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  }
  response.setHeader('Cache-Control', 'no-store')
  const body = problemBody(problem, requestId, door.service.publicBaseUrl)
  write(request, response, PROBLEMS[problem.code].status, PROBLEM_TYPE, body)
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
): void {
  response.statusCode = status
  response.setHeader('Content-Type', contentType)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  // A request whose body was not read to its end can't share its connection with the next one.
  if (!request.complete) response.setHeader('Connection', 'close')
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The first middleware of the app gave it one. */
function requestIdOf(request: IncomingMessage): string {
  return (request as RestRequest).requestId
}
