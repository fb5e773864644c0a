import { z } from 'zod'
import { lockProfessionals } from '../change/locks.ts'
import { noticing, type WriteContext } from '../change/write-context.ts'
import { lockClient } from '../clients/match.ts'
import { findRow, tables } from '@scheduling/database'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findQueueEntry, isPast, lockQueueEntry, queueEntryReply } from './load.ts'
import { QueueEntry, QueueEntryExpand, type QueueEntryRow } from './queue-entry.ts'
import { professionalFaults } from './references.ts'
import { takeStep } from './step.ts'
import { ACTIVE_QUEUE_STATUSES, notEditable, requireTransition } from './transitions.ts'

const MINUTE_MS = 60_000

/** The client comes after all, or the wrong entry was ended: it is called as before, and the time to answer starts again. */
export const undoQueueEntry = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({ entry_id: Id, expand: QueueEntryExpand }),
  output: QueueEntry,
  emits: { ok: ['queue.entry.called'] },
  problems: ['not_found', 'queue_entry_not_editable'],
  async run(context, input) {
    const row = await undoEnd(context, input.entry_id)
    return queueEntryReply(context.tx, context, row, input.expand)
  },
})

/** @throws `404 not_found`, `409 queue_entry_not_editable` */
async function undoEnd(context: WriteContext, id: number): Promise<QueueEntryRow> {
  const { tx, organization } = context
  const seen = await findQueueEntry(tx, organization.id, id)
  const client = await lockClient(tx, organization.id, seen.clientId)
  await lockProfessionals(tx, seen.professionalId === null ? [] : [seen.professionalId])
  const before = await lockQueueEntry(tx, organization.id, id)
  const state = { status: before.status, isPast: isPast(before, context) }
  const transition = requireTransition(state, 'undo')
  if (client?.id !== before.clientId) {
    throw notEditable('The client was erased, or merged into another one.')
  }
  const active = await findRow(tx, tables.queueEntry, {
    organizationId: organization.id,
    clientId: before.clientId,
    date: before.date,
    status: ACTIVE_QUEUE_STATUSES,
  })
  if (active !== null) throw notEditable('This client is in the queue again.')
  if ((await professionalFaults(context, before.professionalId)).length > 0) {
    throw notEditable('The professional who called is no longer active.')
  }
  const now = context.now()
  // The client was called before: there is no second message.
  return takeStep(noticing(context, { notify_client: false }), before, transition, {
    calledAt: before.calledAt ?? new Date(now),
    callExpiresAt: new Date(now + organization.queueCallTimeoutMinutes * MINUTE_MS),
    startedAt: null,
    completedAt: null,
    noShowAt: null,
  })
}
