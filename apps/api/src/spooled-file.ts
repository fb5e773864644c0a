/** An uploaded file, on disk while it is looked at: never in memory as a whole. */
import { invalid, LIMITS } from '@scheduling/core'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TextDecoder } from 'node:util'
import { TOO_MANY_PIECES } from './body-pieces.ts'

/**
 * Writes the body of a request to a file, for as long as `use` takes. The file has no name from the beginning, so the
 * disk loses it with the process, however that ends.
 *
 * @throws `400 validation_error` on `file`: `too_long`, `too_many` pieces, `invalid_format` when it is not UTF-8 or not whole
 */
export async function withSpooledFile<Result>(
  request: IncomingMessage,
  use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.importBytes) throw tooLong()
  const file = await withoutName()
  try {
    await spool(request, file)
    return await use(file)
  } finally {
    await file.close()
  }
}

async function withoutName(): Promise<FileHandle> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scheduling-import-'))
  try {
    return await open(path.join(folder, 'file.csv'), 'w+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spool(request: IncomingMessage, file: FileHandle): Promise<void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const halted = new AbortController()
  request.once(TOO_MANY_PIECES, () => halted.abort())
  let length = 0
  for await (const piece of untilHalted(request, halted.signal)) {
    if (length + piece.length > LIMITS.importBytes) throw tooLong()
    decode(utf8, piece)
    if (piece.includes(0)) throw invalid('file', 'invalid_format', 'The file has NUL characters.')
    await file.write(piece, 0, piece.length, length)
    length += piece.length
  }
  decode(utf8)
  if (!request.complete) throw invalid('file', 'invalid_format', 'The file is incomplete.')
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
