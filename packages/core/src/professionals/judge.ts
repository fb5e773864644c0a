/** Whether appointments that were booked fit into what is offered. Pure. */
import {
  addDays,
  judgeStart,
  localDateOf,
  type BusyTime,
  type Calendar,
  type DayPiece,
  type Demand,
  type Schedule,
} from '@scheduling/availability'
import type { Booked } from './booked.ts'
import type { ImpactReason } from './impact.ts'
import type { Offer } from './offer.ts'

const MINUTE_MS = 60_000

export type Concerned = { readonly booked: Booked; readonly reason: ImpactReason }

/**
 * Appointments with a reason not to fit that they did not have before, with the first such reason. One that never
 * fitted, as a booking over blocked time, is not concerned by what changes elsewhere.
 *
 * It judges each start with the function that lists and books them, against few hours and blocked times each: it takes
 * as long as there are appointments.
 */
export function concernedBy(booked: readonly Booked[], before: Offer, after: Offer): Concerned[] {
  const [old, now] = [judgeOf(before), judgeOf(after)]
  return booked.flatMap((one) => {
    const reasons = now(one)
    if (reasons.length === 0) return []
    const known = old(one)
    const reason = reasons.find((each) => !known.includes(each))
    return reason === undefined ? [] : [{ booked: one, reason }]
  })
}

const OPEN_DAY: readonly DayPiece[] = [{ opens: 0, closes: 1440 }]
const ALWAYS_OPEN = Array.from({ length: 7 }, () => OPEN_DAY)
const NO_SCHEDULE: Schedule = {
  weekly: [[], [], [], [], [], [], []],
  overrides: new Map(),
  busy: [],
}

/** A function that tells every reason why an appointment does not fit, in the order in which they are told. */
function judgeOf(offer: Offer): (one: Booked) => ImpactReason[] {
  const blockedBy = new Map(
    [...offer.schedules].map(([id, { busy }]) => [id, overlappingIn(busy)] as const),
  )
  return (one) => {
    const { professionalId, serviceIds, seat } = one
    const reasons: ImpactReason[] = []
    if (serviceIds.some((id) => !offer.seats.has(id))) reasons.push('service_not_offered')
    if (!offer.activeProfessionals.has(professionalId)) reasons.push('professional_inactive')
    if (serviceIds.some((id) => !offer.performed.has(`${professionalId} ${id}`))) {
      reasons.push('professional_cannot_perform')
    }
    const schedule = offer.schedules.get(professionalId) ?? NO_SCHEDULE
    const busy = blockedBy.get(professionalId)?.(one.busyFrom, one.busyTo) ?? []
    reasons.push(...hoursReasons(one, offer, schedule))
    if (busy.length > 0 && isBlocked(one, offer, busy)) reasons.push('blocked')
    if (seat !== null && seat.place >= (offer.seats.get(seat.serviceId) ?? Infinity)) {
      reasons.push('over_capacity')
    }
    return reasons
  }
}

function hoursReasons(one: Booked, offer: Offer, schedule: Schedule): ImpactReason[] {
  const { timeZone, holidays } = offer.calendar
  const date = localDateOf(one.start, timeZone)
  const overrides = new Map<string, readonly DayPiece[]>()
  const lastDate = addDays(localDateOf(one.end, timeZone), 2)
  // Only the dates around it: a professional can have overrides for years.
  if (schedule.overrides.size > 0) {
    for (let day = addDays(date, -2); day <= lastDate; day = addDays(day, 1)) {
      const override = schedule.overrides.get(day)
      if (override !== undefined) overrides.set(day, override)
    }
  }
  const asked = { weekly: schedule.weekly, overrides, busy: [] }
  const verdict = verdictOf(one, offer.calendar, asked)
  if (verdict !== 'outside_hours') return []
  return [holidays.has(date) && !overrides.has(date) ? 'holiday' : 'outside_hours']
}

const EVERY_DATE_FOLLOWS_THE_WEEK: Schedule['overrides'] = new Map()
const NO_HOLIDAYS: ReadonlySet<string> = new Set()

/** As if it were open day and night, so that only what is blocked is judged. */
function isBlocked(one: Booked, { calendar }: Offer, busy: readonly BusyTime[]): boolean {
  const always = { weekly: ALWAYS_OPEN, overrides: EVERY_DATE_FOLLOWS_THE_WEEK, busy }
  return verdictOf(one, { ...calendar, holidays: NO_HOLIDAYS }, always) === 'busy'
}

/** With a clock that stands at the start: notice and horizon were for the booking. */
function verdictOf(one: Booked, calendar: Calendar, schedule: Schedule) {
  return judgeStart({ ...calendar, now: one.start }, demandOf(one), schedule, one.start).verdict
}

/** What it was booked with, and its buffers as they were then. */
function demandOf({ start, end, busyFrom, busyTo }: Booked): Demand {
  const minutes = (ms: number) => Math.max(0, Math.round(ms / MINUTE_MS))
  return {
    durationMinutes: Math.max(1, minutes(end - start)),
    bufferBeforeMinutes: minutes(start - busyFrom),
    bufferAfterMinutes: minutes(busyTo - end),
    slotIntervalMinutes: 15,
    minAdvanceMinutes: 0,
    maxAdvanceDays: null,
    capacity: 1,
    serviceId: null,
    excludeAppointmentId: null,
  }
}

/** A function that finds what overlaps a time without looking at all of it. */
function overlappingIn(times: readonly BusyTime[]): (from: number, until: number) => BusyTime[] {
  const sorted = times.toSorted((one, other) => one.start - other.start)
  // The latest end up to each of them: before one that ends too early, only longer ones can reach.
  const latestEnds: number[] = []
  for (const { end } of sorted) latestEnds.push(Math.max(end, latestEnds.at(-1) ?? -Infinity))
  return (from, until) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sorted[middle]?.start ?? Infinity) < until) low = middle + 1
      else high = middle
    }
    const found: BusyTime[] = []
    for (let index = low - 1; index >= 0 && (latestEnds[index] ?? -Infinity) > from; index -= 1) {
      const time = sorted[index]
      if (time !== undefined && time.end > from) found.push(time)
    }
    return found
  }
}
