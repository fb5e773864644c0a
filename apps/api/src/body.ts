import { invalid, LIMITS, Problem } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'
import { isInTooManyPieces, TOO_MANY_PIECES } from './body-pieces.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

type JsonObject = Readonly<Record<string, unknown>>

/**
 * The JSON object of a request, or null where there is no body.
 *
 * @param mayBeNull whether JSON `null` counts as no body: on a route where the body is optional
 * @throws `400 validation_error` on `body`: `too_long`, `too_many`, `invalid_type` (not JSON), `invalid_format`.
 */
export async function readBody(
  request: IncomingMessage,
  mayBeNull: boolean,
): Promise<JsonObject | null> {
  const text = await readJsonText(request)
  if (text === '') return null
  const value = parseJson(text)
  if (value === null && mayBeNull) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('body', 'invalid_type', 'The body must be a JSON object.')
  }
  return value as JsonObject
}

/**
 * The body as text that is safe to parse: within the limits of length, depth and number of values. Empty when
 * there is no body.
 *
 * @throws as `readBody`
 */
export async function readJsonText(request: IncomingMessage): Promise<string> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return ''
  requireJson(request)
  const text = utf8Text(bytes)
  if (text.trim() === '') return ''
  requireModest(text, LIMITS.bodyValues)
  return text
}

/**
 * A body that was read as bytes, for its signature: parsed within the same limit of depth.
 *
 * @param mostValues of lists and objects
 * @throws as `readBody`
 */
export function jsonIn(bytes: Uint8Array, mostValues: number): unknown {
  const text = utf8Text(bytes)
  requireModest(text, mostValues)
  return parseJson(text)
}

/** @throws `400 validation_error` on `body` */
function utf8Text(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid('body', 'invalid_format', 'The body is not valid UTF-8.')
  }
}

/**
 * The body as it came, up to a size.
 *
 * @throws as `readBody`
 */
export async function readBytes(
  request: IncomingMessage,
  most: number = LIMITS.bodyBytes,
): Promise<Buffer> {
  const tooLong = () => invalid('body', 'too_long', `The body is larger than ${most / 1024} KB.`)
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLong()
  if (isInTooManyPieces(request)) throw tooManyPieces()
  if (request.complete && request.readableLength === 0) return Buffer.alloc(0)
  if (request.destroyed) throw notWhole()
  const pieces: Buffer[] = []
  let length = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const add = (piece: Buffer): void => {
    length += piece.length
    pieces.push(piece)
    if (length > most) reject(tooLong())
  }
  const ends: readonly (readonly [event: string, then: () => void])[] = [
    ['end', resolve],
    ['error', () => reject(notWhole())],
    ['close', () => reject(notWhole())],
    [TOO_MANY_PIECES, () => reject(tooManyPieces())],
  ]
  for (const [event, then] of ends) request.once(event, then)
  // Events, not an iterator: an iterator would cost a promise for each piece.
  request.on('data', add)
  try {
    await promise
  } finally {
    request.pause()
    request.off('data', add)
    for (const [event, then] of ends) request.off(event, then)
  }
  return Buffer.concat(pieces, length)
}

function notWhole(): Problem {
  return invalid('body', 'invalid_format', 'The body is incomplete.')
}

function tooManyPieces(): Problem {
  return invalid('body', 'too_many', `The body arrived in more than ${LIMITS.bodyPieces} pieces.`)
}

const READ_ON_BYTES = 1024 * 1024
const READ_ON_MS = 2000

/**
 * Reads and drops the rest of a body that is not used. A connection that is closed with bytes unread is reset,
 * and the client loses the answer with it. So the answer waits, for a limited time.
 *
 * @returns whether the request is complete: then its connection can serve the next one
 */
export async function dropRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return request.complete
  if (isInTooManyPieces(request)) return false
  const { promise, resolve } = Promise.withResolvers<void>()
  let length = 0
  const count = (piece: Buffer): void => {
    length += piece.length
    if (length > READ_ON_BYTES) resolve()
  }
  const timer = setTimeout(resolve, READ_ON_MS)
  const ends = ['end', 'error', 'close', TOO_MANY_PIECES] as const
  for (const end of ends) request.once(end, resolve)
  request.on('data', count).resume()
  await promise
  clearTimeout(timer)
  for (const end of ends) request.off(end, resolve)
  request.off('data', count)
  return request.complete
}

/** In lower case, without parameters; empty where the request names none. */
export function mediaTypeOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const [media = ''] = (headers['content-type'] ?? '').split(';', 1)
  return media.trim().toLowerCase()
}

/** A content type has one parameter that matters. */
const MOST_PARAMETERS = 10

function requireJson(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalid('body', 'invalid_type', 'The body must not be compressed.')
  }
  const type = request.headers['content-type'] ?? ''
  const [media = '', ...parameters] = type
    .split(';', MOST_PARAMETERS)
    .map((part) => part.trim().toLowerCase())
  if (media !== 'application/json') {
    throw invalid(
      'body',
      'invalid_type',
      'The body must be JSON, sent with `Content-Type: application/json`.',
    )
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
  if (charset !== undefined && !['utf-8', '"utf-8"', 'utf8'].includes(charset)) {
    throw invalid('body', 'invalid_type', 'The body must be encoded in UTF-8.')
  }
}

/** @throws `400 validation_error` on `body` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    throw invalid('body', 'invalid_format', 'The body is not valid JSON.')
  }
}

/**
 * Counts brackets and values outside strings: parsing builds every value, and walks them recursively.
 *
 * @throws `400 validation_error` on `body`: `invalid_format` (too deep), `too_many` (values)
 */
function requireModest(text: string, mostValues: number): void {
  let depth = 0
  let values = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === BACKSLASH) index += 1
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === COMMA || character === OPEN_LIST || character === OPEN_OBJECT) {
      values += 1
      if (values > mostValues) throw tooManyValues(mostValues)
      if (character === COMMA) continue
      depth += 1
      if (depth > LIMITS.bodyDepth) throw tooDeep()
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth -= 1
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

function tooManyValues(most: number): Problem {
  return invalid('body', 'too_many', `The body contains more than ${most} values.`)
}

function tooDeep(): Problem {
  const message = `The body is nested deeper than ${LIMITS.bodyDepth} levels.`
  return invalid('body', 'invalid_format', message)
}
