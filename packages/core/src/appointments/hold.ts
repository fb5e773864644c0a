import {
  column,
  insertRow,
  query,
  selected,
  sqlOf,
  statement,
  tables,
  type NewRow,
  type RowOf,
  type Transaction,
} from '@scheduling/database'
import { instantIn } from '../ground/sql-instant.ts'

const MINUTE_MS = 60_000

/** Time in the calendar of one professional. */
export type HoldRequest = {
  readonly organizationId: number
  readonly professionalId: number
  /** Epoch milliseconds. */
  readonly start: number
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** The single service whose session has seats; null for several services. */
  readonly serviceId: number | null
  readonly capacity: number
  readonly isOverbook: boolean
}

/** Time that is kept for an offer of the waitlist, or for a caller that has not booked it. */
export type KeptTime = Omit<HoldRequest, 'isOverbook'> & {
  readonly heldFor: { readonly offerId: number } | { readonly timeHoldId: number }
  /** Epoch milliseconds, by the clock of the organization. After it the time is free. */
  readonly heldUntil: number
}

/** The time of an appointment: a seat that is taken, or a hold that is to be written. */
export type Hold = {
  /** The session in which a seat was taken; null: the hold is to be written. */
  readonly id: number | null
  readonly serviceId: number | null
  /** Epoch milliseconds, with the buffers. */
  readonly busyFrom: number
  readonly busyTo: number
  readonly capacity: number
}

const seat = query({
  name: 'seat taken',
  text: `
    UPDATE calendar_hold SET taken = taken + 1, capacity = greatest($5::int, taken + 1),
      busy_from = least(busy_from, ${instantIn('$6')}), busy_to = greatest(busy_to, ${instantIn('$7')})
    WHERE organization_id = $1::int AND professional_id = $2::int AND service_id = $3::int
      AND starts_at = ${instantIn('$4')} AND NOT is_overbook AND held_until IS NULL
      AND ($8::boolean OR taken + (SELECT count(*) FROM calendar_hold AS offered WHERE offered.professional_id = $2::int
          AND offered.service_id = $3::int AND offered.starts_at = ${instantIn('$4')} AND offered.held_until IS NOT NULL)
        < least($5::int, (SELECT max_capacity FROM service WHERE id = $3::int)))
    RETURNING id`,
  row: { id: column.int },
})

/**
 * Takes a seat in a session that already exists, or says what hold is to be written.
 *
 * The caller has locked the professional, and has judged the start free or overbooks it. The exclusion
 * constraint and the seat count refuse what such a check would miss. A session stretches to its longest seat,
 * since the duration or the buffers of the service may have changed after it was opened. It has as many seats as the
 * service has by now: they may have become fewer since the service was read. Seats that are held are taken too.
 *
 * @param isKept the seat was held for this booking, which has it even if the service has fewer seats by now
 */
export async function takeSeat(
  tx: Transaction,
  request: HoldRequest,
  isKept = false,
): Promise<Hold> {
  const { organizationId, professionalId, serviceId, start } = request
  const { from, to } = busyTime(request)
  const hold = {
    serviceId,
    busyFrom: from,
    busyTo: to,
    capacity: request.isOverbook ? 1 : request.capacity,
  }
  if (hold.capacity === 1 || serviceId === null) return { ...hold, id: null }
  const session = [organizationId, professionalId, serviceId, start, hold.capacity]
  const [joined] = await seat(sqlOf(tx), [...session, hold.busyFrom, hold.busyTo, isKept])
  return { ...hold, id: joined?.id ?? null }
}

