/** Text of a URL and a JSON body → the input of a procedure. */
import { LIMITS, type RestEndpoint } from '@scheduling/core'
import { z } from 'zod'
import { readQuery, VALUES_READ, type Written } from './query-reader.ts'

/** What a key of the input is read as. `json`: a list of objects. `text`: as it came. */
type Kind = 'integer' | 'boolean' | 'list' | 'integer list' | 'map' | 'json' | 'text'

export type InputReader = (parts: {
  readonly pathValues: readonly string[]
  /** Without the question mark. */
  readonly queryString: string
  /** The parsed body: an object, or null where there is none. */
  readonly body: Readonly<Record<string, unknown>> | null
}) => {
  readonly input: Readonly<Record<string, unknown>>
  /** Parameters and body fields that the route does not know. Values inside its fields are not looked at. */
  readonly unknown: readonly string[]
}

type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** The keys of the input that are in the path, in its order. */
export function pathKeys({ rest }: Pick<RestEndpoint, 'rest'>): string[] {
  return [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The keys of the input that are in the query. */
export function queryKeys(endpoint: Pick<RestEndpoint, 'input' | 'rest'>): string[] {
  const inPath = new Set(pathKeys(endpoint))
  return Object.keys(endpoint.input.shape).filter(
    (key) =>
      !inPath.has(key) && (hasNoBody(endpoint) || isMarkedForQuery(endpoint.input.shape[key])),
  )
}

/** The keys of the input that the documents offer: without `expand` where nothing can be expanded. */
export function offeredFields(endpoint: Pick<RestEndpoint, 'input'>): string[] {
  return Object.entries(endpoint.input.shape).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && schema.meta()?.['offered'] === false ? [] : [name],
  )
}

export function hasNoBody({ rest }: Pick<RestEndpoint, 'rest'>): boolean {
  return rest.method === 'GET' || rest.method === 'DELETE'
}

function isMarkedForQuery(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false
  const param = schema.meta()?.['param']
  return typeof param === 'object' && param !== null && Reflect.get(param, 'in') === 'query'
}

/**
 * Compiles a reader from the schema, without changing the schema. A value that does not look like its kind is
 * passed on as text, and the schema then names the field. The path wins over the query, and the query over the body.
 */
export function compileInput(endpoint: RestEndpoint): InputReader {
  const schema = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
  }) as JsonSchema
  const kinds = new Map(
    Object.entries(schema.properties ?? {}).map(([key, property]) => [key, kindOf(property)]),
  )
  const pathNames = pathKeys(endpoint)
  const inQuery = new Set(queryKeys(endpoint))
  const inBody = bodyKeys(endpoint)
  return ({ pathValues, queryString, body }) => {
    const input: Record<string, unknown> = {}
    for (const name of inBody) {
      if (body !== null && Object.hasOwn(body, name)) input[name] = body[name]
    }
    const query = readQuery(queryString, inQuery)
    for (const [name, written] of query.written) {
      input[name] = parameterValue(written, kinds.get(name) ?? 'text')
    }
    pathNames.forEach((name, index) => {
      input[name] = valueOf(pathValues[index], kinds.get(name) ?? 'text')
    })
    return { input, unknown: [...query.unknown, ...unknownIn(body, inBody)] }
  }
}

/** The keys of the input that are in the body. */
export function bodyKeys(endpoint: Pick<RestEndpoint, 'input' | 'rest'>): Set<string> {
  const elsewhere = new Set([...queryKeys(endpoint), ...pathKeys(endpoint)])
  return new Set(Object.keys(endpoint.input.shape).filter((key) => !elsewhere.has(key)))
}

/** A body has a bounded number of fields, and so has this list. */
function unknownIn(body: object | null, known: ReadonlySet<string>): string[] {
  return body === null ? [] : Object.keys(body).filter((name) => !known.has(name))
}

function kindOf(schema: JsonSchema): Kind {
  const [only] = schema.anyOf?.filter((option) => option.type !== 'null') ?? []
  if (only !== undefined) return kindOf(only)
  if (schema.type === 'integer') return 'integer'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'array') return LISTS[`${schema.items?.type}`] ?? 'list'
  return schema.type === 'object' ? 'map' : 'text'
}

const LISTS: Readonly<Record<string, Kind>> = { integer: 'integer list', object: 'json' }

/** The value of one parameter as its kind; else a value that the schema refuses. */
function parameterValue(written: readonly Written[], kind: Kind): unknown {
  if (kind === 'list' || kind === 'integer list') return listOf(written, kind)
  if (kind === 'map') return mapOf(written)
  const [only, ...others] = written
  const isPlain = only !== undefined && others.length === 0 && only.key === null
  return isPlain ? valueOf(only.value, kind) : written.map(({ value }) => value)
}

/** `A,B`, `[]=A` or `[0]=A`. Elements with numbers are put in the order of the numbers. */
function listOf(written: readonly Written[], kind: 'list' | 'integer list'): unknown[] {
  const elements: unknown[] = []
  for (const { key, value } of inOrder(written)) {
    if (elements.length >= VALUES_READ) break
    const isElement = key === null || key === '' || isDigits(key)
    if (typeof value !== 'string' || !isElement) elements.push({ [key ?? '']: value })
    else {
      for (const part of value.split(',', VALUES_READ - elements.length)) {
        elements.push(part.trim())
      }
    }
  }
  if (kind === 'list') return elements
  const isEmpty = elements.length === 1 && elements[0] === ''
  return isEmpty ? [] : elements.map((element) => valueOf(element, 'integer'))
}

function inOrder(written: readonly Written[]): readonly Written[] {
  if (!written.some(({ key }) => key !== null && isDigits(key))) return written
  const place = ({ key }: Written): number =>
    key !== null && isDigits(key) ? Number(key) : Number.POSITIVE_INFINITY
  return written.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)]
    return first === second ? 0 : first - second
  })
}

function isDigits(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** A key that comes several times has a list of texts. `__proto__` is a key like any other here. */
function mapOf(written: readonly Written[]): unknown {
  const map = new Map<string, unknown[]>()
  for (const { key, value } of written) {
    if (key === null) return value
    const known = map.get(key)
    if (known === undefined) map.set(key, [value])
    else known.push(value)
  }
  return Object.fromEntries(
    [...map].map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
  )
}

function valueOf(value: unknown, kind: Kind): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'integer') return /^-?\d+$/.test(value) ? withinSafe(Number(value)) : value
  if (kind === 'json') return parsed(value)
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return withPlus(value)
}

/** What is no JSON is passed on as text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A number of many digits is still an integer, out of every range. It must not count as a wrong type. */
function withinSafe(value: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))
}

/** An unescaped `+03:00` arrives as a space. */
function withPlus(value: string): string {
  if (value.length > LIMITS.valueCharacters) return value
  return /^\d{4}-\d{2}-\d{2}[Tt][\d:.]+ \d{2}:?\d{2}$/.test(value) ? value.replace(' ', '+') : value
}
