import { localDateOf, startOfLocalDay, addDays, type DateWindow } from '@scheduling/availability'
import { column, query, selected, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Currency, MiniReference, Money } from '../ground/fields.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { DateOnly } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { countDays, type DayCounts } from './day-counts.ts'
import { readOpenMinutes } from './opening.ts'
import { comparedDays, datesOf, PERIODS } from './period.ts'

const MOST_SERVICES = 5

const Days = z.object({ from: DateOnly, to: DateOnly })
const Count = z.int().min(0)
/** The same number of the two periods. */
const both = <Number extends z.ZodType>(number: Number) => z.object({ now: number, before: number })

/** How a week or a month goes, beside the same days of the one before. Each count is the length of a list with the same filters. */
export const getOverview = procedure({
  kind: 'read',
  scope: 'read',
  access: 'owner',
  input: z.object({ period: z.enum(PERIODS) }),
  output: z.object({
    object: z.literal('overview'),
    /** From the first day of the week or month until today, and the same days before; both ends included. */
    days: both(Days),
    currency: Currency,
    /** Appointments that start in these days, without cancelled ones. */
    booked: both(Count),
    completed: both(Count),
    no_shows: both(Count),
    cancelled: both(Count),
    /** The prices of those that are completed. */
    revenue: both(Money),
    /** Those that were asked for in these days, and what was paid for them less what was refunded. */
    deposits: both(z.object({ count: Count, paid: Money })),
    /** By name: who works here, and who had appointments in these days. */
    professionals: z.array(
      z.object({
        professional: MiniReference,
        /** Appointments that take time: those that are neither cancelled nor a no-show. */
        appointments: both(Count),
        taken_minutes: both(Count),
        /** The working hours, as they stand now. */
        open_minutes: both(Count),
      }),
    ),
    /** Those that are booked most often in these days; an appointment counts for each of its services. */
    services: z.array(z.object({ service: MiniReference, booked: both(Count) })),
  }),
  problems: [],
  async run(context, { period }) {
    const { organization, now } = context
    const sql = sqlOf(context.db)
    const today = localDateOf(now(), organization.timeZone)
    const days = comparedDays(period, today)
    const windows = [days.now, days.before] as const
    const [counts, depositsNow, depositsBefore, team] = await Promise.all([
      countDays(context, windows.flatMap(datesOf), today),
      depositsOf(context, days.now),
      depositsOf(context, days.before),
      teamOf(sql, [organization.id]),
    ])
    const sums = {
      now: summed(datesOf(days.now), counts),
      before: summed(datesOf(days.before), counts),
    }
    const of = <Value>(read: (sum: Sum) => Value) => ({
      now: read(sums.now),
      before: read(sums.before),
    })
    const shown = team.filter(
      ({ id, isActive }) =>
        isActive || sums.now.professionals.has(id) || sums.before.professionals.has(id),
    )
    const [openNow, openBefore] = await readOpenMinutes(
      context,
      shown.map(({ id }) => id),
      windows,
    )
    const most = [...sums.now.services]
      .toSorted(([one, times], [other, otherTimes]) => otherTimes - times || one - other)
      .slice(0, MOST_SERVICES)
    const names = await namesOfServices(sql, [organization.id, most.map(([id]) => id)])
    return {
      object: 'overview' as const,
      days,
      currency: 'BRL' as const,
      booked: of(({ total }) => total.booked),
      completed: of(({ total }) => total.completed),
      no_shows: of(({ total }) => total.noShows),
      cancelled: of(({ total }) => total.cancelled),
      revenue: of(({ total }) => moneyOf(total.revenue)),
      deposits: { now: depositsNow, before: depositsBefore },
      professionals: shown.map(({ id, name }) => ({
        professional: { id, name },
        appointments: of(({ professionals }) => professionals.get(id)?.taking ?? 0),
        taken_minutes: of(({ professionals }) => professionals.get(id)?.minutes ?? 0),
        open_minutes: { now: openNow?.get(id) ?? 0, before: openBefore?.get(id) ?? 0 },
      })),
      services: most.map(([id]) => ({
        service: { id, name: names.find((one) => one.id === id)?.name ?? '' },
        booked: of(({ services }) => services.get(id) ?? 0),
      })),
    }
  },
})

const TEAM = { id: column.int, name: column.text, isActive: column.bool }

const teamOf = query({
  name: 'team of an overview',
  text: `SELECT ${selected(TEAM, 'p')} FROM professional p WHERE p.organization_id = $1::int ORDER BY lower(p.name), p.id`,
  row: TEAM,
})

const NAMED = { id: column.int, name: column.text }

const namesOfServices = query({
  name: 'services of an overview',
  text: `SELECT ${selected(NAMED, 's')} FROM service s WHERE s.organization_id = $1::int AND s.id = ANY($2::int[])`,
  row: NAMED,
})

const DEPOSITS = {
  count: column.by('count(*)::int', column.int),
  paid: column.by(
    'coalesce(sum(d.paid_amount - d.refunded_amount), 0)::numeric(14, 2)',
    column.numeric,
  ),
}

const depositsIn = query({
  name: 'deposits of an overview',
  text: `SELECT ${selected(DEPOSITS, 'd')} FROM deposit d WHERE d.organization_id = $1::int
    AND d.created_at >= ${instantIn('$2')} AND d.created_at < ${instantIn('$3')}`,
  row: DEPOSITS,
})

async function depositsOf(
  { db, organization: { id, timeZone } }: Pick<Context, 'db' | 'organization'>,
  { from, to }: DateWindow,
) {
  const span = [startOfLocalDay(from, timeZone), startOfLocalDay(addDays(to, 1), timeZone)]
  const [read] = await depositsIn(sqlOf(db), [id, ...span])
  if (read === undefined) throw new Error('The query of the deposits returned no row.')
  return read
}

type Total = {
  booked: number
  completed: number
  noShows: number
  cancelled: number
  taking: number
  minutes: number
  revenue: number
}

type Sum = {
  readonly total: Total
  readonly professionals: ReadonlyMap<number, Total>
  readonly services: ReadonlyMap<number, number>
}

const nothing = (): Total => ({
  booked: 0,
  completed: 0,
  noShows: 0,
  cancelled: 0,
  taking: 0,
  minutes: 0,
  revenue: 0,
})

function summed(dates: readonly string[], counts: ReadonlyMap<string, DayCounts>): Sum {
  const total = nothing()
  const professionals = new Map<number, Total>()
  const services = new Map<number, number>()
  for (const day of dates.flatMap((date) => counts.get(date) ?? [])) {
    for (const [
      id,
      booked,
      completed,
      noShows,
      cancelled,
      taking,
      minutes,
      revenue,
    ] of day.professionals) {
      const own = professionals.get(id) ?? nothing()
      professionals.set(id, own)
      for (const sum of [own, total]) {
        sum.booked += booked
        sum.completed += completed
        sum.noShows += noShows
        sum.cancelled += cancelled
        sum.taking += taking
        sum.minutes += minutes
        sum.revenue += revenue
      }
    }
    for (const [id, booked] of day.services) services.set(id, (services.get(id) ?? 0) + booked)
  }
  return { total, professionals, services }
}

/** @param hundredths a whole number */
function moneyOf(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
