import { judgeStart } from '@scheduling/availability'
import type { AppointmentRow } from '../appointments/appointment.ts'
import { takeStatusStep } from '../appointments/change-status.ts'
import { takeTime } from '../appointments/hold.ts'
import { demandOf, readBasket } from '../availability/basket.ts'
import { loadSchedules } from '../availability/load-schedules.ts'
import type { Work } from '../change/system-work.ts'

/** Cancelled because its deposit was not paid, and why. */
export const DEPOSIT_EXPIRED = 'deposit_expired'

/**
 * Takes the time of an appointment again that only an expired deposit had cancelled. The notice of the
 * service no longer counts, for the client kept it; everything else must be as free as for a new booking.
 * The caller holds the locks of the professional and of the appointment.
 *
 * @returns whether it is confirmed
 */
export async function restoreAppointment(work: Work, before: AppointmentRow): Promise<boolean> {
  const { tx, organization } = work
  if (before.status !== 'CANCELLED_CLIENT' || before.cancellationReason !== DEPOSIT_EXPIRED) {
    return false
  }
  const now = work.now()
  const start = before.startsAt.getTime()
  const serviceIds = before.services.map(({ service }) => service.id)
  const { basket, faults } = await readBasket(tx, organization, serviceIds)
  const performs = basket.performers.some(({ id }) => id === before.professionalId)
  if (faults.length > 0 || !performs) return false
  const demand = {
    ...demandOf(basket.services, organization),
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
  const holdId = await takeTime(tx, {
    ...demand,
    organizationId: organization.id,
    professionalId: before.professionalId,
    start,
    isOverbook: false,
  })
  await confirm(work, before, { holdId, cancelledAt: null, cancellationReason: null })
  return true
}

/** `PENDING`, or cancelled by the expiry, to `CONFIRMED`. */
export async function confirm(
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
