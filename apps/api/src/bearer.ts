/** Longer than any key that was ever issued. */
const MOST_KEY_CHARACTERS = 200

/** Words are separated by one or more spaces. */
const MOST_WORDS = 20

/** The value after `Bearer` in an `Authorization` header, if it can be a key; else null. */
export function bearerOf(header: string): string | null {
  const [scheme = '', ...words] = header.trim().split(' ', MOST_WORDS)
  const [value, ...others] = words.filter((word) => word !== '')
  const isKey =
    scheme.toLowerCase() === 'bearer' &&
    value !== undefined &&
    others.length === 0 &&
    value.length <= MOST_KEY_CHARACTERS
  return isKey ? value : null
}
