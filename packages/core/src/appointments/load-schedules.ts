import {
  addDays,
  localDateOf,
  type BusyTime,
  type Calendar,
  type DayPiece,
  type Demand,
  type Schedule,
} from '@scheduling/availability'
import {
  column,
  query,
  selected,
  sqlOf,
  type Organization,
  type Queryable,
  type RowOf,
} from '@scheduling/database'
import { instantIn } from '../ground/sql-instant.ts'

const MINUTE_MS = 60_000

/** Whose time is read, and for which starts. */
export type ScheduleRequest = {
  readonly professionalIds: readonly number[]
  readonly demand: Demand
  /** The first and the last start that matter, epoch milliseconds. */
  readonly from: number
  readonly until: number
  readonly now: number
  /** The hold of an appointment that is being moved. One of its seats is left out. */
  readonly exceptHoldId?: number | null
}

export type Schedules = {
  readonly calendar: Calendar
  /** One for each requested professional. */
  readonly schedules: ReadonlyMap<number, Schedule>
  /** Expired holds. Their time is free, and a booking of it deletes them first. */
  readonly expiredHolds: readonly number[]
}

/**
 * Reads what the engine needs to list or judge starts: hours, exceptions and taken time. It takes one statement
 * for any number of professionals, days and appointments, so that everything is read at one moment. Holds that have
 * expired are not among what it reads.
 *
 * Call it after these professionals are locked if time is taken then: a new statement sees what was booked before.
 */
export async function loadSchedules(
  db: Queryable,
  organization: Pick<Organization, 'id' | 'timeZone'>,
  request: ScheduleRequest,
): Promise<Omit<Schedules, 'expiredHolds'>> {
  const values = [...calendarValues(organization, request), request.now]
  const [read] = await calendarsOf(sqlOf(db), values)
  if (read === undefined) throw new Error('The query of the calendars returned no row.')
  return schedulesOf(organization, request, read)
}

/** What the engine needs, from a row of `CALENDARS`. */
export function schedulesOf(
  organization: Pick<Organization, 'timeZone'>,
  request: Pick<ScheduleRequest, 'professionalIds' | 'now' | 'exceptHoldId'>,
  { hours, overrides, holidays, blocked, holds }: RowOf<typeof CALENDARS>,
): Schedules {
  const schedules = new Map(request.professionalIds.map((id) => [id, emptySchedule()]))
  for (const [professionalId, weekday, opens, closes] of hours) {
    schedules.get(professionalId)?.weekly[weekday]?.push({ opens, closes })
  }
  for (const [professionalId, date, opensMinutes, closesMinutes] of overrides) {
    const pieces = opensMinutes.flatMap((opens, index) => {
      const closes = closesMinutes[index]
      return closes === undefined ? [] : [{ opens, closes }]
    })
    schedules.get(professionalId)?.overrides.set(date, pieces)
  }
  for (const [professionalId, start, end] of blocked) {
    const busy = blockedTime(start, end)
    if (professionalId !== null) schedules.get(professionalId)?.busy.push(busy)
    else for (const schedule of schedules.values()) schedule.busy.push(busy)
  }
  const expiredHolds: number[] = []
  for (const hold of holds) {
    const [id, professionalId, , , , , , heldUntil] = hold
    const busy = schedules.get(professionalId)?.busy
    if (heldUntil !== null && heldUntil <= request.now) expiredHolds.push(id)
    else if (busy !== undefined) addSeats(busy, hold, request.exceptHoldId ?? null)
  }
  return {
    expiredHolds,
    calendar: {
      timeZone: organization.timeZone,
      holidays: new Set(holidays),
      now: request.now,
    },
    schedules,
  }
}

type HoldRow = readonly [
  id: number,
  professionalId: number,
  serviceId: number | null,
  seatsTaken: number,
  start: number,
  busyFrom: number,
  busyTo: number,
  /** Null: it is booked. */
  heldUntil: number | null,
]

const PROFESSIONALS = 'organization_id = $1::int AND professional_id = ANY($2::int[])'
const DATES = 'date BETWEEN $3::text::date AND $4::text::date'
const FROM = instantIn('$5')
const UNTIL = instantIn('$6')

/**
 * The calendars of some professionals, in one row. Rows in it are arrays in the order of their columns, and instants
 * are epoch milliseconds. For a month of twenty calendars JSON takes about half the time of five queries, whose
 * thousands of instants would become date objects first.
 */
