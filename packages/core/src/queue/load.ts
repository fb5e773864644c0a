import { localDateOf } from '@scheduling/availability'
import type { Organization, Prisma, Queryable, Transaction } from '@scheduling/database'
import type { z } from 'zod'
import { dateText, toClient } from '../clients/client.ts'
import type { Context } from '../context.ts'
import { DEPOSIT_RELATIONS, toDeposit } from '../deposits/deposit.ts'
import { Problem } from '../contract/problems.ts'
import { PROFESSIONAL_RELATIONS, toProfessional } from '../professionals/professional.ts'
import { SERVICE_RELATIONS, toService } from '../services/service.ts'
import { loadLine, placesOf } from './line.ts'
import {
  QUEUE_ENTRY_RELATIONS,
  toQueueEntry,
  type QueueEntry,
  type QueueEntryExpansion,
  type QueueEntryRecord,
  type QueueEntryRow,
} from './queue-entry.ts'

/** What reading a record needs beside its row. */
export type Reader = Pick<Context, 'now' | 'organization'>

/** @throws `404 not_found` */
export async function findQueueEntry(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<QueueEntryRow> {
  const row = await db.queueEntry.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: QUEUE_ENTRY_RELATIONS,
  })
  if (row === null)
    throw new Problem('not_found', 'No queue entry of this organization has this id.')
  return row
}

/**
 * The row, held to the end of the transaction: whatever is decided from it still holds when it is written.
 *
 * @throws `404 not_found`
 */
export async function lockQueueEntry(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<QueueEntryRow> {
  await tx.$queryRaw`
    SELECT id FROM queue_entry WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`
  return findQueueEntry(tx, organizationId, id)
}

/** Whether its day is over, on the organization's calendar. */
export function isPast(row: QueueEntryRow, reader: Pick<Reader, 'now' | 'organization'>): boolean {
  return dateText(row.date) < localDateOf(reader.now(), reader.organization.timeZone)
}

/** Rows as events and other records carry them. Three statements more when any of them waits. */
export async function queueEntryRecords(
  db: Queryable,
  reader: Reader,
  rows: readonly QueueEntryRow[],
): Promise<QueueEntryRecord[]> {
  const { organization } = reader
  const waiting = rows.filter((row) => row.status === 'WAITING')
  const places =
    waiting.length === 0
      ? new Map()
      : placesOf(
          await loadLine(
            db,
            organization,
            {
              dates: waiting.map((row) => dateText(row.date)),
              serviceIds: waiting.map((row) => row.serviceId),
            },
            reader.now(),
          ),
          new Set(waiting.map((row) => row.id)),
          reader.now(),
        )
  return rows.map((row) => toQueueEntry(row, organization.timeZone, places.get(row.id) ?? null))
}

export type FullQueueEntry = z.input<typeof QueueEntry>

/** One row as its routes return it. */
export async function queueEntryReply(
  db: Queryable,
  reader: Reader,
  row: QueueEntryRow,
  expand: readonly QueueEntryExpansion[],
): Promise<FullQueueEntry> {
  const [reply] = await queueEntryReplies(db, reader, [row], expand)
  if (reply === undefined) throw new Error('One row makes one record.')
  return reply
}

/** Rows as their routes return them. A query or two for each name in `expand`, whatever the number of rows. */
export async function queueEntryReplies(
  db: Queryable,
  reader: Reader,
  rows: readonly QueueEntryRow[],
  expand: readonly QueueEntryExpansion[],
): Promise<FullQueueEntry[]> {
  return expanded(db, reader.organization, await queueEntryRecords(db, reader, rows), expand)
}

/** Copies with full records in place of references; the records that are given stay as they are. */
export async function expanded(
  db: Queryable,
  organization: Organization,
  records: readonly QueueEntryRecord[],
  expand: readonly QueueEntryExpansion[],
): Promise<FullQueueEntry[]> {
  const full: FullQueueEntry[] = records.map((record) => ({ ...record }))
  for (const name of expand) await EXPANSIONS[name](db, organization, full)
  return full
}

type Expand = (
  db: Queryable,
  organization: Organization,
  records: FullQueueEntry[],
) => Promise<void>

const EXPANSIONS: Readonly<Record<QueueEntryExpansion, Expand>> = {
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
        records.flatMap((record) => record.professional_id ?? []),
      ),
      include: PROFESSIONAL_RELATIONS,
    })
    const byId = new Map(rows.map((row) => [row.id, toProfessional(row, organization.timeZone)]))
    for (const record of records) {
      if (record.professional_id === null) continue
      record.professional = byId.get(record.professional_id) ?? record.professional
    }
  },
  async service(db, organization, records) {
    const rows = await db.service.findMany({
      where: among(
        organization,
        records.map((record) => record.service_id),
      ),
      include: SERVICE_RELATIONS,
    })
    const byId = new Map(rows.map((row) => [row.id, toService(row, organization)]))
    for (const record of records) record.service = byId.get(record.service_id) ?? record.service
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
