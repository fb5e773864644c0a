import type { oas31 } from 'zod-openapi'
import { STRICT } from '../preferences.ts'

const count = (description: string): oas31.HeaderObject => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
})

/** Response headers, by name. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request. Send it to support if you need help.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
  },
  'X-RateLimit-Limit': count('The number of requests that the tightest window allows.'),
  'X-RateLimit-Remaining': count('The number of requests left in that window.'),
  'X-RateLimit-Reset': count('The time at which that window ends, in Unix seconds.'),
  'Retry-After': {
    description: 'The number of seconds to wait before you send the request again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Preference-Applied': {
    description: 'Present if the request sent `Prefer: handling=strict` and was handled that way.',
    schema: { type: 'string', const: STRICT },
  },
  Deprecation: {
    description: 'Since when what you called is deprecated, in Unix seconds (RFC 9745).',
    schema: { type: 'string', pattern: String.raw`^@\d+$` },
  },
  Sunset: {
    description: 'When it ends (RFC 8594).',
    schema: { type: 'string' },
  },
  Link: {
    description: 'Where deprecation is explained, with `rel="deprecation"`.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': {
    description: 'The scheme that the `Authorization` header must use.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
} as const satisfies Record<string, oas31.HeaderObject>

export type HeaderName = keyof typeof HEADERS

const EVERYWHERE: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/** The headers of every answer and these, as references. */
export function headerRefs(more: readonly HeaderName[] = []): oas31.HeadersObject {
  return Object.fromEntries(
    [...EVERYWHERE, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
