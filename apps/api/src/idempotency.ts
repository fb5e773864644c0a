import {
  bytes,
  canonicalJson,
  invalid,
  LIMITS,
  PROBLEMS,
  type Context,
  type IdempotencyRecord,
  type Problem,
} from '@scheduling/core'
import { PROBLEM_TYPE, problemBody } from './problem-json.ts'
import type { Match, Route } from './route-table.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of the header, checked. Null when there is none, or the route does not accept it. */
export function idempotencyKey(
  { endpoint: { rest } }: Route,
  header: string | string[] | undefined,
): string | null {
  if (rest.idempotent !== true || header === undefined) return null
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

/** Node reads each byte of a header as a character. Most clients that send more than ASCII mean UTF-8. */
function asText(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}

/**
 * The record of one use of a key. The words `receipt` and `request` are labels of the keyed hashes: records in
 * the database are found by them.
 */
export function idempotencyRecordFor(
  { crypto, organization, caller, requestId, publicBaseUrl }: Context,
  { match, key, body }: { readonly match: Match; readonly key: string; readonly body: unknown },
): IdempotencyRecord {
  const { route, pathValues } = match
  const scope = [organization.id, caller.id, route.method, route.path, pathValues, key]
  return {
    id: crypto.hmac('receipt', JSON.stringify(scope)),
    requestHash: crypto.hmac('request', canonicalJson(body ?? {})),
    keyHash: crypto.hmac('request', JSON.stringify([organization.id, key])),
    render: (outcome, reply) => ({
      status: route.endpoint.success[outcome] ?? 200,
      contentType: JSON_TYPE,
      body: bytes(Buffer.from(route.writeReply(reply))),
    }),
    renderProblem: (problem: Problem) => ({
      status: PROBLEMS[problem.code].status,
      contentType: PROBLEM_TYPE,
      body: bytes(Buffer.from(problemBody(problem, requestId, publicBaseUrl))),
    }),
  }
}
