import type { Queryable, Transaction } from '@scheduling/database'
import { lockRow } from '../change/locks.ts'
import { loadClients } from '../clients/load.ts'
import { Problem } from '../contract/problems.ts'
import { loadDeposits } from '../deposit-ledger/load.ts'
import {
  amongIds,
  expander,
  expansion,
  reference,
  type Load,
  type Reader,
} from '../lists/expand.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { loadServices } from '../services/load.ts'
import {
  APPOINTMENT_RELATIONS,
  toAppointment,
  type AppointmentExpansion,
  type AppointmentRecord,
  type AppointmentRow,
  type FullAppointment,
} from './appointment.ts'

/** @throws `404 not_found` */
export async function findAppointment(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<AppointmentRow> {
  const row = await db.appointment.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: APPOINTMENT_RELATIONS,
  })
  if (row === null)
    throw new Problem('not_found', 'No appointment of this organization has this id.')
  return row
}

/**
 * As `findAppointment`, and locks the row until the transaction ends.
 *
 * @throws `404 not_found`
 */
export async function lockAppointment(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<AppointmentRow> {
  await lockRow(tx, 'appointment', organizationId, id)
  return findAppointment(tx, organizationId, id)
}

export const loadAppointments: Load<AppointmentRecord> = async (db, { organization }, ids) => {
  const rows = await db.appointment.findMany({
    where: amongIds(organization, ids),
    include: APPOINTMENT_RELATIONS,
  })
  return new Map(rows.map((row) => [row.id, toAppointment(row, organization.timeZone)]))
}

/** One row as its routes return it. */
export function appointmentReply(
  db: Queryable,
  reader: Reader,
  row: AppointmentRow,
  expand: readonly AppointmentExpansion[],
): Promise<FullAppointment> {
  const record = toAppointment(row, reader.organization.timeZone)
  return expandAppointments.one(db, reader, record, expand)
}

export const expandAppointments = expander<FullAppointment, AppointmentExpansion>({
  client: reference('client', loadClients),
  professional: reference('professional', loadProfessionals),
  services: expansion({
    idsOf: (appointment) => appointment.service_ids,
    load: loadServices,
    fill(appointment, find) {
      appointment.services = appointment.services.map((one) => find(one.id) ?? one)
    },
  }),
  deposit: reference('deposit', loadDeposits),
})
