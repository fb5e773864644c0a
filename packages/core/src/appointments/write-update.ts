import type { Work } from '../change/system-work.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { changeAppointmentRow, type AppointmentChange } from './rows.ts'

/**
 * Changes fields of an appointment that is locked, and tells what changed. If the record stays the same, nothing is
 * written.
 *
 * @param change.services if they were replaced; the caller writes them
 */
export async function writeUpdate(
  work: Work,
  before: AppointmentRow,
  {
    services = before.services,
    ...columns
  }: AppointmentChange & Partial<Pick<AppointmentRow, 'services'>>,
): Promise<AppointmentRow> {
  const { tx, organization, emit } = work
  const wanted = { ...before, ...columns, services }
  const eventOf = (after: AppointmentRow) =>
    appointmentEvent('appointment.updated', { before, after }, organization.timeZone)
  if (eventOf(wanted).changes === null) return before
  // Whatever `updated_at` is given, the database writes its own time, since the row is another one then.
  const touched = new Date(work.realNow())
  const changed = await changeAppointmentRow(tx, before, { ...columns, updatedAt: touched })
  const after: AppointmentRow = { ...before, ...changed, services }
  emit(eventOf(after))
  return after
}
