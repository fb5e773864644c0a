/** The hours of professionals, with what changes them in a window of dates. */
import { addDays, formatInstant, startOfLocalDay } from '@scheduling/availability'
import { column, query, selected, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { refuseWindowOver, todayOf } from '../availability/window.ts'
import { BusyTime } from '../calendars/busy-calendar.ts'
import type { Context } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { MiniReference } from '../ground/fields.ts'
import { DateInput, DateOnly } from '../ground/time-fields.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { findProfessional } from '../professionals/load.ts'
import {
  BLOCKED_TIME,
  BlockedTime,
  PROFESSIONAL_OF_BLOCKED_TIME,
  toBlockedTime,
} from './blocked-time.ts'
import { intervalsOf } from './date-override.ts'
import { requireNearDate } from './dates.ts'
import { Holiday } from './holiday.ts'
import { DayInterval, WeekInterval } from '../ground/local-hours.ts'

const CALENDAR = {
  id: column.int,
  name: column.text,
  week: column.by(
    `(SELECT coalesce(json_agg(json_build_object('weekday', w.weekday, 'opens_minute', w.opens_minute,
        'closes_minute', w.closes_minute) ORDER BY w.weekday, w.opens_minute), '[]')
      FROM working_hours w WHERE w.organization_id = $1::int AND w.professional_id = p.id)`,
    column.json<WeekInterval[]>(),
  ),
  overrides: column.by(
    `(SELECT coalesce(json_agg(json_build_object('date', o.date, 'opensMinutes', o.opens_minutes,
        'closesMinutes', o.closes_minutes) ORDER BY o.date), '[]')
      FROM date_override o WHERE o.organization_id = $1::int AND o.professional_id = p.id
        AND o.date BETWEEN $3::text::date AND $4::text::date)`,
    column.json<{ date: string; opensMinutes: number[]; closesMinutes: number[] }[]>(),
  ),
}

const calendars = query({
  name: 'calendars shown',
  text: `SELECT ${selected(CALENDAR, 'p')} FROM professional p
    WHERE p.organization_id = $1::int AND (p.id = $2::int OR ($2::int IS NULL AND p.is_active)) ORDER BY p.id`,
  row: CALENDAR,
})

const HOLIDAY = { date: column.by('h.date::text', column.text), name: column.text }

const holidaysIn = query({
  name: 'holidays',
  text: `SELECT ${selected(HOLIDAY, 'h')} FROM holiday h
    WHERE h.organization_id = $1::int AND h.date BETWEEN $2::text::date AND $3::text::date ORDER BY h.date`,
  row: HOLIDAY,
})

const BLOCKED = {
  ...BLOCKED_TIME,
  total: column.by('(count(*) OVER ())::int', column.int),
}

const blockedIn = query({
  name: 'blocked times shown',
  text: `SELECT ${selected(BLOCKED, 'b')} FROM blocked_time b ${PROFESSIONAL_OF_BLOCKED_TIME}
    WHERE b.organization_id = $1::int AND ($2::int IS NULL OR b.professional_id IS NULL OR b.professional_id = $2::int)
      AND b.starts_at < ${instantIn('$4')} AND b.ends_at > ${instantIn('$3')}
    ORDER BY b.starts_at, b.id LIMIT $5::int`,
  row: BLOCKED,
})

const BUSY = {
  professionalId: column.int,
  professionalName: column.by('p.name', column.text),
  startsAt: column.instant,
  endsAt: column.instant,
  total: column.by('(count(*) OVER ())::int', column.int),
}

const busyIn = query({
  name: 'busy times shown',
  text: `SELECT ${selected(BUSY, 'b')} FROM busy_time b JOIN professional p ON p.id = b.professional_id
    WHERE b.organization_id = $1::int AND ($2::int IS NULL OR b.professional_id = $2::int)
      AND b.starts_at < ${instantIn('$4')} AND b.ends_at > ${instantIn('$3')}
    ORDER BY b.starts_at, b.professional_id LIMIT $5::int`,
  row: BUSY,
})

/** Input: by default, from today on. */
export const WINDOW_INPUT = {
  from: DateInput.optional().meta({ description: 'The first date. By default, today.' }),
  to: DateInput.optional().meta({
    description: `The last date, included. It needs \`from\`. By default, ${LIMITS.scheduleWindowDays} days are shown.`,
  }),
}

export function refuseLongWindow(
  asked: Omit<Asked, 'professional_id'>,
  context: z.RefinementCtx,
): void {
  refuseWindowOver(LIMITS.scheduleWindowDays, asked, context)
}

export const Schedule = z
  .object({
    object: z.literal('schedule'),
    from: DateOnly,
    to: DateOnly,
    time_zone: z.string(),
    /** Ordered by id. */
    professionals: z.array(
      z.object({
        professional: MiniReference,
        week: z.array(WeekInterval),
        overrides: z.array(z.object({ date: DateOnly, intervals: z.array(DayInterval) })),
      }),
    ),
    holidays: z.array(Holiday),
    /** Those that overlap the window, ordered by start; the first of them, where there are many. */
    blocked_times: z.array(BlockedTime),
    blocked_times_total: z.int().min(0),
    /** Of calendars elsewhere, as `blocked_times`. */
    busy_times: z.array(BusyTime),
    busy_times_total: z.int().min(0),
  })
  .meta({ id: 'Schedule' })

type Asked = {
  readonly professional_id?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * @param asked without `professional_id`: everybody who is active
 * @throws `400 out_of_range`, `404 not_found`
 */
export async function readSchedule(
  context: Context,
  { professional_id, ...asked }: Asked,
): Promise<z.input<typeof Schedule>> {
  const { db, organization } = context
  const from = asked.from ?? todayOf(context.now(), organization.timeZone)
  requireNearDate(context, 'from', from)
  const to = asked.to ?? addDays(from, LIMITS.scheduleWindowDays - 1)
  requireNearDate(context, 'to', to)
  const sql = sqlOf(db)
  const { id, timeZone } = organization
  if (professional_id !== undefined) await findProfessional(db, id, professional_id)
  const only = professional_id ?? null
  const [start, end] = [startOfLocalDay(from, timeZone), startOfLocalDay(addDays(to, 1), timeZone)]
  const [shown, holidays, blocked, busy] = await Promise.all([
    calendars(sql, [id, only, from, to]),
    holidaysIn(sql, [id, from, to]),
    blockedIn(sql, [id, only, start, end, LIMITS.scheduleBlockedTimes]),
    busyIn(sql, [id, only, start, end, LIMITS.scheduleBlockedTimes]),
  ])
  return {
    object: 'schedule' as const,
    from,
    to,
    time_zone: timeZone,
    professionals: shown.map(({ week, overrides, ...professional }) => ({
      professional,
      week,
      overrides: overrides.map((row) => ({ date: row.date, intervals: intervalsOf(row) })),
    })),
    holidays: holidays.map((holiday) => ({ object: 'holiday' as const, ...holiday })),
    blocked_times: blocked.map((row) => toBlockedTime(row, timeZone)),
    blocked_times_total: blocked[0]?.total ?? 0,
    busy_times: busy.map((time) => ({
      object: 'busy_time' as const,
      professional_id: time.professionalId,
      professional: { id: time.professionalId, name: time.professionalName },
      start: formatInstant(time.startsAt, timeZone),
      end: formatInstant(time.endsAt, timeZone),
    })),
    busy_times_total: busy[0]?.total ?? 0,
  }
}
