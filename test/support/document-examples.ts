/** The examples of the OpenAPI document as requests: the printed call, and every other parameter beside it. */
import type { Call } from './api.ts'

export type ExampleRequest = Call & {
  readonly name: string
  readonly method: string
  /** With the query. */
  readonly path: string
}

/** The document's own form; a part that is missing fails the test that reads it. */
type Json = any

/** Parameters that are sent in place of others. */
const IN_PLACE_OF: Readonly<Record<string, readonly string[]>> = {
  from: ['date'],
  to: ['date'],
  latest: ['after'],
  order: ['after'],
}

export function exampleRequests(document: Json): ExampleRequest[] {
  return Object.entries<Json>(document.paths).flatMap(([template, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]) => {
      const [, printed] = /'https?:\/\/[^/]+(\/[^']+)'/.exec(sampleOf(operation)) ?? []
      if (printed === undefined) return []
      return requestsOf(method.toUpperCase(), printed, operation).map((request) => ({
        ...request,
        name: `${method.toUpperCase()} ${template}: ${request.path}`,
        method: method.toUpperCase(),
      }))
    }),
  )
}

function sampleOf(operation: Json): string {
  return operation['x-codeSamples']?.[0]?.source ?? ''
}

function requestsOf(method: string, printed: string, operation: Json) {
  const parameters: Json[] = operation.parameters ?? []
  const url = new URL(printed, 'http://api.test')
  const others = parameters.filter(
    ({ in: place, name, example }) =>
      place === 'query' && example !== undefined && !url.searchParams.has(name),
  )
  const rest = {
    headers: Object.fromEntries(
      parameters
        .filter(({ in: place, example }) => place === 'header' && example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    ),
    body: operation.requestBody?.content['application/json'].example,
  }
  // A change can be made once: with everything that it takes.
  if (method !== 'GET') return [{ ...rest, path: pathWith(url, others) }]
  const from = parameters.filter(({ name }) => name === 'from')
  return [[], ...others.map((one) => (one.name === 'to' ? [...from, one] : [one]))].map((more) => ({
    ...rest,
    path: pathWith(url, more),
  }))
}

function pathWith(url: URL, parameters: readonly Json[]): string {
  const changed = new URL(url)
  for (const { name, example } of parameters) {
    for (const other of IN_PLACE_OF[name] ?? []) changed.searchParams.delete(other)
    if (Array.isArray(example)) changed.searchParams.set(name, example.join(','))
    else if (typeof example === 'object') {
      for (const [key, value] of Object.entries(example)) {
        changed.searchParams.set(`${name}[${key}]`, String(value))
      }
    } else changed.searchParams.set(name, String(example))
  }
  return `${changed.pathname}${changed.search}`
}
