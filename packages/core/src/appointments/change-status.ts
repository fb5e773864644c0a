import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { AppointmentStatus } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { requireAction, type AppointmentAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { releaseTime } from './hold.ts'
import { lockAppointment } from './load.ts'
import { changeAppointmentRow, type AppointmentChange } from './rows.ts'

/** A change of status, without the question who may make it. */
export type StatusStep = {
  readonly to: AppointmentStatus
  readonly event:
    | 'appointment.confirmed'
    | 'appointment.completed'
    | 'appointment.no_show'
    | 'appointment.cancelled'
  /** The columns that change with the status, such as its timestamp. */
  readonly columns: (now: Date) => AppointmentChange
}

/** A change of status on request. The status, the invoice and the rules of the organization must allow it. */
export type StatusChange = StatusStep & { readonly action: AppointmentAction }

/**
 * Changes the status of an appointment and emits its event. A status that does not block time frees the time.
 *
 * @throws `404 not_found`, `409 appointment_not_editable`, `409 action_not_allowed`
 */
export async function changeStatus(
  work: Work,
  appointmentId: number,
  change: StatusChange,
): Promise<AppointmentRow> {
  const { tx, organization } = work
  const before = await lockAppointment(tx, organization.id, appointmentId)
  requireAction(change.action, before, organization, work.now())
  return takeStatusStep(work, before, change)
}

/** As `changeStatus`, for an appointment that is locked, and without checking whether the step is allowed. */
export async function takeStatusStep(
  work: Work,
  before: AppointmentRow,
  change: StatusStep,
): Promise<AppointmentRow> {
  const { tx, organization } = work
  const keepsTime = (BLOCKING_STATUSES as readonly AppointmentStatus[]).includes(change.to)
  const [changed] = await Promise.all([
    changeAppointmentRow(tx, before, {
      ...change.columns(new Date(work.now())),
      status: change.to,
      ...(keepsTime ? {} : { holdId: null }),
    }),
    ...(keepsTime || before.holdId === null ? [] : [releaseTime(tx, before.holdId)]),
  ])
  const after: AppointmentRow = { ...before, ...changed }
  work.emit(appointmentEvent(change.event, { before, after }, organization.timeZone))
  return after
}
