import { invalid, LIMITS, Problem } from '@scheduling/core'
import type { IncomingMessage } from 'node:http'

const MAX_DEPTH = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })

type JsonObject = Readonly<Record<string, unknown>>

/**
 * The JSON object of a request, or null where there is no body.
 *
 * @param mayBeNull whether the JSON `null` says the same as no body: where a route can do without one
 * @throws `400 validation_error` on `body`: `too_long`, `invalid_type` (not JSON), `invalid_format`.
 */
export async function readBody(
  request: IncomingMessage,
  mayBeNull: boolean,
): Promise<JsonObject | null> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return null
  requireJson(request)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid('body', 'invalid_format', 'The body is not valid UTF-8.')
  }
  if (text.trim() === '') return null
  if (isDeeperThan(text, MAX_DEPTH)) {
    throw invalid('body', 'invalid_format', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  }
  const value = parseJson(text)
  if (value === null && mayBeNull) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('body', 'invalid_type', 'The body must be a JSON object.')
  }
  return value as JsonObject
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLong = () =>
    invalid('body', 'too_long', `The body is larger than ${LIMITS.bodyBytes / 1024} KB.`)
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytes) throw tooLong()
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Left early, it must not destroy the connection: the refusal goes over it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const buffer = Buffer.from(chunk)
      length += buffer.length
      if (length > LIMITS.bodyBytes) throw tooLong()
      chunks.push(buffer)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalid('body', 'invalid_format', 'The body did not arrive whole.')
  }
  return Buffer.concat(chunks, length)
}

const READ_ON_BYTES = 1024 * 1024
const READ_ON_MS = 2000

/**
 * Reads and drops the rest of a body that nobody wants. A connection that is closed with bytes unread is
 * reset, and the client loses the answer with it; so the answer waits, though not for ever.
 *
 * @returns whether the request is complete: then its connection can serve the next one
 */
export async function dropRest(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return request.complete
  const { promise, resolve } = Promise.withResolvers<void>()
  let length = 0
  const count = (chunk: Buffer): void => {
    length += chunk.length
    if (length > READ_ON_BYTES) resolve()
  }
  const timer = setTimeout(resolve, READ_ON_MS)
  const ends = ['end', 'error', 'close'] as const
  for (const end of ends) request.once(end, resolve)
  request.on('data', count).resume()
  await promise
  clearTimeout(timer)
  for (const end of ends) request.off(end, resolve)
  request.off('data', count)
  return request.complete
}

function requireJson(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalid('body', 'invalid_type', 'The body must not be compressed.')
  }
  const type = request.headers['content-type']
  if (type === undefined) return
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  if (media !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(media)) {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    throw invalid('body', 'invalid_format', 'The body is not valid JSON.')
  }
}

/** Brackets outside strings; what follows walks the value recursively. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 92) index += 1
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 91 || character === 123) {
      depth += 1
      if (depth > most) return true
    } else if (character === 93 || character === 125) depth -= 1
  }
  return false
}
