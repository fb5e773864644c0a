/** A professional's queue, as the team sets it up. */
import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf, type Queryable, type RowOf } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { fault, Id, MiniReference } from '../ground/fields.ts'
import { inWeekOrder, WEEK_MINUTES, WeekInterval, weekSpan } from '../ground/local-hours.ts'
import type { Reader } from '../lists/expand.ts'
import { deskHoursOf, isWithinHours } from './opening-hours.ts'
import { ACTIVE_QUEUE_STATUSES } from './transitions.ts'

const Capacity = z.int().min(1).max(LIMITS.queueCapacity).nullable().meta({
  description: 'The most active entries at one time. Null: no limit.',
})

export const QueueDesk = z.object({
  object: z.literal('queue_desk'),
  professional_id: Id,
  professional: MiniReference,
  is_open: z.boolean().meta({ description: 'Whether the queue is switched on.' }),
  is_open_now: z.boolean().meta({
    description: 'Whether the queue is switched on and within its hours. It may be full.',
  }),
  hours: z.array(WeekInterval).meta({
    description: 'Empty: the queue is open whenever it is switched on.',
  }),
  capacity: Capacity,
  active_entries: z.int().min(0).meta({
    description:
      'The active entries of today that are with this professional. Entries without a professional are not among them.',
  }),
})

export type QueueDeskRecord = z.input<typeof QueueDesk>

/** What `setDesk` takes. */
export const DeskSettings = {
  capacity: Capacity.optional(),
  hours: z
    .array(WeekInterval)
    .max(LIMITS.queueDeskHours)
    .superRefine(refuseOverlaps)
    .transform(inWeekOrder)
    .optional(),
}

/** Two intervals may touch. The last night of the week reaches into the first day. */
function refuseOverlaps(hours: readonly WeekInterval[], context: z.RefinementCtx): void {
  hours.forEach((interval, index) => {
    const other = hours.slice(0, index).findIndex((earlier) => overlap(earlier, interval))
    if (other === -1) return
    context.addIssue({
      ...fault('invalid_value', `This interval overlaps \`hours[${other}]\`.`),
      path: [index],
    })
  })
}

function overlap(one: WeekInterval, other: WeekInterval): boolean {
  const [first, second] = [weekSpan(one), weekSpan(other)]
  return [-WEEK_MINUTES, 0, WEEK_MINUTES].some(
    (week) => first.from < second.until + week && second.from + week < first.until,
  )
}

const ACTIVE = ACTIVE_QUEUE_STATUSES.map((status) => `'${status}'`).join(', ')

const ROW = {
  id: column.int,
  name: column.text,
  isActive: column.bool,
  isOpen: column.bool,
  hours: column.jsonb<unknown>(),
  capacity: column.nullable(column.int),
  activeEntries: column.int,
}

/** One row for each professional, whether there is a row of the desk or not. */
const desks = query({
  name: 'queue desks',
  text: `SELECT p.id, p.name, p.is_active AS "isActive", coalesce(d.is_open, false) AS "isOpen",
      coalesce(d.hours, '[]') AS hours, d.capacity,
      (SELECT count(*)::int FROM queue_entry e WHERE e.organization_id = $1::int AND e.date = $2::text::date
        AND e.professional_id = p.id AND e.status IN (${ACTIVE})) AS "activeEntries"
    FROM professional p
    LEFT JOIN queue_desk d ON d.organization_id = p.organization_id AND d.professional_id = p.id
    WHERE p.organization_id = $1::int AND ($3::int IS NULL AND p.is_active OR p.id = $3::int)
    ORDER BY p.id`,
  row: ROW,
})

export type QueueDeskRow = RowOf<typeof ROW>

/** @param professionalId null: every active professional */
export function readDesks(
  db: Queryable,
  { organization, now }: Reader,
  professionalId: number | null,
): Promise<QueueDeskRow[]> {
  const today = localDateOf(now(), organization.timeZone)
  return desks(sqlOf(db), [organization.id, today, professionalId])
}

export function toDesk(row: QueueDeskRow, { organization, now }: Reader): QueueDeskRecord {
  const hours = deskHoursOf(row.hours)
  return {
    object: 'queue_desk',
    professional_id: row.id,
    professional: { id: row.id, name: row.name },
    is_open: row.isOpen,
    is_open_now: row.isOpen && isWithinHours(hours, now(), organization.timeZone),
    hours,
    capacity: row.capacity,
    active_entries: row.activeEntries,
  }
}
