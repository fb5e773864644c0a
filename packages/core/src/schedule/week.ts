/** The weekly hours of a professional. */
import {
  column,
  deleteRows,
  insertRows,
  query,
  selected,
  sqlOf,
  tables,
  type Queryable,
} from '@scheduling/database'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { changesBetween } from '../events/new-event.ts'
import { Id } from '../ground/fields.ts'
import { WeekInterval } from '../ground/local-hours.ts'

export const Week = z
  .object({
    object: z.literal('week'),
    professional_id: Id,
    /** Ordered by weekday and start. */
    intervals: z.array(WeekInterval),
  })
  .meta({ id: 'Week' })

const INTERVAL = {
  weekday: column.by('w.weekday::int', column.int),
  opens_minute: column.by('w.opens_minute::int', column.int),
  closes_minute: column.by('w.closes_minute::int', column.int),
}

const weekOf = query({
  name: 'week',
  text: `SELECT ${selected(INTERVAL, 'w')} FROM working_hours w
    WHERE w.organization_id = $1::int AND w.professional_id = $2::int ORDER BY w.weekday, w.opens_minute`,
  row: INTERVAL,
})

export async function readWeek(
  db: Queryable,
  organizationId: number,
  professionalId: number,
): Promise<WeekInterval[]> {
  return weekOf(sqlOf(db), [organizationId, professionalId])
}

/**
 * Gives a professional the hours of a week in place of those before, and notes it. The same hours change nothing.
 *
 * @param week.before as `readWeek` reads them
 * @param week.after in the same order
 */
export async function writeWeek(
  { tx, organization, note }: Pick<WriteContext, 'tx' | 'organization' | 'note'>,
  professionalId: number,
  { before, after }: Readonly<Record<'before' | 'after', readonly WeekInterval[]>>,
): Promise<void> {
  const changes = changesBetween({ intervals: before }, { intervals: after }, ['intervals'])
  if (changes === null) return
  const whose = { organizationId: organization.id, professionalId }
  await deleteRows(tx, tables.workingHours, whose)
  await insertRows(
    tx,
    tables.workingHours,
    after.map(({ weekday, opens_minute: opensMinute, closes_minute: closesMinute }) => ({
      ...whose,
      weekday,
      opensMinute,
      closesMinute,
    })),
  )
  note({ action: 'working_hours.updated', id: professionalId, changes })
}
