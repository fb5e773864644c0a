import { hash } from 'node:crypto'
import { sameBytes, type Cryptography } from './crypto.ts'
import { invalid } from '../contract/problems.ts'

/** Where a page ended: the last row's order key, as PostgreSQL printed it, and its id. */
export type Position = { readonly key: string; readonly id: number | string }

/** What a cursor belongs to: it is refused anywhere else. */
export type CursorScope = {
  readonly organizationId: number
  /** Route and order, as in `clients by updated_at`. */
  readonly list: string
  /** Every filter of the request, `limit` and `cursor` left out. */
  readonly filters: unknown
}

const MAC_BYTES = 16

/** Opaque and signed; the organization is part of the signature, and nothing in it expires. */
export function encodeCursor(crypto: Cryptography, scope: CursorScope, position: Position): string {
  const body = Buffer.from(JSON.stringify([position.key, position.id]))
  return Buffer.concat([mac(crypto, scope, body), body]).toString('base64url')
}

/** @throws `400 validation_error` on `cursor`, for any cursor that this scope did not give. */
export function decodeCursor(crypto: Cryptography, scope: CursorScope, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  const body = bytes.subarray(MAC_BYTES)
  if (
    bytes.length <= MAC_BYTES ||
    // Node skips what is not base64url, and a letter too many at the end.
    bytes.toString('base64url') !== cursor ||
    !sameBytes(bytes.subarray(0, MAC_BYTES), mac(crypto, scope, body))
  ) {
    throw invalid(
      'cursor',
      'invalid_value',
      'This cursor does not belong to this route with these filters. Follow `next`, or repeat the request with `next_cursor` and leave everything else unchanged.',
    )
  }
  const [key, id] = JSON.parse(body.toString()) as [string, number | string]
  return { key, id }
}

function mac(crypto: Cryptography, scope: CursorScope, body: Buffer): Buffer {
  const filters = hash('sha256', JSON.stringify(sorted(scope.filters)))
  return crypto
    .hmac(
      'cursor',
      Buffer.concat([Buffer.from(`${scope.organizationId}|${scope.list}|${filters}|`), body]),
    )
    .subarray(0, MAC_BYTES)
}

/** The same filters in any order are the same filters; an absent one equals undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
