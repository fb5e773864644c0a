import type { Transaction } from '@scheduling/database'
import { releaseTime, takeTime, type HoldRequest } from './hold.ts'
import type { AppointmentRow } from './appointment.ts'
import { changeAppointmentRow } from './rows.ts'

/**
 * Frees the time of an appointment that is locked, and takes another one for it. The old time is freed first, since the
 * new one may overlap it.
 *
 * @param isKept as `takeSeat` takes it
 * @returns the id of the new hold, which the caller writes into the row
 */
export async function exchangeTime(
  tx: Transaction,
  before: AppointmentRow,
  wanted: HoldRequest,
  isKept = false,
): Promise<number> {
  const freed =
    before.holdId === null
      ? []
      : [changeAppointmentRow(tx, before, { holdId: null }), releaseTime(tx, before.holdId)]
  const [holdId] = await Promise.all([takeTime(tx, wanted, isKept), ...freed])
  return holdId
}
