/** Up to 20 spaces, then at most 200 characters without a space: no key is longer. */
const SHAPE = /^Bearer {1,20}([^ ]{1,200})$/i

/** The value after `Bearer` in an `Authorization` header, if it can be a key; else null. */
export function bearerOf(header: string): string | null {
  return SHAPE.exec(header.trim())?.[1] ?? null
}
