import fastJson from 'fast-json-stringify'
import { z } from 'zod'

export type WriteReply = (reply: unknown) => string

type Json = { [key: string]: unknown }

/**
 * Compiles a writer of JSON from the schema of a reply. It never writes a field that the schema does not declare,
 * and throws when a declared field is missing. It is about as fast as `JSON.stringify`; parsing every reply with
 * Zod would cost as much as the rest of the request.
 */
export function compileReply(output: z.ZodType): WriteReply {
  if (output instanceof z.ZodNull) return () => ''
  const schema = z.toJSONSchema(output, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    metadata: z.registry(),
  })
  const write = fastJson(simplified(schema) as Parameters<typeof fastJson>[0])
  return (reply) => write(reply)
}

/** `anyOf: [x, null]` → `x`, nullable: the form that compiles to straight code. */
function simplified(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplified)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, $schema: _schema, pattern: _pattern, format: _format, ...rest } = schema as Json
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === 'properties' ? simplifiedEach(inner) : simplified(inner),
    ]),
  )
  if (isOpen(plain)) return ANYTHING
  if (!Array.isArray(anyOf)) return plain
  const [only, ...others] = anyOf.filter((option: Json) => option['type'] !== 'null')
  if (others.length > 0 || only === undefined) return { ...plain, anyOf: simplified(anyOf) }
  const inner = simplified(only) as Json
  // One of several shapes, or null: `nullable` needs a single type beside it.
  if (Array.isArray(inner['anyOf'])) {
    return { ...plain, ...inner, anyOf: [...inner['anyOf'], { type: 'null' }] }
  }
  return { ...plain, ...inner, nullable: true }
}

/** Written by `JSON.stringify`. */
const ANYTHING = {}

/** A map whose values can be anything, such as the record of an event. Value by value it takes twice as long. */
function isOpen({ type, properties, additionalProperties }: Json): boolean {
  const isAny = (schema: unknown) =>
    typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0
  return type === 'object' && properties === undefined && isAny(additionalProperties)
}

/** A record may have a field that is called `format`. */
function simplifiedEach(properties: unknown): Json {
  return Object.fromEntries(
    Object.entries(properties as Json).map(([name, schema]) => [name, simplified(schema)]),
  )
}
