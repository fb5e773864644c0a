/** The API as a Postman collection, in its format 2.1: a folder for each chapter, the example calls, their answers. */
import { COMMON_PROBLEMS } from '@scheduling/core'
import type { oas31 } from 'zod-openapi'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { ExampleDays } from '../openapi/example-days.ts'
import { queryParts, sampleCall, type SampleCall } from '../openapi/samples.ts'
import type { Route } from '../route-table.ts'
import { resolved, shownOf } from './resolved.ts'

const COMMON: ReadonlySet<string> = new Set(COMMON_PROBLEMS)

/** What tells Postman the format. Nothing is loaded from there. */
const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Pair = {
  readonly key: string
  readonly value: string
  readonly description?: string
  /** Shown, but not sent. */
  readonly disabled?: true
}

type PostmanRequest = {
  readonly method: string
  readonly url: {
    readonly raw: string
    readonly host: readonly string[]
    readonly path: readonly string[]
    readonly query: readonly Pair[]
    readonly variable: readonly Pair[]
  }
  readonly header: readonly Pair[]
  readonly body?: object
  readonly description?: string
}

/**
 * @param document of the same days
 * @param publicBaseUrl the first value of the variable `baseUrl`
 */
export function postmanCollection(
  document: OpenApiDocument,
  routes: readonly Route[],
  days: ExampleDays,
  publicBaseUrl: string,
): object {
  const folders = (document.tags ?? []).map(({ name, description }) => ({
    name,
    description: description ?? '',
    item: routes
      .filter(({ endpoint }) => endpoint.rest.tag === name)
      .map((route) => itemOf(document, route, days)),
  }))
  return {
    info: {
      name: document.info.title,
      version: document.info.version,
      description: `Put your API key into the variable \`apiKey\` of the collection.\n\nThe docs: ${publicBaseUrl}/docs`,
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: publicBaseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  }
}

function itemOf(document: OpenApiDocument, route: Route, days: ExampleDays): object {
  const operation = operationAt(document, route)
  const request = requestOf(document, route, operation, sampleCall(route, days))
  const { description, ...original } = request
  return {
    name: operation.summary ?? route.name,
    request: description === undefined ? original : request,
    response: answersOf(document, operation).map((answer) => ({
      ...answer,
      originalRequest: original,
    })),
  }
}

function requestOf(
  document: OpenApiDocument,
  route: Route,
  operation: oas31.OperationObject,
  call: SampleCall,
): PostmanRequest {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one))
  const words = ({ description }: oas31.ParameterObject) =>
    description === undefined ? {} : { description }
  const sent = pairsOf(call.query.slice(1).split('&'))
  const sentNames = new Set(sent.map(({ key }) => nameOf(key)))
  const query = parameters
    .filter((one) => one.in === 'query')
    .flatMap((one): Pair[] => {
      const { example } = shownOf(one)
      const own = sentNames.has(one.name)
        ? sent.filter(({ key }) => nameOf(key) === one.name)
        : pairsOf(example === undefined ? [`${one.name}=`] : queryParts(one.name, example))
      return own.map((pair) => ({
        ...pair,
        ...words(one),
        ...(sentNames.has(one.name) ? {} : { disabled: true }),
      }))
    })
  const inPath = parameters.filter((one) => one.in === 'path')
  const values = new Map(
    route.path.split('/').map((segment, at) => [segment, call.path.split('/')[at] ?? '']),
  )
  const path = route.path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const queryText = sent.map(({ key, value }) => `${key}=${value}`).join('&')
  return {
    method: route.method,
    url: {
      raw: `{{baseUrl}}/${path}${queryText === '' ? '' : `?${queryText}`}`,
      host: ['{{baseUrl}}'],
      path: path.split('/'),
      query,
      variable: inPath.map((one) => ({
        key: one.name,
        value: decodeURIComponent(values.get(`{${one.name}}`) ?? ''),
        ...words(one),
      })),
    },
    header: [
      ...parameters
        .filter((one) => one.name === 'Idempotency-Key')
        // A value that Postman makes for each request.
        .map((one) => ({ key: one.name, value: '{{$guid}}', ...words(one) })),
      ...(call.body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ],
    ...(call.body === null
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(call.body, null, 2),
            options: { raw: { language: 'json' } },
          },
        }),
    ...(operation.description === undefined ? {} : { description: operation.description }),
  }
}

/** @param parts encoded, as in `limit=10`; Postman leaves an escape as it is */
function pairsOf(parts: readonly string[]): Pair[] {
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return { key: part.slice(0, at), value: part.slice(at + 1) }
    })
}

/** `metadata[crm_id]` → `metadata` */
function nameOf(key: string): string {
  return key.split('[', 1)[0] ?? key
}

/** One success of each status, and the refusals that not every route has. */
function answersOf(document: OpenApiDocument, operation: oas31.OperationObject): object[] {
  return Object.entries<oas31.ResponseObject | oas31.ReferenceObject>(
    operation.responses ?? {},
  ).flatMap(([status, response]) => {
    const { content, description } = resolved(document, response)
    if (status.startsWith('2')) {
      const example: unknown = content?.['application/json']?.example
      return [answer(description, status, 'application/json', example)]
    }
    const type = 'application/problem+json'
    return Object.entries(content?.[type]?.examples ?? {})
      .filter(([code]) => !COMMON.has(code))
      .map(([code, example]) => answer(code, status, type, resolved(document, example).value))
  })
}

function answer(name: string, status: string, type: string, body: unknown): object {
  return {
    name,
    code: Number(status),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: type }],
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
    _postman_previewlanguage: 'json',
  }
}

function operationAt(document: OpenApiDocument, { method, path }: Route): oas31.OperationObject {
  const item = document.paths?.[path] ?? {}
  const operation: oas31.OperationObject | undefined = Reflect.get(item, method.toLowerCase())
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document.`)
  return operation
}
