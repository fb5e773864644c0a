/** A picture as the dashboard sends it: the bytes of a file in base64, in a field called `picture`. */
import { createHash } from 'node:crypto'
import { invalid } from '../../contract/problems.ts'
import { pictureIn, type Picture } from './picture.ts'

export type MostOfPicture = { readonly bytes: number; readonly sidePixels: number }

/** In base64: three bytes are four characters. */
export function charactersFor({ bytes }: Pick<MostOfPicture, 'bytes'>): number {
  return Math.ceil(bytes / 3) * 4
}

/** @throws `400 validation_error` */
export function sentPicture(base64: string, most: MostOfPicture): Picture {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) {
    throw invalid('picture', 'invalid_format', 'This is not base64. Send the bytes of the file so.')
  }
  if (bytes.length > most.bytes) {
    throw invalid('picture', 'too_long', `The file can have at most ${most.bytes / 1024} KB.`)
  }
  return pictureIn(bytes, 'picture', most.sidePixels)
}

/** Of the bytes alone, so an address with it gives them for good. */
export function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
}
