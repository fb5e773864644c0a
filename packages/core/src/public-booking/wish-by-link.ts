/** What a client does with the link of a wish. Each is a mutation, so that the token is in no address of a call. */
import { z } from 'zod'
import type { VisitorCall } from '../procedure/visitor.ts'
import { putOnWaitlist } from '../waitlist/put-on-waitlist.ts'
import type { Work } from '../change/system-work.ts'
import { isLinkOf } from '../links/record-link.ts'
import { procedure } from '../procedure/define.ts'
import { changeByLink, viewByLink } from './change-by-link.ts'
import { deadLink, requireLink } from './links.ts'
import { clientActor } from './visit.ts'
import { putBehind, takeOff } from '../waitlist/end-offer.ts'
import { findWish, lockWish } from '../waitlist/load.ts'
import type { WishRow } from '../waitlist/rows.ts'
import { openOffer } from '../waitlist/wish.ts'
import { WISH_LINK, WishView, wishView, WithToken, offerOver } from './wish-view.ts'

const CHANGED_WISH = {
  ...WISH_LINK,
  actorOf: (row: WishRow) => clientActor({ ...row, id: row.clientId }),
  view: wishView,
}

/** What the holder of a link changes of a wish that is locked. */
function changeBy(
  call: VisitorCall,
  token: string,
  run: (work: Work, wish: WishRow) => Promise<void>,
): Promise<z.input<typeof WishView>> {
  return changeByLink(call, CHANGED_WISH, token, async (work, seen) => {
    const wish = await lockWish(work.tx, work.organization.id, seen.id)
    // First, so that a link that was taken back tells nothing of the offer.
    requireLink(work, WISH_LINK, wish, token)
    await run(work, wish)
    return findWish(work.tx, work.organization.id, wish.id)
  })
}

/** Public: what the client waits for, and what is offered. */
export const getWish = procedure({
  caller: 'visitor',
  kind: 'read',
  input: WithToken,
  output: WishView,
  run: (call, { token }) => viewByLink(call, CHANGED_WISH, token),
})

/**
 * Public: puts a wish on the waitlist. It takes the link that is in a message only, so that a visitor cannot fill the list with
 * the contacts of other people. Confirmed twice, it keeps its place.
 */
export const confirmWish = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: WishView,
  emits: { ok: [] },
  notes: ['waitlist_wish.confirmed'],
  run: (call, input) =>
    changeBy(call, input.token, async (work, wish) => {
      if (!isLinkOf(work, 'waitlist_confirmation', wish, input.token)) throw deadLink()
      await putOnWaitlist(work, wish)
    }),
})

/** Public: waits no more. A wish that has ended stays as it is. */
export const leaveWaitlist = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: WishView,
  emits: { ok: [] },
  notes: ['waitlist_wish.removed'],
  run: (call, input) => changeBy(call, input.token, takeOff),
})

/** Public: does not want what is offered, and waits on. The time is free for the next at once. */
export const declineOffer = procedure({
  caller: 'visitor',
  kind: 'change',
  input: WithToken,
  output: WishView,
  emits: { ok: [] },
  notes: ['waitlist_wish.declined'],
  run: (call, input) =>
    changeBy(call, input.token, async (work, wish) => {
      // Pressed twice, or by two who have the link: it was declined.
      if (wish.status === 'WAITING' && wish.offer?.outcome === 'DECLINED') return
      if (openOffer(wish, work.now()) === null) throw offerOver()
      await putBehind(work, wish, 'DECLINED')
      work.note({ action: 'waitlist_wish.declined', id: wish.id, changes: null })
    }),
})
