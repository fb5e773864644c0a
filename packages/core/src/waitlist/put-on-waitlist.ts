import { changeWishRow } from './load.ts'
import { requireRoom } from './few-wishes.ts'
import { Problem } from '../contract/problems.ts'
import { isEnded } from './wish.ts'
import { type WishRow } from './rows.ts'
import { type Work } from '../change/system-work.ts'

/**
 * Puts a wish that is locked on the waitlist, behind those who wait there. One that is there already stays.
 *
 * @throws `409 action_not_allowed` when it has ended, or the waitlist is full
 */
export async function putOnWaitlist(work: Work, wish: WishRow): Promise<void> {
  if (isEnded(wish)) throw new Problem('action_not_allowed', 'This wish has ended.')
  if (wish.status !== 'UNCONFIRMED') return
  await requireRoom(work)
  const waitsSince = new Date(work.now())
  await changeWishRow(work.tx, wish, { status: 'WAITING', waitsSince })
  work.note({ action: 'waitlist_wish.confirmed', id: wish.id, changes: null })
}
