/** WebP, as RFC 9649 has it: a RIFF file with chunks of type, length and data, each of an even number of bytes. */
import type { PictureReader } from './reader.ts'

const HEADER_BYTES = 12
const BROKEN = 'This WebP file is damaged or not complete.'
const MOVES = 'This WebP picture moves. Only a still picture is accepted.'
const HAS_ALPHA = 0x10

type Size = { readonly width: number; readonly height: number }

export const webpPicture: PictureReader = {
  contentType: 'image/webp',
  isOne: (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  read(bytes) {
    if (bytes.length < HEADER_BYTES) return BROKEN
    const end = 8 + bytes.readUInt32LE(4)
    if (end > bytes.length) return BROKEN
    let alpha: Buffer | null = null
    for (let at = HEADER_BYTES; at + 8 <= end;) {
      const type = bytes.toString('latin1', at, at + 4)
      const dataAt = at + 8
      const dataEnd = dataAt + bytes.readUInt32LE(at + 4)
      if (dataEnd > end) return BROKEN
      const data = bytes.subarray(dataAt, dataEnd)
      if (type === 'ANIM' || type === 'ANMF') return MOVES
      if (type === 'ALPH') alpha = data
      // The pixels come last; metadata follows them.
      const size = type === 'VP8 ' ? lossySize(data) : type === 'VP8L' ? losslessSize(data) : null
      if (size !== null) {
        const isPlain = alpha === null || type === 'VP8L'
        const chunks = isPlain ? [] : [chunk('VP8X', extended(size)), chunk('ALPH', alpha ?? data)]
        return { ...size, bytes: file([...chunks, chunk(type, data)]) }
      }
      if (type === 'VP8 ' || type === 'VP8L') return BROKEN
      at = dataEnd + (data.length % 2)
    }
    return BROKEN
  },
}

/** Of a key frame, RFC 6386, section 9.1. */
function lossySize(data: Buffer): Size | null {
  const isKeyFrame =
    data.length >= 10 &&
    ((data[0] ?? 1) & 1) === 0 &&
    data[3] === 0x9d &&
    data[4] === 0x01 &&
    data[5] === 0x2a
  if (!isKeyFrame) return null
  const width = data.readUInt16LE(6) & 0x3fff
  const height = data.readUInt16LE(8) & 0x3fff
  return width === 0 || height === 0 ? null : { width, height }
}

function losslessSize(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The header of a picture whose transparency stands apart. */
function extended({ width, height }: Size): Buffer {
  const header = Buffer.alloc(10)
  header[0] = HAS_ALPHA
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  return header
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function file(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
