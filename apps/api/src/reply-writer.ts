import { storedTexts, withStored } from '@scheduling/events'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

/** Bytes of UTF-8, or a text. */
export type WriteReply = (reply: unknown) => string | Buffer

type Json = { [key: string]: unknown }

/**
 * Compiles a writer of JSON from the schema of a reply. It never writes a field that the schema does not declare,
 * and throws when a declared field is missing. It is about as fast as `JSON.stringify`; parsing every reply with
 * Zod would cost as much as the rest of the request.
 */
export function compileReply(output: z.ZodType): WriteReply {
  if (output instanceof z.ZodNull) return () => ''
  const write = compile(output)
  const record = recordOf(output)
  const writeRecord = recordWriter(record ?? output, record === null ? write : null)
  if (record === null) return writeRecord
  return (reply) => {
    // Safe: the schema says that it has a list.
    const page = reply as { readonly data: readonly unknown[] }
    const isShort = page.data.length <= PART_RECORDS && storedIn(page.data[0]) === undefined
    return isShort ? write(page) : inParts(page.data, writeRecord, write({ ...page, data: [] }))
  }
}

/** Writes a record whose last fields are stored as JSON with the stored texts. */
function recordWriter(schema: z.ZodType, whole: Write | null): Write {
  let writeWhole = whole
  let writeHead: Write | null = null
  return (record) => {
    const texts = storedIn(record)
    if (texts === undefined) return (writeWhole ??= compile(schema))(record)
    writeHead ??= compile(withoutLast(schema, Object.keys(texts)))
    return withStored(writeHead(record), texts)
  }
}

function storedIn(record: unknown) {
  return typeof record === 'object' && record !== null ? storedTexts(record) : undefined
}

function withoutLast(schema: z.ZodType, fields: readonly string[]): z.ZodType {
  const shape = schema instanceof z.ZodObject ? Object.entries(schema.shape) : []
  const head = shape.slice(0, -fields.length)
  if (shape.slice(head.length).some(([name], place) => name !== fields[place]))
    throw new Error(`${fields.join(', ')} are not the last fields of the record.`)
  return z.object(Object.fromEntries(head))
}

/** A list of more records is written in parts of so many. */
const PART_RECORDS = 250

/**
 * A text of many megabytes is put together from millions of pieces, and then copied as a whole. Parts that become
 * bytes at once take a third of the time.
 *
 * @param around the page without its records
 */
function inParts(records: readonly unknown[], writeRecord: Write, around: string): Buffer {
  const parts = [Buffer.from(PAGE_BEGINS)]
  for (let from = 0; from < records.length; from += PART_RECORDS) {
    const part = records.slice(from, from + PART_RECORDS).map(writeRecord)
    parts.push(Buffer.from(`${from === 0 ? '' : ','}${part.join(',')}`))
  }
  if (!around.startsWith(PAGE_BEGINS)) throw new Error('A page begins with its records.')
  parts.push(Buffer.from(around.slice(PAGE_BEGINS.length)))
  return Buffer.concat(parts)
}

const PAGE_BEGINS = '{"data":['

/** The schema of the records of a page; null for what is no page. */
function recordOf(output: z.ZodType): z.ZodType | null {
  const data: unknown = output instanceof z.ZodObject ? output.shape['data'] : null
  return data instanceof z.ZodArray && data.element instanceof z.ZodType ? data.element : null
}

type Write = (value: unknown) => string

function compile(output: z.ZodType): Write {
  const schema = z.toJSONSchema(output, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    metadata: z.registry(),
  })
  const write = fastJson(simplified(schema) as Parameters<typeof fastJson>[0])
  return (value) => write(value)
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
