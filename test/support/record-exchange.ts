/** Keeps some of the requests of the tests and their answers, for `test/replay.ts`. */
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { routeTable } from '@scheduling/api'
import { appRouter } from '@scheduling/core'
import { FOLDER, type Exchange } from './exchanges.ts'

const root = path.join(import.meta.dirname, '../..')

type Made = {
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Got = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/** What a client reads of an answer beside its status and its body. */
const READ_HEADERS = ['content-type', 'retry-after', 'x-request-id']

/** Of one answer of one route, by each worker. Requests that fail differ less in what a client makes of them. */
const MOST_SUCCESSES = 40
const MOST_REFUSALS = 6

/** A key that the SDK takes. */
const SDK_KEY = /^[\x21-\x7e]+$/

const table = routeTable(appRouter)
/** Those that are kept: `route outcome` → what the request and the answer look like. */
const kept = new Map<string, Set<string>>()
let unwritten: Exchange[] = []

/** Keeps an exchange with a declared route, unless enough like it are kept or the SDK does not take its key. */
export function recordExchange(
  testFile: string,
  method: string,
  to: string,
  { key = null, headers = {}, body }: Made,
  reply: Got,
): void {
  if (key === null || !SDK_KEY.test(key)) return
  const [pathname = '', query = ''] = to.split('?')
  const found = method === 'HEAD' ? null : table.find(method, pathname)
  if (found === null || !('match' in found)) return
  const code: unknown = (reply.body as { code?: unknown } | null)?.code
  const answered = `${found.match.route.name} ${reply.status} ${reply.status < 400 ? '' : code}`
  const looks = JSON.stringify([
    found.match.pathValues.map(lookOf),
    [...new URLSearchParams(query)].map(([name, value]) => [name, lookOf(value)]).toSorted(),
    lookOf(body),
    Object.keys(headers).toSorted(),
    reply.status < 400 ? [...namesIn(reply.body)].toSorted() : '',
  ])
  const known = kept.get(answered) ?? new Set()
  kept.set(answered, known)
  if (known.size >= (reply.status < 400 ? MOST_SUCCESSES : MOST_REFUSALS) || known.has(looks))
    return
  known.add(looks)
  unwritten.push({
    file: path.relative(root, testFile),
    method,
    path: to,
    key,
    headers,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    answer: {
      status: reply.status,
      headers: Object.fromEntries(
        READ_HEADERS.flatMap((name) => {
          const value = reply.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      ),
      text: reply.text,
    },
  })
}

/** Writes what was kept so far. */
export function flushExchanges(): void {
  if (unwritten.length === 0) return
  mkdirSync(FOLDER, { recursive: true })
  const lines = unwritten.map((exchange) => `${JSON.stringify(exchange)}\n`)
  appendFileSync(path.join(FOLDER, `${process.pid}.jsonl`), lines.join(''))
  unwritten = []
}

/** The names of fields and the kinds of values: two values of one look are sent in one way. */
function lookOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(lookOf(one))))]
  if (typeof value === 'string') {
    return value === '' ? 'empty' : /^\d+$/.test(value) ? 'digits' : /^[\w.-]+$/.test(value)
  }
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  const fields = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    lookOf(inner),
  ])
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function namesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) found.add(name)
    namesIn(inner, found)
  }
  return found
}
