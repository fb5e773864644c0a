import { recordEvent, type FilterValues, type NewEvent } from '../events/new-event.ts'
import type { Reader } from '../lists/expand.ts'
import { toQueueEntry, type QueueEntryRecord, type QueueEntryRow } from './queue-entry.ts'
import type { QueueTransition } from './transitions.ts'

/**
 * @param row after the change
 * @param records.before null when the entry is new
 */
export function queueEntryEvent(
  type: QueueTransition['event'] | 'queue.entry.updated',
  row: QueueEntryRow,
  records: { readonly before: QueueEntryRecord | null; readonly after: QueueEntryRecord },
): NewEvent {
  return recordEvent(type, {
    ...records,
    filters: {
      ...queueFilters(row),
      status: row.status,
      type: row.service.serviceType,
      source: null,
    },
  })
}

/** An entry that changed without a step. What is computed when it is read is null, as in the events of steps. */
export function queueEntryUpdated(
  before: QueueEntryRow,
  after: QueueEntryRow,
  reader: Reader,
): NewEvent {
  const recordOf = (row: QueueEntryRow) => toQueueEntry(row, reader, null)
  const records = { before: recordOf(before), after: recordOf(after) }
  return queueEntryEvent('queue.entry.updated', after, records)
}

/** The professional and the service whose subscribers get the events of an entry and of its deposits. */
export function queueFilters(
  row: Pick<QueueEntryRow, 'professionalId' | 'serviceId'>,
): Pick<FilterValues, 'professionalIds' | 'serviceIds'> {
  return {
    // An empty list matches every filter: any professional may call an entry that has none.
    professionalIds: row.professionalId === null ? [] : [row.professionalId],
    serviceIds: [row.serviceId],
  }
}
