/** The whole API as one text, for machines that read. */
import type { oas31 } from 'zod-openapi'
import { EVENT_SCHEMAS } from '../openapi/event-schemas.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { fieldLines, refName, typeText } from './schema-text.ts'

const METHODS = ['get', 'post', 'patch', 'delete'] as const

/** @param pages the Markdown of every other page, in order */
export function llmsText(document: OpenApiDocument, pages: readonly string[]): string {
  const { info, servers } = document
  return [
    `# ${info.title} ${info.version}`,
    `Base address: ${servers?.[0]?.url ?? ''}`,
    // The introduction's headings stand under the title; those of the pages under their own.
    info.description ?? '',
    '# Routes',
    ...(document.tags ?? []).flatMap((tag) => chapter(document, tag)),
    '# Records',
    'Every field of an answer is always present.',
    ...Object.entries(document.components?.schemas ?? {})
      // Their common form stands with the event types.
      .filter(([name]) => EVENT_SCHEMAS[name] === undefined)
      .map(([name, schema]) => recordText(name, schema)),
    ...pages,
  ]
    .join('\n\n')
    .concat('\n')
}

function chapter(document: OpenApiDocument, tag: oas31.TagObject): string[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, entry]) =>
    METHODS.flatMap((method) => {
      const operation = entry[method]
      if (operation?.tags?.includes(tag.name) !== true) return []
      return [operationText(document, `${method.toUpperCase()} ${path}`, operation)]
    }),
  )
  return [`## ${tag.name}`, tag.description ?? '', ...operations]
}

function operationText(
  document: OpenApiDocument,
  name: string,
  operation: oas31.OperationObject,
): string {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { name: its, in: place, required, schema, description } = resolved(document, parameter)
    const words = description === undefined ? '' : `. ${description}`
    return `- \`${its}\` (${place}${required === true ? '' : ', optional'}): ${typeText(schema ?? {})}${words}`
  })
  return [
    `### ${name}`,
    `${operation.summary ?? ''}.`,
    operation.description ?? '',
    ...list('Parameters:', parameters),
    ...bodyText(document, operation),
    ...list('Answers:', answers(document, operation)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function bodyText(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  if (operation.requestBody === undefined) return []
  const body = resolved(document, operation.requestBody)
  const schema = body.content['application/json']?.schema
  if (schema === undefined) return []
  const isOptional = body.required !== true
  const named = 'anyOf' in schema ? schema.anyOf?.[0] : schema
  const fields = fieldLines(resolved(document, named ?? {}), true)
  return list(isOptional ? 'Body, optional, JSON:' : 'Body, JSON:', fields)
}

function answers(document: OpenApiDocument, operation: oas31.OperationObject): string[] {
  return Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(
    operation.responses ?? {},
  ).map(([status, response]) => {
    const { content, description } = resolved(document, response)
    const success = content?.['application/json']?.schema
    if (success !== undefined) return `- ${status}: ${typeText(success)}. ${description}`
    const codes = Object.keys(content?.['application/problem+json']?.examples ?? {})
    if (codes.length === 0) return `- ${status}: ${description}`
    return `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`
  })
}

function recordText(name: string, schema: oas31.SchemaObject | oas31.ReferenceObject): string {
  if ('$ref' in schema) return `## ${name}\n\n${typeText(schema)}`
  const fields = fieldLines(schema, name.endsWith('Body'))
  return [
    `## ${name}`,
    ...(schema.description === undefined ? [] : [schema.description]),
    fields.length === 0 ? typeText(schema) : fields.join('\n'),
  ].join('\n\n')
}

function list(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${heading}\n\n${lines.join('\n')}`]
}

/** What stands behind a reference to `components`; anything else as it is. */
function resolved<Value extends object>(
  document: OpenApiDocument,
  value: Value | oas31.ReferenceObject,
): Exclude<Value, oas31.ReferenceObject> {
  const reference: unknown = Reflect.get(value, '$ref')
  if (typeof reference !== 'string') return value as Exclude<Value, oas31.ReferenceObject>
  const section: unknown = Reflect.get(document.components ?? {}, reference.split('/')[2] ?? '')
  const found: unknown =
    typeof section === 'object' && section !== null
      ? Reflect.get(section, refName(reference))
      : undefined
  if (found === undefined) throw new Error(`Nothing stands behind ${reference}.`)
  return found as Exclude<Value, oas31.ReferenceObject>
}
