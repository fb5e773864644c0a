import { rateLimited } from '@scheduling/core'
import type { ServerResponse } from 'node:http'
import { writeLimitHeaders } from './limit-headers.ts'
import type { Decision } from './rate-limits/rate-limits.ts'

/**
 * Writes the headers of a limit that counts attempts of an address.
 *
 * @throws `429 rate_limited`
 */
export function tooManyAttempts(response: ServerResponse, decision: Decision): void {
  writeLimitHeaders(response, decision)
  if (decision.allowed) return
  throw rateLimited('This address sent too many requests.', decision.retryAfterSeconds ?? 1)
}
