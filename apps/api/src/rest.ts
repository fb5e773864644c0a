/** `/v1`: from a request to one endpoint and back. */
import {
  actorOf,
  authorize,
  invalidFields,
  logFailure,
  Problem,
  problemOf,
  sourceOf,
  withoutSlashes,
  type Context,
  type FreshAnswer,
  type KeyHolder,
  type Service,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'
import { idempotencyRecordFor, JSON_TYPE } from './idempotency.ts'
import { keyHolder, type KeyCheck } from './key-holder.ts'
import {
  countUnknownPath,
  hasLimitHeaders,
  tooMany,
  usedUp,
  writeLimitHeaders,
} from './limit-headers.ts'
import { isStrict, STRICT } from './preferences.ts'
import { readRequest } from './read-request.ts'
import type { IdentifiedRequest } from './request-id.ts'
import type { Lookup, Match, Route, RouteTable } from './route-table.ts'
import { sendAnswer, type Sent } from './send-answer.ts'
import { sendProblem } from './send-problem.ts'
import type { Switches } from './switches.ts'

/** What `/v1` is answered with. */
export type RestHandler = KeyCheck & {
  readonly service: Service
  readonly table: RouteTable
  readonly switches: Switches
  readonly trustedProxies: number
  /** Tests: every reply is also parsed with the endpoint's schema. */
  readonly checkReplies: boolean
  /** Told what was answered, for logs and metrics. `route` is a template. */
  readonly onAnswer?: (
    request: IncomingMessage,
    answered: { route: string; code: string | null },
  ) => void
}

/** Answers one request; never throws. */
export async function answerRest(
  handler: RestHandler,
  request: IdentifiedRequest,
  response: ServerResponse,
): Promise<void> {
  const { service, limits } = handler
  const address = clientAddress(request, handler.trustedProxies)
  const exchange: Exchange = { request, response, address, ...splitUrl(request.url ?? '/') }
  const found = handler.table.find(request.method ?? 'GET', exchange.pathname)
  const route = found !== null && 'match' in found ? found.match.route : null
  // For logs and metrics: the template, never the path itself.
  const name = route === null ? 'none' : `${route.method} ${route.path}`
  try {
    const answer = await answerOf(handler, exchange, found)
    handler.onAnswer?.(request, { route: name, code: null })
    response.setHeader('Cache-Control', 'no-store')
    await sendAnswer(request, response, answer)
  } catch (error) {
    const problem = inWordsOfRoute(problemOf(error), route)
    logFailure(service.log, problem, { request_id: request.requestId, route: name }, error)
    if (!hasLimitHeaders(response)) {
      const decision = await limits.lookAtAddress(address).catch(() => null)
      if (decision !== null) writeLimitHeaders(response, decision)
    }
    handler.onAnswer?.(request, { route: name, code: problem.code })
    await sendProblem(request, response, problem, service.publicBaseUrl)
  }
}

type Exchange = {
  readonly request: IdentifiedRequest
  readonly response: ServerResponse
  /** Who sends it, as its limits count. */
  readonly address: string
  readonly pathname: string
  readonly queryString: string
}

/** The order of refusals is part of the API: switch, path, address, key, rate, rights, shape, then the endpoint. */
async function answerOf(handler: RestHandler, exchange: Exchange, found: Lookup): Promise<Sent> {
  const { request, response, address } = exchange
  if (await handler.switches.isApiDisabled()) throw switchedOff()
  const match = requireRoute(handler, exchange, found)
  const { endpoint } = match.route
  const holder = await keyHolder(handler, request, response, address)
  await countCall(handler, exchange, match.route, holder)
  const context = contextOf(handler.service, exchange, holder)
  authorize(endpoint, context)
  const strict = isStrict(request)
  if (strict) response.setHeader('Preference-Applied', STRICT)
  const said = await readRequest(request, match, exchange.queryString, strict)
  const idempotencyRecord =
    said.idempotencyKey === null
      ? null
      : idempotencyRecordFor(context, { match, key: said.idempotencyKey, body: said.body })
  const call = { ...context, idempotencyRecord }
  const done = await endpoint.perform(call, said.input, match.route.procedure)
  if (done.kind === 'replay') {
    response.setHeader('Idempotent-Replayed', 'true')
    return done.rendered
  }
  if (handler.checkReplies) endpoint.output.parse(done.reply)
  return rendered(match.route, done)
}

/** @throws `429 rate_limited`; `503 api_disabled` for an organization that is switched off */
async function countCall(
  { limits }: RestHandler,
  { response }: Exchange,
  { endpoint }: Route,
  { caller, organization }: KeyHolder,
): Promise<void> {
  const decision = await limits.take({
    holder: 'key',
    keyId: caller.id,
    organizationId: organization.id,
    calls: 1,
    availabilityCalls: endpoint.rateLimit === 'availability' ? 1 : 0,
  })
  writeLimitHeaders(response, decision)
  if (organization.apiDisabled) throw switchedOff()
  if (!decision.allowed) {
    throw tooMany(response, decision, usedUp(decision, 'key', 'all keys of the organization'))
  }
}

function contextOf(
  service: Service,
  exchange: Exchange,
  { caller, organization }: KeyHolder,
): Context {
  return {
    ...service,
    requestId: exchange.request.requestId,
    caller,
    organization,
    actor: actorOf(caller),
    source: sourceOf(caller),
    linkTo: (cursor) => linkTo(service.publicBaseUrl, exchange, cursor),
    idempotencyRecord: null,
  }
}

function rendered(route: Route, done: FreshAnswer): Sent {
  const status = route.endpoint.success[done.outcome]
  if (status === undefined) throw new Error(`The outcome "${done.outcome}" has no status.`)
  const body = done.rendered?.body ?? route.writeReply(done.reply)
  return { status, contentType: JSON_TYPE, body }
}

/**
 * Names faults as the caller wrote the request. A parameter of the query has no numbered elements, so a fault
 * inside a list is a fault of the parameter. An id in the path that no record can have is not found.
 */
function inWordsOfRoute(problem: Problem, route: Route | null): Problem {
  if (problem.code !== 'validation_error' || route === null) return problem
  const { pathNames, queryNames } = route
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

function requireRoute(handler: RestHandler, exchange: Exchange, found: Lookup): Match {
  if (found !== null && 'match' in found) return found.match
  countUnknownPath(handler, exchange.address, exchange.response)
  if (found === null) throw new Problem('not_found', noSuchPath(handler, exchange))
  exchange.response.setHeader('Allow', found.allow.join(', '))
  throw new Problem(
    'method_not_allowed',
    `${exchange.request.method} is not accepted on this path. It accepts: ${found.allow.join(', ')}.`,
  )
}

function noSuchPath({ table }: RestHandler, { request, pathname }: Exchange): string {
  const plain = withoutSlashes(pathname)
  const isNear = plain !== pathname && table.find(request.method ?? 'GET', plain) !== null
  return isNear
    ? 'This path does not exist. Paths do not end with a slash.'
    : 'This path does not exist.'
}

function switchedOff(): Problem {
  return new Problem(
    'api_disabled',
    'The API is switched off for maintenance or because of an incident. Try again in a minute.',
  )
}

function linkTo(publicBaseUrl: string, exchange: Exchange, cursor: string): string {
  const query = new URLSearchParams(exchange.queryString)
  query.set('cursor', cursor)
  return `${publicBaseUrl}${exchange.pathname}?${query}`
}

/** A proxy may send the full address. What stands before the path means nothing here. */
function splitUrl(address: string): { pathname: string; queryString: string } {
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  if (mark === -1) return { pathname: url, queryString: '' }
  return { pathname: url.slice(0, mark), queryString: url.slice(mark + 1) }
}