export const CALENDARS = {
  hours: column.by(
    `(SELECT coalesce(json_agg(json_build_array(professional_id, weekday, opens_minute, closes_minute)), '[]')
      FROM working_hours WHERE ${PROFESSIONALS})`,
    column.json<[professionalId: number, weekday: number, opens: number, closes: number][]>(),
  ),
  overrides: column.by(
    `(SELECT coalesce(json_agg(json_build_array(professional_id, date, opens_minutes, closes_minutes)), '[]')
      FROM date_override WHERE ${PROFESSIONALS} AND ${DATES})`,
    column.json<
      [professionalId: number, date: string, opens: readonly number[], closes: readonly number[]][]
    >(),
  ),
  holidays: column.by(
    `(SELECT coalesce(json_agg(date), '[]') FROM holiday WHERE organization_id = $1::int AND ${DATES})`,
    column.json<string[]>(),
  ),
  /** Blocked times, and when professionals are busy by calendars elsewhere. */
  blocked: column.by(
    `(SELECT coalesce(json_agg(json_build_array(professional_id, ${epochMs('starts_at')}, ${epochMs('ends_at')})), '[]')
      FROM (
        SELECT professional_id, starts_at, ends_at FROM blocked_time
        WHERE (${PROFESSIONALS} OR (organization_id = $1::int AND professional_id IS NULL))
          AND starts_at < ${UNTIL} AND ends_at > ${FROM}
        UNION ALL
        SELECT professional_id, starts_at, ends_at FROM busy_time
        WHERE ${PROFESSIONALS} AND starts_at < ${UNTIL} AND ends_at > ${FROM}
      ) AS taken)`,
    column.json<[professionalId: number | null, start: number, end: number][]>(),
  ),
  holds: holdsThat('true'),
}

/** Without what has expired: after an hour without a worker it can be most of what a month has. */
const SEEN_CALENDARS = {
  ...CALENDARS,
  holds: holdsThat(`(held_until IS NULL OR held_until > ${instantIn('$7')})`),
}

const calendarsOf = query({
  name: 'calendars',
  text: `SELECT ${selected(SEEN_CALENDARS, '')}`,
  row: SEEN_CALENDARS,
})

function holdsThat(condition: string) {
  return column.by(
    `(SELECT coalesce(json_agg(json_build_array(id, professional_id, service_id, taken,
        ${epochMs('starts_at')}, ${epochMs('busy_from')}, ${epochMs('busy_to')}, ${epochMs('held_until')})), '[]')
      FROM calendar_hold WHERE ${PROFESSIONALS} AND tstzrange(busy_from, busy_to) && tstzrange(${FROM}, ${UNTIL})
        AND ${condition})`,
    column.json<HoldRow[]>(),
  )
}

/** The first parameters of a query that selects `CALENDARS`: six, of which the first two are its organization and its professionals. */
export function calendarValues(
  { id, timeZone }: Pick<Organization, 'id' | 'timeZone'>,
  request: ScheduleRequest,
): readonly unknown[] {
  const { from, until } = occupiedSpan(request)
  // The hours of a date can reach into the next date, and the next date can cut them short.
  const firstDate = addDays(localDateOf(from, timeZone), -2)
  const lastDate = addDays(localDateOf(until, timeZone), 2)
  return [id, request.professionalIds, firstDate, lastDate, from, until]
}

function epochMs(column: 'starts_at' | 'ends_at' | 'busy_from' | 'busy_to' | 'held_until'): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`
}

/** The time that an appointment at one of these starts can occupy, with its buffers. */
function occupiedSpan({ demand, from, until }: ScheduleRequest): { from: number; until: number } {
  const after = demand.durationMinutes + demand.bufferAfterMinutes
  return {
    from: from - demand.bufferBeforeMinutes * MINUTE_MS,
    until: until + after * MINUTE_MS,
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

/** Adds one entry for each seat. The engine compares the seats of one service and start with its capacity. */
function addSeats(busy: BusyTime[], hold: HoldRow, exceptHoldId: number | null): void {
  const [id, , serviceId, seatsTaken, start, busyFrom, busyTo] = hold
  const seats = id === exceptHoldId ? seatsTaken - 1 : seatsTaken
  if (seats === 0) return
  const seat: BusyTime = {
    kind: 'appointment',
    id,
    serviceId,
    start,
    end: busyTo,
    bufferBeforeMinutes: (start - busyFrom) / MINUTE_MS,
    bufferAfterMinutes: 0,
  }
  for (let count = 0; count < seats; count += 1) busy.push(seat)
}

/** A schedule without hours. The engine's judgement of a start then depends on notice and horizon only. */
export const NO_HOURS: Schedule = emptySchedule()
