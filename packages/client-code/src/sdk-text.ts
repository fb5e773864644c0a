/** The generated part of the SDK as text: the table of its methods, and the types of everything. */
import { FIELD_CODES, PROBLEMS } from '@scheduling/core'
import { capitalized, DELIVERED_EVENT, eventSchemaName, type Route } from '@scheduling/api'
import { z } from 'zod'
import { codeName } from '@scheduling/sdk/spelling'
import { expansionsOf, type Expansions } from './sdk-expansions.ts'
import { isList, methodOf, PAGE_FIELDS, rowOf, verbOf } from './sdk-methods.ts'
import { fieldNames, mapNames } from './sdk-names.ts'
import { article, descriptionOf, inCode, wordsOfEvent, wordsOfRoom } from './sdk-words.ts'
import { commentOf, quoted, Shapes, withoutComments } from './shapes.ts'

const HEAD = `// Made from the routes and schemas of the API by \`pnpm generate\`. Do not edit it.`

export type SdkText = {
  /** Types of all that is sent and answered. */
  readonly records: string
  /** Types and rows of the methods. */
  readonly methods: string
  /** Which fields hold maps. */
  readonly maps: string
}

export function sdkText(routes: readonly Route[]): SdkText {
  const expansions = expansionsOf(routes)
  const known = fieldNames(routes)
  const shapes = shapesOf(expansions, known)
  // Those that `expand` changes come first: records that are the same then have their names.
  for (const { record, name } of expansions) shapes.textOf(record, 'out', name)
  shapes.textOf(DELIVERED_EVENT, 'out', 'events')
  const full = expansions.map((one) => fullRecords(one, shapes))
  const inputs: string[] = []
  const rooms = [...roomsOf(routes)].map(([room, its]): Room => {
    const types = its.map((route) => methodOf(route, { shapes, expansions, inputs, known }))
    const rows = its.map((route) => `${verbOf(route)}: ${rowOf(route)}`)
    return { name: room, words: commentOf(wordsOfRoom(its)), types, rows }
  })
  const page = pageType(routes, shapes)
  const declared = [...shapes.declared].map(
    ([name, text]) => `${wordsOfEvent(name)}export type ${name} = ${text}\n`,
  )
  const records = [HEAD, page, FIXED, problemTypes(known), ...declared, ...full, ...inputs]
  const text = records.join('\n')
  const names = [...text.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name)
  return { records: text, methods: methodsText(rooms, names), maps: mapsText(routes) }
}

function shapesOf(expansions: readonly Expansions[], known: ReadonlySet<string>): Shapes {
  return new Shapes({
    nameOf: codeName,
    wordsOf(schema) {
      const text = descriptionOf(schema)
      return text === null ? null : inCode(text, known)
    },
    inPlace: new Map(
      expansions.flatMap(({ fields }) => fields.map((one) => [one.given, one.short])),
    ),
    preprocessed: 'as parsed',
  })
}

const FIXED = `/** A call that takes nothing. */
export type NoInput = Readonly<Record<string, never>>

/** The fields to return as full records instead of references. */
export type Expand<Names> = { readonly expand?: Names | undefined }

type Listed<Delivered> = Delivered extends unknown ? { object: 'event' } & Delivered : never

/** An event of the feed. Use \`type\` to decide what to do, and ignore types that you do not know. */
export type Event = Listed<Exclude<WebhookEvent, ${eventSchemaName('ping')}>>
`

function mapsText(routes: readonly Route[]): string {
  return `${HEAD}

/** Fields whose names inside are data: they are the same in code and on the wire. */
export const MAPS: ReadonlySet<string> = new Set([${mapNames(routes).map(quoted).join(', ')}])
`
}

type Room = {
  readonly name: string
  readonly words: string
  readonly types: readonly string[]
  readonly rows: readonly string[]
}

/** @param records names of the types of what is sent and answered */
function methodsText(rooms: readonly Room[], records: readonly string[]): string {
  const types = rooms.map(
    ({ name, words, types }) =>
      `${words}\nexport type ${methodsName(name)} = {\n${types.join('\n')}\n}\n`,
  )
  const used = new Set(withoutComments(types.join('\n')).match(/\w+/g))
  return `${HEAD}
import type { ${records.filter((name) => used.has(name)).join(', ')} } from './api-records.ts'
import type { Call, ListCall } from './call.ts'
import type { Expanded } from './expanded.ts'
import type { MethodRow } from './method-row.ts'
import type { CallOptions, OnceOptions } from './options.ts'

const ROWS = {
${rooms.map(({ name, rows }) => `${name}: {\n${rows.join(',\n')}\n}`).join(',\n')}
} as const satisfies Record<string, Record<string, MethodRow>>

/** The methods by their resource. */
export class Resources {
${rooms.map(({ name, words }) => `${words}\nreadonly ${name}: ${methodsName(name)}`).join('\n')}

  /** @param build makes the methods of some rows */
  constructor(build: <Methods>(rows: Readonly<Record<string, MethodRow>>) => Methods) {
${rooms.map(({ name }) => `this.${name} = build(ROWS.${name})`).join('\n')}
  }
}

${types.join('\n')}`
}

function roomsOf(routes: readonly Route[]): Map<string, Route[]> {
  return Map.groupBy(routes, ({ procedure }) => procedure.split('.')[0] ?? '')
}

function methodsName(room: string): string {
  return `${capitalized(room)}Methods`
}

function pageType(routes: readonly Route[], shapes: Shapes): string {
  const [output] = routes.filter(isList).map(({ endpoint }) => endpoint.output)
  if (!(output instanceof z.ZodObject)) throw new Error('There are no lists.')
  const { data: _, ...rest } = z.object(output.shape).shape
  const fields = shapes.textOf(
    z.object(Object.fromEntries(Object.entries(rest).filter(([name]) => PAGE_FIELDS.has(name)))),
    'out',
    'a page',
  )
  return `/** One page of a list. */\nexport type Page<Item> = { data: Item[] } & ${fields}\n`
}

function fullRecords({ name, fields }: Expansions, shapes: Shapes): string {
  const lines = fields.map(
    (field) => `${codeName(field.name)}: ${shapes.textOf(field.full, 'out', name)}`,
  )
  return `/** What \`expand\` puts into the fields of ${article(name)}. */\nexport type ${name}Expansions = {\n${lines.join('\n')}\n}\n`
}

function problemTypes(known: ReadonlySet<string>): string {
  const lines = Object.entries(PROBLEMS).map(
    ([code, { status, when, remedy }]) =>
      `${commentOf(inCode(`${when}\n\n${remedy}`, known))}\n${code}: ${status}`,
  )
  return `/** Every code that the API answers, with its status. */
export type ProblemStatuses = {\n${lines.join('\n')}\n}

/** The codes that \`errors[].code\` can have. */
export type FieldCode = ${FIELD_CODES.map(quoted).join(' | ')}\n`
}
