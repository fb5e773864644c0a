/** `/v1`: from a request to one endpoint and back. */
import {
  authorize,
  inCountry,
  invalidFields,
  logFailure,
  Problem,
  problemOf,
  withoutSlashes,
  type Context,
  type FreshAnswer,
  type Service,
} from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress } from './client-address.ts'
import { idempotencyRecordFor, JSON_TYPE } from './idempotency.ts'
import { announceEnd } from './deprecated.ts'
import { admitKey, contextOfKey, type KeyCheck } from './key-holder.ts'
import { countUnknownPath, hasLimitHeaders, writeLimitHeaders } from './limit-headers.ts'
import { isStrict, STRICT } from './preferences.ts'
import { readRequest } from './read-request.ts'
import type { IdentifiedRequest } from './request-id.ts'
import type { Lookup, Match, Route, RouteTable } from './route-table.ts'
import { sendAnswer, type Sent } from './send-answer.ts'
import { sendProblem } from './send-problem.ts'
import { switchedOff, type Switches } from './switches.ts'

/** What `/v1` is answered with. */
export type RestHandler = KeyCheck & {
  readonly service: Service
  readonly table: RouteTable
  readonly switches: Switches
  readonly trustedProxies: number
  /** Tests: every reply is also parsed with the endpoint's schema. */
  readonly checkReplies: boolean
}

/** Where a request goes. */
export type Target = {
  readonly pathname: string
  /** Without the question mark. */
  readonly queryString: string
  readonly found: Lookup
}

export function targetOf({ table }: Pick<RestHandler, 'table'>, request: IncomingMessage): Target {
  const { pathname, queryString } = splitUrl(request.url ?? '/')
  return { pathname, queryString, found: table.find(request.method ?? 'GET', pathname) }
}

/** Answers one request; never throws. */
export async function answerRest(
  handler: RestHandler,
  request: IdentifiedRequest,
  response: ServerResponse,
  target: Target,
): Promise<void> {
  const { service, limits } = handler
  const address = clientAddress(request, handler.trustedProxies)
  const exchange: Exchange = { request, response, address, target }
  const { found } = target
  const route = found !== null && 'match' in found ? found.match.route : null
  // For logs and metrics: the template, never the path itself.
  const name = route?.name ?? 'none'
  try {
    const { sent, isReplayed } = await answerOf(handler, exchange)
    const code = isReplayed && sent.status >= 400 ? codeIn(sent.body) : null
    request.answered = { route: name, code, isReplayed }
    response.setHeader('Cache-Control', 'no-store')
    await sendAnswer(request, response, sent)
  } catch (error) {
    const problem = renameFields(problemOf(error), route)
    logFailure(service.log, problem, { request_id: request.requestId, route: name }, error)
    if (!hasLimitHeaders(response)) {
      const decision = await limits.lookAtAddress(address).catch(() => null)
      if (decision !== null) writeLimitHeaders(response, decision)
    }
    request.answered = { route: name, code: problem.code, errors: problem.errors }
    await sendProblem(request, response, problem, service.publicBaseUrl)
  }
  request.afterAnswer?.()
}

type Answer = { readonly sent: Sent; readonly isReplayed: boolean }

type Exchange = {
  readonly request: IdentifiedRequest
  readonly response: ServerResponse
  /** Who sends it, as its limits count. */
  readonly address: string
  readonly target: Target
}

/** The order of refusals is part of the API: switch, path, address, key, rate, rights, shape, then the endpoint. */
async function answerOf(handler: RestHandler, exchange: Exchange): Promise<Answer> {
  const { request, target } = exchange
  if (await handler.switches.isApiDisabled()) throw switchedOff()
  const match = requireRoute(handler, exchange)
  const { endpoint, pathNames } = match.route
  announceEnd(exchange.response, endpoint.rest, null, handler.service.publicBaseUrl)
  const { pathValues } = match
  if (!isRead(match.route)) request.called = { pathNames, pathValues, input: endpoint.input }
  const availabilityCalls = endpoint.rateLimit === 'availability' ? 1 : 0
  const holder = await admitKey(handler, exchange, { calls: 1, availabilityCalls })
  const context = contextOfKey(handler.service, holder, {
    requestId: request.requestId,
    linkTo: (cursor) => linkTo(handler.service.publicBaseUrl, target, cursor),
  })
  authorize(endpoint, context)
  return inCountry(context.organization, () => perform(handler, exchange, match, context))
}

