/** The REST door: from a request on `/v1` to one endpoint and back. */
import {
  invalidFields,
  actorOf,
  authorize,
  logFailure,
  Problem,
  PROBLEMS,
  problemOf,
  rateLimited,
  sourceOf,
  withoutSlashes,
  type Context,
  type FindKey,
  type KeyHolder,
  type Service,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerOf } from './bearer.ts'
import { dropRest } from './body.ts'
import { clientAddress } from './client-address.ts'
import { JSON_TYPE, receiptFor } from './idempotency.ts'
import { isStrict, STRICT } from './preferences.ts'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { RateLimits, Verdict } from './rate-limits/rate-limits.ts'
import { readRequest } from './read-request.ts'
import type { Lookup, Match, RouteTable } from './route-table.ts'
import { endAnswer, sendAnswer } from './send-answer.ts'
import type { Switches } from './switches.ts'

export type RestDoor = {
  readonly service: Service
  readonly table: RouteTable
  readonly limits: RateLimits
  readonly switches: Switches
  readonly findKey: FindKey
  readonly trustedProxies: number
  /** Tests: every reply is also parsed with the endpoint's schema. */
  readonly checkReplies: boolean
  /** Told what was answered, for logs and metrics. `route` is a template. */
  readonly onAnswer?: (
    request: IncomingMessage,
    answered: { route: string; code: string | null },
  ) => void
}

export type RestRequest = IncomingMessage & { readonly requestId: string }

/** Answers one request; never throws. */
export async function answerRest(
  door: RestDoor,
  request: RestRequest,
  response: ServerResponse,
): Promise<void> {
  const { requestId } = request
  const { pathname, queryString } = splitUrl(request.url ?? '/')
  const exchange: Exchange = {
    request,
    response,
    pathname,
    queryString,
    route: 'none',
    queryNames: new Set(),
    pathNames: [],
  }
  try {
    await answer(door, exchange)
  } catch (error) {
    const problem = toldOfAddress(problemOf(error), exchange)
    logFailure(door.service.log, problem, { request_id: requestId, route: exchange.route }, error)
    await writeProblem(door, exchange, problem)
  }
}

type Exchange = {
  readonly request: RestRequest
  readonly response: ServerResponse
  readonly pathname: string
  readonly queryString: string
  /** Template of the route, for logs and metrics. */
  route: string
  queryNames: ReadonlySet<string>
  pathNames: readonly string[]
}

/** The order of refusals is part of the API: switch, path, address, key, rate, rights, shape, then the endpoint. */
async function answer(door: RestDoor, exchange: Exchange): Promise<void> {
  const { service } = door
  const { request, response } = exchange
  const address = clientAddress(request, door.trustedProxies)
  const found = findRoute(door, exchange)
  if (await door.switches.isApiDisabled()) throw switchedOff()
  const match = requireRoute(door, exchange, found, address)
  const addressVerdict = await door.limits.lookAtAddress(address)
  if (!addressVerdict.allowed)
    throw limited(response, addressVerdict, 'This address sent too many invalid keys.')
  const { caller, organization } = await keyHolder(door, exchange, address, addressVerdict)
  const { endpoint } = match.route
  const verdict = await door.limits.take({
    holder: 'key',
    keyId: caller.id,
    organizationId: organization.id,
    calls: 1,
    availabilityCalls: endpoint.rateLimit === 'availability' ? 1 : 0,
  })
  writeLimitHeaders(response, verdict)
  if (organization.apiDisabled) throw switchedOff()
  if (!verdict.allowed) {
    throw limited(response, verdict, usedUp(verdict, 'key', 'all keys of the organization'))
  }
  const context: Context = {
    ...service,
    requestId: request.requestId,
    caller,
    organization,
    actor: actorOf(caller),
    source: sourceOf(caller),
    linkTo: (cursor) => linkTo(service.publicBaseUrl, exchange, cursor),
    receipt: null,
  }
  authorize(endpoint, context)
  const strict = isStrict(request)
  if (strict) response.setHeader('Preference-Applied', STRICT)
  const said = await readRequest(request, match, exchange.queryString, strict)
  const receipt =
    said.idempotencyKey === null
      ? null
      : receiptFor(service, {
          match,
          key: said.idempotencyKey,
          organizationId: organization.id,
          apiKeyId: caller.id,
          body: said.body,
          requestId: request.requestId,
        })
  const done = await endpoint.perform({ ...context, receipt }, said.input)
  if (done.kind === 'replay') {
    response.setHeader('Idempotent-Replayed', 'true')
    await write(door, exchange, done.rendered.status, done.rendered.contentType, done.rendered.body)
    return
  }
  if (door.checkReplies) endpoint.output.parse(done.reply)
  const status = endpoint.success[done.outcome]
  if (status === undefined) throw new Error(`The outcome "${done.outcome}" has no status.`)
  await write(
    door,
    exchange,
    status,
    JSON_TYPE,
    done.rendered?.body ?? match.route.writeReply(done.reply),
  )
}

