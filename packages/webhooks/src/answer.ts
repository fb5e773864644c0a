import type { Response } from 'node-fetch'

/** Of a longer body the rest is not read: the connection is closed instead. */
export const BODY_READ_BYTES = 64 * 1024
/** How much of it is kept; the history shows 1024 characters, after masking. */
export const BODY_KEPT_BYTES = 16 * 1024

export type Answer = { text: string | null; isCut: boolean }

/**
 * The start of an answer's body as text. Never inflates anything: a compressed or otherwise binary
 * body is null. Ends by itself after `timeoutMs` or 64 KB; a body that breaks off is just shorter.
 */
export async function readAnswer(response: Response, timeoutMs: number): Promise<Answer> {
  const { body } = response
  if (body === null) return { text: '', isCut: false }

  const kept: Buffer[] = []
  let readBytes = 0
  let isCut = false
  const timer = setTimeout(() => {
    isCut = true
    if ('destroy' in body && typeof body.destroy === 'function') body.destroy()
  }, timeoutMs)
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk)
      if (readBytes < BODY_KEPT_BYTES) kept.push(bytes.subarray(0, BODY_KEPT_BYTES - readBytes))
      readBytes += bytes.length
      // Leaving the loop destroys the stream and with it the connection.
      if (readBytes > BODY_READ_BYTES) break
    }
  } catch {
    isCut = true
  } finally {
    clearTimeout(timer)
  }
  isCut ||= readBytes > BODY_KEPT_BYTES
  return { text: textOf(Buffer.concat(kept), response, isCut), isCut }
}

function textOf(bytes: Buffer, response: Response, isCut: boolean): string | null {
  const coding = response.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  // A text that can't be read can't be masked either, and PostgreSQL stores no NUL.
  if (coding !== 'identity' || bytes.includes(0)) return bytes.length === 0 ? '' : null
  return new TextDecoder().decode(bytes, { stream: isCut })
}
