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
    description: 'Of this very request; the value that support asks for.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
  },
  'X-RateLimit-Limit': count('Requests that the tightest window allows.'),
  'X-RateLimit-Remaining': count('Requests left in that window.'),
  'X-RateLimit-Reset': count('When that window ends, in Unix seconds.'),
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description:
      'Present when this is the kept answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Preference-Applied': {
    description: 'Present when the request said `Prefer: handling=strict` and was held to it.',
    schema: { type: 'string', const: STRICT },
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

/** The headers of every answer and these beside, as references. */
export function headerRefs(more: readonly HeaderName[] = []): oas31.HeadersObject {
  return Object.fromEntries(
    [...EVERYWHERE, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
