import { localDateOf } from '@scheduling/availability'
import { findRow, findRows, insertRow, tables, type Service } from '@scheduling/database'
import type { BookingClient } from '../clients/client-choice.ts'
import type { WriteContext } from '../change/write-context.ts'
import { lockProfessionals } from '../change/locks.ts'
import { invalidFields, Problem, type FieldError } from '../contract/problems.ts'
import type { Work } from '../change/system-work.ts'
import { dayColumn } from '../ground/day-column.ts'
import type { Language } from '../ground/language.ts'
import { queueEntryEvent } from './events.ts'
import { loadLine, serving, takesOneMore } from './line.ts'
import { findQueueEntry, queueEntryRecord } from './load.ts'
import type { QueueEntryRecord, QueueEntryRow } from './queue-entry.ts'
import { queueService } from './references.ts'
import { ACTIVE_QUEUE_STATUSES } from './transitions.ts'

/** A new entry in the queue of today, whose references have been checked. */
export type Joining = {
  readonly service: Pick<Service, 'id'>
  /** Null: any professional. */
  readonly professionalId: number | null
  readonly client: BookingClient
  readonly notes: string | null
  /** The language of the page on which the client joins. Left out: the client joins on no page. */
  readonly language?: Language | undefined
  /** What else is written with the new entry, before its event is made. */
  readonly andWrite?: (row: QueueEntryRow) => Promise<void>
}

/**
 * Adds a client to the queue, for every channel. `existing`: the client is already in a queue of today, and
 * nothing was written. The lock of the client makes simultaneous requests of one client wait. The locks of the
 * professionals protect the capacity of their queues.
 *
 * @throws `409 queue_closed`; `400` on `service_id` when the queue offers the service no more
 */
export async function joinQueue(
  work: Work & Pick<WriteContext, 'source'>,
  joining: Joining,
): Promise<{ outcome: 'created' | 'existing'; record: QueueEntryRecord }> {
  const { tx, organization } = work
  const { client, professionalId, service } = joining
  const now = work.now()
  const date = localDateOf(now, organization.timeZone)
  if (client.existing !== null) {
    const active = await findRow(tx, tables.queueEntry, {
      organizationId: organization.id,
      clientId: client.existing.id,
      date: dayColumn(date),
      status: ACTIVE_QUEUE_STATUSES,
    })
    if (active !== null) {
      const row = await findQueueEntry(tx, organization.id, active.id)
      return { outcome: 'existing', record: await queueEntryRecord(tx, work, row) }
    }
  }
  await requireOpen(work, joining, date, now)
  const applied = await client.apply()
  if (applied.event !== null) work.emit(applied.event)
  const made = await insertRow(tx, tables.queueEntry, {
    organizationId: organization.id,
    professionalId,
    serviceId: service.id,
    clientId: applied.client.id,
    date: dayColumn(date),
    arrivedAt: new Date(now),
    notes: joining.notes,
    source: work.source,
    language: joining.language ?? null,
  })
  const joined = await findQueueEntry(tx, organization.id, made.id)
  await joining.andWrite?.(joined)
  const row =
    joining.andWrite === undefined ? joined : await findQueueEntry(tx, organization.id, made.id)
  const record = await queueEntryRecord(tx, work, row)
  work.emit(queueEntryEvent('queue.entry.created', row, { before: null, after: record }))
  return { outcome: 'created', record }
}

async function requireOpen(work: Work, joining: Joining, date: string, now: number): Promise<void> {
  const { tx, organization } = work
  const { professionalId, service } = joining
  const asked = { dates: [date], serviceIds: [service.id] }
  // Every desk, not only those that would do for the newcomer: joining one can move other entries to another.
  const desks = await findRows(tx, tables.queueDesk, { organizationId: organization.id })
  await lockProfessionals(
    tx,
    desks.map((desk) => desk.professionalId),
  )
  // The service may have been deactivated before the lock.
  const faults: FieldError[] = []
  await queueService(work, service.id, faults)
  if (faults.length > 0) throw invalidFields(faults)
  const line = await loadLine(tx, organization, asked, now)
  const open = serving(line, service.id).filter(
    (id) => professionalId === null || id === professionalId,
  )
  if (takesOneMore(line, open)) return
  const who =
    professionalId === null
      ? 'Every queue that offers this service'
      : 'The queue of this professional'
  throw new Problem(
    'queue_closed',
    open.length === 0 ? `${who} is closed now.` : `${who} is full now.`,
  )
}
