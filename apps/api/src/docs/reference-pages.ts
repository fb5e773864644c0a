/** The reference as pages: one for each chapter of the OpenAPI document, and one for the records. */
import type { oas31 } from 'zod-openapi'
import { EVENT_COMPONENTS } from '../openapi/event-schemas.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { downloadLinks } from './downloads.ts'
import { slug, table } from './markdown.ts'
import { operationText } from './operation-text.ts'
import { FIELD_HEADINGS, fieldRow, fieldsOf, refName, typeText } from './schema-text.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export function chapterPath(tag: string): string {
  return `/docs/reference/${slug(tag)}`
}

/** The conventions that apply to every route. */
export function introductionText({ info, servers }: OpenApiDocument): string {
  return `# The API in general

This page describes what applies to every route: authentication, formats, pagination, errors, retries and rate limits.

The base address is \`${servers?.[0]?.url ?? ''}\`. [\`/v1/openapi.json\`](/v1/openapi.json) describes the same API as OpenAPI 3.1. As files: ${downloadLinks()}.

${info.description ?? ''}
`
}

export function chapterText(document: OpenApiDocument, tag: oas31.TagObject): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, entry]) =>
    METHODS.flatMap((method) => {
      const operation = entry[method]
      if (operation?.tags?.includes(tag.name) !== true) return []
      return [operationText(document, method, path, operation)]
    }),
  )
  return [`# ${tag.name}`, tag.description ?? '', ...operations].join('\n\n').concat('\n')
}

/** Everything that is sent or returned and has a name: the chapters link to it. */
export function recordsText(document: OpenApiDocument): string {
  const sent = sentComponents(document)
  const sections = Object.entries(document.components?.schemas ?? {})
    // Bodies are shown with their operations, and events on their own page.
    .filter(([name]) => !EVENT_COMPONENTS.has(name) && !name.endsWith('Body'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => recordText(name, schema, sent.has(name)))
  return [
    '# Records',
    'The records that you send and receive. Every field of a response is always present: a field without a value is `null`. A field that you send is required unless it is marked "optional".',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n')
}

function recordText(
  name: string,
  schema: oas31.SchemaObject | oas31.ReferenceObject,
  isInput: boolean,
): string {
  if ('$ref' in schema && schema.$ref !== undefined) return `## ${name}\n\n${typeText(schema)}`
  const plain = schema as oas31.SchemaObject
  const rows = fieldsOf(plain, isInput).map(fieldRow)
  const isUnion = plain.discriminator !== undefined
  return [
    `## ${name}`,
    ...(isInput ? ['You send this record.'] : []),
    ...(plain.description === undefined ? [] : [plain.description]),
    isUnion
      ? 'One shape for each type, listed under [Events](/docs/events).'
      : rows.length === 0
        ? typeText(plain, isInput)
        : table(FIELD_HEADINGS, rows),
  ].join('\n\n')
}

/** The components of request bodies. */
function sentComponents(document: OpenApiDocument): ReadonlySet<string> {
  const found = new Set<string>()
  const collect = (value: unknown): void => {
    for (const [reference] of JSON.stringify(value).matchAll(/#\/components\/schemas\/\w+/g)) {
      const name = refName(reference)
      if (found.has(name)) continue
      found.add(name)
      collect(document.components?.schemas?.[name] ?? {})
    }
  }
  for (const entry of Object.values(document.paths ?? {})) {
    for (const method of METHODS) collect(entry[method]?.requestBody ?? {})
  }
  return found
}
