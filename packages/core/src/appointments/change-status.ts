import { BLOCKING_STATUSES } from '@scheduling/availability'
import type { AppointmentStatus, Prisma } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'
import { requireAction, type AppointmentAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { releaseTime } from '../booking/hold.ts'
import { lockAppointment } from './load.ts'

/** A step of an appointment, whoever is entitled to it. */
export type StatusStep = {
  readonly to: AppointmentStatus
  readonly event:
    | 'appointment.confirmed'
    | 'appointment.completed'
    | 'appointment.no_show'
    | 'appointment.cancelled'
  /** What is written with the status: its timestamp, a reason. */
  readonly columns: (now: Date) => Prisma.AppointmentUncheckedUpdateInput
}

/** A step that somebody asks for: status, invoice and the organization's rules must allow it. */
export type StatusChange = StatusStep & { readonly action: AppointmentAction }

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
  const before = await lockAppointment(tx, organization.id, appointmentId)
  requireAction(change.action, before, organization, work.now())
  return takeStatusStep(work, before, change)
}

/** Writes the step of an appointment whose row is locked, and emits its event. */
export async function takeStatusStep(
  work: Work,
  before: AppointmentRow,
  change: StatusStep,
): Promise<AppointmentRow> {
  const { tx, organization } = work
  const keepsTime = (BLOCKING_STATUSES as readonly AppointmentStatus[]).includes(change.to)
  const changed = await tx.appointment.update({
    where: {
      organizationId_id: { organizationId: organization.id, id: before.id },
      status: before.status,
    },
    data: {
      ...change.columns(new Date(work.now())),
      status: change.to,
      ...(keepsTime ? {} : { holdId: null }),
    },
  })
  if (!keepsTime && before.holdId !== null) await releaseTime(tx, before.holdId)
  const after: AppointmentRow = { ...before, ...changed }
  work.emit(appointmentEvent(change.event, { before, after }, organization.timeZone))
  return after
}
