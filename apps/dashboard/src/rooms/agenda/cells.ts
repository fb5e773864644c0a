/** What stands where in an agenda: a cell for each professional and date, with all that lies in it. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { localDateOf } from '@scheduling/availability'
import type { View } from './days.ts'
import { dialOf } from './dial.ts'
import { merged, openOn, without, type Span } from './hours.ts'
import { inLanes, type Placed } from './lanes.ts'

export type Agenda = inferRouterOutputs<AppRouter>['appointments']['agenda']
export type Schedule = inferRouterOutputs<AppRouter>['schedule']['get']
export type Appointment = Agenda['appointments'][number]
export type Hold = Agenda['holds'][number]

/** One appointment, or the session of a group with all of its appointments. */
export type Block = Span & {
  readonly key: string
  /** `09:30`, as the clock shows it. */
  readonly starts: string
  readonly ends: string
  /** With buffers, within the date. */
  readonly busy: Span
  /** At least one. */
  readonly appointments: readonly [Appointment, ...Appointment[]]
  readonly session: Appointment['session']
}

type HeldSpan = Span & { readonly hold: Hold }

export type Cell = {
  readonly key: string
  readonly professionalId: number
  readonly date: string
  readonly blocks: readonly Placed<Block>[]
  readonly holds: readonly Placed<HeldSpan>[]
  /** The working hours. */
  readonly open: readonly Span[]
  readonly blocked: readonly (Span & { readonly id: number; readonly reason: string | null })[]
  /** Of calendars elsewhere. */
  readonly busy: readonly Span[]
}

export type Row = {
  readonly id: number
  readonly name: string
  readonly cells: readonly Cell[]
}

/** Spans of the dates that it touches. What has no length is on the date of its start alone. */
function spansOf(start: string, end: string, { view, zone, dates }: Days) {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const [first, last] = [localDateOf(from, zone), localDateOf(to, zone)]
  return dates.flatMap((date) => {
    if (date < first || date > last) return []
    const dial = dialOf(view, date, zone)
    const begun = date === first ? dial.minuteOf(from) : 0
    const over = date === last ? dial.minuteOf(to) : dial.length
    // Where the clock goes back, the end can seem to be before the start.
    const lasting = date === first && date === last ? begun + (to - from) / 60_000 : begun
    const until = Math.min(dial.length, Math.max(over, lasting))
    return until > begun || date === first
      ? [{ date, from: begun, to: Math.max(until, begun) }]
      : []
  })
}

type Days = { readonly view: View; readonly zone: string; readonly dates: readonly string[] }

type Asked = {
  readonly agenda: Agenda
  readonly schedule: Schedule
  readonly view: View
  readonly dates: readonly string[]
  /** Whose rows; null: of all who work or have something in these days. */
  readonly only: readonly number[] | null
}

