/** A small form that a page posts: `application/x-www-form-urlencoded`. */
import { invalid } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import { mediaTypeOf, readBytes } from './body.ts'

/** Most pages post a few short fields. */
const FEW_BYTES = 4096

/** @throws `400 validation_error` on `body` */
export async function readForm(
  request: IncomingMessage,
  mostBytes: number = FEW_BYTES,
): Promise<URLSearchParams> {
  const bytes = await readBytes(request, mostBytes)
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') {
    throw invalid('body', 'invalid_type', 'The body must be a form that a page posts.')
  }
  return new URLSearchParams(bytes.toString('utf8'))
}
