import { EVENT_TYPES } from '@scheduling/events'
import { changesBetween, type NewEvent } from '../events/new-event.ts'
import type { QueueEntryRecord, QueueEntryRow } from './queue-entry.ts'
import type { QueueTransition } from './transitions.ts'

/**
 * @param row after the change
 * @param before the record before the change; null when the entry was made
 */
export function queueEntryEvent(
  type: QueueTransition['event'],
  row: QueueEntryRow,
  after: QueueEntryRecord,
  before: QueueEntryRecord | null,
): NewEvent {
  const { changes } = EVENT_TYPES[type]
  return {
    type,
    object: after,
    changes: before === null || changes === null ? null : changesBetween(before, after, changes),
    filters: {
      // Unassigned: whoever serves it may be any of those who asked.
      professionalIds: row.professionalId === null ? [] : [row.professionalId],
      serviceIds: [row.serviceId],
      status: row.status,
      type: row.service.serviceType,
      source: null,
    },
  }
}
