import { z } from 'zod'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireRoom } from './few-wishes.ts'
import { changeWishRow, findWish, lockWish } from './load.ts'
import type { WishRow } from './rows.ts'
import { isEnded, toWish, Wish } from './wish.ts'

/**
 * Puts a wish that is locked on the waitlist, behind those who wait there. One that is there already stays.
 *
 * @throws `409 action_not_allowed` when it has ended, or the waitlist is full
 */
export async function confirm(work: Work, wish: WishRow): Promise<void> {
  if (isEnded(wish)) throw new Problem('action_not_allowed', 'This wish has ended.')
  if (wish.status !== 'UNCONFIRMED') return
  await requireRoom(work)
  const waitsSince = new Date(work.now())
  await changeWishRow(work.tx, wish, { status: 'WAITING', waitsSince })
  work.note({ action: 'waitlist_wish.confirmed', id: wish.id, changes: null })
}

/** The team confirms a wish for a client whom no message can reach. */
export const confirmOneWish = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({ wish_id: Id }),
  output: Wish,
  emits: { ok: [] },
  notes: ['waitlist_wish.confirmed'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, { wish_id: id }) {
    const { tx, organization } = context
    await confirm(context, await lockWish(tx, organization.id, id))
    return toWish(await findWish(tx, organization.id, id), context)
  },
})
