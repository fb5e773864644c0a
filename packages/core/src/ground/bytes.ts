/** A copy that owns its memory: Prisma accepts no array over a part of another buffer. */
export function bytes(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
