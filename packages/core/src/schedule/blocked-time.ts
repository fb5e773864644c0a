/** Time in which nothing can be booked with one professional, or with any. */
import { formatInstant } from '@scheduling/availability'
import { column, pick, tables, type Queryable } from '@scheduling/database'
import { z } from 'zod'
import { Problem } from '../contract/problems.ts'
import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import { Id, MiniReference } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

export const BlockedTime = z
  .object({
    object: z.literal('blocked_time'),
    id: Id,
    professional_id: Id.nullable().meta({ description: 'Null means all professionals.' }),
    professional: MiniReference.nullable(),
    start: Instant,
    end: Instant,
    /** Whether it was given in whole days. */
    all_day: z.boolean(),
    reason: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'BlockedTime' })

export const BLOCKED_TIME = {
  ...pick(tables.blockedTime, 'id', 'professionalId', 'allDay', 'reason'),
  professionalName: column.by('p.name', column.nullable(column.text)),
  startsAt: column.instant,
  endsAt: column.instant,
  createdAt: column.instant,
}

export const PROFESSIONAL_OF_BLOCKED_TIME = 'LEFT JOIN professional p ON p.id = b.professional_id'

export const BLOCKED_TIMES = recordsOf({
  table: tables.blockedTime,
  alias: 'b',
  row: BLOCKED_TIME,
  joins: PROFESSIONAL_OF_BLOCKED_TIME,
})

type BlockedTimeRow = RowIn<typeof BLOCKED_TIMES>

export function toBlockedTime(row: BlockedTimeRow, timeZone: string): z.input<typeof BlockedTime> {
  const { professionalId, professionalName } = row
  return {
    object: 'blocked_time',
    id: row.id,
    professional_id: professionalId,
    professional:
      professionalId === null || professionalName === null
        ? null
        : { id: professionalId, name: professionalName },
    start: formatInstant(row.startsAt, timeZone),
    end: formatInstant(row.endsAt, timeZone),
    all_day: row.allDay,
    reason: row.reason,
    created_at: formatInstant(row.createdAt, timeZone),
  }
}

export function blockedTimeEvent(
  type: 'blocked_time.created' | 'blocked_time.deleted',
  row: BlockedTimeRow,
  timeZone: string,
): NewEvent {
  return recordEvent(type, {
    before: null,
    after: toBlockedTime(row, timeZone),
    // An empty list matches every filter: it is the time of everybody.
    filters: {
      ...NO_FILTERS,
      professionalIds: row.professionalId === null ? [] : [row.professionalId],
    },
  })
}

/** @throws `404 not_found` */
export async function findBlockedTime(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<BlockedTimeRow> {
  const row = await BLOCKED_TIMES.one(db, organizationId, id)
  if (row !== null) return row
  throw new Problem('not_found', 'No blocked time of this organization has this id.')
}
