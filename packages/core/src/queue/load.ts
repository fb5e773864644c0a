import { localDateOf } from '@scheduling/availability'
import type { Queryable, Transaction } from '@scheduling/database'
import { lockRow } from '../change/locks.ts'
import { dateText } from '../clients/client.ts'
import { loadClients } from '../clients/load.ts'
import { Problem } from '../contract/problems.ts'
import { loadDeposits } from '../deposit-ledger/load.ts'
import { amongIds, expander, reference, type Load, type Reader } from '../lists/expand.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { loadServices } from '../services/load.ts'
import { loadLine, positionsOf } from './line.ts'
import {
  QUEUE_ENTRY_RELATIONS,
  toQueueEntry,
  type FullQueueEntry,
  type QueueEntryExpansion,
  type QueueEntryRecord,
  type QueueEntryRow,
} from './queue-entry.ts'

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
 * As `findQueueEntry`, and locks the row until the transaction ends.
 *
 * @throws `404 not_found`
 */
export async function lockQueueEntry(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<QueueEntryRow> {
  await lockRow(tx, 'queue_entry', organizationId, id)
  return findQueueEntry(tx, organizationId, id)
}

/** Whether the day of the entry is over, in the time zone of the organization. */
export function isPast(row: QueueEntryRow, reader: Reader): boolean {
  return dateText(row.date) < localDateOf(reader.now(), reader.organization.timeZone)
}

/** The records of some rows, without expansions. If one of them waits, this takes three statements. */
export async function queueEntryRecords(
  db: Queryable,
  reader: Reader,
  rows: readonly QueueEntryRow[],
): Promise<QueueEntryRecord[]> {
  const { organization } = reader
  const waiting = rows.filter((row) => row.status === 'WAITING')
  const positions =
    waiting.length === 0
      ? new Map()
      : positionsOf(
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
  return rows.map((row) => toQueueEntry(row, organization.timeZone, positions.get(row.id) ?? null))
}

/** As `queueEntryRecords`, for one row. */
export async function queueEntryRecord(
  db: Queryable,
  reader: Reader,
  row: QueueEntryRow,
): Promise<QueueEntryRecord> {
  const [record] = await queueEntryRecords(db, reader, [row])
  if (record === undefined) throw new Error('One row makes one record.')
  return record
}

export const loadQueueEntries: Load<QueueEntryRecord> = async (db, reader, ids) => {
  const rows = await db.queueEntry.findMany({
    where: amongIds(reader.organization, ids),
    include: QUEUE_ENTRY_RELATIONS,
  })
  const records = await queueEntryRecords(db, reader, rows)
  return new Map(records.map((record) => [record.id, record]))
}

/** One row as its routes return it. */
export async function queueEntryReply(
  db: Queryable,
  reader: Reader,
  row: QueueEntryRow,
  expand: readonly QueueEntryExpansion[],
): Promise<FullQueueEntry> {
  const record = await queueEntryRecord(db, reader, row)
  return expandQueueEntries.one(db, reader, record, expand)
}

export const expandQueueEntries = expander<FullQueueEntry, QueueEntryExpansion>({
  client: reference('client', loadClients),
  professional: reference('professional', loadProfessionals),
  service: reference('service', loadServices),
  deposit: reference('deposit', loadDeposits),
})
