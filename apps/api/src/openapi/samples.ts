/** The example calls as commands to paste. They take the key from `API_KEY` of the environment. */
import type { Route } from '../route-table.ts'
import { exampleCall, exampleIdempotencyKey } from './example-calls.ts'
import type { ExampleDays } from './example-days.ts'

/** The parts of a call, as they are written in a request. */
export type SampleCall = {
  readonly path: string
  /** Encoded; starts with a question mark unless it is empty. */
  readonly query: string
  readonly body: Readonly<Record<string, unknown>> | null
  readonly idempotencyKey: string | null
}

export function sampleCall(route: Route, days: ExampleDays): SampleCall {
  const { sends } = exampleCall(route.procedure, days)
  const inPath = new Set(route.pathNames)
  const query: string[] = []
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sends)) {
    if (inPath.has(name)) continue
    if (route.queryNames.has(name)) query.push(...queryParts(name, value))
    else body[name] = value
  }
  return {
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf(sends[name])),
    ),
    query: query.length === 0 ? '' : `?${query.join('&')}`,
    body: Object.keys(body).length === 0 ? null : body,
    idempotencyKey:
      route.endpoint.rest.idempotent === true ? exampleIdempotencyKey(route.procedure, days) : null,
  }
}

/** Lists with commas, lists of objects as JSON, maps as `name[key]=value`; encoded. */
export function queryParts(name: string, value: unknown): string[] {
  const isJson = Array.isArray(value) && value.some((one) => typeof one === 'object')
  if (Array.isArray(value) && !isJson) {
    return [`${name}=${value.map((one) => encoded(one)).join(',')}`]
  }
  if (typeof value === 'object' && value !== null && !isJson) {
    return Object.entries(value).map(([key, one]) => `${name}[${key}]=${encoded(one)}`)
  }
  return [`${name}=${encoded(value)}`]
}

/** A query may contain plain colons, and dates read better with them. */
function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value)).replaceAll('%3A', ':')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function curlSample(route: Route, days: ExampleDays, baseUrl: string): string {
  const { path, query, body, idempotencyKey } = sampleCall(route, days)
  const implied = body === null ? 'GET' : 'POST'
  const method = route.method === implied ? '' : `-X ${route.method} `
  return [
    `curl -s ${method}${quoted(`${baseUrl}${path}${query}`)}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(idempotencyKey === null ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
