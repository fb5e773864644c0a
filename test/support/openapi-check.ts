/** Holds a reply of the API against its OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { METHODS } from './openapi-json.ts'

export type CheckedReply = {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; null for an empty body. */
  readonly body: unknown
  readonly text?: string
}

type Json = { readonly [key: string]: unknown }

const REQUEST_ID = /^req_[0-9a-z]{26}$/
const ON_EVERY_REPLY = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/**
 * Throws when the document does not allow this reply: an undeclared status, header, content type or problem
 * code, a body that its schema does not describe to the last field, a route that the document lacks.
 *
 * @param path as requested, query included
 */
export function checkReply(
  openapi: unknown,
  method: string,
  path: string,
  reply: CheckedReply,
): void {
  const faults: string[] = []
  documentOf(openapi).check(method.toLowerCase(), path.split('?')[0] ?? path, reply, faults)
  if (faults.length === 0) return
  throw new Error(
    `${method} ${path} answered ${reply.status}, against the OpenAPI document:\n` +
      `${faults.map((fault) => `  - ${fault}`).join('\n')}\n` +
      `  reply: ${(reply.text ?? JSON.stringify(reply.body)).slice(0, 2000)}`,
  )
}

const documents = new WeakMap<object, CompiledDocument>()

function documentOf(openapi: unknown): CompiledDocument {
  const root = asObject(openapi)
  const known = documents.get(root)
  if (known !== undefined) return known
  const compiled = new CompiledDocument(root)
  documents.set(root, compiled)
  return compiled
}

type PathEntry = {
  readonly template: string
  readonly segments: readonly string[]
  readonly item: Json
}

