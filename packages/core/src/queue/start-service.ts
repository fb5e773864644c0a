import type { Work } from '../change/system-work.ts'
import type { QueueEntryRow } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/**
 * Starts the service of a client who was called and has come. The team does this in the dashboard, or the
 * client by confirming on the link.
 *
 * @throws `404 not_found`, `409 queue_entry_not_editable`
 */
export async function startService(work: Work, queueEntryId: number): Promise<QueueEntryRow> {
  return stepQueueEntry(work, queueEntryId, 'start')
}
