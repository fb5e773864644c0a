import type { Prisma, Queryable, Transaction } from '@scheduling/database'
import type { z } from 'zod'
import { APPOINTMENT_RELATIONS, toAppointment } from '../appointments/appointment.ts'
import { toClient } from '../clients/client.ts'
import { Problem } from '../contract/problems.ts'
import { queueEntryRecords, type Reader } from '../queue/load.ts'
import { QUEUE_ENTRY_RELATIONS } from '../queue/queue-entry.ts'
import { DEPOSIT_RELATIONS, toDeposit, type DepositRow } from './deposit.ts'
import type { Deposit, DepositExpansion } from './full-deposit.ts'

/** @throws `404 not_found` */
export async function findDeposit(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<DepositRow> {
  const row = await db.deposit.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: DEPOSIT_RELATIONS,
  })
  if (row === null) throw new Problem('not_found', 'No deposit of this organization has this id.')
  return row
}

/**
 * The row, held to the end of the transaction. Whatever it is for is locked before it.
 *
 * @throws `404 not_found`
 */
export async function lockDeposit(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<DepositRow> {
  await tx.$queryRaw`
    SELECT id FROM deposit WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`
  return findDeposit(tx, organizationId, id)
}

export type FullDeposit = z.input<typeof Deposit>

/** One row as its routes return it. */
export async function depositReply(
  db: Queryable,
  reader: Reader,
  row: DepositRow,
  expand: readonly DepositExpansion[],
): Promise<FullDeposit> {
  const [reply] = await depositReplies(db, reader, [row], expand)
  if (reply === undefined) throw new Error('One row makes one record.')
  return reply
}

/** Rows as their routes return them. A few queries for each name in `expand`, whatever the number of rows. */
export async function depositReplies(
  db: Queryable,
  reader: Reader,
  rows: readonly DepositRow[],
  expand: readonly DepositExpansion[],
): Promise<FullDeposit[]> {
  const records: FullDeposit[] = rows.map((row) => toDeposit(row, reader.organization.timeZone))
  for (const name of expand) await EXPANSIONS[name](db, reader, records)
  return records
}

type Expand = (db: Queryable, reader: Reader, records: FullDeposit[]) => Promise<void>

const EXPANSIONS: Readonly<Record<DepositExpansion, Expand>> = {
  async client(db, reader, records) {
    const rows = await db.client.findMany({
      where: among(
        reader,
        records.map((record) => record.client_id),
      ),
    })
    const byId = new Map(rows.map((row) => [row.id, toClient(row, reader.organization.timeZone)]))
    for (const record of records) record.client = byId.get(record.client_id) ?? record.client
  },
  async appointment(db, reader, records) {
    const rows = await db.appointment.findMany({
      where: among(
        reader,
        records.flatMap((record) => record.appointment_id ?? []),
      ),
      include: APPOINTMENT_RELATIONS,
    })
    const byId = new Map(
      rows.map((row) => [row.id, toAppointment(row, reader.organization.timeZone)]),
    )
    for (const record of records) {
      if (record.appointment_id !== null) {
        record.appointment = byId.get(record.appointment_id) ?? null
      }
    }
  },
  async queue_entry(db, reader, records) {
    const rows = await db.queueEntry.findMany({
      where: among(
        reader,
        records.flatMap((record) => record.queue_entry_id ?? []),
      ),
      include: QUEUE_ENTRY_RELATIONS,
    })
    const entries = await queueEntryRecords(db, reader, rows)
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    for (const record of records) {
      if (record.queue_entry_id !== null) {
        record.queue_entry = byId.get(record.queue_entry_id) ?? null
      }
    }
  },
}

function among(
  { organization }: Reader,
  ids: readonly number[],
): { organizationId: number; id: Prisma.IntFilter } {
  return { organizationId: organization.id, id: { in: [...new Set(ids)] } }
}
