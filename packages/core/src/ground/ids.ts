import { ulid } from 'ulid'

/** String ids: prefix and a 26-character ULID in lower case. Opaque to callers. */
export type IdPrefix = 'evt' | 'whk' | 'dlv' | 'req' | 'bat' | 'key' | 'rec' | 'msg' | 'prc'

/** @param now epoch milliseconds  @param random 0 ≤ n < 1, as `Math.random` */
export function newId(prefix: IdPrefix, now: number, random: () => number): string {
  return `${prefix}_${ulid(now, random).toLowerCase()}`
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
  )
}
