/** The routes of `GET /v1/openapi.json`, for tests that hold something of every route. */
import type { Scope } from '@scheduling/core'
import { METHODS, readJson, type Json } from './openapi-json.ts'

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly example?: unknown
  readonly default?: unknown
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

export type Operation = {
  /** As in `POST /v1/clients`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  /** Null: any genuine key. Undefined: no key. */
  readonly scope: Scope | null | undefined
  readonly takesIdempotencyKey: boolean
  /** Whether its answer is a list of records. */
  readonly isList: boolean
  /** The statuses that it declares. */
  readonly statuses: readonly string[]
}

export type ApiDocument = {
  readonly json: unknown
  readonly operations: readonly Operation[]
  /** Follows references until there is none. */
  resolve(schema: Schema): Schema
}

export async function readDocument(url: string): Promise<ApiDocument> {
  const json = await readJson(url)
  const at = (pointer: string): Json =>
    pointer
      .slice(2)
      .split('/')
      .reduce((value: Json, part) => value[part.replaceAll('~1', '/')], json)
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(at(schema.$ref))
  const answerSchema = (operation: Json): Json => {
    const schema = operation.responses[200]?.content['application/json'].schema
    return schema === undefined ? undefined : resolve(schema)
  }
  const operations = Object.entries<Json>(json.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method): Operation => {
      const operation = item[method]
      const parameters: Json[] = (operation.parameters ?? []).map(resolve)
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ name, in: place, required, schema, content }) => ({
          name,
          in: place,
          required: required ?? false,
          schema: schema ?? content['application/json'].schema,
        })),
        body: operation.requestBody?.content['application/json'].schema ?? null,
        scope: scopeOf(operation),
        takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
        isList: answerSchema(operation)?.properties?.data?.type === 'array',
        statuses: Object.keys(operation.responses),
      }
    }),
  )
  return { json, operations, resolve }
}

function scopeOf(operation: Json): Operation['scope'] {
  if (Array.isArray(operation.security) && operation.security.length === 0) return undefined
  const named = /Scope `([^`]+)`/.exec(operation.description)?.[1]
  if (named !== undefined) return named as Scope
  if (/Any key/.test(operation.description)) return null
  throw new Error(`${operation.operationId} does not say which scope it needs.`)
}

export type Values = Readonly<Record<string, unknown>>

/** @param name of a route or a procedure. An entry of the waitlist has the name of one of the queue. */
export function namedFor(name: string, values: Values): Values {
  if (!/^waitlist\.| \/v1\/waitlist\//.test(name)) return values
  return { ...values, entry_id: values['waitlist_entry_id'] }
}

/** The path with these values in it. */
export function fillPath(operation: Operation, values: Values): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`No value for ${name} of ${operation.name}.`)
    return encodeURIComponent(String(values[name]))
  })
}

/** The query string with what the operation cannot do without. */
export function requiredQuery(operation: Operation, values: Values): string {
  const query = new URLSearchParams()
  for (const { in: place, name, required } of operation.parameters) {
    if (place === 'query' && required) query.set(name, String(values[name]))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Fields that no schema can call required: one of several is. */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/clients': ['phone'],
  'POST /v1/appointments': ['client_id', 'service_ids', 'start'],
  'POST /v1/appointments/{appointment_id}/reschedule': ['start'],
  'POST /v1/queue/entries': ['client_id'],
  'POST /v1/test-clock/advance': ['by_minutes'],
  'POST /v1/waitlist/entries': ['client_id'],
}

/** A request that the operation accepts, as small as it can be. */
export function acceptedRequest(
  document: ApiDocument,
  operation: Operation,
  values: Values,
): { path: string; sent: { body?: unknown } } {
  const named = namedFor(operation.name, values)
  const body = smallestBody(document, operation, named)
  return {
    path: fillPath(operation, named) + requiredQuery(operation, named),
    sent: body === undefined ? {} : { body },
  }
}

/** The smallest body that is accepted: required fields, by name where `values` knows it, else by schema. */
export function smallestBody(
  document: ApiDocument,
  operation: Operation,
  values: Values,
): Record<string, unknown> | undefined {
  if (operation.body === null) return undefined
  const known: Values = {
    by_minutes: 60,
    ...values,
    ...(operation.name === 'POST /v1/queue/entries' && { service_id: values['queue_service_id'] }),
  }
  const body = smallest(document, operation.body, known) as Record<string, unknown>
  for (const name of ALSO_NEEDED[operation.name] ?? []) body[name] = known[name]
  return body
}

function smallest(document: ApiDocument, schema: Schema, values: Values): unknown {
  const { anyOf, type, const: only, ...rest } = document.resolve(schema)
  if (anyOf !== undefined) {
    const option = anyOf.find((candidate) => document.resolve(candidate).type !== 'null')
    return option === undefined ? null : smallest(document, option, values)
  }
  if (only !== undefined) return only
  if (rest.enum !== undefined) return rest.enum[0]
  const plain = typeof type === 'string' ? type : type?.find((name) => name !== 'null')
  if (plain === 'object') {
    return Object.fromEntries(
      (rest.required ?? []).map((name) => [
        name,
        name in values ? values[name] : smallest(document, rest.properties?.[name] ?? {}, values),
      ]),
    )
  }
  if (rest.example !== undefined) return rest.example
  if (plain === 'array') {
    return Array.from({ length: rest.minItems ?? 0 }, () =>
      smallest(document, rest.items ?? {}, values),
    )
  }
  if (plain === 'integer' || plain === 'number') return Math.max(1, rest.minimum ?? 1)
  if (plain === 'boolean') return false
  return 'x'.repeat(Math.max(1, rest.minLength ?? 1))
}
