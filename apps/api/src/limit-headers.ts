/** The headers of the rate limits, and the refusal of a request too many. */
import { rateLimited, type Problem } from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import type { RateLimits, Decision } from './rate-limits/rate-limits.ts'

const HEADERS = [
  ['X-RateLimit-Limit', 'limit'],
  ['X-RateLimit-Remaining', 'remaining'],
  ['X-RateLimit-Reset', 'resetAt'],
] as const

/** Of every answer of a path that has limits, as lines. */
export function limitLines(decision: Decision): string[] {
  return HEADERS.map(([name, field]) => `${name}: ${decision[field]}`)
}

export function writeLimitHeaders(response: ServerResponse, decision: Decision): void {
  for (const [name, field] of HEADERS) response.setHeader(name, decision[field])
}

export function hasLimitHeaders(response: ServerResponse): boolean {
  return response.hasHeader('X-RateLimit-Limit')
}

/**
 * `429 rate_limited`, with the headers of the limit that refuses.
 *
 * @param why a sentence; the seconds to wait are added, for those who never look at headers
 */
export function tooMany(response: ServerResponse, decision: Decision, why: string): Problem {
  writeLimitHeaders(response, decision)
  return rateLimited(why, decision.retryAfterSeconds ?? 1)
}

/** For an address that sent too many invalid keys. */
export function blocked(response: ServerResponse, decision: Decision): Problem {
  return tooMany(response, decision, 'This address sent too many invalid keys.')
}

/**
 * Writes the headers of a limit that counts attempts of an address.
 *
 * @throws `429 rate_limited`
 */
export function tooManyAttempts(
  response: ServerResponse,
  decision: Decision,
  why = 'This address sent too many requests.',
): void {
  writeLimitHeaders(response, decision)
  if (!decision.allowed) throw tooMany(response, decision, why)
}

/** @throws `429 rate_limited` where the sender is to send the notice again */
export function tooManyNotices(response: ServerResponse, decision: Decision): void {
  tooManyAttempts(response, decision, 'This connection got too many notices.')
}

/**
 * Counts a request for a path or a method that does not exist.
 *
 * @throws `429 rate_limited` when it was one too many
 */
export function countUnknownPath(
  { limits }: { readonly limits: RateLimits },
  address: string,
  response: ServerResponse,
): void {
  const decision = limits.countUnknownPath(address)
  if (decision.allowed) return
  throw tooMany(response, decision, 'This address requested too many paths that do not exist.')
}

/**
 * Says which limit was exceeded, and whose: several apply to one request.
 *
 * @param one whose windows of a key are meant
 * @param all whose window of an organization is meant
 */
export function usedUp({ limit, window }: Decision, one: string, all: string): string {
  const scope = {
    'key second': `requests per second for this ${one}`,
    'key minute': `requests per minute for this ${one}`,
    'availability minute': `availability requests per minute for this ${one}`,
    'organization minute': `requests per minute for ${all}`,
    'blocked address': 'requests with an invalid key for this address',
  }[window ?? 'key minute']
  return `The limit of ${limit} ${scope} was exceeded.`
}
