/** A zip archive. The same files are the same bytes, whatever the clock and the time zone. */
import { strToU8, zipSync } from 'fflate'
import { inOrder, type Files } from './files.ts'

export function zip(files: Files): Uint8Array {
  // The first time that the format can write. It has no zone: what is written are its parts in the zone of this machine.
  const zippedAt = new Date(1980, 0, 1)
  const entries = inOrder(files).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(entries), {
    level: 9,
    mtime: zippedAt,
    os: 3,
    attrs: 0o644 << 16,
  })
}
