/** A recorded exchange once more with the SDK: what it sends and what it returns are held against what was recorded. */
import { isDeepStrictEqual } from 'node:util'
import {
  answerSchema,
  routeTable,
  withCodeNames,
  type NamedShape,
  type Route,
} from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { Exchange } from './exchanges.ts'

/** Why the SDK cannot make a call. Anything else that it does differently is a fault. */
export type Reason =
  | 'unknown route'
  | 'another header'
  | 'a body as text'
  | 'a body where none is read'
  | 'a path that no id makes'
  | 'unknown field'
  | 'wrong type'

type Sent = { readonly url: string; readonly init: RequestInit }

type Expressed = {
  readonly route: Route
  readonly key: string
  readonly ids: readonly (string | number)[]
  /** With the names of the wire. */
  readonly input: Readonly<Record<string, unknown>>
  readonly isStrict: boolean
  readonly idempotencyKey: string | undefined
}

const table = routeTable(appRouter)

/**
 * @param make the SDK; a test of this file makes one with a fault
 * @returns null, or why the SDK cannot make this call
 * @throws when the SDK sends another request than the recorded one, or makes something else of the answer
 */
export async function replay(
  exchange: Exchange,
  make = (options: SchedulingOptions) => new Scheduling(options),
): Promise<Reason | null> {
  const meant = expressed(exchange)
  if (typeof meant === 'string') return meant
  const { route, key, ids, input, isStrict, idempotencyKey } = meant
  const sent: Sent[] = []
  const api = make({
    baseUrl: 'http://api.test',
    apiKey: key,
    maxRetries: 0,
    strict: isStrict,
    async fetch(url, init) {
      sent.push({ url, init })
      const { status, headers, text } = exchange.answer
      return new Response(text === '' ? null : text, { status, headers })
    },
  })
  const schema = inputSchema(route)
  const given = [
    ...ids,
    withCodeNames(input, schema, schema),
    ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }]),
  ]
  const [group = '', verb = ''] = route.procedure.split('.')
  const send: (...given: readonly unknown[]) => Promise<unknown> = Reflect.get(
    Reflect.get(api, group),
    verb,
  )
  const outcome = await send(...given).then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  )
  const [only, ...others] = sent
  if (only === undefined) {
    throw new Error('Nothing was sent.', 'error' in outcome ? { cause: outcome.error } : {})
  }
  if (others.length > 0) throw new Error(`${sent.length} requests were sent.`)
  checkRequest(meant, exchange, only)
  if ('error' in outcome) checkError(outcome.error, exchange.answer)
  else checkData(outcome.data, route, exchange.answer)
  return null
}

