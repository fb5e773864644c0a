/** A package as npm packs it: a tar archive below `package/`, compressed. The same files are the same bytes. */
import { gzipSync, strToU8 } from 'fflate'
import { inOrder, type Files } from './files.ts'

/** The time that npm gives every file, so that packing twice makes no difference. */
const PACKED_AT = Date.UTC(1985, 9, 26, 8, 15) / 1000

const BLOCK = 512

/** @param programs the files that a shell may run */
export function tarball(files: Files, programs: readonly string[]): Uint8Array {
  const blocks = inOrder(files).flatMap(([name, text]) => {
    const body = strToU8(text)
    const padded = new Uint8Array(Math.ceil(body.length / BLOCK) * BLOCK)
    padded.set(body)
    return [header(`package/${name}`, body.length, programs.includes(name) ? 0o755 : 0o644), padded]
  })
  // Two empty blocks end the archive.
  return gzipSync(Buffer.concat([...blocks, new Uint8Array(2 * BLOCK)]), { mtime: 0, level: 9 })
}

/** Of the format `ustar`. */
function header(name: string, size: number, mode: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for the archive.`)
  const block = new Uint8Array(BLOCK)
  const write = (at: number, text: string) => block.set(strToU8(text), at)
  const octal = (at: number, length: number, value: number) =>
    write(at, `${value.toString(8).padStart(length - 1, '0')}\0`)
  write(0, name)
  octal(100, 8, mode)
  octal(108, 8, 0)
  octal(116, 8, 0)
  octal(124, 12, size)
  octal(136, 12, PACKED_AT)
  // The sum is that of the header with spaces in its own place.
  write(148, ' '.repeat(8))
  write(156, '0')
  write(257, 'ustar\x0000')
  const sum = block.reduce((all, byte) => all + byte, 0)
  write(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return block
}
