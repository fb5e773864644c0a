/** Keeping a copy: every record of some lists, then every change of them. */
import type { Resources } from './api-methods.ts'
import type { Event } from './api-records.ts'
import { bookmarkOf, placeOf, type Place } from './bookmark.ts'
import { isSchedulingError } from './errors.ts'
import type { CallOptions } from './options.ts'
import { wait } from './send.ts'
import { SYNCED_LISTS, type SyncedList, type SyncedRecords } from './synced-lists.ts'

export type SyncOptions = {
  /** What the copy holds. A list that is added later is read before the feed goes on. */
  readonly lists: readonly SyncedList[]
  /** Of the last step that your copy holds. Left out or null: from the beginning. */
  readonly bookmark?: string | null
  /** Ask the feed again and again, this often. Left out: the steps end when the copy has caught up. */
  readonly followEverySeconds?: number
  /** Records or events of one request, at most 200. Default: 200. */
  readonly limit?: number
  /** Ends the steps with `aborted`. */
  readonly signal?: AbortSignal
}

/**
 * One step of `sync()`. Apply it, and keep its `bookmark` in the same transaction.
 *
 * - `began`: what follows is everything. Empty your copy. It also comes when a bookmark is older than the events
 *   that are kept.
 * - `record`: a record as it is. Put it into your copy.
 * - `event`: what happened since. `event.data.object` is the record after it.
 * - `caught_up`: there is no more for now.
 */
export type SyncStep =
  | { readonly kind: 'began' | 'caught_up'; readonly bookmark: string }
  | { readonly kind: 'event'; readonly event: Event; readonly bookmark: string }
  | {
      readonly [List in SyncedList]: {
        readonly kind: 'record'
        readonly list: List
        readonly record: SyncedRecords[List]
        readonly bookmark: string
      }
    }[SyncedList]

/**
 * A bookmark is never ahead of the steps up to it: a program that stops anywhere and goes on from the last bookmark that
 * was kept can get steps again, and misses none.
 */
export async function* sync(api: Resources, options: SyncOptions): AsyncGenerator<SyncStep, void> {
  const { lists, bookmark = null, limit = 200, followEverySeconds, signal } = options
  const isKnown = lists.length > 0 && lists.every((list) => Object.hasOwn(SYNCED_LISTS, list))
  if (!isKnown) {
    throw new TypeError(`\`lists\` must name some of ${Object.keys(SYNCED_LISTS).join(', ')}.`)
  }
  if (followEverySeconds !== undefined && !(followEverySeconds > 0)) {
    throw new TypeError('`followEverySeconds` must be more than 0.')
  }
  const reading: Reading = { api, lists, limit, call: { signal } }
  let place = bookmark === null ? null : placeOf(bookmark)
  for (;;) {
    try {
      if (place === null) {
        place = await beginning(reading)
        yield { kind: 'began', bookmark: bookmarkOf(place) }
      }
      place = yield* snapshot(reading, place)
      if (place.after === null && (await hasLostFirst(reading))) {
        place = null
        continue
      }
      place = yield* feed(reading, place)
      yield { kind: 'caught_up', bookmark: bookmarkOf(place) }
      if (followEverySeconds === undefined) return
      await wait(followEverySeconds * 1000, signal)
    } catch (error) {
      if (!isGone(error)) throw error
      place = null
    }
  }
}

type Reading = {
  readonly api: Resources
  readonly lists: readonly SyncedList[]
  readonly limit: number
  readonly call: CallOptions
}

/** A place from before the first event is gone when the first event is. */
async function hasLostFirst({ api, call }: Reading): Promise<boolean> {
  const { data } = await api.events.list({ limit: 1 }, call)
  return data.some(({ sequence }) => sequence > 1)
}

/** Before anything is read: what changes while it is read then comes again as an event. */
async function beginning({ api, call }: Reading): Promise<Place> {
  const { lastEventId } = await api.events.list({ latest: true }, call)
  return { after: lastEventId, done: [], at: null }
}

/** Reads the lists that are not done. @returns the place after them */
async function* snapshot(
  { api, lists, limit, call }: Reading,
  from: Place,
): AsyncGenerator<SyncStep, Place> {
  let place = from
  for (const list of lists) {
    for (const [count, read] of SYNCED_LISTS[list].reads.entries()) {
      const name = count === 0 ? list : `${list} ${count}`
      while (!place.done.includes(name)) {
        const at = place.at?.list === name ? { cursor: place.at.cursor } : {}
        const { data, nextCursor } = await read(api, { limit, ...at }, call)
        const after: Place =
          nextCursor === null
            ? { ...place, done: [...place.done, name], at: null }
            : { ...place, at: { list: name, cursor: nextCursor } }
        for (const [index, record] of data.entries()) {
          // Within a page there is no place to go on from: records may come and go before it.
          const bookmark = bookmarkOf(index === data.length - 1 ? after : place)
          // The row of a list answers the records of that list.
          yield { kind: 'record', list, record, bookmark } as SyncStep
        }
        place = after
      }
    }
  }
  return place
}

/** Reads the feed to its end. @returns the place after it */
async function* feed(
  { api, lists, limit, call }: Reading,
  from: Place,
): AsyncGenerator<SyncStep, Place> {
  const type = lists.map((list) => SYNCED_LISTS[list].events)
  let place = from
  for (;;) {
    const after = place.after === null ? {} : { after: place.after }
    const { data, lastEventId, hasMore } = await api.events.list({ type, limit, ...after }, call)
    const end: Place = { ...place, after: lastEventId ?? place.after }
    for (const [index, event] of data.entries()) {
      const here = index === data.length - 1 ? end : { ...place, after: event.id }
      yield { kind: 'event', event, bookmark: bookmarkOf(here) }
    }
    place = end
    if (!hasMore) return place
  }
}

/** Whether the place is no more: its events have been dropped, or its cursor belongs to others. */
function isGone(error: unknown): boolean {
  return (
    isSchedulingError(error) &&
    error.code === 'validation_error' &&
    error.errors.some(
      ({ field, code }) => (field === 'after' && code === 'not_found') || field === 'cursor',
    )
  )
}
