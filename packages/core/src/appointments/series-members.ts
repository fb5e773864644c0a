/** The appointments of a series, and what is said of those that a change leaves as they were. */
import { formatInstant } from '@scheduling/availability'
import { column, query, sqlOf, statement } from '@scheduling/database'
import { z } from 'zod'
import type { WriteContext } from '../change/write-context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { ownOnly } from '../procedure/accesses.ts'
import { toAppointment, type AppointmentRow } from './appointment.ts'
import { byStart, findAppointment, findAppointments, noSuchAppointment } from './load.ts'
import { nothingDone, type SeriesChange } from './series.ts'

export const SeriesScope = z.enum(['one', 'following', 'all']).meta({
  description:
    '`one`: the appointment alone. `following`: it and those that start later. `all`: every appointment of its series.',
})

type Scope = z.output<typeof SeriesScope>

const ofSeries = query({
  name: 'appointments of a series',
  text: `
    SELECT id FROM appointment
    WHERE organization_id = $1::int AND recurrence_id = $2::text AND recurrence_id IS NOT NULL
      AND ($5::int IS NULL OR professional_id = $5::int)
      AND ($3::text = 'all' OR id = $4::int OR ($3::text = 'following' AND starts_at >= (
        SELECT starts_at FROM appointment WHERE organization_id = $1::int AND id = $4::int)))
    ORDER BY id`,
  row: { id: column.int },
})

const locked = statement(
  'appointments of a series locked',
  `SELECT id FROM appointment WHERE organization_id = $1::int AND id = ANY($2::int[]) ORDER BY id FOR UPDATE`,
)

export type Members = {
  readonly recurrenceId: string
  /** The appointment that the call names. */
  readonly asked: number
  readonly ids: readonly number[]
}

/**
 * The appointments of the series of an appointment, as the scope says; for a user with the access `professional`, those
 * of the own professional. They are not locked.
 *
 * @throws `404 not_found`; `400` on `appointment_id` when it belongs to no series
 */
export async function membersOf(context: WriteContext, id: number, scope: Scope): Promise<Members> {
  const { tx, organization } = context
  const { recurrenceId } = await findAppointment(tx, organization.id, id)
  if (recurrenceId === null) {
    throw invalid(
      'appointment_id',
      'invalid_value',
      'This appointment is not part of a series. It can be changed alone.',
    )
  }
  const found = await ofSeries(sqlOf(tx), [
    organization.id,
    recurrenceId,
    scope,
    id,
    ownOnly(context),
  ])
  return { recurrenceId, asked: id, ids: found.map((one) => one.id) }
}

/**
 * Locks appointments in the order of their ids, and reads them in the order of their start. Some may have been deleted
 * since they were found.
 *
 * @throws `404 not_found` when that of the call was
 */
export async function lockMembers(
  { tx, organization }: WriteContext,
  { asked, ids }: Members,
): Promise<AppointmentRow[]> {
  const [, rows] = await Promise.all([
    locked(sqlOf(tx), [organization.id, ids]),
    findAppointments(tx, organization.id, ids),
  ])
  if (rows.some(({ id }) => id === asked)) return rows
  throw noSuchAppointment()
}

/** A change of a series concerns what is still to come. @throws `409 action_not_allowed` */
export function requireAhead({ startsAt }: AppointmentRow, now: number): void {
  if (startsAt.getTime() >= now) return
  throw new Problem(
    'action_not_allowed',
    'The appointment has already begun. Changes of a series leave it as it is.',
  )
}

export type Kept = { readonly row: AppointmentRow; readonly refusal: Problem }

/**
 * Does something with one appointment of a series. If it is refused, the appointment is kept, and the others go on.
 *
 * @param act refuses before it writes
 * @returns whether it was done
 */
export async function orKeep(
  kept: Kept[],
  row: AppointmentRow,
  act: () => Promise<void> | void,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    kept.push({ row, refusal: error })
    return false
  }
}

/**
 * What a change of a series comes to.
 *
 * @throws the refusal of the appointment that the call names, when no appointment could be changed
 */
export function seriesChange(
  { recurrenceId, asked }: Members,
  done: { readonly changed: readonly AppointmentRow[]; readonly kept: readonly Kept[] },
  timeZone: string,
): z.input<typeof SeriesChange> {
  const { changed, kept } = done
  if (changed.length === 0) throw nothingChanged(kept, asked, timeZone)
  const records = changed.toSorted(byStart).map((row) => toAppointment(row, timeZone))
  return {
    object: 'series_change',
    recurrence_id: recurrenceId,
    appointments: records,
    kept: kept
      .toSorted((one, other) => byStart(one.row, other.row))
      .map(({ row, refusal }) => ({
        appointment_id: row.id,
        start: formatInstant(row.startsAt.getTime(), timeZone),
        code: refusal.code,
        reason: refusal.message,
      })),
  }
}

function nothingChanged(kept: readonly Kept[], asked: number, timeZone: string): Problem {
  const own = kept.find(({ row }) => row.id === asked)?.refusal
  if (own === undefined) throw new Error('The appointment of the call is one of its series.')
  // What is wrong with the call itself is the same for all.
  if (kept.length === 1 || own.code === 'validation_error') return own
  return nothingDone(
    own.code,
    `None of the ${kept.length} appointments can be changed so. The one of the call: ${own.message}`,
    {
      field: 'appointment_id',
      refusals: kept.map(({ row, refusal }) => ({
        when: formatInstant(row.startsAt.getTime(), timeZone),
        reason: refusal.message,
      })),
    },
  )
}
