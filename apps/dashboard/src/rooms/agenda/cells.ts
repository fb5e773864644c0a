/** What stands where in an agenda: a cell for each professional and date, with all that lies in it. */
import type { AppRouter, inferRouterOutputs } from '@scheduling/client'
import { localTimeOf } from '@scheduling/availability'
import { merged, openOn, type Span } from './hours.ts'
import { inLanes, type Placed } from './lanes.ts'

export type Agenda = inferRouterOutputs<AppRouter>['appointments']['agenda']
export type Schedule = inferRouterOutputs<AppRouter>['schedule']['get']
export type Appointment = Agenda['appointments'][number]
export type Hold = Agenda['holds'][number]

const DAY = 1440

/** One appointment, or the session of a group with all of its appointments. */
export type Block = Span & {
  readonly key: string
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
  readonly blocked: readonly (Span & { readonly reason: string | null })[]
  /** Of calendars elsewhere. */
  readonly busy: readonly Span[]
}

export type Row = {
  readonly id: number
  readonly name: string
  readonly cells: readonly Cell[]
  /** The minutes that are shown of each date: whole hours. In a day all rows have the same. */
  readonly shown: Span
}

export type Grid = {
  readonly rows: readonly Row[]
  /** Of all rows together. */
  readonly shown: Span
}

/** Shown where no professional has hours: an empty day still looks like a day. */
const PLAIN_DAY: Span = { from: 480, to: 1080 }

/** A date with minutes; an instant that is the end of the day before has its minute as 1440. */
function spansOf(start: string, end: string, zone: string, dates: readonly string[]) {
  const first = localTimeOf(Date.parse(start), zone)
  const last = localTimeOf(Date.parse(end), zone)
  return dates.flatMap((date) => {
    if (date < first.date || date > last.date) return []
    const from = date === first.date ? first.minute : 0
    const to = date === last.date ? last.minute : DAY
    return to > from || date === first.date ? [{ date, from, to: Math.max(to, from) }] : []
  })
}

type Asked = {
  readonly agenda: Agenda
  readonly schedule: Schedule
  readonly dates: readonly string[]
  /** Whose rows; null: of all who work or have something in these days. */
  readonly only: readonly number[] | null
}

export function gridOf({ agenda, schedule, dates, only }: Asked): Grid {
  const zone = schedule.time_zone
  const holidays = new Set(schedule.holidays.map(({ date }) => date))
  const blocks = byPlace(blocksOf(agenda.appointments, zone, dates))
  const holds = byPlace(
    agenda.holds.flatMap((hold) =>
      spansOf(hold.busy.from, hold.busy.to, zone, dates).map((span) => ({
        ...span,
        professionalId: hold.professional_id,
        hold,
      })),
    ),
  )
  const busy = byPlace(
    schedule.busy_times.flatMap((time) =>
      spansOf(time.start, time.end, zone, dates).map((span) => ({
        ...span,
        professionalId: time.professional_id,
      })),
    ),
  )
  const blocked = schedule.blocked_times.flatMap((time) =>
    spansOf(time.start, time.end, zone, dates).map((span) => ({
      ...span,
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
  const rows = [...names]
    .filter(([id]) => only === null || only.includes(id))
    .filter(([id]) => only !== null || isSeen(id, hoursOf.get(id), agenda))
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
          open: openOn(hours, holidays, date),
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
  const shown = wholeHours(rows.flatMap(takenIn))
  return {
    rows: rows.map((row) => ({
      ...row,
      shown: dates.length === 1 ? shown : wholeHours(takenIn(row)),
    })),
    shown,
  }
}

/** What has to be seen of a row. */
function takenIn({ cells }: Pick<Row, 'cells'>): readonly Span[] {
  return cells.flatMap(({ open, blocks, holds }) => [
    ...open,
    ...blocks.map(({ busy }) => busy),
    ...holds,
  ])
}

/** A professional without hours and without entries in these days takes no row. */
function isSeen(
  id: number,
  hours: Schedule['professionals'][number] | undefined,
  agenda: Agenda,
): boolean {
  return (
    (hours !== undefined && (hours.week.length > 0 || hours.overrides.length > 0)) ||
    agenda.professionals.some((one) => one.id === id)
  )
}

function wholeHours(spans: readonly Span[]): Span {
  if (spans.length === 0) return PLAIN_DAY
  const from = Math.min(...spans.map((one) => one.from))
  const to = Math.max(...spans.map((one) => one.to))
  return { from: Math.floor(from / 60) * 60, to: Math.min(DAY, Math.ceil(to / 60) * 60) }
}

export function placeOf(professionalId: number, date: string): string {
  return `${professionalId}|${date}`
}

function byPlace<Item extends { readonly professionalId: number; readonly date: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(items, ({ professionalId, date }) => placeOf(professionalId, date))
}

function spanOf({ from, to }: Span): Span {
  return { from, to }
}

type PlacedBlock = Block & { readonly professionalId: number; readonly date: string }

/** A no-show holds no seat any more, and is shown in the session in which it was. */
function blocksOf(
  appointments: readonly Appointment[],
  zone: string,
  dates: readonly string[],
): readonly PlacedBlock[] {
  const sameSeat = (one: Appointment): string =>
    [one.professional_id, one.start, ...one.service_names].join('|')
  const sessions = new Map(
    appointments.flatMap((one) => (one.session === null ? [] : [[sameSeat(one), one.session]])),
  )
  const together = Map.groupBy(appointments, (one) => {
    const session = one.session ?? (one.busy === null ? sessions.get(sameSeat(one)) : undefined)
    return session === undefined ? `a${one.id}` : `s${session.id}`
  })
  return [...together].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return []
    const session = sessions.get(sameSeat(first)) ?? null
    const own = key.startsWith('s') ? session : null
    const held = [first, ...others].find((one) => one.busy !== null)?.busy
    const around = spansOf(held?.from ?? first.start, held?.to ?? first.end, zone, dates)
    return spansOf(first.start, first.end, zone, dates).map((span) => ({
      ...span,
      key: `${key}@${span.date}`,
      professionalId: first.professional_id,
      busy: spanOf(around.find(({ date }) => date === span.date) ?? span),
      appointments: [first, ...others] as const,
      session: own,
    }))
  })
}
