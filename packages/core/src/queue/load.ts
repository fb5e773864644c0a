import { localDateOf } from '@scheduling/availability'
import {
  column,
  query,
  selected,
  sqlOf,
  tables,
  type AppointmentType,
  type Queryable,
  type RowOf,
} from '@scheduling/database'
import { lockAndRead } from '../change/locks.ts'
import { dateText } from '../clients/client.ts'
import { loadClients } from '../clients/load.ts'
import { Problem } from '../contract/problems.ts'
import { loadDeposits } from '../deposits/load.ts'
import { expander, reference, type Load, type Reader } from '../lists/expand.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import { loadProfessionals } from '../professionals/load.ts'
import { loadServices } from '../services/load.ts'
import { LINE_OF_PAGE, lineOf, loadLine, positionsOf, type LineRow } from './line.ts'
import {
  toQueueEntry,
  type FullQueueEntry,
  type QueueEntryExpansion,
  type QueueEntryRecord,
  type QueueEntryRow,
} from './queue-entry.ts'

const LATEST_DEPOSIT = `(SELECT d.id FROM deposit d WHERE d.queue_entry_id = e.id ORDER BY d.id DESC LIMIT 1)`

const DECLARED = {
  table: tables.queueEntry,
  alias: 'e',
  row: {
    ...tables.queueEntry.columns,
    professionalName: column.by('p.name', column.nullable(column.text)),
    serviceName: column.by('s.name', column.text),
    serviceType: column.by('s.service_type', column.oneOf<AppointmentType>('appointment_type')),
    firstName: column.by('c.first_name', column.text),
    lastName: column.by('c.last_name', column.nullable(column.text)),
    depositId: column.by(LATEST_DEPOSIT, column.nullable(column.int)),
  },
  joins: `LEFT JOIN professional p ON p.id = e.professional_id
    JOIN service s ON s.id = e.service_id JOIN client c ON c.id = e.client_id`,
}

/** Without the line: a change reads it once the row is changed. */
const byId = query({
  name: 'queue_entry by id',
  row: DECLARED.row,
  text: `SELECT ${selected(DECLARED.row, 'e')} FROM queue_entry e ${DECLARED.joins} WHERE e.organization_id = $1 AND e.id = $2`,
})

/** With the line in which they wait. */
export const QUEUE_ENTRIES_IN_LINE = recordsOf({
  ...DECLARED,
  name: 'queue_entry in line',
  row: {
    ...DECLARED.row,
    line: column.by(LINE_OF_PAGE, column.nullable(column.json<LineRow>())),
  },
  ofPage: ['line'],
})

/** A row in the form of the record's parts. */
function withParts(found: RowOf<typeof DECLARED.row>): QueueEntryRow {
  const { professionalName, serviceName, serviceType, firstName, lastName, depositId, ...columns } =
    found
  const { professionalId, serviceId, clientId } = columns
  return {
    ...columns,
    professional:
      professionalId === null || professionalName === null
        ? null
        : { id: professionalId, name: professionalName },
    service: { id: serviceId, name: serviceName, serviceType },
    client: { id: clientId, firstName, lastName },
    deposits: depositId === null ? [] : [{ id: depositId }],
  }
}

/** @throws `404 not_found` */
export async function findQueueEntry(
  db: Queryable,
  organizationId: number,
  id: number,
): Promise<QueueEntryRow> {
  const [found] = await byId(sqlOf(db), [organizationId, id])
  if (found === undefined) throw noSuchEntry()
  return withParts(found)
}

/** @returns those that are there, ordered by id */
export async function findQueueEntries(
  db: Queryable,
  organizationId: number,
  ids: readonly number[],
): Promise<QueueEntryRow[]> {
  const rows = await QUEUE_ENTRIES_IN_LINE.among(db, organizationId, ids)
  return rows.map(withParts).toSorted((one, other) => one.id - other.id)
}

function noSuchEntry(): Problem {
  return new Problem('not_found', 'No queue entry of this organization has this id.')
}

/**
 * As `findQueueEntry`, and locks the row until the transaction ends.
 *
 * @throws `404 not_found`
 */
export const lockQueueEntry = lockAndRead('queue_entry', findQueueEntry)

/** Whether the day of the entry is over, in the time zone of the organization. */
export function isPast(row: QueueEntryRow, reader: Reader): boolean {
  return dateText(row.date) < localDateOf(reader.now(), reader.organization.timeZone)
}

/** The record of a row, without expansions. If the entry waits, this takes one statement. */
export async function queueEntryRecord(
  db: Queryable,
  reader: Reader,
  row: QueueEntryRow,
): Promise<QueueEntryRecord> {
  const { organization } = reader
  const asked = { dates: [dateText(row.date)], serviceIds: [row.serviceId] }
  const line =
    row.status === 'WAITING' ? await loadLine(db, organization, asked, reader.now()) : null
  const positions = line === null ? null : positionsOf(line, new Set([row.id]), reader.now())
  return toQueueEntry(row, reader, positions?.get(row.id) ?? null)
}

/** The records of the rows of a page, without expansions. */
export function queueEntryRecords(
  reader: Reader,
  rows: readonly RowIn<typeof QUEUE_ENTRIES_IN_LINE>[],
): QueueEntryRecord[] {
  const now = reader.now()
  const line = lineOf(rows[0]?.line ?? null, reader.organization, now)
  const waiting = rows.filter(({ status }) => status === 'WAITING')
  const positions = positionsOf(line, new Set(waiting.map(({ id }) => id)), now)
  return rows.map((row) => toQueueEntry(withParts(row), reader, positions.get(row.id) ?? null))
}

/**
 * As the routes read one entry.
 *
 * @throws `404 not_found`
 */
export async function readQueueEntry(
  db: Queryable,
  reader: Reader,
  id: number,
): Promise<QueueEntryRecord> {
  const found = await QUEUE_ENTRIES_IN_LINE.one(db, reader.organization.id, id)
  const [record] = queueEntryRecords(reader, found === null ? [] : [found])
  if (record === undefined) throw noSuchEntry()
  return record
}

export const loadQueueEntries: Load<QueueEntryRecord> = async (db, reader, ids) => {
  const rows = await QUEUE_ENTRIES_IN_LINE.among(db, reader.organization.id, ids)
  return new Map(queueEntryRecords(reader, rows).map((record) => [record.id, record]))
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
