/** Holds requests and answers against the document of the central bank. */
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * An excerpt of `openapi.yaml` of github.com/bacen/pix-api, release 2.9.0, under the Apache License 2.0: the operations
 * that this service uses, without texts and examples.
 */
const DOCUMENT = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'pix-api-2.9.0.json'), 'utf8'),
) as Document

type Schema = object
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly $ref: string }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Content }>
  >
}
type Parameter = {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
}
type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: Parameter[] }>
  >
  readonly components: Readonly<
    Record<string, Readonly<Record<string, { readonly content?: Content } & Parameter>>>
  >
}

const ajv = new Ajv({ strict: false, allErrors: true })
// Its types say that it is a namespace.
;(formats as unknown as (ajv: Ajv) => void)(ajv)
ajv.addSchema({ $id: 'pix', ...DOCUMENT })

/** Path, query, headers and body of a call. */
export type Call = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string | null
  readonly text: string
}

/** What the document has against a request; empty when nothing. */
export function requestFaults(call: Call): string[] {
  const found = operationOf(call)
  if (found === null) return [`no operation for ${call.method} ${call.path}`]
  const { operation, parameters, values } = found
  const faults: string[] = []
  for (const parameter of parameters.map(resolved)) {
    const { name = '', in: place, required = false, schema = {} } = parameter
    const value = place === 'path' ? values.get(name) : (call.query.get(name) ?? undefined)
    if (value === undefined && required) faults.push(`${name} is missing`)
    if (value !== undefined) faults.push(...against(schema, asTyped(schema, value), name))
  }
  const known = new Set(parameters.map((one) => resolved(one).name))
  for (const name of call.query.keys()) {
    if (!known.has(name)) faults.push(`${name} is no parameter`)
  }
  if (operation.requestBody === undefined) return faults
  if (call.contentType !== 'application/json') faults.push(`content type ${call.contentType}`)
  const { content } = component(operation.requestBody.$ref)
  return [
    ...faults,
    ...against(content?.['application/json']?.schema ?? {}, JSON.parse(call.text), 'body'),
  ]
}

/** What the document has against an answer; empty when nothing. */
export function answerFaults(
  call: Pick<Call, 'method' | 'path'>,
  answer: { readonly status: number; readonly contentType: string; readonly body: unknown },
): string[] {
  const declared = operationOf(call)?.operation.responses[String(answer.status)]
  if (declared === undefined) return [`${call.method} ${call.path} has no ${answer.status}`]
  const { content } = declared.$ref === undefined ? declared : component(declared.$ref)
  const schema = content?.[answer.contentType]?.schema
  if (schema === undefined) return content === undefined ? [] : [`no ${answer.contentType}`]
  return against(schema, answer.body, `answer ${answer.status}`)
}

/** What the document has against a notice of payments. */
export function noticeFaults(body: unknown): string[] {
  const { content } = component('#/components/requestBodies/WebhookPixBody')
  return against(content?.['application/json']?.schema ?? {}, body, 'notice')
}

function operationOf({ method, path: asked }: Pick<Call, 'method' | 'path'>) {
  for (const [template, operations] of Object.entries(DOCUMENT.paths)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const form = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
    const match = form.exec(asked)
    const operation = operations[method.toLowerCase()]
    if (match === null || operation === undefined) continue
    const values = new Map(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]))
    const parameters = [...(operations.parameters ?? []), ...(operation.parameters ?? [])]
    return { operation, parameters, values }
  }
  return null
}

function component(ref: string): { readonly content?: Content } & Parameter {
  const [, , kind = '', name = ''] = ref.split('/')
  const found = DOCUMENT.components[kind]?.[name]
  if (found === undefined) throw new Error(`The document has no ${ref}.`)
  return found
}

function resolved(parameter: Parameter): Parameter {
  return parameter.$ref === undefined ? parameter : component(parameter.$ref)
}

function asTyped(schema: Schema, value: string): unknown {
  return 'type' in schema && schema.type === 'integer' ? Number(value) : value
}

function against(schema: Schema, value: unknown, where: string): string[] {
  // References inside the document start at its root.
  const inside = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"pix#/')) as Schema
  const validate = ajv.compile(inside)
  const isValid = validate(value)
  if (isValid) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${where}${instancePath} ${message ?? ''}`,
  )
}
