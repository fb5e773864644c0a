import { Temporal } from 'temporal-polyfill'
import type { BusyTime, Calendar, Demand, Judgement, Schedule } from '../src/index.ts'

/**
 * The availability rules once more, as plainly as they can be said: a clock face for every
 * minute of the stretch, asked of Temporal one by one, and a walk over all of them for every
 * question. Shares no code with the engine; slow on purpose.
 */
export type ClockTable = {
  timeZone: string
  from: number
  tickMs: number
  /** Wall clock of every tick, in milliseconds as if it were UTC. */
  wall: Float64Array
  /** Local date of every tick. */
  dates: readonly string[]
}

export function clockTable(
  timeZone: string,
  from: number,
  until: number,
  tickMs = 60_000,
): ClockTable {
  const size = Math.ceil((until - from) / tickMs)
  const wall = new Float64Array(size)
  const dates: string[] = []
  for (let tick = 0; tick < size; tick += 1) {
    const instant = from + tick * tickMs
    const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
    const clock = instant + zoned.offsetNanoseconds / 1e6
    wall[tick] = clock
    dates.push(new Date(clock).toISOString().slice(0, 10))
  }
  return { timeZone, from, tickMs, wall, dates }
}

/** Ticks that are open, and the ticks at which candidates start. */
export type BruteHours = { open: Uint8Array; candidates: Set<number> }

export function bruteHours(
  table: ClockTable,
  calendar: Calendar,
  schedule: Schedule,
  stepMinutes: number,
): BruteHours {
  const open = new Uint8Array(table.wall.length)
  const candidates = new Set<number>()
  const stepTicks = (stepMinutes * 60_000) / table.tickMs
  for (const date of new Set(table.dates)) {
    const pieces = hoursOf(date, calendar, schedule)
    if (pieces.length === 0) continue
    const openOnDate = new Uint8Array(table.wall.length)
    const nextDate = dateAfter(date, 1)
    const isCut = schedule.overrides.has(nextDate) || calendar.holidays.has(nextDate)
    for (const piece of pieces) {
      const closesNextDay = piece.closes <= piece.opens
      const from = tickOf(table, date, piece.opens)
      const to = closesNextDay
        ? tickOf(table, nextDate, isCut ? 0 : piece.closes)
        : tickOf(table, date, piece.closes)
      openOnDate.fill(1, from, Math.max(from, to))
    }
    let sinceStart = 0
    const last = openOnDate.lastIndexOf(1)
    for (let tick = Math.max(0, openOnDate.indexOf(1)); tick <= last; tick += 1) {
      if (openOnDate[tick] === 0) {
        sinceStart = 0
        continue
      }
      open[tick] = 1
      if (sinceStart % stepTicks === 0) candidates.add(tick)
      sinceStart += 1
    }
  }
  return { open, candidates }
}

function hoursOf(date: string, calendar: Calendar, schedule: Schedule) {
  const override = schedule.overrides.get(date)
  if (override !== undefined) return override
  if (calendar.holidays.has(date)) return []
  return schedule.weekly[Temporal.PlainDate.from(date).dayOfWeek % 7] ?? []
}

/** The first tick whose wall clock is not before this time of this date. */
function tickOf(table: ClockTable, date: string, minute: number): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * 60_000
  let tick = 0
  for (const wall of table.wall) {
    if (wall >= wanted) break
    tick += 1
  }
  return tick
}

export function dateAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

export function bruteJudge(
  table: ClockTable,
  hours: BruteHours,
  calendar: Calendar,
  demand: Demand,
  schedule: Schedule,
  start: number,
): Judgement {
  const tick = (start - table.from) / table.tickMs
  if (start < calendar.now + demand.minAdvanceMinutes * 60_000) return { verdict: 'too_soon' }
  const today = table.dates[Math.floor((calendar.now - table.from) / table.tickMs)] ?? ''
  if (demand.maxAdvanceDays !== null) {
    if ((table.dates[tick] ?? '') > dateAfter(today, demand.maxAdvanceDays)) {
      return { verdict: 'too_far' }
    }
  }
  const ticks = (demand.durationMinutes * 60_000) / table.tickMs
  for (let offset = 0; offset < ticks; offset += 1) {
    if (hours.open[tick + offset] !== 1) return { verdict: 'outside_hours' }
  }
  let seats = demand.serviceId === null ? 1 : demand.capacity
  for (const busy of schedule.busy) {
    if (busy.end <= busy.start || isExcluded(busy, demand)) continue
    if (isSeat(busy, demand, start)) {
      seats -= 1
      continue
    }
    const from = start - demand.bufferBeforeMinutes * 60_000
    const to = start + (demand.durationMinutes + demand.bufferAfterMinutes) * 60_000
    const busyFrom = busy.start - busy.bufferBeforeMinutes * 60_000
    const busyTo = busy.end + busy.bufferAfterMinutes * 60_000
    if (from < busyTo && busyFrom < to) return { verdict: 'busy' }
  }
  return seats > 0 ? { verdict: 'free', remaining: seats } : { verdict: 'busy' }
}

function isExcluded(busy: BusyTime, demand: Demand): boolean {
  return busy.kind === 'appointment' && busy.id === demand.excludeAppointmentId
}

function isSeat(busy: BusyTime, demand: Demand, start: number): boolean {
  return (
    demand.capacity > 1 &&
    demand.serviceId !== null &&
    busy.kind === 'appointment' &&
    busy.serviceId === demand.serviceId &&
    busy.start === start
  )
}

export type BruteSlot = { start: number; professionalId: number; remaining: number }

export function bruteSlots(
  table: ClockTable,
  calendar: Calendar,
  demand: Demand,
  schedules: ReadonlyMap<number, Schedule>,
  window: { from: string; to: string },
): BruteSlot[] {
  const slots: BruteSlot[] = []
  for (const [professionalId, schedule] of schedules) {
    const hours = bruteHours(table, calendar, schedule, demand.slotIntervalMinutes)
    for (const tick of hours.candidates) {
      const date = table.dates[tick] ?? ''
      if (date < window.from || date > window.to) continue
      const start = table.from + tick * table.tickMs
      const judged = bruteJudge(table, hours, calendar, demand, schedule, start)
      if (judged.verdict === 'free') {
        slots.push({ start, professionalId, remaining: judged.remaining })
      }
    }
  }
  return slots.sort(
    (one, other) => one.start - other.start || one.professionalId - other.professionalId,
  )
}
