/**
 * Uploaded pictures, read by their bytes alone. What is kept is rebuilt from the parts that hold
 * pixels: where and with what a photograph was taken, texts, thumbnails and whatever follows its end are left behind.
 * Nothing is decoded. Every reader is linear in the bytes, and refuses what it does not know.
 */
import { LIMITS } from '../../contract/limits.ts'
import { invalid } from '../../contract/problems.ts'
import { jpegPicture } from './jpeg.ts'
import { pngPicture } from './png.ts'
import type { PictureReader } from './reader.ts'
import { webpPicture } from './webp.ts'

export type Picture = {
  readonly contentType: PictureReader['contentType']
  readonly width: number
  readonly height: number
  /** Without what does not belong to the pixels. */
  readonly bytes: Buffer
}

const READERS: readonly PictureReader[] = [pngPicture, jpegPicture, webpPicture]

/**
 * @param field named in refusals
 * @param most pixels on each side
 * @throws `400 validation_error` for what is no PNG, JPEG or WebP, is broken, moves, or is too large
 */
export function pictureIn(
  bytes: Buffer,
  field: string,
  most: number = LIMITS.logoSidePixels,
): Picture {
  const reader = READERS.find(({ isOne }) => isOne(bytes))
  if (reader === undefined) {
    throw invalid(
      field,
      'invalid_format',
      isSvg(bytes)
        ? 'SVG files can contain scripts, so they are not accepted. Save the picture as PNG, JPEG or WebP.'
        : 'This is not a PNG, JPEG or WebP picture.',
    )
  }
  const read = reader.read(bytes)
  if (typeof read === 'string') throw invalid(field, 'invalid_format', read)
  if (read.width < 1 || read.height < 1 || read.width > most || read.height > most) {
    const size = `${read.width} by ${read.height}`
    throw invalid(
      field,
      'out_of_range',
      `The picture has ${size} pixels. At most ${most} by ${most} are accepted.`,
    )
  }
  return { contentType: reader.contentType, ...read }
}

/** Text that begins as one, behind a mark of its encoding, a comment or a declaration. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 1000).trimStart()
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start) && /<svg[\s>]/i.test(start)
}
