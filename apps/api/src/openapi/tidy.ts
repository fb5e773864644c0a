/** Makes schemas look as if a person had written them. */
import type { CreateDocumentOptions, oas31 } from 'zod-openapi'

const UNBOUNDED = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
const PATTERN_SAYS_NO_MORE = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid'])

/**
 * Drops what adds nothing: the bounds of safe integers, long patterns beside a `format`, and the promise that an
 * output never gets another field (it may: callers ignore fields that they don't know). A map with known keys lists
 * them as properties. Times get an example.
 */
export const tidySchema: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.minimum !== undefined && UNBOUNDED.has(jsonSchema.minimum))
    delete jsonSchema.minimum
  if (jsonSchema.maximum !== undefined && UNBOUNDED.has(jsonSchema.maximum))
    delete jsonSchema.maximum
  const { format } = jsonSchema
  if (format !== undefined && PATTERN_SAYS_NO_MORE.has(format)) delete jsonSchema.pattern
  // The format determines the length of a date.
  if (format === 'date' || format === 'date-time') delete jsonSchema.maxLength
  if (format === 'date-time') jsonSchema['example'] ??= '2026-11-23T09:00:00-03:00'
  if (format === 'date') jsonSchema['example'] ??= '2026-11-23'
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  const keys = jsonSchema.propertyNames
  const value = jsonSchema.additionalProperties
  if (typeof keys === 'object' && keys.enum !== undefined && value !== undefined) {
    jsonSchema.properties = Object.fromEntries(keys.enum.map((key) => [String(key), value]))
    delete jsonSchema.propertyNames
  }
}

type Json = { [key: string]: unknown }

/**
 * Throughout a rendered document: `anyOf: [{type: string}, {type: null}]` → `type: [string, null]`, the description of a
 * parameter is not repeated in its schema, and no length stands beside an `enum`, since some generators of clients fail on
 * both.
 */
export function tidyDocument<Value>(document: Value): Value {
  return tidied(document) as Value
}

function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied)
  if (typeof value !== 'object' || value === null) return value
  const parts: Json = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, tidied(inner)]),
  )
  if (Array.isArray(parts['enum'])) delete parts['maxLength']
  return withoutEcho(withPlainNull(parts))
}

function withPlainNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const only: Json = anyOf[0]
  if (typeof only?.['type'] !== 'string' || anyOf[1]?.type !== 'null') return schema
  const { const: single, ...others } = only
  return {
    ...others,
    ...rest,
    type: [only['type'], 'null'],
    ...(Array.isArray(only['enum']) ? { enum: [...only['enum'], null] } : {}),
    ...(single === undefined ? {} : { enum: [single, null] }),
  }
}

function withoutEcho(parameter: Json): Json {
  const { in: place, schema, description } = parameter
  if (place === undefined || typeof schema !== 'object' || schema === null) return parameter
  const { description: echo, ...silent } = schema as Json
  return echo === undefined || echo !== description ? parameter : { ...parameter, schema: silent }
}

/** Leaves out examples, parameters, headers and schemas that nothing refers to. */
export function withoutUnused(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const references = JSON.stringify(document).match(/"#\/components\/\w+\/[^"]+"/g) ?? []
  const used = new Set(references.map((text) => text.slice('"#/components/'.length, -1)))
  const kept = (section: 'examples' | 'parameters' | 'headers' | 'schemas') =>
    Object.fromEntries(
      Object.entries(document.components?.[section] ?? {}).filter(([name]) =>
        used.has(`${section}/${name}`),
      ),
    )
  return {
    ...document,
    components: {
      ...document.components,
      examples: kept('examples'),
      parameters: kept('parameters'),
      headers: kept('headers'),
      schemas: kept('schemas'),
    },
  }
}
