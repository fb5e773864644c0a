/** The example calls as programs with the SDKs. They are made of the same values as the commands. */
import { PUBLISHED } from '@scheduling/published'
import { z } from 'zod'
import type { Route } from '../route-table.ts'
import { kindOf, recordsOf } from './answer-schemas.ts'
import { codeName, withCodeNames, type NamedShape } from './code-names.ts'
import { exampleCall } from './example-calls.ts'
import type { ExampleDays } from './example-days.ts'
import { fieldsOf, fits, literal, onLines, type Syntax } from './literal.ts'

type SampleOf = (call: NamedCall, baseUrl: string) => string

/** By the name of the language in the document. */
export const SDK_LANGUAGES: Readonly<Record<string, SampleOf>> = {
  TypeScript: inTypeScript,
  Python: inPython,
  PHP: inPhp,
}

/** A call with its parts under the names of the API. */
type NamedCall = {
  readonly route: Route
  readonly room: string
  readonly verb: string
  readonly ids: readonly unknown[]
  readonly fields: Readonly<Record<string, unknown>>
  /** Of the record that is answered; null where there is none. */
  readonly kind: string | null
  /** `pages`: every record is read. `list`: there is one page. */
  readonly answers: 'nothing' | 'record' | 'list' | 'pages'
}

export function sdkSamples(route: Route, days: ExampleDays, baseUrl: string) {
  const call = namedCall(route, days)
  return Object.entries(SDK_LANGUAGES).map(([lang, sampleOf]) => ({
    lang,
    label: 'SDK',
    source: sampleOf(call, baseUrl),
  }))
}

function namedCall(route: Route, days: ExampleDays): NamedCall {
  const { sends } = exampleCall(route.procedure, days)
  const inPath = new Set(route.pathNames)
  const [room = '', verb = ''] = route.procedure.split('.')
  const { output } = route.endpoint
  const records = recordsOf(output)
  const kind = kindOf(records ?? output)
  return {
    route,
    room,
    verb,
    ids: route.pathNames.map((one) => sends[one]),
    fields: Object.fromEntries(Object.entries(sends).filter(([name]) => !inPath.has(name))),
    kind,
    answers:
      kind === null
        ? 'nothing'
        : records === null
          ? 'record'
          : route.queryNames.has('cursor')
            ? 'pages'
            : 'list',
  }
}

const TYPESCRIPT: Syntax = {
  quoted,
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: `,
  nothing: 'null',
  truth: ['true', 'false'],
  around: ['{', '}'],
  gap: ' ',
  step: '  ',
}

function inTypeScript(
  { route, room, verb, ids, fields, kind, answers }: NamedCall,
  baseUrl: string,
): string {
  const name = codeName(kind ?? '')
  const [before, after] = {
    nothing: ['await ', ''],
    record: [`const ${name} = await `, ''],
    list: ['const { data } = await ', ''],
    pages: [`for await (const ${name} of `, `) {\n  console.log(${name})\n}`],
  }[answers] as [string, string]
  const schema = z.toJSONSchema(route.endpoint.input, { io: 'input', unrepresentable: 'any' })
  const input = withCodeNames(fields, schema as NamedShape, schema) as object
  const called = withObject(`${before}api.${room}.${verb}(`, ids, input, TYPESCRIPT)
  return `import { Scheduling } from '${PUBLISHED.scope}/sdk'

const api = new Scheduling({ baseUrl: ${quoted(baseUrl)}, apiKey: 'svc_…' })
${called}${after}`
}

const PYTHON: Syntax = {
  quoted: (text) => JSON.stringify(text),
  key: (name) => `${JSON.stringify(name)}: `,
  nothing: 'None',
  truth: ['True', 'False'],
  around: ['{', '}'],
  gap: '',
  step: '    ',
}

/** `from` is a word of Python. */
function asKeyword(name: string): string {
  return `${name === 'from' ? 'from_' : name}=`
}

function inPython({ room, verb, ids, fields, kind, answers }: NamedCall, baseUrl: string): string {
  const [before, after] = {
    nothing: ['', ''],
    record: [`${kind} = `, ''],
    list: ['found = ', ''],
    pages: [`for ${kind} in `, `:\n    print(${kind})`],
  }[answers] as [string, string]
  const name = `${before}api.${snake(room)}.${snake(verb)}(`
  const given = ids.map((id) => literal(id, PYTHON))
  const short = `${name}${[...given, ...fieldsOf(fields, asKeyword, PYTHON)].join(', ')})`
  const lines = given.map((id) => `${PYTHON.step}${id},\n`).join('')
  const call = fits(short) ? short : `${name}\n${lines}${onLines(fields, asKeyword, PYTHON, '')})`
  return `from scheduling import Scheduling

api = Scheduling(base_url=${JSON.stringify(baseUrl)}, api_key="svc_…")
${call}${after}`
}

const PHP: Syntax = {
  quoted,
  key: (name) => `${quoted(name)} => `,
  nothing: 'null',
  truth: ['true', 'false'],
  around: ['[', ']'],
  gap: '',
  step: '    ',
}

function inPhp({ room, verb, ids, fields, kind, answers }: NamedCall, baseUrl: string): string {
  const [before, after] = {
    nothing: ['', ';'],
    record: [`$${kind} = `, ';'],
    list: ['$found = ', ';'],
    pages: ['foreach (', ` as $${kind}) {\n    print_r($${kind});\n}`],
  }[answers] as [string, string]
  return `<?php

require 'scheduling-php/autoload.php';

$api = new Scheduling\\Scheduling(base_url: ${quoted(baseUrl)}, api_key: 'svc_…');
${withObject(`${before}$api->${room}->${verb}(`, ids, fields, PHP)}${after}`
}

/** A call whose last argument is an object with all fields. */
function withObject(name: string, ids: readonly unknown[], fields: object, syntax: Syntax): string {
  const given = ids.map((id) => literal(id, syntax))
  const called = (...all: readonly string[]) => `${name}${all.join(', ')})`
  if (Object.keys(fields).length === 0) {
    const line = called(...given)
    return fits(line) ? line : `${name}\n${given.map((id) => `${syntax.step}${id},\n`).join('')})`
  }
  const line = called(...given, literal(fields, syntax))
  return fits(line) ? line : called(...given, literal(fields, syntax, ''))
}

/** `noShow` → `no_show` */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** As TypeScript and PHP write it. PHP has no `\n` between such marks, and no text of an example has a line break. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
