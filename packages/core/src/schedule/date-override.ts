/** The hours of one date of a professional, in place of those of its weekday. */
import { deleteRows, findRow, upsertRow, tables, type Transaction } from '@scheduling/database'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import type { NoteAction } from '../events/notes.ts'
import { changesBetween } from '../events/new-event.ts'
import { Id } from '../ground/fields.ts'
import { DateOnly } from '../ground/time-fields.ts'
import { dayColumn } from '../ground/day-column.ts'
import { changeWithImpact } from '../professionals/change-with-impact.ts'
import type { ImpactChoice, ImpactRecord } from '../professionals/impact.ts'
import { hoursOf } from './dates.ts'
import { DayInterval, inDayOrder } from '../ground/local-hours.ts'

export const DateOverride = z
  .object({
    object: z.literal('date_override'),
    professional_id: Id,
    date: DateOnly,
    /** `[]`: closed. Null: the date follows the week. */
    intervals: z.array(DayInterval).nullable(),
  })
  .meta({ id: 'DateOverride' })

export type DateOverrideRecord = z.input<typeof DateOverride>

/** The columns, in the form of the record. */
export function intervalsOf(row: {
  readonly opensMinutes: readonly number[]
  readonly closesMinutes: readonly number[]
}): DayInterval[] {
  return row.opensMinutes.flatMap((opens_minute, index) => {
    const closes_minute = row.closesMinutes[index]
    return closes_minute === undefined ? [] : [{ opens_minute, closes_minute }]
  })
}

type Place = { readonly professional_id: number; readonly date: string }

/** The hours of a date; null: it follows the week. */
export async function readOverride(
  tx: Transaction,
  organizationId: number,
  { professional_id, date }: Place,
): Promise<DayInterval[] | null> {
  const row = await findRow(tx, tables.dateOverride, {
    organizationId,
    professionalId: professional_id,
    date: dayColumn(date),
  })
  return row === null ? null : intervalsOf(row)
}

/**
 * Sets the hours of a date, or lets it follow the week again. The professional is locked.
 *
 * @param before as they were read behind the lock
 * @param intervals null: they follow the week
 */
export async function changeOverride(
  context: WriteContext,
  choice: ImpactChoice,
  place: Place,
  hours: { readonly before: DayInterval[] | null; readonly after: DayInterval[] | null },
): Promise<{ date_override: DateOverrideRecord; impact: ImpactRecord }> {
  const { tx, organization, note } = context
  const { professional_id: professionalId, date } = place
  const after = hours.after === null ? null : inDayOrder(hours.after)
  const changes = changesBetween({ intervals: hours.before }, { intervals: after }, ['intervals'])
  const key = { professionalId, date: dayColumn(date) }
  const { impact } = await changeWithImpact(context, choice, {
    reach: { professionalIds: [professionalId], within: hoursOf(date, organization.timeZone) },
    subject: [hours.before, ['date_override', place, after]],
    async apply() {
      if (changes === null) return
      if (after === null) {
        await deleteRows(tx, tables.dateOverride, { organizationId: organization.id, ...key })
      } else {
        const columns = {
          opensMinutes: after.map(({ opens_minute }) => opens_minute),
          closesMinutes: after.map(({ closes_minute }) => closes_minute),
        }
        await upsertRow(tx, tables.dateOverride, key, {
          organizationId: organization.id,
          ...columns,
        })
      }
      note({ action: noteOf(after), id: `${professionalId}:${date}`, changes })
    },
  })
  const record = { object: 'date_override' as const, ...place, intervals: after }
  return { date_override: record, impact }
}

function noteOf(after: readonly DayInterval[] | null): NoteAction {
  return after === null ? 'date_override.deleted' : 'date_override.updated'
}