/**
 * A fault inside a list of the query is told of the parameter: what the caller wrote has no numbered
 * elements. An id in the path that can't be stored is nobody's.
 */
function toldOfAddress(problem: Problem, { queryNames, pathNames }: Exchange): Problem {
  if (problem.code !== 'validation_error') return problem
  const isNobodys = problem.errors.some(
    ({ field, code }) => NOBODYS.has(code) && pathNames.includes(field),
  )
  if (isNobodys) return new Problem('not_found', 'No resource of this organization has this id.')
  const named = problem.errors.map((fault) => {
    const [, name = ''] = /^(\w+)\[\d+\]$/.exec(fault.field) ?? []
    return queryNames.has(name) ? { ...fault, field: name } : fault
  })
  if (named.every((fault, index) => fault === problem.errors[index])) return problem
  const distinct = new Map(named.map((fault) => [`${fault.field} ${fault.code}`, fault]))
  return invalidFields([...distinct.values()])
}

/** What a schema says of a text that no id can be. */
const NOBODYS: ReadonlySet<string> = new Set(['invalid_value', 'too_long'])

/** Names the route in the log and the metrics, whatever is answered then. */
function findRoute(door: RestDoor, exchange: Exchange): Lookup {
  const found = door.table.find(exchange.request.method ?? 'GET', exchange.pathname)
  if (found !== null && 'match' in found) {
    const { route } = found.match
    exchange.route = `${route.method} ${route.path}`
    exchange.queryNames = route.queryNames
    exchange.pathNames = route.pathNames
  }
  return found
}

function requireRoute(door: RestDoor, exchange: Exchange, found: Lookup, address: string): Match {
  if (found !== null && 'match' in found) return found.match
  countUnknownPath(door, address, exchange.response)
  if (found === null) throw new Problem('not_found', noSuchPath(door, exchange))
  exchange.response.setHeader('Allow', found.allow.join(', '))
  throw new Problem(
    'method_not_allowed',
    `${exchange.request.method} is not accepted on this path. It accepts: ${found.allow.join(', ')}.`,
  )
}

function noSuchPath(door: RestDoor, { request, pathname }: Exchange): string {
  const plain = withoutSlashes(pathname)
  const isNear = plain !== pathname && door.table.find(request.method ?? 'GET', plain) !== null
  return isNear
    ? 'This path does not exist. Paths do not end with a slash.'
    : 'This path does not exist.'
}

async function keyHolder(
  door: RestDoor,
  exchange: Exchange,
  address: string,
  addressVerdict: Verdict,
): Promise<KeyHolder> {
  writeLimitHeaders(exchange.response, addressVerdict)
  const header = exchange.request.headers.authorization
  const value = bearerOf(header ?? '')
  if (header === undefined || header.trim() === '') {
    throw new Problem('unauthorized', 'Send the key as `Authorization: Bearer <API key>`.')
  }
  const lookup = value === null ? { result: 'unknown' as const } : await door.findKey(value)
  if (lookup.result === 'found') return lookup.holder
  if (lookup.result === 'unknown') {
    const verdict = await door.limits.countInvalidKey(address)
    // Others from this address were counted in the meantime, and blocked it.
    if (!verdict.allowed) {
      throw limited(exchange.response, verdict, 'This address sent too many invalid keys.')
    }
    writeLimitHeaders(exchange.response, verdict)
    throw new Problem(
      'unauthorized',
      value === null
        ? 'This is not an API key. Send the key as `Authorization: Bearer <API key>`.'
        : 'The API key is not valid.',
    )
  }
  throw new Problem('unauthorized', 'The API key was revoked or has expired.')
}

