/** JPEG, as ITU-T T.81 has it: segments that begin with a marker, and pixels between them. */
import type { PictureReader } from './reader.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** Baseline, extended and progressive, in Huffman code: what browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Tables of codes and of quantization, restart intervals. */
const TABLES = new Set([0xc4, 0xdb, 0xdd])
/** Lossless, hierarchical and arithmetic forms. */
const OTHER_FRAMES = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf,
])
const APP1 = 0xe1
const APP14 = 0xee

const BROKEN = 'This JPEG file is damaged or not complete.'
const UNUSUAL =
  'This JPEG file has a form that browsers do not show. Save it again as a usual JPEG.'

export const jpegPicture: PictureReader = {
  contentType: 'image/jpeg',
  isOne: (bytes) => bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff,
  read(bytes) {
    const kept: Buffer[] = []
    let frame: { readonly width: number; readonly height: number } | null = null
    let turn = 1
    let hasPixels = false
    for (let at = 2; ;) {
      // A marker may have any number of fill bytes before it.
      while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
      const marker = bytes[at + 1]
      if (bytes[at] !== 0xff || marker === undefined) return BROKEN
      if (marker === EOI) break
      if (at + 4 > bytes.length) return BROKEN
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if (end > bytes.length || end < at + 4) return BROKEN
      const segment = bytes.subarray(at, end)
      at = end
      if (OTHER_FRAMES.has(marker)) return UNUSUAL
      if (FRAMES.has(marker)) {
        if (frame !== null || segment.length < 10) return BROKEN
        frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
        kept.push(segment)
      } else if (marker === SOS) {
        if (frame === null) return BROKEN
        hasPixels = true
        at = endOfScan(bytes, end)
        kept.push(segment, bytes.subarray(end, at))
      } else if (TABLES.has(marker) || isColorTransform(marker, segment)) kept.push(segment)
      else if (marker === APP1 && turn === 1) turn = turnIn(segment.subarray(4))
      // The rest is metadata.
    }
    if (frame === null || !hasPixels) return BROKEN
    const head = [Buffer.from([0xff, SOI]), ...(turn === 1 ? [] : [turned(turn)])]
    return { ...frame, bytes: Buffer.concat([...head, ...kept, Buffer.from([0xff, EOI])]) }
  },
}

/** Where the next marker is that is neither a byte of pixels nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Adobe's segment, which says how the colors are stored; it has room for nothing else. */
function isColorTransform(marker: number, segment: Buffer): boolean {
  return marker === APP14 && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe'
}

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ORIENTATION = 0x0112

/** How the picture is turned, 1 to 8, as its camera says; 1 where it does not. @param body of the segment */
function turnIn(body: Buffer): number {
  if (!body.subarray(0, EXIF.length).equals(EXIF)) return 1
  const tiff = body.subarray(EXIF.length)
  if (tiff.length < 8) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const listAt = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (listAt + 2 > tiff.length) return 1
  const entries = short(listAt)
  for (let index = 0; index < entries; index += 1) {
    const at = listAt + 2 + index * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== ORIENTATION) continue
    const turn = short(at + 8)
    return turn >= 1 && turn <= 8 ? turn : 1
  }
  return 1
}

/** A segment that says how the picture is turned, and nothing else. */
function turned(turn: number): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const body = Buffer.concat([EXIF, Buffer.from(tiff)])
  return Buffer.concat([Buffer.from([0xff, APP1, 0, body.length + 2]), body])
}
