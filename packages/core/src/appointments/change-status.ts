import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { AppointmentStatus, Prisma } from '@scheduling/database'
import type { Work } from '../system-work.ts'
import { requireAction, type AppointmentAction } from './actions.ts'
import { toAppointment, type AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { releaseTime } from './hold.ts'
import { lockAppointment } from './load.ts'

export type StatusChange = {
  readonly action: AppointmentAction
  readonly to: AppointmentStatus
  readonly event:
    | 'appointment.confirmed'
    | 'appointment.completed'
    | 'appointment.no_show'
    | 'appointment.cancelled'
  /** What is written with the status: its timestamp, a reason. */
  readonly columns: (now: Date) => Prisma.AppointmentUncheckedUpdateInput
}

/**
 * Takes one appointment to another status, with its event, for calls and timers alike; a status that no
 * longer blocks gives the time back.
 *
 * @throws `404 not_found`, `409 appointment_not_editable`, `409 action_not_allowed`
 */
export async function changeStatus(
  work: Work,
  appointmentId: number,
  change: StatusChange,
): Promise<AppointmentRow> {
  const { tx, organization } = work
  const now = work.now()
  const before = await lockAppointment(tx, organization.id, appointmentId)
  requireAction(change.action, before, organization, now)
  const keepsTime = (BLOCKING_STATUSES as readonly AppointmentStatus[]).includes(change.to)
  const changed = await tx.appointment.update({
    where: {
      organizationId_id: { organizationId: organization.id, id: before.id },
      status: before.status,
    },
    data: {
      ...change.columns(new Date(now)),
      status: change.to,
      ...(keepsTime ? {} : { holdId: null }),
    },
  })
  if (!keepsTime && before.holdId !== null) await releaseTime(tx, before.holdId)
  const after: AppointmentRow = { ...before, ...changed }
  work.emit(
    appointmentEvent(
      change.event,
      toAppointment(after, organization.timeZone),
      toAppointment(before, organization.timeZone),
    ),
  )
  return after
}