/** The time with its buffers, epoch milliseconds. */
function busyTime(request: Omit<HoldRequest, 'isOverbook'>): { from: number; to: number } {
  const { start, durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = request
  return {
    from: start - bufferBeforeMinutes * MINUTE_MS,
    to: start + (durationMinutes + bufferAfterMinutes) * MINUTE_MS,
  }
}

/** The row of a hold that is to be written. */
export function newHold(
  of: Pick<HoldRequest, 'organizationId' | 'professionalId' | 'isOverbook'>,
  startsAt: Date,
  { serviceId, busyFrom, busyTo, capacity }: Hold,
): NewRow<typeof tables.calendarHold> {
  const { organizationId, professionalId, isOverbook } = of
  return {
    organizationId,
    professionalId,
    serviceId,
    startsAt,
    busyFrom: new Date(busyFrom),
    busyTo: new Date(busyTo),
    isOverbook,
    capacity,
  }
}

/** Takes the time, or a seat as `takeSeat` does, and returns the id of the hold. */
export async function takeTime(
  tx: Transaction,
  request: HoldRequest,
  isKept = false,
): Promise<number> {
  const hold = await takeSeat(tx, request, isKept)
  if (hold.id !== null) return hold.id
  const row = newHold(request, new Date(request.start), hold)
  return (await insertRow(tx, tables.calendarHold, row)).id
}

const HELD = {
  busyFrom: column.instant,
  busyTo: column.instant,
  isOverbook: column.bool,
  taken: column.int,
}

const held = query({
  name: 'hold by id',
  text: `SELECT ${selected(HELD, 'hold')} FROM calendar_hold AS hold WHERE organization_id = $1::int AND id = $2::int`,
  row: HELD,
})

/** Time that is taken: epoch milliseconds, with the buffers. */
export type HeldTime = RowOf<typeof HELD>

/** The caller has locked the professional. */
export async function findHold(
  tx: Transaction,
  organizationId: number,
  holdId: number,
): Promise<HeldTime | null> {
  const [found] = await held(sqlOf(tx), [organizationId, holdId])
  return found ?? null
}

/** Whether the time that is wanted, with its buffers, is a part of what is held. */
export function isWithin(wanted: HoldRequest, { busyFrom, busyTo }: HeldTime): boolean {
  const { from, to } = busyTime(wanted)
  return from >= busyFrom && to <= busyTo
}

/** Under a lock, since another booking may be taking the next seat. */
const released = statement('hold released', 'SELECT release_hold($1::int)')

/** Frees the time, or one seat of a session. The appointment of that seat must no longer refer to the hold. */
export async function releaseTime(tx: Transaction, holdId: number): Promise<void> {
  await released(sqlOf(tx), [holdId])
}

/** Holds the time, or one seat, until it is booked or the hold expires. The caller has judged the start free. */
export async function keepTime(tx: Transaction, request: KeptTime): Promise<void> {
  const { serviceId, heldFor, heldUntil } = request
  const { from: busyFrom, to: busyTo } = busyTime(request)
  const capacity = serviceId === null ? 1 : request.capacity
  const hold = { id: null, serviceId, busyFrom, busyTo, capacity }
  const row = newHold({ ...request, isOverbook: false }, new Date(request.start), hold)
  await insertRow(tx, tables.calendarHold, { ...row, ...heldFor, heldUntil: new Date(heldUntil) })
}

const offerReleased = statement(
  'time of an offer released',
  `DELETE FROM calendar_hold WHERE organization_id = $1::int AND offer_id = $2::int`,
)

/** Frees the time of an offer. It may be free already: a booking after the expiry has deleted the hold. */
export async function releaseOffer(
  tx: Transaction,
  organizationId: number,
  offerId: number,
): Promise<void> {
  await offerReleased(sqlOf(tx), [organizationId, offerId])
}

const FREED = { ...HELD, capacity: column.int, serviceId: column.nullable(column.int) }

const keptFreed = query({
  name: 'time of a hold freed',
  text: `DELETE FROM calendar_hold AS hold WHERE organization_id = $1::int AND time_hold_id = $2::int
    RETURNING ${selected(FREED, 'hold')}`,
  row: FREED,
})

/** Time that was held for a caller, and is free now. */
export type FreedTime = RowOf<typeof FREED>

/**
 * Frees the time of a caller's hold, which is locked.
 *
 * @returns what was held; null: it was free already, since the hold has expired
 */
export async function freeKept(
  tx: Transaction,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
): Promise<FreedTime | null> {
  const [freed] = await keptFreed(sqlOf(tx), [organizationId, id])
  return freed ?? null
}

const expiredDeleted = statement(
  'expired holds deleted',
  `DELETE FROM calendar_hold WHERE organization_id = $1::int AND id = ANY($2::int[]) AND held_until IS NOT NULL`,
)

/**
 * Deletes holds that were read as expired, before their time is taken: the exclusion constraint knows no clock. The
 * caller has locked their professionals, so none of them is being booked.
 */
export async function deleteExpired(
  tx: Transaction,
  organizationId: number,
  holdIds: readonly number[],
): Promise<void> {
  if (holdIds.length > 0) await expiredDeleted(sqlOf(tx), [organizationId, holdIds])
}

const passedDeleted = statement(
  'holds of a time deleted that have expired',
  `DELETE FROM calendar_hold WHERE organization_id = $1::int AND professional_id = $2::int
    AND tstzrange(busy_from, busy_to) && tstzrange(${instantIn('$3')}, ${instantIn('$4')}) AND held_until <= ${instantIn('$5')}`,
)

/** As `deleteExpired`, for who takes time without reading the calendar. @param now epoch milliseconds */
export async function deleteExpiredAt(
  tx: Transaction,
  request: HoldRequest,
  now: number,
): Promise<void> {
  const { from, to } = busyTime(request)
  await passedDeleted(sqlOf(tx), [request.organizationId, request.professionalId, from, to, now])
}
