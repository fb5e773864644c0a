/** PNG, as RFC 2083 and the W3C's third edition have it: a signature, then chunks of length, type, data and checksum. */
import { crc32 } from 'node:zlib'
import type { PictureReader } from './reader.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Of a chunk beside its data. */
const LENGTH_BYTES = 4
const TYPE_BYTES = 4
const CHECKSUM_BYTES = 4

/** What the pixels are made of. Without those of animations, the picture stands still. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'IDAT'])
const BROKEN = 'This PNG file is damaged or not complete.'

export const pngPicture: PictureReader = {
  contentType: 'image/png',
  isOne: (bytes) => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE),
  read(bytes) {
    const kept: Buffer[] = [SIGNATURE]
    let size: { readonly width: number; readonly height: number } | null = null
    let hasPixels = false
    for (let at = SIGNATURE.length; ;) {
      const dataAt = at + LENGTH_BYTES + TYPE_BYTES
      if (dataAt > bytes.length) return BROKEN
      const end = dataAt + bytes.readUInt32BE(at) + CHECKSUM_BYTES
      if (end > bytes.length) return BROKEN
      const type = bytes.toString('latin1', at + LENGTH_BYTES, dataAt)
      const isFirst = at === SIGNATURE.length
      if (isFirst !== (type === 'IHDR')) return BROKEN
      const isEnd = type === 'IEND'
      if (isEnd || KEPT.has(type)) {
        const checked = bytes.subarray(at + LENGTH_BYTES, end - CHECKSUM_BYTES)
        if (crc32(checked) !== bytes.readUInt32BE(end - CHECKSUM_BYTES)) return BROKEN
        kept.push(bytes.subarray(at, end))
      }
      if (isFirst) {
        if (end - dataAt !== 13 + CHECKSUM_BYTES) return BROKEN
        size = { width: bytes.readUInt32BE(dataAt), height: bytes.readUInt32BE(dataAt + 4) }
      }
      if (type === 'IDAT') hasPixels = true
      if (isEnd && end - dataAt !== CHECKSUM_BYTES) return BROKEN
      if (isEnd)
        return size === null || !hasPixels ? BROKEN : { ...size, bytes: Buffer.concat(kept) }
      at = end
    }
  },
}
