/** One or more spaces, and no more than so many characters that no key was ever issued with. */
const SHAPE = /^Bearer {1,20}([^ ]{1,200})$/i

/** The value after `Bearer` in an `Authorization` header, if it can be a key; else null. */
export function bearerOf(header: string): string | null {
  return SHAPE.exec(header.trim())?.[1] ?? null
}
