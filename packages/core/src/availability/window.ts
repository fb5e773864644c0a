import { addDays, localDateOf, startOfLocalDay, type DateWindow } from '@scheduling/availability'
import type { z } from 'zod'
import { fault } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import type { FieldCode } from '../contract/problems.ts'

const DAY_MS = 86_400_000

type AskedDates = {
  readonly date?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What the three cannot say together; told beside the other faults of the input. */
export function refuseWindow({ date, from, to }: AskedDates, context: z.RefinementCtx): void {
  const refuse = (field: keyof AskedDates, code: FieldCode, message: string): void =>
    context.addIssue({ ...fault(code, message), path: [field] })
  if (date !== undefined) {
    if (from === undefined && to === undefined) return
    refuse('date', 'mutually_exclusive', 'Send either `date`, or `from` and `to`.')
  } else if (to !== undefined) {
    if (from === undefined) refuse('from', 'required', '`to` requires `from`.')
    else if (daysFrom(from, to) < 1) refuse('to', 'out_of_range', '`to` is before `from`.')
    else if (daysFrom(from, to) > LIMITS.slotWindowDays) {
      refuse(
        'to',
        'out_of_range',
        `The range can have at most ${LIMITS.slotWindowDays} days, including both ends.`,
      )
    }
  }
}

/** Both included. Of a text that is no date nothing is known, so neither comparison holds. */
function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** The local dates that `date`, `from` and `to` mean, which `refuseWindow` let pass; today when none is given. */
export function askedWindow({ date, from, to }: AskedDates, today: string): DateWindow {
  const first = date ?? from ?? today
  if (date !== undefined || from === undefined) return { from: first, to: first }
  return { from, to: to ?? addDays(from, LIMITS.slotWindowDefaultDays - 1) }
}

/** The part of the window in which anything can be bookable; null when there is none. */
export function bookablePart(
  window: DateWindow,
  today: string,
  maxAdvanceDays: number,
): DateWindow | null {
  const last = addDays(today, maxAdvanceDays)
  const from = window.from < today ? today : window.from
  const to = window.to > last ? last : window.to
  return to < from ? null : { from, to }
}

/** Instants around every start of these dates: a day more on either side, for clocks that go back over midnight. */
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
