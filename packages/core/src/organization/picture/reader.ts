/** What the reader of one form of pictures is. */

export type ReadPicture = {
  readonly width: number
  readonly height: number
  /** Rebuilt from the parts that hold pixels. */
  readonly bytes: Buffer
}

export type PictureReader = {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'
  /** By its first bytes. */
  readonly isOne: (bytes: Buffer) => boolean
  /** A sentence that says what is wrong, when something is. */
  readonly read: (bytes: Buffer) => ReadPicture | string
}