/** @param why a sentence; when to come back is added, for those who never look at headers */
export function limited(response: ServerResponse, verdict: Verdict, why: string): Problem {
  writeLimitHeaders(response, verdict)
  return rateLimited(why, verdict.retryAfterSeconds ?? 1)
}

/** @throws `429 rate_limited` where it was one too many */
export function countUnknownPath(
  { limits }: Pick<RestDoor, 'limits'>,
  address: string,
  response: ServerResponse,
): void {
  const verdict = limits.countUnknownPath(address)
  if (verdict.allowed) return
  throw limited(response, verdict, 'This address requested too many paths that do not exist.')
}

/**
 * Which limit, and whose: several hold for one request.
 *
 * @param one whose windows of a key are meant
 * @param all whose window of an organization is
 */
export function usedUp({ limit, window }: Verdict, one: string, all: string): string {
  const scope = {
    'key second': `requests per second for this ${one}`,
    'key minute': `requests per minute for this ${one}`,
    'availability minute': `availability requests per minute for this ${one}`,
    'organization minute': `requests per minute for ${all}`,
  }[window ?? 'key minute']
  return `The limit of ${limit} ${scope} was exceeded.`
}

function switchedOff(): Problem {
  return new Problem(
    'api_disabled',
    'The API is switched off for maintenance or because of an incident. Try again in a minute.',
  )
}

export function writeLimitHeaders(response: ServerResponse, verdict: Verdict): void {
  response.setHeader('X-RateLimit-Limit', verdict.limit)
  response.setHeader('X-RateLimit-Remaining', verdict.remaining)
  response.setHeader('X-RateLimit-Reset', verdict.resetAt)
}

async function writeProblem(door: RestDoor, exchange: Exchange, problem: Problem): Promise<void> {
  const { request, response } = exchange
  if (!response.hasHeader('X-RateLimit-Limit')) {
    const verdict = await door.limits
      .lookAtAddress(clientAddress(request, door.trustedProxies))
      .catch(() => null)
    if (verdict !== null) writeLimitHeaders(response, verdict)
  }
  if (problem.retryAfterSeconds !== null)
    response.setHeader('Retry-After', problem.retryAfterSeconds)
  if (problem.code === 'unauthorized') response.setHeader('WWW-Authenticate', 'Bearer')
  const body = problemBody(problem, request.requestId, door.service.publicBaseUrl)
  await dropRest(request)
  await write(door, exchange, PROBLEMS[problem.code].status, PROBLEM_TYPE, body, problem.code)
}

async function write(
  door: RestDoor,
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  code: string | null = null,
): Promise<void> {
  const { request, response } = exchange
  door.onAnswer?.(request, { route: exchange.route, code })
  response.setHeader('Cache-Control', 'no-store')
  if (status === 204) {
    response.statusCode = status
    endAnswer(request, response)
  } else await sendAnswer(request, response, { status, contentType, body })
}

function linkTo(publicBaseUrl: string, exchange: Exchange, cursor: string): string {
  const query = new URLSearchParams(exchange.queryString)
  query.set('cursor', cursor)
  return `${publicBaseUrl}${exchange.pathname}?${query}`
}

/** Proxies may send the whole address; what stands before its path says nothing here. */
function splitUrl(address: string): { pathname: string; queryString: string } {
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  if (mark === -1) return { pathname: url, queryString: '' }
  return { pathname: url.slice(0, mark), queryString: url.slice(mark + 1) }
}