/** By name. */
export function rowsOf({ agenda, schedule, view, dates, only }: Asked): readonly Row[] {
  const zone = schedule.time_zone
  const days = { view, zone, dates }
  const holidays = new Set(schedule.holidays.map(({ date }) => date))
  const blocks = byPlace(blocksOf(agenda.appointments, days))
  const holds = byPlace(
    agenda.holds.flatMap((hold) =>
      spansOf(hold.busy.from, hold.busy.to, days).map((span) => ({
        ...span,
        professionalId: hold.professional_id,
        hold,
      })),
    ),
  )
  const busy = byPlace(
    schedule.busy_times.flatMap((time) =>
      spansOf(time.start, time.end, days).map((span) => ({
        ...span,
        professionalId: time.professional_id,
      })),
    ),
  )
  const blocked = schedule.blocked_times.flatMap((time) =>
    spansOf(time.start, time.end, days).map((span) => ({
      ...span,
      id: time.id,
      professionalId: time.professional_id,
      reason: time.reason,
    })),
  )
  const hoursOf = new Map(schedule.professionals.map((one) => [one.professional.id, one]))
  const names = new Map([
    ...agenda.professionals.map(({ id, name }) => [id, name] as const),
    ...schedule.professionals.map(
      ({ professional }) => [professional.id, professional.name] as const,
    ),
  ])
  return [...names]
    .filter(([id]) => only === null || only.includes(id))
    .filter(([id]) => only !== null || isSeen(id, schedule, agenda))
    .map(([id, name]) => {
      const hours = hoursOf.get(id) ?? { week: [], overrides: [] }
      const cells = dates.map((date): Cell => {
        const key = placeOf(id, date)
        // A seat of a group can be held beside those that are booked.
        const side = inLanes<Block | HeldSpan>([
          ...(blocks.get(key) ?? []),
          ...(holds.get(key) ?? []),
        ])
        return {
          key,
          professionalId: id,
          date,
          blocks: side.filter((one) => 'appointments' in one),
          holds: side.filter((one) => 'hold' in one),
          open: openIn(openOn(hours, holidays, date), days, date),
          blocked: blocked.filter(
            (one) =>
              one.date === date && (one.professionalId === null || one.professionalId === id),
          ),
          busy: merged(busy.get(key) ?? []),
        }
      })
      return { id, name, cells }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}

/** Working hours, as minutes of the date. */
function openIn(open: readonly Span[], { view, zone }: Days, date: string): readonly Span[] {
  const dial = dialOf(view, date, zone)
  const spans = merged(
    open.map(({ from, to }) => ({ from: dial.ofClock(from), to: dial.ofClock(to) })),
  )
  const { skipped } = dial
  return skipped === null ? spans : spans.flatMap((span) => without(span, [skipped]))
}

/** A professional without hours and without entries in these days takes no row. */
export function isSeen(
  id: number,
  schedule: Pick<Schedule, 'professionals'>,
  agenda: Pick<Agenda, 'professionals'>,
): boolean {
  const hours = schedule.professionals.find(({ professional }) => professional.id === id)
  return (
    (hours !== undefined && (hours.week.length > 0 || hours.overrides.length > 0)) ||
    agenda.professionals.some((one) => one.id === id)
  )
}

export function placeOf(professionalId: number, date: string): string {
  return `${professionalId}|${date}`
}

function byPlace<Item extends { readonly professionalId: number; readonly date: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(items, ({ professionalId, date }) => placeOf(professionalId, date))
}

/** Of one that goes on after midnight: within the date. */
function clocksOf(
  { start, end }: Pick<Appointment, 'start' | 'end'>,
  { date, from, to }: Span & { readonly date: string },
  { view, zone }: Days,
): { readonly starts: string; readonly ends: string } {
  const dial = dialOf(view, date, zone)
  const isOn = (instant: string): boolean => localDateOf(Date.parse(instant), zone) === date
  return {
    starts: isOn(start) ? start.slice(11, 16) : dial.clockAt(from),
    ends: isOn(end) ? end.slice(11, 16) : dial.clockAt(to),
  }
}

function spanOf({ from, to }: Span): Span {
  return { from, to }
}

type PlacedBlock = Block & { readonly professionalId: number; readonly date: string }

/** A no-show holds no seat any more, and is shown in the session in which it was. */
function blocksOf(appointments: readonly Appointment[], days: Days): readonly PlacedBlock[] {
  const sameSeat = (one: Appointment): string =>
    [one.professional_id, one.start, ...one.service_names].join('|')
  const sessions = new Map(
    appointments.flatMap((one) => (one.session === null ? [] : [[sameSeat(one), one.session]])),
  )
  const together = Map.groupBy(appointments, (one) => {
    const session =
      one.session ?? (one.status === 'NO_SHOW' ? sessions.get(sameSeat(one)) : undefined)
    return session === undefined ? `a${one.id}` : `s${session.id}`
  })
  return [...together].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return []
    const session = sessions.get(sameSeat(first)) ?? null
    const own = key.startsWith('s') ? session : null
    const held = [first, ...others].find((one) => one.busy !== null)?.busy
    const around = spansOf(held?.from ?? first.start, held?.to ?? first.end, days)
    return spansOf(first.start, first.end, days).map((span) => ({
      ...span,
      ...clocksOf(first, span, days),
      key: `${key}@${span.date}`,
      professionalId: first.professional_id,
      busy: spanOf(around.find(({ date }) => date === span.date) ?? span),
      appointments: [first, ...others] as const,
      session: own,
    }))
  })
}
