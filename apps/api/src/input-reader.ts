/** Text of a URL and a JSON body → the input of a procedure. */
import type { Endpoint } from '@scheduling/core'
import qs from 'qs'
import { z } from 'zod'

/** What a key of the input is made of. `text`: as it came. */
type Kind = 'integer' | 'boolean' | 'list' | 'integer list' | 'map' | 'text'

export type InputReader = (parts: {
  readonly pathValues: readonly string[]
  /** Without the question mark. */
  readonly queryString: string
  /** The parsed body: an object, or null where there is none. */
  readonly body: Readonly<Record<string, unknown>> | null
}) => Record<string, unknown>

type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** No limit of parameters: past it a filter would be dropped without a word, and a head is short anyway. */
const QUERY = {
  depth: 1,
  arrayLimit: 200,
  plainObjects: true,
  parameterLimit: Number.POSITIVE_INFINITY,
} as const

/** Which keys of the input stand in the query. */
export function queryKeys(endpoint: Pick<Endpoint, 'input' | 'method' | 'path'>): string[] {
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  return Object.keys(endpoint.input.shape).filter(
    (key) =>
      !inPath.has(key) && (hasNoBody(endpoint) || isMarkedForQuery(endpoint.input.shape[key])),
  )
}

/** Keys of the input that callers are offered: not `expand` where nothing can be expanded. */
export function offeredFields(endpoint: Pick<Endpoint, 'input'>): string[] {
  return Object.entries(endpoint.input.shape).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && schema.meta()?.['maxItems'] === 0 ? [] : [name],
  )
}

export function hasNoBody(endpoint: Pick<Endpoint, 'method'>): boolean {
  return endpoint.method === 'GET' || endpoint.method === 'DELETE'
}

function isMarkedForQuery(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false
  const param = schema.meta()?.['param']
  return typeof param === 'object' && param !== null && Reflect.get(param, 'in') === 'query'
}

/**
 * Compiled from the plain schema, which stays plain: a value that does not look like its kind is passed on
 * as text, and the schema then names the field. Path wins over body, body over nothing.
 */
export function compileInput(endpoint: Endpoint): InputReader {
  const schema = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
  }) as JsonSchema
  const kinds = new Map(
    Object.entries(schema.properties ?? {}).map(([key, property]) => [key, kindOf(property)]),
  )
  const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const names = queryKeys(endpoint)
  const hasMap = names.some((name) => kinds.get(name) === 'map')
  return ({ pathValues, queryString, body }) => {
    const input: Record<string, unknown> = { ...body }
    if (names.length > 0) {
      const query = qs.parse(queryString, QUERY)
      // Read as a list, the number of `metadata[7]` would be lost.
      const maps = hasMap ? withProto(queryString, names) : query
      for (const name of names) {
        const value = (kinds.get(name) === 'map' ? maps : query)[name]
        if (value === undefined) delete input[name]
        else input[name] = valueOf(value, kinds.get(name) ?? 'text')
      }
    }
    pathNames.forEach((name, index) => {
      input[name] = valueOf(pathValues[index], kinds.get(name) ?? 'text')
    })
    return input
  }
}

function kindOf(schema: JsonSchema): Kind {
  const [only] = schema.anyOf?.filter((option) => option.type !== 'null') ?? []
  if (only !== undefined) return kindOf(only)
  if (schema.type === 'integer') return 'integer'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'array') return schema.items?.type === 'integer' ? 'integer list' : 'list'
  return schema.type === 'object' ? 'map' : 'text'
}

function valueOf(value: unknown, kind: Kind): unknown {
  if (kind === 'list' || kind === 'integer list') {
    const parts = elements(value).flatMap((part: unknown) =>
      typeof part === 'string' ? part.split(',').map((one) => one.trim()) : [part],
    )
    if (kind === 'list') return parts
    const isEmpty = parts.length === 1 && parts[0] === ''
    return isEmpty ? [] : parts.map((part) => valueOf(part, 'integer'))
  }
  if (typeof value !== 'string') return value
  if (kind === 'integer') return /^-?\d+$/.test(value) ? withinSafe(Number(value)) : value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return withPlus(value)
}

/** Of a list; past a number of elements the parser makes an object of them, whose keys are the indexes. */
function elements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return [value]
  const isIndexed = Object.keys(value).every((key) => /^\d+$/.test(key))
  return isIndexed ? Object.values(value) : [value]
}

/** However many digits, it is an integer still, and out of every range: no other fault of its type. */
function withinSafe(value: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
}

/** The parser leaves `name[__proto__]` out; a filter that is dropped without a word would find everything. */
function withProto(queryString: string, names: readonly string[]): Record<string, unknown> {
  const maps: Record<string, unknown> = qs.parse(queryString, { ...QUERY, parseArrays: false })
  const asked = [...new URLSearchParams(queryString)]
  for (const name of names) {
    const [, value] = asked.find(([key]) => key.startsWith(`${name}[__proto__]`)) ?? []
    if (value === undefined) continue
    const map = Object.create(null) as Record<string, unknown>
    Object.assign(map, maps[name])
    maps[name] = Object.defineProperty(map, '__proto__', { value, enumerable: true })
  }
  return maps
}

/** An unescaped `+03:00` arrives as a space. */
function withPlus(value: string): string {
  return /^\d{4}-\d{2}-\d{2}[Tt][\d:.]+ \d{2}:?\d{2}$/.test(value) ? value.replace(' ', '+') : value
}
