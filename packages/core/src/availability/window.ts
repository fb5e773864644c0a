import { addDays, localDateOf, startOfLocalDay, type DateWindow } from '@scheduling/availability'
import type { z } from 'zod'
import type { BookableDemand } from '../appointments/service-selection.ts'
import { fault } from '../ground/fields.ts'
import { isDateText } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import type { FieldCode } from '../contract/problems.ts'

const DAY_MS = 86_400_000

type RequestedDates = {
  readonly date?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refuses dates that contradict each other, together with the other faults of the input. */
export function refuseWindow(dates: RequestedDates, context: z.RefinementCtx): void {
  refuseWindowOver(LIMITS.slotWindowDays, dates, context)
}

/** @param mostDays that a window can have, both ends included */
export function refuseWindowOver(
  mostDays: number,
  { date, from, to }: RequestedDates,
  context: z.RefinementCtx,
): void {
  const refuse = (field: keyof RequestedDates, code: FieldCode, message: string): void =>
    context.addIssue({ ...fault(code, message), path: [field] })
  if (date !== undefined) {
    if (from === undefined && to === undefined) return
    refuse('date', 'mutually_exclusive', 'Send either `date`, or `from` and `to`.')
    // What is no date has a fault of its own.
  } else if (to !== undefined && isDateText(to)) {
    if (from === undefined) refuse('from', 'required', '`to` requires `from`.')
    else if (daysFrom(from, to) < 1) refuse('to', 'out_of_range', '`to` is before `from`.')
    else if (daysFrom(from, to) > mostDays) {
      refuse(
        'to',
        'out_of_range',
        `The range can have at most ${mostDays} days, including both ends.`,
      )
    }
  }
}

/** Days in the range, including both ends. NaN if a text is not a date, so that no comparison holds. */
export function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/**
 * The local dates that `date`, `from` and `to` stand for; today if none is sent. `refuseWindow` has accepted
 * them.
 */
export function requestedWindow({ date, from, to }: RequestedDates, today: string): DateWindow {
  const first = date ?? from ?? today
  if (date !== undefined || from === undefined) return { from: first, to: first }
  return { from, to: to ?? addDays(from, LIMITS.slotWindowDefaultDays - 1) }
}

/** The part of the window from today, or from as long ago as can be booked, to the horizon; null if there is none. */
export function bookablePart(
  window: DateWindow,
  today: string,
  {
    minAdvanceMinutes,
    maxAdvanceDays,
  }: Pick<BookableDemand, 'minAdvanceMinutes' | 'maxAdvanceDays'>,
): DateWindow | null {
  const last = addDays(today, maxAdvanceDays)
  const first = addDays(today, Math.min(0, Math.floor(minAdvanceMinutes / 1440)))
  const from = window.from < first ? first : window.from
  const to = window.to > last ? last : window.to
  return to < from ? null : { from, to }
}

/**
 * Instants around every start on these dates. They add a day on both sides, for clocks that go back over
 * midnight.
 */
export function instantsAround(
  window: DateWindow,
  timeZone: string,
): { from: number; until: number } {
  return {
    from: startOfLocalDay(window.from, timeZone) - DAY_MS,
    until: startOfLocalDay(addDays(window.to, 1), timeZone) + DAY_MS,
  }
}

export function todayOf(now: number, timeZone: string): string {
  return localDateOf(now, timeZone)
}
