/** Small pictures that are really some, and what cameras and programs write into such files. */
import { crc32, deflateSync } from 'node:zlib'

/** In the middle of each piece of metadata below. */
export const SECRET = 'GPS -23.5505 -46.6333'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** Gray all over. @param beside chunks between the header and the pixels @param after behind the end */
export function png({
  width = 6,
  height = 4,
  beside = [],
  after = Buffer.alloc(0),
}: {
  width?: number
  height?: number
  beside?: readonly Buffer[]
  after?: Buffer
} = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0))
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...beside,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
    after,
  ])
}

/** A TIFF block as cameras write it: how the picture is turned, and a text. */
export function exif(turn: number): Buffer {
  const head = Buffer.from('Exif\0\0II*\0', 'latin1')
  const entries = Buffer.alloc(4 + 2 + 2 * 12 + 4)
  entries.writeUInt32LE(8, 0)
  entries.writeUInt16LE(2, 4)
  const text = Buffer.from(`${SECRET}\0`, 'latin1')
  const description = [0x010e, 2, text.length, 8 + 2 + 24 + 4]
  const orientation = [0x0112, 3, 1, turn]
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of [
    description,
    orientation,
  ].entries()) {
    const at = 6 + index * 12
    entries.writeUInt16LE(tag, at)
    entries.writeUInt16LE(type, at + 2)
    entries.writeUInt32LE(count, at + 4)
    entries.writeUInt32LE(value, at + 8)
  }
  return Buffer.concat([head, entries, text])
}

export function jpegSegment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Of a browser: 6 by 4 pixels, blue in the upper left, else red. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAXEAEBAQEAAAAAAAAAAAAAAAABAAIR/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwb/xAAYEQEAAwEAAAAAAAAAAAAAAAABAAIRIf/aAAwDAQACEQMRAD8AkAZOEkhVXWUxUqYHJ//Z',
  'base64',
)

/** @param beside segments before the others @param after behind the end */
export function jpeg(beside: readonly Buffer[] = [], after = Buffer.alloc(0)): Buffer {
  return Buffer.concat([JPEG.subarray(0, 2), ...beside, JPEG.subarray(2), after])
}

export function webpChunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export function webpFile(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** Of a browser, as the one above, without what stands beside the pixels. */
const WEBP = {
  'VP8 ': 'cAEAnQEqBgAEAALATCWwAnQBQAAA/u0JY70VUu9TofX29oP/lx90vIt//Wv/uX/629QAAA==',
  VP8L: 'LwXAAAAPcB7xe6ieDnn+gwfH+YnofzA=',
} as const

export const LOSSY = webpChunk('VP8 ', Buffer.from(WEBP['VP8 '], 'base64'))
export const LOSSLESS = webpChunk('VP8L', Buffer.from(WEBP.VP8L, 'base64'))

/** The header of a file of several chunks. @param flags which it has */
export function webpHeader(flags: number): Buffer {
  return webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 5, 0, 0, 3, 0, 0]))
}

/** Half transparent, with metadata before and after the pixels. */
export const TRANSPARENT = webpFile([
  webpHeader(0x10 | 0x20 | 0x08 | 0x04),
  webpChunk('ICCP', Buffer.from(SECRET)),
  webpChunk('ALPH', Buffer.from('AQ/wwP+IiHCcn4j+BwM=', 'base64')),
  webpChunk(
    'VP8 ',
    Buffer.from(
      'cAEAnQEqBgAEAALATCWwAnQBdQAA/u0JY70VUu8rySFdff/Lj7r9zKHX8U/+tv/j/rAAAA==',
      'base64',
    ),
  ),
  webpChunk('EXIF', exif(6)),
  webpChunk('XMP ', Buffer.from(SECRET)),
])
