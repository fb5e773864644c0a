import { recordEvent, type FilterValues, type NewEvent } from '../events/new-event.ts'
import type { QueueEntryRecord, QueueEntryRow } from './queue-entry.ts'
import type { QueueTransition } from './transitions.ts'

/**
 * @param row after the change
 * @param records.before null when the entry is new
 */
export function queueEntryEvent(
  type: QueueTransition['event'],
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
