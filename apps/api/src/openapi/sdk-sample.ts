/** The example calls as programs with the SDK. They are made of the same values as the commands. */
import { PUBLISHED } from '@scheduling/published'
import { z } from 'zod'
import type { Route } from '../route-table.ts'
import { kindOf, recordsOf } from './answer-schemas.ts'
import { codeName, withCodeNames, type NamedShape } from './code-names.ts'
import { exampleCall } from './example-calls.ts'
import type { ExampleDays } from './example-days.ts'

/** What the column of the docs shows of a line on a desk. */
const LINE_CHARACTERS = 80

export function sdkSample(route: Route, days: ExampleDays, baseUrl: string): string {
  return `import { Scheduling } from '${PUBLISHED.scope}/sdk'

const api = new Scheduling({ baseUrl: ${quoted(baseUrl)}, apiKey: 'svc_…' })
${statementOf(route, days)}`
}

function statementOf(route: Route, days: ExampleDays): string {
  const { sends } = exampleCall(route.procedure, days)
  const inPath = new Set(route.pathNames)
  const rest = Object.fromEntries(Object.entries(sends).filter(([name]) => !inPath.has(name)))
  const { output } = route.endpoint
  const records = recordsOf(output)
  const kind = codeName(kindOf(records ?? output) ?? '')
  const [before, after] =
    kind === ''
      ? ['await ', '']
      : records === null
        ? [`const ${kind} = await `, '']
        : route.queryNames.has('cursor')
          ? [`for await (const ${kind} of `, `) {\n  console.log(${kind})\n}`]
          : ['const { data } = await ', '']
  const name = `${before}api.${route.procedure}(`
  const ids = route.pathNames.map((one) => literal(sends[one]))
  const called = (...given: readonly string[]) => `${name}${given.join(', ')})`
  const fits = (line: string) => line.length < LINE_CHARACTERS
  if (Object.keys(rest).length === 0) {
    const line = called(...ids)
    return `${fits(line) ? line : `${name}\n${ids.map((id) => `  ${id},\n`).join('')})`}${after}`
  }
  const schema = z.toJSONSchema(route.endpoint.input, { io: 'input', unrepresentable: 'any' })
  const input = withCodeNames(rest, schema as NamedShape, schema)
  const line = called(...ids, literal(input))
  return `${fits(line) ? line : called(...ids, literal(input, ''))}${after}`
}

/**
 * A value as it is written in a program.
 *
 * @param indent of the line that it begins in, for objects on lines of their own; left out: all on one line
 */
function literal(value: unknown, indent?: string): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map((one) => literal(one)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent === undefined ? undefined : `${indent}  `
  const fields = Object.entries(value).map(([key, one]) => {
    const short = `${keyText(key)}: ${literal(one)}`
    const fits = inner === undefined || inner.length + short.length < LINE_CHARACTERS
    return fits ? short : `${keyText(key)}: ${literal(one, inner)}`
  })
  if (inner === undefined) return `{ ${fields.join(', ')} }`
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

function keyText(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)
}

function quoted(text: string): string {
  return `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`
}
