/** The headers of the rate limits, and the refusal of a request too many. */
import { rateLimited, type Problem } from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import type { RateLimits, Verdict } from './rate-limits/rate-limits.ts'

/** Of every answer of a path that has limits. */
export function limitHeaders(verdict: Verdict): Readonly<Record<string, number>> {
  return {
    'X-RateLimit-Limit': verdict.limit,
    'X-RateLimit-Remaining': verdict.remaining,
    'X-RateLimit-Reset': verdict.resetAt,
  }
}

export function writeLimitHeaders(response: ServerResponse, verdict: Verdict): void {
  for (const [name, value] of Object.entries(limitHeaders(verdict))) response.setHeader(name, value)
}

export function hasLimitHeaders(response: ServerResponse): boolean {
  return response.hasHeader('X-RateLimit-Limit')
}

/**
 * `429 rate_limited`, with the headers of the limit that refuses.
 *
 * @param why a sentence; the seconds to wait are added, for those who never look at headers
 */
export function tooMany(response: ServerResponse, verdict: Verdict, why: string): Problem {
  writeLimitHeaders(response, verdict)
  return rateLimited(why, verdict.retryAfterSeconds ?? 1)
}

/** For an address that sent too many invalid keys. */
export function blocked(response: ServerResponse, verdict: Verdict): Problem {
  return tooMany(response, verdict, 'This address sent too many invalid keys.')
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
  const verdict = limits.countUnknownPath(address)
  if (verdict.allowed) return
  throw tooMany(response, verdict, 'This address requested too many paths that do not exist.')
}

/**
 * Says which limit was exceeded, and whose: several apply to one request.
 *
 * @param one whose windows of a key are meant
 * @param all whose window of an organization is meant
 */
export function usedUp({ limit, window }: Verdict, one: string, all: string): string {
  const scope = {
    'key second': `requests per second for this ${one}`,
    'key minute': `requests per minute for this ${one}`,
    'availability minute': `availability requests per minute for this ${one}`,
    'organization minute': `requests per minute for ${all}`,
  }[window ?? 'key minute']
  return `The limit of ${limit} ${scope} was exceeded.`
}
