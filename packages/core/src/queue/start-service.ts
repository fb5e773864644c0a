import type { Work } from '../change/system-work.ts'
import type { QueueEntryRow } from './queue-entry.ts'
import { stepQueueEntry } from './step.ts'

/**
 * The client has come: who was called is being served. By the team in the dashboard, or by the client who
 * confirms on the link.
 *
 * @throws `404 not_found`, `409 queue_entry_not_editable`
 */
export async function startService(work: Work, queueEntryId: number): Promise<QueueEntryRow> {
  return stepQueueEntry(work, queueEntryId, 'start')
}
