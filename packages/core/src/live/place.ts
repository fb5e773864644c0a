/** Where a stream begins. */
import type { Service } from '../context.ts'
import { invalid } from '../contract/problems.ts'
import { keptSince, NO_SUCH_EVENT } from '../events/kept-events.ts'
import { readFeed } from '../events/read-feed.ts'
import type { Head } from './watch.ts'

/** The place before the first event of a feed, where an organization without events begins. */
export const BEFORE_ALL = 'evt_00000000000000000000000000'

/** `id`: from where the stream goes on, when it is opened again before anything is told. */
type Place = { readonly position: number; readonly id: string }

/**
 * @param head where the feed ends
 * @param after the event that was seen last; null: from now on
 * @throws `400`, `after` when it is unknown or too old. As everywhere, the newest event is never too old
 */
export async function placeOf(
  service: Pick<Service, 'db' | 'realNow'>,
  head: Head,
  after: string | null,
): Promise<Place> {
  const end = head.headId ?? BEFORE_ALL
  if (after === null || after === end) return { position: head.head, id: end }
  const position = await positionOf(service, head.id, after)
  if (position === null) {
    throw invalid(
      'after',
      'not_found',
      `${NO_SUCH_EVENT} Open the stream without it, and read everything again.`,
    )
  }
  return { position, id: after }
}

/** Null: some of what follows is not kept any more. */
async function positionOf(
  { db, realNow }: Pick<Service, 'db' | 'realNow'>,
  organizationId: number,
  after: string,
): Promise<number | null> {
  const kept = keptSince(realNow())
  const isBefore = after === BEFORE_ALL
  const { from, events } = await readFeed(db, {
    organizationId,
    start: isBefore ? 'position' : 'event',
    position: 0,
    after,
    since: kept,
    kept,
    selectors: undefined,
    limit: 1,
  })
  const isFirstKept = Number(events[0]?.sequence) === 1
  return isBefore && !isFirstKept ? null : from
}
