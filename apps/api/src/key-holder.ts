import { Problem, type FindKey, type KeyHolder } from '@scheduling/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerOf } from './bearer.ts'
import { blocked, writeLimitHeaders } from './limit-headers.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'

export type KeyCheck = { readonly findKey: FindKey; readonly limits: RateLimits }

/**
 * Whose API key the request carries. An address that sends invalid keys is counted, and blocked in the end.
 *
 * @throws `401 unauthorized`, or `429 rate_limited` while the address is blocked
 */
export async function keyHolder(
  { findKey, limits }: KeyCheck,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<KeyHolder> {
  const look = await limits.lookAtAddress(address)
  if (!look.allowed) throw blocked(response, look)
  writeLimitHeaders(response, look)
  const header = request.headers.authorization
  if (header === undefined || header.trim() === '') {
    throw new Problem('unauthorized', 'Send the key as `Authorization: Bearer <API key>`.')
  }
  const value = bearerOf(header)
  const lookup = value === null ? { result: 'unknown' as const } : await findKey(value)
  if (lookup.result === 'found') return lookup.holder
  if (lookup.result === 'unknown') {
    const decision = await limits.countInvalidKey(address)
    // Other requests of this address were counted in the meantime, and blocked it.
    if (!decision.allowed) throw blocked(response, decision)
    writeLimitHeaders(response, decision)
    throw new Problem(
      'unauthorized',
      value === null
        ? 'This is not an API key. Send the key as `Authorization: Bearer <API key>`.'
        : 'The API key is not valid.',
    )
  }
  throw new Problem('unauthorized', 'The API key was revoked or has expired.')
}
