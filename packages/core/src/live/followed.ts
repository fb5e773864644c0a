/** An organization that is followed in this process: its readers, and its newest events, read once for all. */
import type { StoredEvent } from '@scheduling/events'
import type { Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { keptSince } from '../events/kept-events.ts'
import { readFeed } from '../events/read-feed.ts'
import { coalesced } from './coalesced.ts'
import type { Reader } from './reader.ts'
import type { Head } from './watch.ts'

export type Followed = {
  readonly readers: Set<Reader>
  timeZone: string
  /** Resolves when writers know that this process follows, to where the feed ended then. Null: it is not followed. */
  begun: Promise<Head> | null
  /** Begins where the feed ends. */
  startAt(head: number): void
  /** Reads what is new, and wakes the readers. Does not throw. */
  catchUp(): Promise<void>
  /** Reads what is new if the feed is longer than what was read. */
  compare(head: Head): Promise<void>
  /** What follows a position: from memory, else from the feed. At most a page. */
  after(position: number): readonly StoredEvent[] | Promise<readonly StoredEvent[]>
  /** Forgets the events that every reader has been told. */
  forgetTold(): void
}

/** Events that are read at once, and the newest ones that are kept for readers that are a little behind. */
const PAGE = Math.min(50, LIMITS.pageSizeMax)

/** @param failed is told why events could not be read; they are read again later */
export function createFollowed(
  service: Service,
  organizationId: number,
  failed: (error: unknown) => void,
): Followed {
  const readers = new Set<Reader>()
  /** The last position that was read, and the events up to it that are kept. */
  let head = 0
  let recent: StoredEvent[] = []

  const pageFrom = (position: number) => {
    const kept = keptSince(service.realNow())
    return readFeed(service.db, {
      organizationId,
      start: 'position',
      position,
      after: '',
      since: kept,
      kept,
      selectors: undefined,
      limit: PAGE,
    })
  }

  const catchUp = coalesced(async () => {
    try {
      while (readers.size > 0) {
        const { events, head: end } = await pageFrom(head)
        const last = events.at(-1)
        if (last === undefined) {
          // What lies between is too old to be told.
          if (end > head) {
            head = end
            recent = []
          }
          return
        }
        head = Number(last.sequence)
        recent = [...recent, ...events].slice(-PAGE)
        for (const reader of readers) reader.bell.ring()
        if (head >= end) return
      }
    } catch (error) {
      failed(error)
    }
  })

  return {
    readers,
    timeZone: 'UTC',
    begun: null,
    catchUp,
    startAt(position) {
      head = position
      recent = []
    },
    compare: async (found) => {
      if (found.head > head) await catchUp()
    },
    after(position) {
      if (position >= head) return []
      const [oldest] = recent
      if (oldest !== undefined && Number(oldest.sequence) <= position + 1) {
        return recent.filter(({ sequence }) => Number(sequence) > position)
      }
      return pageFrom(position).then(({ events }) => events)
    },
    forgetTold() {
      const reached = Math.min(...[...readers].map(({ position }) => position))
      if (recent.length > 0) recent = recent.filter(({ sequence }) => Number(sequence) > reached)
    },
  }
}
