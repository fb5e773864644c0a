import type { Organization, Prisma, Queryable, Transaction } from '@scheduling/database'
import type { z } from 'zod'
import { toClient } from '../clients/client.ts'
import { DEPOSIT_RELATIONS, toDeposit } from '../deposits/deposit.ts'
import { Problem } from '../contract/problems.ts'
import { PROFESSIONAL_RELATIONS, toProfessional } from '../professionals/professional.ts'
import { SERVICE_RELATIONS, toService } from '../services/service.ts'
import {
  APPOINTMENT_RELATIONS,
  toAppointment,
  type Appointment,
  type AppointmentExpansion,
  type AppointmentRow,
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
 * The row, held to the end of the transaction: whatever is decided from it still holds when it is written.
 *
 * @throws `404 not_found`
 */
export async function lockAppointment(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<AppointmentRow> {
  await tx.$queryRaw`
    SELECT id FROM appointment WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`
  return findAppointment(tx, organizationId, id)
}

export type FullAppointment = z.input<typeof Appointment>

/** One row as its routes return it. */
export async function appointmentReply(
  db: Queryable,
  organization: Organization,
  row: AppointmentRow,
  expand: readonly AppointmentExpansion[],
): Promise<FullAppointment> {
  const [reply] = await appointmentReplies(db, organization, [row], expand)
  if (reply === undefined) throw new Error('One row makes one record.')
  return reply
}

/** Rows as their routes return them. A query or two for each name in `expand`, whatever the number of rows. */
export async function appointmentReplies(
  db: Queryable,
  organization: Organization,
  rows: readonly AppointmentRow[],
  expand: readonly AppointmentExpansion[],
): Promise<FullAppointment[]> {
  const records: FullAppointment[] = rows.map((row) => toAppointment(row, organization.timeZone))
  for (const name of expand) await EXPANSIONS[name](db, organization, records)
  return records
}

type Expand = (
  db: Queryable,
  organization: Organization,
  records: FullAppointment[],
) => Promise<void>

const EXPANSIONS: Readonly<Record<AppointmentExpansion, Expand>> = {
  async client(db, organization, records) {
    const rows = await db.client.findMany({
      where: among(
        organization,
        records.map((record) => record.client_id),
      ),
    })
    const byId = new Map(rows.map((row) => [row.id, toClient(row, organization.timeZone)]))
    for (const record of records) record.client = byId.get(record.client_id) ?? record.client
  },
  async professional(db, organization, records) {
    const rows = await db.professional.findMany({
      where: among(
        organization,
        records.map((record) => record.professional_id),
      ),
      include: PROFESSIONAL_RELATIONS,
    })
    const byId = new Map(rows.map((row) => [row.id, toProfessional(row, organization.timeZone)]))
    for (const record of records) {
      record.professional = byId.get(record.professional_id) ?? record.professional
    }
  },
  async services(db, organization, records) {
    const rows = await db.service.findMany({
      where: among(
        organization,
        records.flatMap((record) => record.service_ids),
      ),
      include: SERVICE_RELATIONS,
    })
    const byId = new Map(rows.map((row) => [row.id, toService(row, organization)]))
    for (const record of records) {
      record.services = record.services.map((service) => byId.get(service.id) ?? service)
    }
  },
  async deposit(db, organization, records) {
    const rows = await db.deposit.findMany({
      where: among(
        organization,
        records.flatMap((record) => record.deposit_id ?? []),
      ),
      include: DEPOSIT_RELATIONS,
    })
    const byId = new Map(rows.map((row) => [row.id, toDeposit(row, organization.timeZone)]))
    for (const record of records) {
      if (record.deposit_id !== null) record.deposit = byId.get(record.deposit_id) ?? null
    }
  },
}

function among(
  organization: Pick<Organization, 'id'>,
  ids: readonly number[],
): { organizationId: number; id: Prisma.IntFilter } {
  return { organizationId: organization.id, id: { in: [...new Set(ids)] } }
}