function expressed({ method, path, ...call }: Exchange): Expressed | Reason {
  const [pathname = '', queryString = ''] = path.split('?')
  const found = table.find(method, pathname)
  if (found === null || !('match' in found)) return 'unknown route'
  const { route, pathValues } = found.match
  const headers = new Map(
    Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const idempotencyKey = headers.get('idempotency-key')
  const prefer = headers.get('prefer')
  headers.delete('idempotency-key')
  headers.delete('prefer')
  // The SDK sends text as UTF-8, and refuses a key where none is taken.
  const isOddKey =
    idempotencyKey !== undefined &&
    (route.endpoint.rest.idempotent !== true || !/^[\x20-\x7e]*$/.test(idempotencyKey))
  const isOther = headers.size > 0 || (prefer !== undefined && prefer !== 'handling=strict')
  if (isOther || isOddKey) return 'another header'
  const body = bodyOf(call.body)
  if (body === undefined) return 'a body as text'
  if (body !== null && (method === 'GET' || method === 'DELETE')) return 'a body where none is read'
  if (pathValues.some((value) => value === '.' || value === '..')) return 'a path that no id makes'
  const { input, unknown } = route.readInput({ pathValues, queryString, body })
  const isNamed = Object.keys(body ?? {}).every((name) => route.bodyNames.has(name))
  if (unknown.length > 0 || !isNamed) return 'unknown field'
  const inPath = new Set(route.pathNames)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
  const fault = typeFault(route, rest)
  if (fault !== null) return fault
  return {
    route,
    key: call.key,
    ids: pathValues.map((value) => (String(Number(value)) === value ? Number(value) : value)),
    input: rest,
    isStrict: prefer !== undefined,
    idempotencyKey,
  }
}

/** A record as it was sent. Undefined: it is none. */
function bodyOf(text: string | null): Readonly<Record<string, unknown>> | null | undefined {
  if (text === null) return null
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
    return body as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}

/** The request that was sent must be read as the one that is meant. */
function checkRequest(meant: Expressed, { path, body: recorded }: Exchange, sent: Sent): void {
  const { route, key, isStrict, idempotencyKey } = meant
  const [meantPath = '', meantQuery = ''] = path.split('?')
  const { pathname, search } = new URL(sent.url)
  const headers = new Headers(sent.init.headers)
  const read = (at: string, queryString: string, text: string | null) => {
    const found = table.find(route.method, at)
    if (found === null || !('match' in found)) return { route: null }
    const { pathValues } = found.match
    const body = bodyOf(text) ?? null
    return {
      route: found.match.route.name,
      ...found.match.route.readInput({ pathValues, queryString, body }),
    }
  }
  const text = typeof sent.init.body === 'string' ? sent.init.body : null
  same('the method', sent.init.method, route.method)
  same('the request', read(pathname, search.slice(1), text), read(meantPath, meantQuery, recorded))
  // A body may be left out where it is empty.
  same('the body', bodyOf(text) ?? {}, bodyOf(recorded) ?? {})
  same('Content-Type', headers.get('content-type'), text === null ? null : 'application/json')
  same('the key', headers.get('authorization'), `Bearer ${key}`)
  same('Prefer', headers.get('prefer'), isStrict ? 'handling=strict' : null)
  const sentKey = headers.get('idempotency-key')
  if (idempotencyKey !== undefined) same('Idempotency-Key', sentKey, idempotencyKey)
  else same('Idempotency-Key', sentKey !== null, route.endpoint.rest.idempotent === true)
}

/** What was returned is the body, with the names of code. */
function checkData(data: unknown, route: Route, { status, text }: Exchange['answer']): void {
  if (status >= 300) throw new Error(`${status} became a value.`)
  const schema = outputSchema(route)
  const body: unknown = text === '' ? null : JSON.parse(text)
  same('what it returned', plain(data), withCodeNames(body, schema, schema))
}

/** A refusal became the error of its code, and nothing of it was lost. */
function checkError(error: unknown, { status, headers, text }: Exchange['answer']): void {
  if (!isSchedulingError(error)) throw new Error('It threw another error.', { cause: error })
  const retryAfter = headers['retry-after']
  const { code, title, detail, errors } = JSON.parse(text)
  const thrown = {
    code: error.code,
    status: error.status,
    title: error.title,
    detail: error.detail,
    errors: error.errors,
    requestId: error.requestId,
    retryAfterSeconds: error.retryAfterSeconds,
  }
  same('the error', thrown, {
    code,
    status,
    title,
    detail,
    errors,
    requestId: headers['x-request-id'],
    retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter),
  })
}

function same(what: string, given: unknown, meant: unknown): void {
  if (isDeepStrictEqual(given, meant)) return
  throw new Error(`${what} is ${JSON.stringify(given)}, and should be ${JSON.stringify(meant)}.`)
}

/** Without prototypes, which say nothing of the content. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

const inputSchema = perRoute(({ endpoint }) => shapeOf(endpoint.input, 'input'))
/** Of an event by its type. */
const outputSchema = perRoute(({ endpoint }) => shapeOf(answerSchema(endpoint.output), 'output'))

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): NamedShape {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as NamedShape
}

/** Made once for each route. */
function perRoute<Made>(make: (route: Route) => Made): (route: Route) => Made {
  const made = new Map<Route, Made>()
  return (route) => {
    const known = made.get(route) ?? make(route)
    made.set(route, known)
    return known
  }
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false })
const typeCheck = perRoute((route): ValidateFunction =>
  ajv.compile(typesOnly(inputSchema(route)) as object),
)

/** Null: TypeScript would let it through, but for values out of a list or range, and what is missing. */
function typeFault(route: Route, input: object): Reason | null {
  const validate = typeCheck(route)
  if (validate(JSON.parse(JSON.stringify(input)))) return null
  const isUnknown = validate.errors?.every(({ keyword }) => keyword === 'additionalProperties')
  return isUnknown === true ? 'unknown field' : 'wrong type'
}

const OF_TYPES: ReadonlySet<string> = new Set([
  'type',
  'items',
  'properties',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$defs',
])

/** The schema without ranges, lists, patterns and duties. Of objects with names, others are refused. */
function typesOnly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(typesOnly)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).flatMap(([key, inner]): [string, unknown][] => {
    if (!OF_TYPES.has(key)) return []
    if (key !== 'properties' && key !== '$defs')
      return [[key === 'oneOf' ? 'anyOf' : key, typesOnly(inner)]]
    const named = Object.entries(inner as object).map(([name, one]) => [name, typesOnly(one)])
    return [[key, Object.fromEntries(named)]]
  })
  const isNamed = 'properties' in schema && !('additionalProperties' in schema)
  return Object.fromEntries(isNamed ? [...kept, ['additionalProperties', false]] : kept)
}
