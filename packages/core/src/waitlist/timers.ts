/** What happens to the waitlist by itself. */
import { addDays, startOfLocalDay } from '@scheduling/availability'
import { column, query, requireRow, sqlOf, tables } from '@scheduling/database'
import { systemWork, type Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import { onClockOf, type Service } from '../context.ts'
import { afterQuietHours } from '../ground/quiet-hours.ts'
import { todayOf } from '../availability/window.ts'
import { expireWish, putBehind, withdrawOffer } from './end-offer.ts'
import { findFit, type Fit } from './find-fit.ts'
import { isUntold, lockWish } from './load.ts'
import { offerTime } from './offer-time.ts'
import { overdueUnconfirmed } from './unconfirmed.ts'

const overdue = query({
  name: 'offers of wishes overdue',
  text: `
    SELECT o.wish_id AS "wishId", o.id AS "offerId", o.organization_id AS "organizationId"
    FROM waitlist_offer AS o JOIN organization AS org ON org.id = o.organization_id
    WHERE o.outcome = 'OPEN' AND ($2::int IS NULL OR o.organization_id = $2::int)
      AND o.held_until <= $1::timestamptz + make_interval(secs => org.clock_ahead_seconds)
    ORDER BY o.held_until, o.id`,
  row: {
    wishId: column.by('o.wish_id', column.int),
    offerId: column.by('o.id', column.int),
    organizationId: column.by('o.organization_id', column.int),
  },
})

const places = query({
  name: 'organizations with a waitlist',
  text: `
    SELECT o.id, o.time_zone AS "timeZone", o.clock_ahead_seconds AS "clockAheadSeconds"
    FROM organization AS o WHERE ($1::int IS NULL OR o.id = $1::int)
      AND EXISTS (SELECT FROM waitlist_wish AS w WHERE w.organization_id = o.id AND w.status = 'WAITING')
    ORDER BY o.id`,
  row: {
    id: column.by('o.id', column.int),
    timeZone: column.by('o.time_zone', column.text),
    clockAheadSeconds: column.by('o.clock_ahead_seconds', column.int),
  },
})

/** Of all organizations in one statement: each knows its own day. */
const past = query({
  name: 'wishes that are over',
  text: `SELECT w.id, w.organization_id AS "organizationId"
    FROM unnest($1::int[], $2::text[]) AS place (organization_id, today)
    JOIN waitlist_wish AS w ON w.organization_id = place.organization_id AND w.status = 'WAITING'
      AND w.to_date < place.today::date
    ORDER BY w.organization_id, w.id`,
  row: {
    id: column.by('w.id', column.int),
    organizationId: column.by('w.organization_id', column.int),
  },
})

/**
 * Ends unanswered offers, wishes that were not confirmed in time, and those whose last day is over, each by the clock of its organization. Run it every
 * minute. Running it twice or late does no harm, and after a pause it catches up.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many offers and wishes it ended
 */
export async function endOverdueOffers(
  service: Service,
  organizationId: number | null = null,
): Promise<number> {
  const sql = sqlOf(service.db)
  let ended = 0
  for (const due of await overdue(sql, [new Date(service.realNow()), organizationId])) {
    ended += await orLog(service, due.organizationId, (work) => lapse(work, due))
  }
  for (const over of await overdueUnconfirmed(sql, service.realNow(), organizationId)) {
    ended += await orLog(service, over.organizationId, (work) => dropUnconfirmed(work, over.id))
  }
  const waiting = await places(sql, [organizationId])
  const today = waiting.map((place) => todayOf(onClockOf(service, place).now(), place.timeZone))
  for (const over of await past(sql, [waiting.map((place) => place.id), today])) {
    ended += await orLog(service, over.organizationId, (work) => expire(work, over.id))
  }
  return ended
}

/** What fails is logged, so that the others go on. The next run tries it again. */
async function orLog(
  service: Service,
  organizationId: number,
  run: (work: Work) => Promise<boolean>,
): Promise<number> {
  try {
    return (await systemWork(service, organizationId, run, 'endOffer')) ? 1 : 0
  } catch (error) {
    service.log.error({ organization_id: organizationId, err: error }, 'a waitlist timer failed')
    return 0
  }
}

/** Checks again on the locked row: it may have been booked, or declined, in between. */
async function lapse(
  work: Work,
  { wishId, offerId }: { readonly wishId: number; readonly offerId: number },
): Promise<boolean> {
  const wish = await lockWish(work.tx, work.organization.id, wishId)
  const { offer } = wish
  if (offer?.id !== offerId || offer.outcome !== 'OPEN' || offer.heldUntil > work.now())
    return false
  // The client was not silent: no message arrived.
  if (await isUntold(sqlOf(work.tx), work.organization.id, offerId)) {
    await withdrawOffer(work, wish)
    return true
  }
  await putBehind(work, wish, 'LAPSED')
  work.note({ action: 'waitlist_wish.lapsed', id: wishId, changes: null })
  return true
}

async function expire(work: Work, id: number): Promise<boolean> {
  const wish = await lockWish(work.tx, work.organization.id, id)
  const today = todayOf(work.now(), work.organization.timeZone)
  if (wish.status !== 'WAITING' || wish.toDate >= today) return false
  await expireWish(work, wish)
  return true
}

/** It may have been confirmed in between. */
async function dropUnconfirmed(work: Work, id: number): Promise<boolean> {
  const wish = await lockWish(work.tx, work.organization.id, id)
  if (wish.status !== 'UNCONFIRMED') return false
  await expireWish(work, wish)
  return true
}

/** Offers in one run, and what was refused, so that one organization does not keep a worker. What is left has its turn in the next. */
const ATTEMPTS_PER_RUN = 200
/** Another booking may take what was found. Then a wish is looked at again, so often, and then in the next run. */
const MOST_TRIES = 3

/**
 * Offers what is free to those who wait for it, the one who waits longest first. In quiet hours nothing is offered:
 * an offer would lapse unseen. It may run at once with others, and late: each offer is judged again behind the locks of
 * whose time it is.
 *
 * @param organizationId the only organization that it looks at; null: all with a waitlist
 * @returns how many offers it made
 */
export async function offerFreeTime(
  service: Service,
  organizationId: number | null = null,
): Promise<number> {
  let offered = 0
  for (const { id } of await places(sqlOf(service.db), [organizationId])) {
    try {
      offered += await offerIn(service, id)
    } catch (error) {
      service.log.error({ organization_id: id, err: error }, 'offers of the waitlist failed')
      if (organizationId !== null) throw error
    }
  }
  return offered
}

async function offerIn(service: Service, organizationId: number): Promise<number> {
  const organization = await requireRow(service.db, tables.organization, { id: organizationId })
  const { now } = onClockOf(service, organization)
  const refused = new Map<number, number>()
  const passedOver = new Set<number>()
  let offered = 0
  for (let attempts = 0; attempts < ATTEMPTS_PER_RUN; attempts += 1) {
    const instant = now()
    if (afterQuietHours(instant, organization.timeZone) !== instant) return offered
    const look = { db: service.db, organization, now: instant }
    const fit = await findFit(look, passedOver)
    if (fit === null) return offered
    const refusal = await offer(service, organizationId, fit)
    if (refusal === null) {
      offered += 1
      continue
    }
    const times = (refused.get(fit.wishId) ?? 0) + 1
    refused.set(fit.wishId, times)
    const isUntold = refusal.code === 'client_identifier_required'
    if (isUntold || times >= MOST_TRIES) passedOver.add(fit.wishId)
  }
  return offered
}

/** @returns why not: the start was taken, the wish waits no more, or its client cannot be told; null: it was offered */
async function offer(service: Service, organizationId: number, fit: Fit): Promise<Problem | null> {
  try {
    await systemWork(
      service,
      organizationId,
      (work) => offerTime(work, { ...fit, source: 'system' }),
      'offerTime',
    )
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/**
 * When something happens by itself to those who wait: the first of their wishes ends with its day, or quiet hours end.
 *
 * @param lastDay `YYYY-MM-DD`
 * @returns epoch milliseconds
 */
export function nextOfWaiting(now: number, lastDay: string, timeZone: string): number {
  const over = startOfLocalDay(addDays(lastDay, 1), timeZone)
  const morning = afterQuietHours(now, timeZone)
  return morning === now ? over : Math.min(over, morning)
}
