import { column, tables, without, type Queryable } from '@scheduling/database'
import { lockAndRead } from '../change/locks.ts'
import { loadClients } from '../clients/load.ts'
import { Problem } from '../contract/problems.ts'
import { loadDeposits } from '../deposits/load.ts'
import { expander, expansion, loader, reference, type Reader } from '../lists/expand.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { loadServices } from '../services/load.ts'
import { APPOINTMENT } from './rows.ts'
import {
  toAppointment,
  type AppointmentExpansion,
  type AppointmentRow,
  type FullAppointment,
} from './appointment.ts'

const SERVICES = `(SELECT json_agg(json_build_array(s.id, s.name) ORDER BY performed.position)
  FROM appointment_service performed JOIN service s ON s.id = performed.service_id WHERE performed.appointment_id = a.id)`
const LATEST_DEPOSIT = `(SELECT d.id FROM deposit d WHERE d.appointment_id = a.id ORDER BY d.id DESC LIMIT 1)`

export const APPOINTMENTS = recordsOf({
  table: tables.appointment,
  alias: 'a',
  row: {
    ...without(APPOINTMENT, 'requestKeyHash'),
    professionalName: column.by('p.name', column.text),
    firstName: column.by('c.first_name', column.text),
    lastName: column.by('c.last_name', column.nullable(column.text)),
    named: column.by(SERVICES, column.nullable(column.json<[id: number, name: string][]>())),
    depositId: column.by(LATEST_DEPOSIT, column.nullable(column.int)),
  },
  joins: 'JOIN professional p ON p.id = a.professional_id JOIN client c ON c.id = a.client_id',
})

/** A row in the form of the record's parts. */
export function withParts(found: RowIn<typeof APPOINTMENTS>): AppointmentRow {
  const { professionalName, firstName, lastName, named, depositId } = found
  return {
    ...found,
    professional: { id: found.professionalId, name: professionalName },
    client: { id: found.clientId, firstName, lastName },
    services: (named ?? []).map(([id, name]) => ({ service: { id, name } })),
    deposits: depositId === null ? [] : [{ id: depositId }],
  }
}

/** @throws `404 not_found` */
export async function findAppointment(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<AppointmentRow> {
  const found = await APPOINTMENTS.one(db, organizationId, id)
  if (found === null) throw noSuchAppointment()
  return withParts(found)
}

export function noSuchAppointment(): Problem {
  return new Problem('not_found', 'No appointment of this organization has this id.')
}

/** Those of the organization, in the order of their start. */
export async function findAppointments(
  db: Queryable,
  organizationId: number,
  ids: readonly number[],
): Promise<AppointmentRow[]> {
  const found = await APPOINTMENTS.among(db, organizationId, ids)
  return found.map(withParts).toSorted(byStart)
}

/** The order of a day. */
export function byStart(
  one: Pick<AppointmentRow, 'id' | 'startsAt'>,
  other: Pick<AppointmentRow, 'id' | 'startsAt'>,
): number {
  return +one.startsAt - +other.startsAt || one.id - other.id
}

/**
 * As `findAppointment`, and locks the row until the transaction ends.
 *
 * @throws `404 not_found`
 */
export const lockAppointment = lockAndRead('appointment', findAppointment)

export const loadAppointments = loader(APPOINTMENTS, (row, { organization: { timeZone } }) =>
  toAppointment(withParts(row), timeZone),
)

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
