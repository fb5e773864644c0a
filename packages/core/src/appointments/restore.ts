/** An appointment whose deposit was paid. */
import { judgeStart } from '@scheduling/availability'
import { loadSchedules } from './load-schedules.ts'
import { demandOf, selectServices } from './service-selection.ts'
import { takeTime, deleteExpiredAt } from './hold.ts'
import type { Work } from '../change/system-work.ts'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'
import type { AppointmentRow } from './appointment.ts'
import { takeStatusStep } from './change-status.ts'

/**
 * Takes the time of an appointment again that was cancelled only because its deposit expired. The notice of the
 * service does not count, since the client booked in time. For all other rules it is a new booking.
 * The caller has locked the professional and the appointment.
 *
 * @returns whether the appointment is confirmed
 */
export async function restoreUnpaid(work: Work, before: AppointmentRow): Promise<boolean> {
  const { tx, organization } = work
  if (before.status !== 'CANCELLED_CLIENT' || before.cancellationReason !== CANCELLED_UNPAID) {
    return false
  }
  const now = work.now()
  const start = before.startsAt.getTime()
  const serviceIds = before.services.map(({ service }) => service.id)
  const { selection, faults } = await selectServices(tx, organization, serviceIds)
  const performs = selection.performers.some(({ id }) => id === before.professionalId)
  if (faults.length > 0 || !performs) return false
  const demand = {
    ...demandOf(selection.services, organization),
    durationMinutes: before.durationMinutes,
    minAdvanceMinutes: 0,
  }
  const { calendar, schedules } = await loadSchedules(tx, organization, {
    professionalIds: [before.professionalId],
    demand,
    from: start,
    until: start,
    now,
  })
  const schedule = schedules.get(before.professionalId)
  if (schedule === undefined) return false
  if (judgeStart(calendar, demand, schedule, start).verdict !== 'free') return false
  const wanted = {
    ...demand,
    organizationId: organization.id,
    professionalId: before.professionalId,
    start,
    isOverbook: false,
  }
  await deleteExpiredAt(tx, wanted, now)
  const holdId = await takeTime(tx, wanted)
  await confirmPaid(work, before, { holdId, cancelledAt: null, cancellationReason: null })
  return true
}

/** Confirms an appointment that is `PENDING`, or that its unpaid deposit had cancelled. */
export async function confirmPaid(
  work: Work,
  before: AppointmentRow,
  columns: { holdId?: number; cancelledAt?: null; cancellationReason?: null } = {},
): Promise<void> {
  await takeStatusStep(work, before, {
    to: 'CONFIRMED',
    event: 'appointment.confirmed',
    columns: (now) => ({ ...columns, confirmedAt: now }),
  })
}
