/** A file that somebody sends, on disk while it is looked at: never in memory as a whole. */
import { invalid, LIMITS } from '@scheduling/core'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TextDecoder } from 'node:util'
import { once } from 'node:events'
import { TOO_MANY_PIECES } from './body-pieces.ts'

/**
 * Writes the body of a request to a file, and removes it when `use` is done.
 *
 * @throws `400 validation_error` on `file`: `too_long`, `too_many` pieces, `invalid_format` when it is not UTF-8 or not whole
 */
export async function withSpooledFile<Result>(
  request: IncomingMessage,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.importBytes) throw tooLong()
  const folder = await mkdtemp(path.join(tmpdir(), 'scheduling-import-'))
  try {
    const file = path.join(folder, 'file.csv')
    await spool(request, file)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spool(request: IncomingMessage, file: string): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const halted = new AbortController()
  request.once(TOO_MANY_PIECES, () => halted.abort())
  let length = 0
  try {
    for await (const piece of untilHalted(request, halted.signal)) {
      length += piece.length
      if (length > LIMITS.importBytes) throw tooLong()
      decode(utf8, piece)
      if (piece.includes(0)) throw invalid('file', 'invalid_format', 'The file has NUL characters.')
      if (!out.write(piece)) await once(out, 'drain')
    }
    decode(utf8)
    if (!request.complete) throw invalid('file', 'invalid_format', 'The file is incomplete.')
    out.end()
    await once(out, 'close')
  } finally {
    out.destroy()
  }
}

async function* untilHalted(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stopped = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => stopped.resolve(null), { once: true })
  const pieces = request.iterator({ destroyOnReturn: false })
  for (;;) {
    const next = await Promise.race([
      pieces.next().catch(() => {
        throw invalid('file', 'invalid_format', 'The file is incomplete.')
      }),
      stopped.promise,
    ])
    if (next === null) throw invalid('file', 'too_many', 'The file arrived in too many pieces.')
    if (next.done === true) return
    yield next.value
  }
}

function decode(utf8: TextDecoder, piece?: Buffer): void {
  try {
    utf8.decode(piece, { stream: piece !== undefined })
  } catch {
    const message =
      'The file is not in UTF-8, but perhaps in Windows-1252. Save it as UTF-8: in Excel, as “CSV UTF-8”.'
    throw invalid('file', 'invalid_format', message)
  }
}

function tooLong() {
  return invalid('file', 'too_long', `The file is larger than ${LIMITS.importBytes / 1024} KB.`)
}
