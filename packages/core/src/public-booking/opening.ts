/** When an organization is open: while one of those works who perform what it offers. */
import {
  addDays,
  formatInstant,
  localDateOf,
  openingOf,
  startOfLocalDay,
} from '@scheduling/availability'
import { column, query, selected, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { CALENDARS, schedulesOf } from '../appointments/load-schedules.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { DAY_MINUTES, daySpan, inWeekOrder, WeekInterval } from '../ground/local-hours.ts'
import { Instant } from '../ground/time-fields.ts'
import type { Visited } from './visit.ts'

export const Opening = {
  /** Null: no hours are known, or it is closed for a week. */
  opening: z
    .object({
      is_open: z.boolean(),
      /** When it closes, or opens. Null: it stays open for a day and more. */
      changes_at: Instant.nullable(),
    })
    .nullable(),
  /** When someone works, in a week without exceptions. */
  week_hours: z.array(WeekInterval),
}

const HOURS = {
  hours: CALENDARS.hours,
  overrides: CALENDARS.overrides,
  holidays: CALENDARS.holidays,
  /** Not when calendars elsewhere say that someone is busy: a private hour does not close a clinic. */
  blocked: column.by(
    `(SELECT coalesce(json_agg(json_build_array(professional_id,
        (extract(epoch FROM starts_at) * 1000)::float8, (extract(epoch FROM ends_at) * 1000)::float8)), '[]')
      FROM blocked_time WHERE organization_id = $1::int
        AND (professional_id IS NULL OR professional_id = ANY($2::int[]))
        AND starts_at < ${instantIn('$6')} AND ends_at > ${instantIn('$5')})`,
    column.json<[professionalId: number | null, start: number, end: number][]>(),
  ),
}

const hoursOf = query({
  name: 'hours of a public page',
  text: `SELECT ${selected(HOURS, '')}`,
  row: HOURS,
})

/** The hours of a date can reach into the next, which can cut them short. */
const DAYS_BEFORE = 2
const DAYS_AFTER = 8

export async function readOpening(
  { db, organization, now }: Pick<Visited, 'db' | 'organization' | 'now'>,
  performers: ReadonlySet<number>,
): Promise<z.input<z.ZodObject<typeof Opening>>> {
  const ids = [...performers]
  if (ids.length === 0) return { opening: null, week_hours: [] }
  const { id, timeZone } = organization
  const at = now()
  const today = localDateOf(at, timeZone)
  const [first, last] = [addDays(today, -DAYS_BEFORE), addDays(today, DAYS_AFTER)]
  const span = [first, last].map((date) => startOfLocalDay(date, timeZone))
  const [read] = await hoursOf(sqlOf(db), [id, ids, first, last, ...span])
  if (read === undefined) throw new Error('The query of the hours returned no row.')
  const request = { professionalIds: ids, now: at }
  const { calendar, schedules } = schedulesOf(organization, request, { ...read, holds: [] })
  const opening = openingOf(schedules.values(), calendar)
  return {
    opening: opening && {
      is_open: opening.isOpen,
      changes_at: opening.changesAt === null ? null : formatInstant(opening.changesAt, timeZone),
    },
    week_hours: together(
      read.hours.map(([, weekday, opens_minute, closes_minute]) => ({
        weekday,
        opens_minute,
        closes_minute,
      })),
    ),
  }
}

/** Hours of a weekday that touch are one. None is longer than a day. */
export function together(hours: readonly WeekInterval[]): WeekInterval[] {
  const joined: WeekInterval[] = []
  for (const one of inWeekOrder(hours)) {
    const last = joined.at(-1)
    const { from, until } = daySpan(one)
    const before = last?.weekday === one.weekday ? daySpan(last) : null
    if (last === undefined || before === null || from > before.until) {
      joined.push(one)
      continue
    }
    const end = Math.min(Math.max(before.until, until), before.from + DAY_MINUTES)
    const closes_minute = end > DAY_MINUTES ? end - DAY_MINUTES : end
    joined[joined.length - 1] = { ...last, closes_minute }
  }
  return joined
}
