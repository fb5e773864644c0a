/** Tags by which a caller says what it has already (RFC 9110). */
import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { endAnswer, varyByEncoding } from './send-answer.ts'

/** What a tag is made of: other bytes have another one. */
export function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/**
 * Writes the tag, and answers 304 without a body when the caller has it already.
 *
 * @param tag with its quotes
 * @returns whether it was answered
 */
export function isUnchanged(request: Request, response: Response, tag: string): boolean {
  response.setHeader('ETag', tag)
  if (!hasTag(request, tag)) return false
  response.statusCode = 304
  varyByEncoding(response)
  endAnswer(request, response)
  return true
}

/** Tags that a client may name at once. */
const MOST_TAGS = 20

/** By the weak comparison of `If-None-Match`. */
function hasTag({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match']
    ?.split(',', MOST_TAGS)
    .map((one) => one.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes(tag.replace(/^W\//, '')) || known.includes('*'))
}
