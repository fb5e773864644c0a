/** What a client does with the link of a wish. Each is a mutation, so that the token is in no address of a call. */
import { z } from 'zod'
import { workOf, type Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import type { Declared } from '../events/emissions.ts'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import type { TrpcContext } from '../procedure/trpc-context.ts'
import {
  LinkToken,
  openKind,
  requireLink,
  whileThere,
  type OpenedRow,
} from '../public-booking/links.ts'
import { clientActor, countChange, countRead } from '../public-booking/visit.ts'
import { putBehind, takeOff } from './end-offer.ts'
import { findWish, lockWish } from './load.ts'
import type { WishRow } from './rows.ts'
import { openOffer } from './wish.ts'
import { WISH_LINK, WishView, wishView } from './wish-view.ts'

export const WithToken = z.object({ token: LinkToken })

type Call = Pick<TrpcContext, 'service' | 'browser' | 'requestId'> & { readonly declared: Declared }

/** What the holder of a link changes of a wish that is locked: as its client, and counted by wish. */
async function changeBy(
  { service, browser, requestId, declared }: Call,
  token: string,
  run: (work: Work, wish: WishRow) => Promise<void>,
): Promise<OpenedRow<WishRow>> {
  const { visited, row: seen } = await openKind(service, browser, WISH_LINK, token)
  await countChange(browser, 'waitlist_wish', seen.id)
  const row = await workOf(
    service,
    visited.organization.id,
    {
      actorOf: (changed: WishRow) => clientActor({ ...changed, id: changed.clientId }),
      source: 'public_booking',
      requestId,
      declared,
    },
    async (work) => {
      const wish = await whileThere(lockWish(work.tx, work.organization.id, seen.id))
      requireLink(service, 'waitlist_wish', wish, token)
      await run(work, wish)
      return findWish(work.tx, work.organization.id, wish.id)
    },
  )
  return { visited, row }
}

/** Public: what somebody waits for, and what is offered. */
export const getWish = openProcedure
  .use(withinBounds(WithToken))
  .input(WithToken)
  .output(WishView)
  .mutation(async ({ ctx: { service, browser }, input }) => {
    await countRead(browser)
    const { visited, row } = await openKind(service, browser, WISH_LINK, input.token)
    return wishView(visited, row)
  })

/** Public: waits no more. A wish that has ended stays as it is. */
export const leaveWaitlist = openProcedure
  .meta({ emits: { ok: [] }, notes: ['waitlist_wish.removed'] })
  .use(withinBounds(WithToken))
  .input(WithToken)
  .output(WishView)
  .mutation(async ({ ctx, input }) => {
    const { visited, row } = await changeBy(ctx, input.token, takeOff)
    return wishView(visited, row)
  })

/** Public: does not want what is offered, and waits on. The time is free for the next at once. */
export const declineOffer = openProcedure
  .meta({ emits: { ok: [] }, notes: ['waitlist_wish.declined'] })
  .use(withinBounds(WithToken))
  .input(WithToken)
  .output(WishView)
  .mutation(async ({ ctx, input }) => {
    const { visited, row } = await changeBy(ctx, input.token, async (work, wish) => {
      // Pressed twice, or by two who have the link: it was declined.
      if (wish.status === 'WAITING' && wish.offer?.outcome === 'DECLINED') return
      if (openOffer(wish, work.now()) === null) throw offerOver()
      await putBehind(work, wish, 'DECLINED')
      work.note({ action: 'waitlist_wish.declined', id: wish.id, changes: null })
    })
    return wishView(visited, row)
  })

export function offerOver(): Problem {
  return new Problem('action_not_allowed', 'Nothing is offered now, or the offer is over.')
}
