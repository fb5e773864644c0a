/** What `expand` can fill in, read from the schemas: each field without it, and with it. */
import { MiniReference } from '@scheduling/core'
import { recordsOf, type Route } from '@scheduling/api'
import { z } from 'zod'

export type Expansions = {
  /** The record as its routes return it. */
  readonly record: z.ZodType
  readonly name: string
  /** As `expand` takes them. */
  readonly names: readonly string[]
  readonly fields: readonly {
    readonly name: string
    readonly given: z.ZodType
    readonly short: z.ZodType
    readonly full: z.ZodType
  }[]
}

/** One entry for each kind of record with something to expand. */
export function expansionsOf(routes: readonly Route[]): Expansions[] {
  const found = new Map<z.ZodType, Expansions>()
  for (const { endpoint } of routes) {
    const names = expandable(endpoint.input.shape['expand'])
    const record = recordsOf(endpoint.output) ?? endpoint.output
    if (names.length === 0 || found.has(record)) continue
    const name = z.globalRegistry.get(record)?.id
    if (!(record instanceof z.ZodObject) || name === undefined) {
      throw new Error(`${endpoint.rest.path}: what is expanded is a record with an id.`)
    }
    const fields = names.map((field) => {
      const given: unknown = record.shape[field]
      if (!(given instanceof z.ZodType)) throw new Error(`${name} has no field ${field}.`)
      return { name: field, given, short: withWords(shortOf(given), given), full: fullOf(given) }
    })
    found.set(record, { record, name, names, fields })
  }
  return [...found.values()]
}

function expandable(expand: unknown): string[] {
  if (!(expand instanceof z.ZodType)) return []
  const { items } = z.toJSONSchema(expand, { io: 'input', unrepresentable: 'any' })
  const names: unknown = typeof items === 'object' && 'enum' in items ? items.enum : []
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function withWords(schema: z.ZodType, { description }: z.ZodType): z.ZodType {
  return description === undefined ? schema : schema.meta({ description })
}

/** A reference stays one. A field that holds nothing else is null. */
function shortOf(given: z.ZodType): z.ZodType {
  if (given instanceof z.ZodArray) return z.array(shortOf(typed(given.element)))
  if (given instanceof z.ZodUnion) return MiniReference
  if (!(given instanceof z.ZodNullable))
    throw new Error('What does this field hold without expand?')
  const inner = typed(given.unwrap())
  return inner instanceof z.ZodUnion ? MiniReference.nullable() : z.null()
}

/** A list that is null without `expand` is there with it. */
function fullOf(given: z.ZodType): z.ZodType {
  if (given instanceof z.ZodArray) return z.array(fullOf(typed(given.element)))
  if (given instanceof z.ZodUnion) {
    const [full, ...others] = given.options.map(typed).filter((one) => one !== MiniReference)
    if (full === undefined || others.length > 0) throw new Error('Which record is the full one?')
    return full
  }
  if (!(given instanceof z.ZodNullable)) return given
  const inner = typed(given.unwrap())
  return inner instanceof z.ZodArray ? inner : fullOf(inner).nullable()
}

function typed(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new Error('Schemas here are those of the full library.')
}
