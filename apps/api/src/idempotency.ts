import {
  bytes,
  invalid,
  LIMITS,
  PROBLEMS,
  type Problem,
  type Receipt,
  type Service,
} from '@scheduling/core'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { Match, Route } from './route-table.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The header's value, checked; null where there is none or the route does not take it. */
export function idempotencyKey(
  { endpoint }: Route,
  header: string | string[] | undefined,
): string | null {
  if (endpoint.idempotent !== true || header === undefined) return null
  const bytes = Array.isArray(header) ? header.join(', ') : header
  if (bytes === '') throw invalid('Idempotency-Key', 'too_short', 'The key must not be empty.')
  const most = LIMITS.idempotencyKeyCharacters
  const key = bytes.length > most * MOST_BYTES_OF_CHARACTER ? null : asText(bytes)
  if (key === null || [...key].length > most) {
    throw invalid('Idempotency-Key', 'too_long', `The key has more than ${most} characters.`)
  }
  return key
}

const MOST_BYTES_OF_CHARACTER = 4

/** Node reads each byte of a header as a character; most who write more than ASCII mean UTF-8. */
function asText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

/** What the unit of work needs to keep the answer with its effect. */
export function receiptFor(
  service: Service,
  call: {
    readonly match: Match
    readonly key: string
    readonly organizationId: number
    readonly apiKeyId: string
    readonly body: unknown
    readonly requestId: string
  },
): Receipt {
  const { route, pathValues } = call.match
  const scope = [call.organizationId, call.apiKeyId, route.method, route.path, pathValues, call.key]
  return {
    id: service.crypto.hmac('receipt', JSON.stringify(scope)),
    requestHash: service.crypto.hmac('request', canonicalJson(call.body ?? {})),
    keyHash: service.crypto.hmac('request', JSON.stringify([call.organizationId, call.key])),
    render: (outcome, reply) => ({
      status: route.endpoint.success[outcome] ?? 200,
      contentType: JSON_TYPE,
      body: bytes(Buffer.from(route.writeReply(reply))),
    }),
    renderProblem: (problem: Problem) => ({
      status: PROBLEMS[problem.code].status,
      contentType: PROBLEM_TYPE,
      body: bytes(Buffer.from(problemBody(problem, call.requestId, service.publicBaseUrl))),
    }),
  }
}

/** Sorted keys, no insignificant space: two bodies that mean the same are the same. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
  return `{${members.join(',')}}`
}
