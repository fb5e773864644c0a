/** How offers and wishes end. */
import { column, query, sqlOf } from '@scheduling/database'
import { releaseOffer } from '../appointments/hold.ts'
import type { Work } from '../change/system-work.ts'
import { LIMITS } from '../contract/limits.ts'
import { changeWishRow, closeOfferRow, findWish, lockWish } from './load.ts'
import { IS_OPEN, type OfferOutcome, type WishRow, type WishStatus } from './rows.ts'
import { isEnded } from './wish.ts'

type Ended = Extract<WishStatus, 'BOOKED' | 'EXPIRED' | 'REMOVED'>

/**
 * Ends a wish that is locked, with its offer, and frees the time that was held for it.
 *
 * @param outcome of an offer that is still open
 */
export async function endWish(
  work: Pick<Work, 'tx' | 'now'>,
  before: WishRow,
  status: Ended,
  outcome: Exclude<OfferOutcome, 'OPEN'> = 'WITHDRAWN',
  booked: { readonly appointmentId?: number; readonly appointmentLinkVersion?: number | null } = {},
): Promise<void> {
  const endedAt = new Date(work.now())
  await changeWishRow(work.tx, before, { status, endedAt, ...booked })
  await closeOffer(work, before, outcome)
}

/**
 * The client does not take what was offered: the wish waits on behind the others. Unanswered offers end it: a client who
 * is not there should not hold up those who are.
 */
export async function putBehind(
  work: Pick<Work, 'tx' | 'now'>,
  before: WishRow,
  outcome: 'DECLINED' | 'LAPSED',
): Promise<Extract<WishStatus, 'WAITING' | 'EXPIRED'>> {
  const lapses = before.lapses + (outcome === 'LAPSED' ? 1 : 0)
  const now = new Date(work.now())
  const status = lapses >= LIMITS.wishLapses ? 'EXPIRED' : 'WAITING'
  const ended = status === 'EXPIRED' ? { endedAt: now } : { waitsSince: now }
  // The wish first: its freed time wakes those who wait, and it is one of them.
  await changeWishRow(work.tx, before, { status, lapses, ...ended })
  await closeOffer(work, before, outcome)
  return status
}

/** What was offered can no longer be booked, through no fault of the client: the wish waits on at its place. */
export async function withdrawOffer(
  work: Pick<Work, 'tx' | 'note'>,
  before: WishRow,
): Promise<void> {
  await changeWishRow(work.tx, before, { status: 'WAITING' })
  await closeOffer(work, before, 'WITHDRAWN')
  work.note({ action: 'waitlist_wish.withdrawn', id: before.id, changes: null })
}

async function closeOffer(
  { tx }: Pick<Work, 'tx'>,
  { organizationId, offer }: WishRow,
  outcome: Exclude<OfferOutcome, 'OPEN'>,
): Promise<void> {
  if (offer === null || offer.outcome !== 'OPEN') return
  await closeOfferRow(sqlOf(tx), [organizationId, offer.id, outcome])
  await releaseOffer(tx, organizationId, offer.id)
}

/** It was not confirmed in time, or its last day is over. The wish is locked. */
export async function expireWish(work: Work, wish: WishRow): Promise<void> {
  await endWish(work, wish, 'EXPIRED')
  work.note({ action: 'waitlist_wish.expired', id: wish.id, changes: null })
}

/** Takes a wish off the waitlist. One that has ended stays as it is. @throws `404 not_found` */
export async function removeWish(work: Work, id: number): Promise<WishRow> {
  const { tx, organization } = work
  await takeOff(work, await lockWish(tx, organization.id, id))
  return findWish(tx, organization.id, id)
}

/** As `removeWish`, of a wish that is locked. */
export async function takeOff(work: Work, wish: WishRow): Promise<void> {
  if (isEnded(wish)) return
  await endWish(work, wish, 'REMOVED')
  work.note({ action: 'waitlist_wish.removed', id: wish.id, changes: null })
}

const openOf = query({
  name: 'open wishes of clients',
  text: `SELECT w.id FROM waitlist_wish AS w WHERE w.organization_id = $1::int AND w.client_id = ANY($2::int[])
    AND ${IS_OPEN} ORDER BY w.id`,
  row: { id: column.int },
})

/** Of a person who is forgotten: nothing is offered any more, and nothing is held. */
export async function endWishesOf(
  work: Pick<Work, 'tx' | 'now' | 'organization'>,
  clientIds: readonly number[],
): Promise<void> {
  const { tx, organization } = work
  for (const { id } of await openOf(sqlOf(tx), [organization.id, clientIds])) {
    const wish = await lockWish(tx, organization.id, id)
    if (!isEnded(wish)) await endWish(work, wish, 'REMOVED')
  }
}