class CompiledDocument {
  readonly #root: Json
  readonly #paths: readonly PathEntry[]
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(root: Json) {
    this.#root = root
    this.#paths = Object.entries(asObject(root['paths']))
      .map(([template, item]) => ({
        template,
        segments: template.split('/'),
        item: asObject(item),
      }))
      .sort((a, b) => parameters(a) - parameters(b))
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateSchema: false,
      // Of a union only the member that the value says it is: one fault is told once.
      discriminator: true,
    })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(asObject(closed(root)), 'openapi')
  }

  check(method: string, path: string, reply: CheckedReply, faults: string[]): void {
    checkCommonHeaders(reply, faults)
    const entry = this.#paths.find((candidate) => isMatch(candidate.segments, path))
    if (entry === undefined) {
      this.#checkOutside(reply, 404, 'not_found', faults)
      return
    }
    const methods: string[] = METHODS.filter((name) => entry.item[name] !== undefined)
    const operation = entry.item[method === 'head' ? 'get' : method]
    if (operation === undefined) {
      this.#checkOutside(reply, 405, 'method_not_allowed', faults)
      const allowed = (reply.headers.get('allow') ?? '').toLowerCase().split(/, */).sort()
      if (reply.status === 405 && allowed.join() !== methods.sort().join()) {
        faults.push(`Allow is "${allowed.join()}", the document has ${methods.join()}`)
      }
      return
    }
    const pointer = `#/paths/${escaped(entry.template)}/${method === 'head' ? 'get' : method}/responses/${reply.status}`
    this.#checkDeclared(pointer, method === 'head', reply, faults)
  }

  /** Refusals of a path or method that the document does not know. */
  #checkOutside(reply: CheckedReply, status: number, code: string, faults: string[]): void {
    const expected = reply.status === 503 ? 'api_disabled' : code
    if (reply.status !== status && reply.status !== 503) {
      faults.push(`neither path nor method is in the document, so ${status} ${code} was expected`)
    } else if (codeOf(reply.body) !== expected) {
      faults.push(`the code is not ${expected}`)
    }
    if (typeOf(reply) !== 'application/problem+json') faults.push('not problem+json')
    this.#validate('#/components/schemas/Problem', reply.body, faults)
    checkProblem(reply, faults)
  }

  #checkDeclared(pointer: string, isHead: boolean, reply: CheckedReply, faults: string[]): void {
    const found = this.#resolve(pointer)
    if (found === null) {
      faults.push(
        `the status ${reply.status} is not declared (code: ${codeOf(reply.body) ?? 'none'})`,
      )
      return
    }
    const response = asObject(found.value)
    this.#checkHeaders(asObject(response['headers'] ?? {}), reply, faults)
    const content = asObject(response['content'] ?? {})
    const [type] = Object.keys(content)
    if (type === undefined) {
      if (reply.body !== null || (reply.text ?? '') !== '') faults.push('a body was not declared')
      if (reply.headers.has('content-type')) faults.push('a content type without a body')
      return
    }
    if (typeOf(reply) !== type) faults.push(`the content type is ${typeOf(reply)}, not ${type}`)
    if (isHead) {
      if ((reply.text ?? '') !== '') faults.push('HEAD was answered with a body')
      return
    }
    this.#validate(`${found.pointer}/content/${escaped(type)}/schema`, reply.body, faults)
    if (reply.status >= 400) checkProblem(reply, faults)
    for (const event of eventsIn(reply.body)) this.#checkEvent(event, faults)
  }

  /** An event that is listed has the shape in which it is delivered, too. */
  #checkEvent(event: Json, faults: string[]): void {
    const { object: _object, ...envelope } = event
    const type = String(event['type'])
    const found = this.#resolve(
      `#/webhooks/${escaped(type)}/post/requestBody/content/application~1json/schema`,
    )
    if (found === null) faults.push(`the event type ${type} is not in the document`)
    else this.#validate(found.pointer, envelope, faults, `event ${type}`)
  }

  #checkHeaders(declared: Json, reply: CheckedReply, faults: string[]): void {
    for (const [name, reference] of Object.entries(declared)) {
      const pointer = asObject(reference)['$ref']
      const header = typeof pointer === 'string' ? this.#resolve(pointer) : null
      if (typeof pointer !== 'string' || header === null) {
        faults.push(`the header ${name} is not described`)
        continue
      }
      const text = reply.headers.get(name)
      const { required, schema } = asObject(header.value)
      if (text === null) {
        if (required === true) faults.push(`the header ${name} is missing`)
        continue
      }
      const value =
        asObject(schema)['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text
      this.#validate(`${header.pointer}/schema`, value, faults, `header ${name}`)
    }
    if (reply.headers.has('idempotent-replayed') && declared['Idempotent-Replayed'] === undefined) {
      faults.push('Idempotent-Replayed is not declared here')
    }
    if (reply.headers.has('preference-applied') && declared['Preference-Applied'] === undefined) {
      faults.push('Preference-Applied is not declared here')
    }
  }

  #validate(pointer: string, value: unknown, faults: string[], what = 'body'): void {
    let validate = this.#validators.get(pointer)
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi${encodeURI(pointer)}` })
      this.#validators.set(pointer, validate)
    }
    if (validate(value)) return
    for (const error of (validate.errors ?? []).slice(0, 8)) {
      faults.push(
        `${what}${error.instancePath} ${error.message ?? error.keyword} ${JSON.stringify(error.params)}`,
      )
    }
  }

  /** What stands at a pointer, through references; null when nothing does. */
  #resolve(pointer: string): { readonly pointer: string; readonly value: unknown } | null {
    let value: unknown = this.#root
    for (const part of pointer.slice(2).split('/')) {
      if (typeof value !== 'object' || value === null) return null
      value = Reflect.get(value, part.replaceAll('~1', '/').replaceAll('~0', '~'))
    }
    if (value === undefined) return null
    const reference = asObject(value)['$ref']
    return typeof reference === 'string' ? this.#resolve(reference) : { pointer, value }
  }
}

function checkCommonHeaders(reply: CheckedReply, faults: string[]): void {
  const requestId = reply.headers.get('x-request-id')
  if (requestId === null || !REQUEST_ID.test(requestId)) {
    faults.push(`X-Request-Id is ${requestId ?? 'missing'}`)
  }
  for (const name of ON_EVERY_REPLY) {
    if (!/^\d+$/.test(reply.headers.get(name) ?? '')) faults.push(`${name} is missing or no number`)
  }
}

/** Records of the events routes, one or a list of them. */
function eventsIn(body: unknown): Json[] {
  if (typeof body !== 'object' || body === null) return []
  const records: unknown = Reflect.get(body, 'data')
  return (Array.isArray(records) ? records : [body]).filter(
    (record: unknown): record is Json =>
      typeof record === 'object' && record !== null && Reflect.get(record, 'object') === 'event',
  )
}

/** What the schema of a problem can't say. */
function checkProblem(reply: CheckedReply, faults: string[]): void {
  if (typeof reply.body !== 'object' || reply.body === null) return
  const { type, status, code, request_id: requestId } = asObject(reply.body)
  if (status !== reply.status) faults.push(`the problem says status ${String(status)}`)
  if (typeof type !== 'string' || !type.endsWith(`/docs/errors/${String(code)}`)) {
    faults.push(`type is ${String(type)}`)
  }
  const isReplay = reply.headers.get('idempotent-replayed') === 'true'
  if (!isReplay && requestId !== reply.headers.get('x-request-id')) {
    faults.push('request_id is not X-Request-Id')
  }
}

/**
 * The document lets callers expect new fields; the tests don't: every object that lists its properties has
 * these and no others. Members of `allOf` see only a part each and stay open.
 */
function closed(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((member) => closed(member, isPart))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, closed(inner, key === 'allOf')]),
  )
  // The validator reads which member is meant off the members themselves.
  const { discriminator } = copy
  if (typeof discriminator === 'object' && discriminator !== null && 'oneOf' in copy) {
    copy['discriminator'] = { propertyName: Reflect.get(discriminator, 'propertyName') }
  }
  const isOpen = copy['additionalProperties'] === undefined && !isPart
  if (isOpen && typeof copy['properties'] === 'object') copy['additionalProperties'] = false
  return copy
}

function isMatch(template: readonly string[], path: string): boolean {
  const segments = path.split('/')
  return (
    segments.length === template.length &&
    template.every((part, index) => {
      const segment = segments[index] ?? ''
      return part.startsWith('{') ? isDecodable(segment) : part === segment
    })
  )
}

function isDecodable(segment: string): boolean {
  try {
    return decodeURIComponent(segment) !== ''
  } catch {
    return false
  }
}

function parameters(entry: PathEntry): number {
  return entry.segments.filter((segment) => segment.startsWith('{')).length
}

function typeOf(reply: CheckedReply): string {
  return (reply.headers.get('content-type') ?? 'missing').split(';')[0] ?? ''
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null) {
    throw new Error('The OpenAPI document lacks a part that this check needs.')
  }
  return value as Json
}
