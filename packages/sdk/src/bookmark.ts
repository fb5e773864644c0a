/** Where a copy stands: a text that its owner keeps beside it, and does not read. */
import { SchedulingError } from './errors.ts'

export type Place = {
  /** The last event that was handed over, or that counts as handed over; null: the feed had none when it began. */
  readonly after: string | null
  /** Lists that were read to their end. */
  readonly done: readonly string[]
  /** The page that is read next, of a list that was begun. */
  readonly at: { readonly list: string; readonly cursor: string } | null
}

/** Bookmarks of a version that this library does not know are refused, not guessed at. */
const VERSION = 1

export function bookmarkOf({ after, done, at }: Place): string {
  return JSON.stringify({ v: VERSION, after, done, at })
}

/** @throws SchedulingError `bookmark_invalid` */
export function placeOf(bookmark: string): Place {
  try {
    const { v, after, done, at } = JSON.parse(bookmark)
    const isPlace =
      v === VERSION &&
      (after === null || typeof after === 'string') &&
      Array.isArray(done) &&
      (at === null || (typeof at.list === 'string' && typeof at.cursor === 'string'))
    if (isPlace) return { after, done, at }
  } catch {
    // Told below, as of any other text.
  }
  throw new SchedulingError(
    'bookmark_invalid',
    'This bookmark was not made by `sync()`, or by a newer version of this library. Without a bookmark, `sync()` starts over.',
  )
}