async function perform(
  handler: RestHandler,
  exchange: Exchange,
  match: Match & { readonly route: Route },
  context: Context,
): Promise<Answer> {
  const { request, response, target } = exchange
  const { endpoint } = match.route
  const strict = isStrict(request)
  if (strict) response.setHeader('Preference-Applied', STRICT)
  const parsed = await readRequest(request, match, target.queryString, strict)
  const sent = { queryString: target.queryString, body: parsed.body }
  announceEnd(response, endpoint.rest, sent, handler.service.publicBaseUrl)
  const idempotencyRecord =
    parsed.idempotencyKey === null
      ? null
      : idempotencyRecordFor(context, { match, key: parsed.idempotencyKey, body: parsed.body })
  const call = { ...context, idempotencyRecord }
  const done = await endpoint.perform(call, parsed.input, match.route.procedure)
  if (done.kind === 'replay') {
    response.setHeader('Idempotent-Replayed', 'true')
    return { sent: done.rendered, isReplayed: true }
  }
  if (handler.checkReplies) endpoint.output.parse(done.reply)
  return { sent: rendered(match.route, done), isReplayed: false }
}

/** Of a refusal that is sent again. */
function codeIn(problem: Sent['body']): string | null {
  const { code }: { code?: unknown } = JSON.parse(
    typeof problem === 'string' ? problem : Buffer.from(problem).toString('utf8'),
  )
  return typeof code === 'string' ? code : null
}

/** Of the request log: it does not list who looks at it. */
function isRead({ procedure }: Route): boolean {
  return procedure.startsWith('requests.')
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
function renameFields(problem: Problem, route: Route | null): Problem {
  if (problem.code !== 'validation_error' || route === null) return problem
  const { pathNames, queryNames } = route
  const isNobodys = problem.errors.some(
    ({ field, code }) => UNKNOWN_ID_CODES.has(code) && pathNames.includes(field),
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
const UNKNOWN_ID_CODES: ReadonlySet<string> = new Set(['invalid_value', 'too_long'])

function requireRoute(handler: RestHandler, exchange: Exchange): Match {
  const { found } = exchange.target
  if (found !== null && 'match' in found) return found.match
  countUnknownPath(handler, exchange.address, exchange.response)
  if (found === null) throw new Problem('not_found', noSuchPath(handler, exchange))
  exchange.response.setHeader('Allow', found.allow.join(', '))
  throw new Problem(
    'method_not_allowed',
    `${exchange.request.method} is not accepted on this path. It accepts: ${found.allow.join(', ')}.`,
  )
}

function noSuchPath({ table }: RestHandler, { request, target: { pathname } }: Exchange): string {
  const plain = withoutSlashes(pathname)
  const isNear = plain !== pathname && table.find(request.method ?? 'GET', plain) !== null
  return isNear
    ? 'This path does not exist. Paths do not end with a slash.'
    : 'This path does not exist.'
}

function linkTo(publicBaseUrl: string, { pathname, queryString }: Target, cursor: string): string {
  const query = new URLSearchParams(queryString)
  query.set('cursor', cursor)
  return `${publicBaseUrl}${pathname}?${query}`
}

/** A proxy may send the full address. What stands before the path means nothing here. */
function splitUrl(address: string): { pathname: string; queryString: string } {
  const url = address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  if (mark === -1) return { pathname: url, queryString: '' }
  return { pathname: url.slice(0, mark), queryString: url.slice(mark + 1) }
}
