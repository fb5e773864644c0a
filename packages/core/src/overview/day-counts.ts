/**
 * What is counted of appointments, day by day. Days that are over hardly ever change, so what was counted of them is kept: an
 * organization of a million appointments has thousands in two months, and reading them takes longer than an owner waits.
 */
import { addDays, startOfLocalDay } from '@scheduling/availability'
import { column, query, selected, sqlOf, statement } from '@scheduling/database'
import type { Context } from '../context.ts'
import { instantIn } from '../ground/sql-instant.ts'

/** Arrays in the order of their names: a day of fifty professionals is a tenth of what objects would be. */
export type DayCounts = {
  readonly professionals: readonly ProfessionalDay[]
  readonly services: readonly (readonly [serviceId: number, booked: number])[]
}

export type ProfessionalDay = readonly [
  professionalId: number,
  booked: number,
  completed: number,
  noShows: number,
  cancelled: number,
  /** Those that take time. */
  taking: number,
  /** The time that they take; the seats of a group take it once. */
  minutes: number,
  /** Of those that are completed, in hundredths of the currency. */
  revenue: number,
]

const CANCELLED = `a.status IN ('CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL')`
const TAKES_TIME = `a.status IN ('PENDING', 'CONFIRMED', 'COMPLETED')`
const OF_DAY = `a.organization_id = $1::int
  AND a.starts_at >= ${instantIn('day.start')} AND a.starts_at < ${instantIn('day.until')}`

const COUNTED = {
  date: column.by('day.date', column.text),
  counted: column.by(
    `json_build_object(
      'professionals', (SELECT coalesce(json_agg(json_build_array(of_day.professional_id, booked, completed, no_shows,
          cancelled, taking, minutes, revenue)), '[]')
        FROM (
          SELECT a.professional_id, count(*) FILTER (WHERE NOT ${CANCELLED}) AS booked,
            count(*) FILTER (WHERE a.status = 'COMPLETED') AS completed,
            count(*) FILTER (WHERE a.status = 'NO_SHOW') AS no_shows,
            count(*) FILTER (WHERE ${CANCELLED}) AS cancelled,
            count(*) FILTER (WHERE ${TAKES_TIME}) AS taking,
            coalesce(sum(a.duration_minutes) FILTER (WHERE ${TAKES_TIME} AND a.seat = 1), 0) AS minutes,
            coalesce(sum(a.price) FILTER (WHERE a.status = 'COMPLETED') * 100, 0)::int8 AS revenue
          FROM (
            SELECT a.*, row_number() OVER (PARTITION BY coalesce(a.hold_id, -a.id) ORDER BY a.id) AS seat
            FROM appointment a WHERE ${OF_DAY}
          ) AS a GROUP BY a.professional_id
        ) AS of_day),
      'services', (SELECT coalesce(json_agg(json_build_array(performed.service_id, booked)), '[]')
        FROM (
          SELECT s.service_id, count(*) AS booked
          FROM appointment a JOIN appointment_service s ON s.appointment_id = a.id
          WHERE ${OF_DAY} AND NOT ${CANCELLED} GROUP BY s.service_id
        ) AS performed))`,
    column.json<DayCounts>(),
  ),
  /** All transactions before this one have ended, and what they wrote is counted. */
  endedBefore: column.by('pg_snapshot_xmin(pg_current_snapshot())::text::int8', column.bigint),
}

const countedOn = query({
  name: 'days of an overview counted',
  text: `SELECT ${selected(COUNTED, '')}
    FROM unnest($2::text[], $3::float8[], $4::float8[]) AS day (date, start, until)`,
  row: COUNTED,
})

const KEPT = {
  date: column.by('d.date::text', column.text),
  counted: column.nullable(column.json<DayCounts>()),
}

const keptOf = query({
  name: 'days of an overview',
  text: `SELECT ${selected(KEPT, 'd')} FROM overview_day d
    WHERE d.organization_id = $1::int AND d.time_zone = $2 AND d.date = ANY($3::text[]::date[])`,
  row: KEPT,
})

/**
 * Three steps, each a transaction, for a change that goes on meanwhile: from the first on, changes of the day find its row and
 * delete it; those that began before the second may not have found it; once they have ended, a count has what they wrote.
 */
const begun = statement(
  'days of an overview begun',
  `INSERT INTO overview_day (organization_id, time_zone, date)
   SELECT $1::int, $2::text, given::date FROM unnest($3::text[]) AS given
   ON CONFLICT (organization_id, date) DO UPDATE SET time_zone = excluded.time_zone, counts_from = NULL, counted = NULL
     WHERE overview_day.time_zone <> excluded.time_zone`,
)
const awaited = statement(
  'days of an overview awaited',
  `UPDATE overview_day SET counts_from = pg_current_xact_id()::text::int8
   WHERE organization_id = $1::int AND time_zone = $2 AND date = ANY($3::text[]::date[]) AND counts_from IS NULL`,
)
const kept = statement(
  'days of an overview kept',
  `UPDATE overview_day d SET counted = given.counted::json
   FROM unnest($3::text[], $4::text[], $5::int8[]) AS given (date, counted, ended_before)
   WHERE d.organization_id = $1::int AND d.time_zone = $2 AND d.date = given.date::date AND d.counted IS NULL
     AND d.counts_from < given.ended_before`,
)

/**
 * @param dates in the time zone of the organization
 * @param today what is kept ends before it
 */
export async function countDays(
  { db, organization: { id, timeZone } }: Pick<Context, 'db' | 'organization'>,
  dates: readonly string[],
  today: string,
): Promise<Map<string, DayCounts>> {
  const sql = sqlOf(db)
  const found = new Map<string, DayCounts>()
  for (const { date, counted } of await keptOf(sql, [id, timeZone, dates])) {
    if (counted !== null) found.set(date, counted)
  }
  const missing = dates.filter((date) => !found.has(date))
  const over = missing.filter((date) => date < today)
  if (over.length > 0) {
    await begun(sql, [id, timeZone, over])
    await awaited(sql, [id, timeZone, over])
  }
  const counted = await countedOn(sql, [
    id,
    missing,
    missing.map((date) => startOfLocalDay(date, timeZone)),
    missing.map((date) => startOfLocalDay(addDays(date, 1), timeZone)),
  ])
  for (const day of counted) found.set(day.date, day.counted)
  const keeps = counted.filter(({ date }) => date < today)
  if (keeps.length > 0) {
    await kept(sql, [
      id,
      timeZone,
      keeps.map(({ date }) => date),
      keeps.map((day) => JSON.stringify(day.counted)),
      keeps.map(({ endedBefore }) => endedBefore),
    ])
  }
  return found
}
