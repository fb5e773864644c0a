/** One operation of the OpenAPI document as Markdown: what it takes, what it answers, a call that works. */
import { STATUS_CODES } from 'node:http'
import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../openapi/document.ts'
import { code, table } from './markdown.ts'
import { resolved, shownOf } from './resolved.ts'
import { FIELD_HEADINGS, fieldRow, fieldsOf, typeText } from './schema-text.ts'

export function operationText(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: oas31.OperationObject,
): string {
  return [
    `## ${operation.summary ?? ''}`,
    `\`${method.toUpperCase()} ${path}\``,
    operation.description ?? '',
    ...parametersText(document, operation),
    ...bodyText(document, operation),
    ...sampleText(document, operation),
    ...answersText(document, operation),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function parametersText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  const rows = (operation.parameters ?? []).map((parameter) => {
    const one = resolved(document, parameter)
    const { name, in: place, required, description } = one
    const type = typeText(shownOf(one).schema ?? {}, true)
    const isOptional = required !== true
    return fieldRow({ name, isOptional, type: `${place}; ${type}`, words: description ?? '' })
  })
  return rows.length === 0 ? [] : ['### Parameters', table(FIELD_HEADINGS, rows)]
}

function bodyText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  if (operation.requestBody === undefined) return []
  const { content, required } = resolved(document, operation.requestBody)
  const schema = content['application/json']?.schema
  if (schema === undefined) return []
  const rows = fieldsOf(resolved(document, schema), true).map(fieldRow)
  const note = required === true ? [] : ['The whole body is optional.']
  return ['### Body', ...note, table(FIELD_HEADINGS, rows)]
}

function sampleText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  const samples: unknown = Reflect.get(operation, 'x-codeSamples')
  if (!Array.isArray(samples)) return []
  return [
    '### Example',
    // The samples and their answer stand together, with nothing between: see the rule `exchanges` of the renderer.
    ...samples.flatMap((sample: { lang?: unknown; source?: unknown }) =>
      typeof sample.source === 'string' ? [code(FENCES.get(sample.lang) ?? '', sample.source)] : [],
    ),
    ...recordedText(document, operation),
  ]
}

/** What was answered to the sample. */
function recordedText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  return Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(
    operation.responses ?? {},
  ).flatMap(([status, response]) => {
    const example: unknown = resolved(document, response).content?.['application/json']?.example
    if (example === undefined && status !== '204') return []
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...(example === undefined
        ? []
        : ['Content-Type: application/json; charset=utf-8', '', JSON.stringify(example, null, 2)]),
    ]
    return [code('http', lines.join('\n'))]
  })
}

/** The word after the fence, by the language of a sample. */
const FENCES: ReadonlyMap<unknown, string> = new Map([
  ['Shell', 'sh'],
  ['TypeScript', 'ts'],
  ['Python', 'python'],
  ['PHP', 'php'],
])

function answersText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  const responses = Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(
    operation.responses ?? {},
  ).map(([status, response]) => ({ status, ...resolved(document, response) }))
  const rows = responses.map(({ status, content, description }) => {
    const success = content?.['application/json']?.schema
    const codes = Object.keys(content?.['application/problem+json']?.examples ?? {})
    if (success !== undefined) return [status, `${description} ${typeText(success)}`]
    if (codes.length === 0) return [status, description]
    return [status, codes.map((name) => `[\`${name}\`](/docs/errors/${name})`).join(', ')]
  })
  return ['### Answers', table(['Status', 'What'], rows)]
}
