import { assignProfessional, type Assignment } from '../booking/assign-professional.ts'
import { releaseTime, takeTime } from '../booking/hold.ts'
import {
  demandOf,
  requestedProfessionalFault,
  selectServices,
  type BookableDemand,
} from '../booking/service-selection.ts'
import type { WriteContext } from '../change/write-context.ts'
import { lockProfessionals } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { requireAction } from './actions.ts'
import type { AppointmentRow } from './appointment.ts'
import { appointmentEvent } from './events.ts'
import { findAppointment, lockAppointment } from './load.ts'

/** The new start and professional of an appointment. */
export type Target = {
  /** Epoch milliseconds; undefined: the same start. */
  readonly start: number | undefined
  /** Undefined: the same professional. Null: any, preferably the same. */
  readonly professionalId: number | null | undefined
  /** Stored in the history of moves only. Events and records do not show it. */
  readonly reason?: string | null | undefined
}

/**
 * Moves an appointment, for every channel. If the target is what the appointment already has, nothing is
 * written.
 *
 * @throws `404 not_found`, `400` on `professional_id`, and the refusals of an action and of a booking
 */
export async function moveAppointment(
  context: WriteContext,
  id: number,
  target: Target,
): Promise<AppointmentRow> {
  const { tx, organization } = context
  // Professionals are locked before the appointment, so it is read first. Decisions use what is read after the
  // lock.
  const seen = await findAppointment(tx, organization.id, id)
  const { selection } = await selectServices(
    tx,
    organization,
    seen.services.map(({ service }) => service.id),
  )
  if (target.professionalId != null) {
    const fault = await requestedProfessionalFault(
      tx,
      organization,
      selection,
      target.professionalId,
    )
    if (fault !== null) throw invalidFields([fault])
  }
  const asked =
    target.professionalId === null
      ? selection.performers.map((performer) => performer.id)
      : [target.professionalId ?? seen.professionalId]
  await lockProfessionals(tx, [seen.professionalId, ...asked])
  const before = await lockAppointment(tx, organization.id, id)
  // It was moved in between. This lock is out of order: if it deadlocks, the transaction is repeated.
  if (before.professionalId !== seen.professionalId) {
    await lockProfessionals(tx, [before.professionalId])
  }
  const now = context.now()
  requireAction('reschedule', before, organization, now)
  const start = target.start ?? before.startsAt.getTime()
  const isSameStart = start === before.startsAt.getTime()
  const wanted = target.professionalId === undefined ? before.professionalId : target.professionalId
  if (isSameStart && wanted === before.professionalId) return before
  const demand = {
    ...demandOf(selection.services, organization),
    durationMinutes: before.durationMinutes,
  }
  const assignment = await assignProfessional(context, {
    serviceIds: selection.services.map((service) => service.id),
    demand,
    start,
    now,
    choice: target.professionalId === undefined ? 'same' : wanted === null ? 'any' : 'one',
    candidates: wanted === null ? asked : [wanted],
    preferred: before.professionalId,
    allowOverbook: false,
    keepsStart: isSameStart,
    exceptHoldId: before.holdId,
  })
  if (isSameStart && assignment.professional.id === before.professionalId) return before
  return moveTo(context, before, { assignment, start, demand, reason: target.reason ?? null })
}

async function moveTo(
  { tx, organization, emit, actor }: WriteContext,
  before: AppointmentRow,
  to: { assignment: Assignment; start: number; demand: BookableDemand; reason: string | null },
): Promise<AppointmentRow> {
  const where = { organizationId_id: { organizationId: organization.id, id: before.id } }
  const { professional } = to.assignment
  // The old time is freed first, since the new time may overlap it.
  if (before.holdId !== null) {
    await tx.appointment.update({ where, data: { holdId: null }, select: { id: true } })
    await releaseTime(tx, before.holdId)
  }
  const holdId = await takeTime(tx, {
    ...to.demand,
    organizationId: organization.id,
    professionalId: professional.id,
    start: to.start,
    isOverbook: false,
  })
  const changed = await tx.appointment.update({
    where,
    data: {
      holdId,
      professionalId: professional.id,
      startsAt: new Date(to.start),
      endsAt: new Date(to.start + before.durationMinutes * 60_000),
      rescheduleCount: { increment: 1 },
    },
  })
  await tx.appointmentMove.create({
    data: {
      organizationId: organization.id,
      appointmentId: before.id,
      fromStartsAt: before.startsAt,
      toStartsAt: changed.startsAt,
      fromProfessionalId: before.professionalId,
      toProfessionalId: professional.id,
      reason: to.reason,
      actor: { ...actor },
    },
    select: { id: true },
  })
  const after: AppointmentRow = { ...before, ...changed, professional }
  emit(appointmentEvent('appointment.rescheduled', { before, after }, organization.timeZone))
  return after
}
