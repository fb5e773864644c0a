/** The second way for `call`: the same call made with the SDK, and what it sends and returns held against the wire. */
import { isDeepStrictEqual } from 'node:util'
import {
  answerSchema,
  routeTable,
  withCodeNames,
  type NamedShape,
  type Route,
} from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { isSchedulingError, Scheduling } from '@scheduling/sdk'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { Call, Reply } from './api.ts'

/** Why a call went the plain way. Anything else that the SDK does differently fails the test. */
export type Reason =
  | 'unknown route'
  | 'no key'
  | 'another header'
  | 'a body as text'
  | 'a body where none is read'
  | 'a path that no id makes'
  | 'unknown field'
  | 'wrong type'

type Sent = { readonly url: string; readonly init: RequestInit; readonly reply: Reply }

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
 * @param url of the API
 * @returns the raw reply, or why the SDK cannot make this call
 * @throws when the SDK sends another request than the one that is meant, or returns something else than the reply
 */
export async function callThroughSdk(
  url: string,
  method: string,
  path: string,
  call: Call,
): Promise<Reply | Reason> {
  const meant = expressed(method, path, call)
  if (typeof meant === 'string') return meant
  const sent: Sent[] = []
  const { route, key, ids, input, isStrict, idempotencyKey } = meant
  const api = new Scheduling({
    baseUrl: url,
    apiKey: key,
    maxRetries: 0,
    strict: isStrict,
    async fetch(to, init) {
      const response = await fetch(to, init)
      const text = await response.text()
      const { status, headers } = response
      sent.push({
        url: to,
        init,
        reply: { status, headers, text, body: text === '' ? null : JSON.parse(text) },
      })
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
  const name = `${method} ${path} through the SDK`
  const [only, ...others] = sent
  if (only === undefined) {
    throw new Error(
      `${name}: nothing was sent.`,
      'error' in outcome ? { cause: outcome.error } : {},
    )
  }
  if (others.length > 0) throw new Error(`${name}: ${sent.length} requests were sent.`)
  checkRequest(name, meant, path, call, only)
  if ('error' in outcome) checkError(name, outcome.error, only.reply)
  else checkData(name, outcome.data, route, only.reply)
  return only.reply
}

function expressed(method: string, path: string, call: Call): Expressed | Reason {
  const [pathname = '', queryString = ''] = path.split('?')
  const found = method === 'HEAD' ? null : table.find(method, pathname)
  if (found === null || !('match' in found)) return 'unknown route'
  const { route, pathValues } = found.match
  if (typeof call.key !== 'string' || !/^[\x21-\x7e]+$/.test(call.key)) return 'no key'
  const headers = new Map(
    Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
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
  const { body } = call
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    return 'a body as text'
  if (body !== undefined && (method === 'GET' || method === 'DELETE'))
    return 'a body where none is read'
  if (pathValues.some((value) => value === '.' || value === '..')) return 'a path that no id makes'
  const given = body as Readonly<Record<string, unknown>> | undefined
  const { input, unknown } = route.readInput({ pathValues, queryString, body: given ?? null })
  const isNamed = Object.keys(given ?? {}).every((name) => route.bodyNames.has(name))
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

/** The request that was sent must be read as the one that is meant. */
function checkRequest(name: string, meant: Expressed, path: string, call: Call, sent: Sent): void {
  const { route, key, isStrict, idempotencyKey } = meant
  const [meantPath = '', meantQuery = ''] = path.split('?')
  const { pathname, search } = new URL(sent.url)
  const headers = new Headers(sent.init.headers)
  const read = (at: string, queryString: string, body: unknown) => {
    const found = table.find(route.method, at)
    if (found === null || !('match' in found)) return { route: null }
    const { pathValues } = found.match
    const known = body as Readonly<Record<string, unknown>> | null
    return {
      route: found.match.route.name,
      ...found.match.route.readInput({ pathValues, queryString, body: known }),
    }
  }
  const body = typeof sent.init.body === 'string' ? JSON.parse(sent.init.body) : null
  // Fields that are undefined are none.
  const meantBody: unknown = call.body === undefined ? null : JSON.parse(JSON.stringify(call.body))
  same(name, 'the method', sent.init.method, route.method)
  same(
    name,
    'the request',
    read(pathname, search.slice(1), body),
    read(meantPath, meantQuery, meantBody),
  )
  // A body may be left out where it is empty.
  same(name, 'the body', body ?? {}, meantBody ?? {})
  same(name, 'the key', headers.get('authorization'), `Bearer ${key}`)
  same(name, 'Prefer', headers.get('prefer'), isStrict ? 'handling=strict' : null)
  if (idempotencyKey !== undefined) {
    same(name, 'Idempotency-Key', headers.get('idempotency-key'), idempotencyKey)
  }
}

/** What was returned is the body, with the names of code. */
function checkData(name: string, data: unknown, route: Route, { status, body }: Reply): void {
  if (status >= 300) throw new Error(`${name}: ${status} became a value.`)
  const schema = outputSchema(route)
  same(name, 'what it returned', plain(data), withCodeNames(body, schema, schema))
}

/** A refusal became the error of its code, and nothing of it was lost. */
function checkError(name: string, error: unknown, { status, headers, body }: Reply): void {
  if (!isSchedulingError(error)) throw new Error(`${name}: another error.`, { cause: error })
  const retryAfter = headers.get('retry-after')
  const told = {
    code: error.code,
    status: error.status,
    title: error.title,
    detail: error.detail,
    errors: error.errors,
    requestId: error.requestId,
    retryAfterSeconds: error.retryAfterSeconds,
  }
  same(name, 'the error', told, {
    code: body.code,
    status,
    title: body.title,
    detail: body.detail,
    errors: body.errors,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  })
}

function same(name: string, what: string, given: unknown, meant: unknown): void {
  if (isDeepStrictEqual(given, meant)) return
  throw new Error(
    `${name}: ${what} is ${JSON.stringify(given)}, and should be ${JSON.stringify(meant)}.`,
  )
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
