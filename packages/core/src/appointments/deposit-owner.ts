/** What the payment of a deposit, or the lack of one, does to its appointment. */
import { findRows, Prisma, requireRow, sqlOf, statement, tables } from '@scheduling/database'
import { lockProfessionals } from '../change/locks.ts'
import type { Work } from '../change/system-work.ts'
import { Problem } from '../contract/problems.ts'
import type { DepositOwner } from '../deposits/owner.ts'
import type { AppointmentRow } from './appointment.ts'
import { takeStatusStep } from './change-status.ts'
import { appointmentEvent, calendarFilters } from './events.ts'
import { findAppointment, lockAppointment } from './load.ts'
import { confirmPaid, restoreUnpaid } from './restore.ts'
import { CANCELLED_UNPAID } from '../contract/cancelled-unpaid.ts'

/**
 * @param mayTakeTime whether to lock the professional too, because the time of the appointment may be taken
 *   again
 * @throws `404 not_found`
 */
export async function lockAppointmentOwner(
  work: Work,
  id: number,
  mayTakeTime: boolean,
): Promise<DepositOwner> {
  const { tx, organization } = work
  if (mayTakeTime) {
    const { professionalId } = await requireRow(tx, tables.appointment, {
      organizationId: organization.id,
      id,
    })
    await lockProfessionals(tx, [professionalId])
  }
  const row = await lockAppointment(tx, organization.id, id)
  return {
    id: { appointmentId: id },
    clientId: row.clientId,
    start: row.startsAt.getTime(),
    filters: calendarFilters(row),
    requirePayable() {
      if (row.status === 'PENDING' || row.status === 'CONFIRMED') return
      throw new Problem(
        'appointment_not_editable',
        `A deposit cannot be charged for an appointment with the status ${row.status}.`,
      )
    },
    showDeposit: () => showDeposit(work, id),
    async confirm() {
      if (row.status === 'PENDING') await confirmPaid(work, row)
    },
    restore: () => restoreUnpaid(work, row),
    async cancelUnpaid() {
      if (row.status === 'PENDING') await cancelUnpaid(work, row)
    },
  }
}

/** No caller requested this step, so no rule about cancelling applies. */
async function cancelUnpaid(work: Work, row: AppointmentRow): Promise<void> {
  await takeStatusStep(work, row, {
    to: 'CANCELLED_CLIENT',
    event: 'appointment.cancelled',
    columns: (now) => ({ cancelledAt: now, cancellationReason: CANCELLED_UNPAID }),
  })
}

const appointmentTouched = statement(
  'appointment touched',
  `UPDATE appointment SET updated_at = clock_timestamp() WHERE organization_id = $1::int AND id = $2::int`,
)

async function showDeposit({ tx, organization, emit }: Work, id: number): Promise<void> {
  await appointmentTouched(sqlOf(tx), [organization.id, id])
  const after = await findAppointment(tx, organization.id, id)
  const [, previous] = await findRows(
    tx,
    tables.deposit,
    { organizationId: organization.id, appointmentId: id },
    { orderBy: Prisma.sql`r.id DESC`, limit: 2 },
  )
  const before = { ...after, deposits: previous === undefined ? [] : [previous] }
  emit(appointmentEvent('appointment.updated', { before, after }, organization.timeZone))
}
