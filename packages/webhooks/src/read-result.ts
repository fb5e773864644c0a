import type { Response } from 'node-fetch'
import type { AnswerReader } from './answer.ts'
import type { SendErrorCode } from './send-result.ts'

export type ReadErrorCode = Exclude<SendErrorCode, 'template_error'> | 'too_large' | 'incomplete'

export type ReadResult =
  | {
      readonly kind: 'read'
      readonly body: Uint8Array
      /** As they were received; null: there was none, or one that is too long to be kept or cannot be sent back. */
      readonly etag: string | null
      readonly lastModified: string | null
    }
  /** It has not changed since what the request named. */
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'failed'
      readonly errorCode: ReadErrorCode
      /** A plain sentence for the customer: never an address, never a raw socket error. */
      readonly errorMessage: string
    }

const VALIDATOR_CHARACTERS = 200
/** On average a piece has at least so much, or the body has too many. */
const PIECE_BYTES = 256
const FEWEST_PIECES = 1024

/** How many pieces a body may come in: each costs the same, whether it has one byte or thousands. */
export function piecesOf(maxBytes: number): number {
  return Math.max(FEWEST_PIECES, Math.ceil(maxBytes / PIECE_BYTES))
}

/** What is read of an answer. Redirects are not followed: what they lead to was not agreed to. */
export async function readAnswer(
  response: Response,
  reader: AnswerReader,
  remainingMs: number,
): Promise<ReadResult> {
  const { status, headers } = response
  const { bytes, isCut, stopped } = await reader.readBytes(remainingMs)
  if (status === 304) return { kind: 'unchanged' }
  if (status >= 300 && status < 400) {
    return unread(
      'redirect_refused',
      `The address answers with a redirect (${status}). Redirects are never followed: use the address that it leads to.`,
    )
  }
  if (status < 200 || status >= 300) {
    return unread('http_status', `The address answers with status ${status}.`)
  }
  if (stopped === 'late') return unread('timeout', 'The file did not arrive in time.')
  if (stopped === 'too large') return unread('too_large', 'The file is too large.')
  if (isCut) {
    return unread('incomplete', 'The connection was closed before the whole file arrived.')
  }
  return {
    kind: 'read',
    body: bytes,
    etag: validator(headers.get('etag')),
    lastModified: validator(headers.get('last-modified')),
  }
}

/** One that cannot be sent back would make every later request fail. */
function validator(value: string | null): string | null {
  if (value === null || value.length > VALIDATOR_CHARACTERS) return null
  return /^[\x20-\x7E]+$/.test(value) ? value : null
}

export function unread(errorCode: SendErrorCode | ReadErrorCode, errorMessage: string): ReadResult {
  return {
    kind: 'failed',
    errorCode: errorCode === 'template_error' ? 'connection_error' : errorCode,
    errorMessage,
  }
}
