/** The generated part of the SDK as text: the table of its methods, and the types of everything. */
import {
  capitalized,
  DELIVERED_EVENT,
  eventSchemaName,
  operationId,
  recordsOf,
  TAGS,
  type Route,
} from '@scheduling/api'
import { COMMON_PROBLEMS, EventRecord, FIELD_CODES, PROBLEMS } from '@scheduling/core'
import { EVENT_TYPES, isEventType } from '@scheduling/events'
import { codeName } from '@scheduling/sdk/spelling'
import { z } from 'zod'
import { expansionsOf, type Expansions } from './sdk-expansions.ts'
import { fieldNames, mapNames } from './sdk-names.ts'
import { commentOf, mayBeLeftOut, quoted, Shapes, withoutComments } from './shapes.ts'

const HEAD = `// Made from the routes and schemas of the API by \`vitest -u test/contract/sdk/generated.test.ts\`. Do not edit it.`

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

function verbOf({ procedure }: Route): string {
  return procedure.split('.')[1] ?? ''
}

function methodsName(room: string): string {
  return `${capitalized(room)}Methods`
}

function wordsOfRoom([first]: readonly Route[]): string {
  const tag = first?.endpoint.rest.tag ?? ''
  return TAGS[tag] ?? tag
}

function rowOf(route: Route): string {
  const { rest } = route.endpoint
  const hasBody = rest.method === 'POST' || rest.method === 'PATCH'
  if (hasBody && [...route.queryNames].some((name) => name !== 'expand')) {
    throw new Error(`${route.procedure}: only \`expand\` is in the query beside a body.`)
  }
  return `{ method: '${rest.method}', path: '${rest.path}'${rest.idempotent === true ? ', idempotent: true' : ''}${isList(route) ? ', list: true' : ''} }`
}

function isList({ endpoint: { output } }: Route): boolean {
  return output instanceof z.ZodObject && 'next_cursor' in output.shape
}

type Writing = {
  readonly shapes: Shapes
  readonly expansions: readonly Expansions[]
  /** Types of inputs, added to by each method. */
  readonly inputs: string[]
  readonly known: ReadonlySet<string>
}

function methodOf(route: Route, { shapes, expansions, inputs, known }: Writing): string {
  const { endpoint, procedure, pathNames } = route
  const { rest, input, output } = endpoint
  const fields = Object.entries(input.shape).filter(
    ([name, schema]) => !pathNames.includes(name) && name !== 'expand' && isOffered(schema),
  )
  const record = recordsOf(output) ?? output
  const expansion = expansions.find((one) => one.record === record)
  const inputName = `${capitalized(operationId(procedure))}Input`
  if (fields.length > 0) {
    const text = shapes.textOf(z.object(Object.fromEntries(fields)), 'in', procedure)
    inputs.push(`export type ${inputName} = ${text}\n`)
  }
  const takes = [
    ...(fields.length > 0 ? [inputName] : []),
    ...(expansion === undefined ? [] : ['Expand<Names>']),
  ]
  const isOptional = fields.every(([, schema]) => mayBeLeftOut(schema))
  const ids = pathNames.map(
    (name) =>
      `${codeName(name)}: ${shapes.textOf(input.shape[name] ?? z.never(), 'in', procedure)}`,
  )
  const options = rest.idempotent === true ? 'OnceOptions' : 'CallOptions'
  const parameters = [
    ...ids,
    `input${isOptional ? '?' : ''}: ${takes.length === 0 ? 'NoInput' : takes.join(' & ')}`,
    `options?: ${options}`,
  ]
  const generic =
    expansion === undefined
      ? ''
      : `<const Names extends readonly (${expansion.names.map(quoted).join(' | ')})[] = []>`
  return `${commentOf(inCode(wordsOfMethod(route), known))}\n${verbOf(route)}${generic}(${parameters.join(', ')}): ${answerOf(route, shapes, expansion)}`
}

function answerOf(route: Route, shapes: Shapes, expansion: Expansions | undefined): string {
  const { output } = route.endpoint
  const record = recordsOf(output) ?? output
  const short = record === EventRecord ? 'Event' : shapes.textOf(record, 'out', route.procedure)
  const text =
    expansion === undefined ? short : `Expanded<${short}, ${expansion.name}Expansions, Names>`
  if (!isList(route)) return `Call<${text}>`
  const more = extraFields(output)
  if (Object.keys(more.shape).length === 0) return `ListCall<${text}>`
  return `ListCall<${text}, Page<${text}> & ${shapes.textOf(more, 'out', route.procedure)}>`
}

const PAGE_FIELDS: ReadonlySet<string> = new Set(['data', 'has_more', 'next_cursor', 'next'])

function extraFields(output: z.ZodType): z.ZodObject {
  const shape = output instanceof z.ZodObject ? output.shape : {}
  return z.object(
    Object.fromEntries(Object.entries(shape).filter(([name]) => !PAGE_FIELDS.has(name))),
  )
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

function article(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()}`
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

function wordsOfEvent(name: string): string {
  const type = Object.keys(EVENT_TYPES).find((one) => eventSchemaName(one) === name)
  return type !== undefined && isEventType(type) ? `${commentOf(EVENT_TYPES[type].when)}\n` : ''
}

function wordsOfMethod({ endpoint, path, method }: Route): string {
  const { rest, scope, feature, allProblems } = endpoint
  const own = allProblems.filter((code) => !COMMON_PROBLEMS.includes(code))
  const needs = [
    scope === null ? 'any key' : `a key with the scope \`${scope}\``,
    ...(feature === undefined ? [] : [`the feature \`${feature}\``]),
  ]
  return [
    `${rest.summary}: \`${method} ${path}\`.`,
    ...(rest.description === undefined ? [] : [rest.description]),
    `Needs ${needs.join(', and ')}.`,
    ...(own.length === 0 ? [] : [`@throws ${own.map((code) => `\`${code}\``).join(', ')}`]),
  ].join('\n\n')
}

function isOffered(schema: unknown): schema is z.ZodType {
  if (!(schema instanceof z.ZodType)) return false
  const { offered, readOnly } = schema.meta() ?? {}
  return offered !== false && readOnly !== true
}

/** Also where the schema is wrapped, as an optional one. */
function descriptionOf(schema: z.core.$ZodType): string | null {
  const { description } = z.globalRegistry.get(schema) ?? {}
  if (description !== undefined) return description
  const inner: unknown = Reflect.get(schema._zod.def, 'innerType')
  return inner instanceof z.ZodType ? descriptionOf(inner) : null
}

/** A text with the names of fields as code has them. */
function inCode(text: string, known: ReadonlySet<string>): string {
  return text.replaceAll(/`[a-z]+(?:_[a-z]+)*`/g, (name) => {
    const plain = name.slice(1, -1)
    return known.has(plain) && !(plain in PROBLEMS) ? `\`${codeName(plain)}\`` : name
  })
}
