import {
  addDays,
  localDateOf,
  type BusyTime,
  type Calendar,
  type DayPiece,
  type Demand,
  type Schedule,
} from '@scheduling/availability'
import type { Organization, Queryable } from '@scheduling/database'

const MINUTE_MS = 60_000

/** Whose time, and which starts will be asked about. */
export type ScheduleRequest = {
  readonly professionalIds: readonly number[]
  readonly demand: Demand
  /** The first and the last start that matter, epoch milliseconds. */
  readonly from: number
  readonly until: number
  readonly now: number
  /** The hold of an appointment that is being moved: one seat of it is left out. */
  readonly exceptHoldId?: number | null
}

export type Schedules = {
  readonly calendar: Calendar
  /** One for each professional asked for. */
  readonly schedules: ReadonlyMap<number, Schedule>
}

/**
 * Everything the engine needs to list or judge starts: hours, exceptions and taken time. Five queries,
 * whatever the number of professionals, days and appointments.
 *
 * A booking calls it after it took the locks of these professionals: each query is then a statement that
 * sees whatever was booked before.
 */
export async function loadSchedules(
  db: Queryable,
  organization: Pick<Organization, 'id' | 'timeZone'>,
  request: ScheduleRequest,
): Promise<Schedules> {
  const organizationId = organization.id
  const professionalId = { in: [...request.professionalIds] }
  const { from, until } = occupiedSpan(request)
  // Hours of a date reach into the next one, and a date is cut by the one after it.
  const date = {
    gte: dateColumn(addDays(localDateOf(from, organization.timeZone), -2)),
    lte: dateColumn(addDays(localDateOf(until, organization.timeZone), 2)),
  }
  // On the pool the five run side by side; a transaction has one connection and takes them in turn.
  const [hours, overrides, holidays, blocked, holds] = await Promise.all([
    db.workingHours.findMany({ where: { organizationId, professionalId } }),
    db.dateOverride.findMany({ where: { organizationId, professionalId, date } }),
    db.holiday.findMany({ where: { organizationId, date }, select: { date: true } }),
    db.blockedTime.findMany({
      where: {
        organizationId,
        OR: [{ professionalId }, { professionalId: null }],
        startsAt: { lt: new Date(until) },
        endsAt: { gt: new Date(from) },
      },
    }),
    holdsWithin(db, organizationId, request.professionalIds, from, until),
  ])
  const schedules = new Map(request.professionalIds.map((id) => [id, emptySchedule()]))
  for (const row of hours) {
    const piece = { opens: row.opensMinute, closes: row.closesMinute }
    schedules.get(row.professionalId)?.weekly[row.weekday]?.push(piece)
  }
  for (const row of overrides) {
    const pieces = row.opensMinutes.flatMap((opens, index) => {
      const closes = row.closesMinutes[index]
      return closes === undefined ? [] : [{ opens, closes }]
    })
    schedules.get(row.professionalId)?.overrides.set(dateText(row.date), pieces)
  }
  for (const row of blocked) {
    const busy = blockedTime(row.startsAt.getTime(), row.endsAt.getTime())
    if (row.professionalId !== null) schedules.get(row.professionalId)?.busy.push(busy)
    else for (const schedule of schedules.values()) schedule.busy.push(busy)
  }
  for (const hold of holds) {
    const busy = schedules.get(hold.professional_id)?.busy
    if (busy !== undefined) addSeats(busy, hold, request.exceptHoldId ?? null)
  }
  return {
    calendar: {
      timeZone: organization.timeZone,
      holidays: new Set(holidays.map((row) => dateText(row.date))),
      now: request.now,
    },
    schedules,
  }
}

/** The time that an appointment with one of these starts can occupy. */
function occupiedSpan({ demand, from, until }: ScheduleRequest): { from: number; until: number } {
  const after = demand.durationMinutes + demand.bufferAfterMinutes
  return {
    from: from - demand.bufferBeforeMinutes * MINUTE_MS,
    until: until + Math.max(after, 1) * MINUTE_MS,
  }
}

type OpenSchedule = {
  readonly weekly: DayPiece[][]
  readonly overrides: Map<string, DayPiece[]>
  readonly busy: BusyTime[]
}

function emptySchedule(): OpenSchedule {
  return { weekly: [[], [], [], [], [], [], []], overrides: new Map(), busy: [] }
}

function blockedTime(start: number, end: number): BusyTime {
  return { kind: 'blocked', start, end, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
}

type HoldRow = {
  readonly id: number
  readonly professional_id: number
  readonly service_id: number | null
  readonly taken: number
  readonly starts_at: number
  readonly busy_from: number
  readonly busy_to: number
}

/** Epoch milliseconds straight from the database: a date object for each instant would cost more than the rest. */
function holdsWithin(
  db: Queryable,
  organizationId: number,
  professionalIds: readonly number[],
  from: number,
  until: number,
): Promise<HoldRow[]> {
  return db.$queryRaw<HoldRow[]>`
    SELECT id, professional_id, service_id, taken,
      (extract(epoch FROM starts_at) * 1000)::float8 AS starts_at,
      (extract(epoch FROM busy_from) * 1000)::float8 AS busy_from,
      (extract(epoch FROM busy_to) * 1000)::float8 AS busy_to
    FROM calendar_hold
    WHERE organization_id = ${organizationId} AND professional_id = ANY(${[...professionalIds]}::int[])
      AND tstzrange(busy_from, busy_to) && tstzrange(to_timestamp(${from / 1000}::float8), to_timestamp(${until / 1000}::float8))`
}

/** One entry for each seat: the engine counts those of one service and start against its capacity. */
function addSeats(busy: BusyTime[], hold: HoldRow, exceptHoldId: number | null): void {
  const seats = hold.id === exceptHoldId ? hold.taken - 1 : hold.taken
  if (seats === 0) return
  const seat: BusyTime = {
    kind: 'appointment',
    id: hold.id,
    serviceId: hold.service_id,
    start: hold.starts_at,
    end: hold.busy_to,
    bufferBeforeMinutes: (hold.starts_at - hold.busy_from) / MINUTE_MS,
    bufferAfterMinutes: 0,
  }
  for (let count = 0; count < seats; count += 1) busy.push(seat)
}

/** `@db.Date` columns travel as midnight UTC. */
export function dateColumn(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function dateText(column: Date): string {
  return column.toISOString().slice(0, 10)
}

/** Nobody's hours: what the engine says of a start then depends on notice and horizon alone. */
export const NO_HOURS: Schedule = emptySchedule()
