/** One method of the SDK as text: its row, and its type with the words of the reference. */
import { deprecationText, EventRecord, type Deprecation } from '@scheduling/core'
import { answerSchema, capitalized, operationId, recordsOf, type Route } from '@scheduling/api'
import { z } from 'zod'
import { codeName } from '@scheduling/sdk/spelling'
import type { Expansions } from './sdk-expansions.ts'
import { descriptionOf, inCode, wordsOfMethod } from './sdk-words.ts'
import { commentOf, mayBeLeftOut, quoted, type Shapes } from './shapes.ts'

export function verbOf({ procedure }: Route): string {
  return procedure.split('.')[1] ?? ''
}

export function rowOf(route: Route): string {
  const { rest } = route.endpoint
  if (rest.body !== 'none' && [...route.queryNames].some((name) => name !== 'expand')) {
    throw new Error(`${route.procedure}: only \`expand\` is in the query beside a body.`)
  }
  return `{ method: '${rest.method}', path: '${rest.path}'${rest.idempotent === true ? ', idempotent: true' : ''}${isList(route) ? ', list: true' : ''} }`
}

export function isList({ endpoint: { output } }: Route): boolean {
  return output instanceof z.ZodObject && 'next_cursor' in output.shape
}

type Writing = {
  readonly shapes: Shapes
  readonly expansions: readonly Expansions[]
  /** Types of inputs, added to by each method. */
  readonly inputs: string[]
  readonly known: ReadonlySet<string>
}

export function methodOf(route: Route, { shapes, expansions, inputs, known }: Writing): string {
  const { endpoint, procedure, pathNames } = route
  const { rest, input, output } = endpoint
  const fields = Object.entries(input.shape).filter(
    (entry): entry is [string, z.ZodType] =>
      !pathNames.includes(entry[0]) && entry[0] !== 'expand' && isOffered(entry[1]),
  )
  const shape = Object.fromEntries(
    fields.map(([name, schema]) => [name, withEnd(schema, rest.deprecatedFields?.[name])]),
  )
  const record = recordsOf(output) ?? output
  const expansion = expansions.find((one) => one.record === record)
  const inputName = `${capitalized(operationId(procedure))}Input`
  if (fields.length > 0) {
    const text = shapes.textOf(z.object(shape), 'in', procedure)
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

/** A field that ends is struck through by editors. */
function withEnd(schema: z.ZodType, deprecation: Deprecation | undefined): z.ZodType {
  if (deprecation === undefined) return schema
  const words = [descriptionOf(schema) ?? '', `@deprecated ${deprecationText(deprecation)}`]
  return schema.meta({ ...schema.meta(), description: words.join('\n\n').trim() })
}

function answerOf(route: Route, shapes: Shapes, expansion: Expansions | undefined): string {
  const { output } = route.endpoint
  const record = recordsOf(output) ?? output
  const short =
    record === EventRecord ? 'Event' : shapes.textOf(answerSchema(record), 'out', route.procedure)
  const text =
    expansion === undefined ? short : `Expanded<${short}, ${expansion.name}Expansions, Names>`
  if (!isList(route)) return `Call<${text}>`
  const more = extraFields(output)
  if (Object.keys(more.shape).length === 0) return `ListCall<${text}>`
  return `ListCall<${text}, Page<${text}> & ${shapes.textOf(more, 'out', route.procedure)}>`
}

/** What every page has. */
export const PAGE_FIELDS: ReadonlySet<string> = new Set(['data', 'has_more', 'next_cursor', 'next'])

function extraFields(output: z.ZodType): z.ZodObject {
  const shape = output instanceof z.ZodObject ? output.shape : {}
  return z.object(
    Object.fromEntries(Object.entries(shape).filter(([name]) => !PAGE_FIELDS.has(name))),
  )
}

export function isOffered(schema: unknown): schema is z.ZodType {
  if (!(schema instanceof z.ZodType)) return false
  const { offered, readOnly } = schema.meta() ?? {}
  return offered !== false && readOnly !== true
}
