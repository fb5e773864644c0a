/** A call as an HTTP request. */
import type { MethodRow } from './method-row.ts'
import { toWire } from './names.ts'
import { wireName } from './spelling.ts'

export type Request = {
  readonly method: MethodRow['method']
  readonly url: string
  /** JSON; null: none. */
  readonly body: string | null
}

/**
 * @param ids the values of the path, in its order
 * @param input with the names of code
 * @throws TypeError for an id that is none
 */
export function requestOf(
  row: MethodRow,
  ids: readonly unknown[],
  input: Readonly<Record<string, unknown>>,
  root: string,
): Request {
  const left = [...ids]
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, left.shift()))
  const takesBody = row.method !== 'GET' && row.method !== 'DELETE'
  // What has a body has its fields there, all but `expand`.
  const { expand, ...fields } = input
  const query = queryOf(takesBody ? { expand } : input)
  const isEmpty = Object.values(fields).every((value) => value === undefined)
  return {
    method: row.method,
    url: `${root}${path}${query === '' ? '' : `?${query}`}`,
    body: takesBody && !(isEmpty && row.method === 'POST') ? JSON.stringify(toWire(fields)) : null,
  }
}

/** What a caller gives for a route that the library does not know, with the names of the wire. */
export type RouteRequest = {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** JSON. */
  readonly body?: unknown
}

/**
 * @param path below `/v1`
 * @throws TypeError for a path that leads elsewhere
 */
export function routeRequest(
  method: MethodRow['method'],
  path: string,
  { query = {}, body }: RouteRequest,
  root: string,
): Request {
  const address = `${root}${path}`
  // What a URL makes of dots, of a second slash or of a question mark is another path.
  const isPlain = path.startsWith('/') && !path.startsWith('//') && URL.canParse(address)
  if (!isPlain || new URL(address).href !== address || /[?#]/.test(path)) {
    throw new TypeError('`path` must be a path below `/v1`, as in `/clients/1`, without a query.')
  }
  const text = queryOf(query)
  return {
    method,
    url: `${address}${text === '' ? '' : `?${text}`}`,
    body: body === undefined ? null : JSON.stringify(body),
  }
}

function segmentOf(name: string, id: unknown): string {
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  // Two dots would be another path, and half of a pair of surrogates is no text.
  if (['', '.', '..'].includes(text) || !text.isWellFormed()) {
    throw new TypeError(`\`${name}\` must be an id.`)
  }
  return encodeURIComponent(text)
}

/** A list is `a,b`, or JSON if it has objects. A map is `metadata[key]=value`. */
function queryOf(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'object') query.append(wireName(name), String(value))
    else if (Array.isArray(value)) query.append(wireName(name), listText(value))
    else {
      for (const [key, inner] of Object.entries(value)) {
        // Of several values of a key, each must hold.
        for (const one of Array.isArray(inner) ? inner : [inner]) {
          query.append(`${wireName(name)}[${key}]`, String(one))
        }
      }
    }
  }
  return query.toString()
}

function listText(list: readonly unknown[]): string {
  return list.some((one) => typeof one === 'object') ? JSON.stringify(toWire(list)) : list.join(',')
}
