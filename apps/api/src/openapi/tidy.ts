/** Schemas as a person would have written them. */
import type { CreateDocumentOptions, oas31 } from 'zod-openapi'

const UNBOUNDED = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
const PATTERN_SAYS_NO_MORE = new Set(['date-time', 'date', 'time', 'email', 'uri', 'uuid'])

/**
 * Drops what Zod adds of its own: the bounds of safe integers, page-long patterns beside a `format`, and the
 * promise that an output never gets another field (it may: callers ignore what they don't know). A map with
 * known keys lists them as properties.
 */
export const tidySchema: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema }) => {
  if (jsonSchema.minimum !== undefined && UNBOUNDED.has(jsonSchema.minimum))
    delete jsonSchema.minimum
  if (jsonSchema.maximum !== undefined && UNBOUNDED.has(jsonSchema.maximum))
    delete jsonSchema.maximum
  if (jsonSchema.format !== undefined && PATTERN_SAYS_NO_MORE.has(jsonSchema.format)) {
    delete jsonSchema.pattern
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  const keys = jsonSchema.propertyNames
  const value = jsonSchema.additionalProperties
  if (typeof keys === 'object' && keys.enum !== undefined && value !== undefined) {
    jsonSchema.properties = Object.fromEntries(keys.enum.map((key) => [String(key), value]))
    delete jsonSchema.propertyNames
  }
}

type Json = { [key: string]: unknown }

/** `anyOf: [{type: string}, {type: null}]` → `type: [string, null]`, throughout a rendered document. */
export function withPlainNulls<Value>(value: Value): Value {
  return plainNulls(value) as Value
}

function plainNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainNulls)
  if (typeof value !== 'object' || value === null) return value
  const plain: Json = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, plainNulls(inner)]),
  )
  const { anyOf, ...rest } = plain
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return plain
  const only: Json = anyOf[0]
  if (typeof only?.['type'] !== 'string' || anyOf[1]?.type !== 'null') return plain
  return {
    ...only,
    ...rest,
    type: [only['type'], 'null'],
    ...(Array.isArray(only['enum']) ? { enum: [...only['enum'], null] } : {}),
    ...('const' in only ? { const: undefined, enum: [only['const'], null] } : {}),
  }
}

/** Leaves out examples, parameters, headers and schemas that nothing refers to. */
export function withoutUnused(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const used = new Set(JSON.stringify(document).match(/(?<="#\/components\/)[^"]+/g))
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
