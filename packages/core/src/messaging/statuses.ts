/** What the platform tells about messages that it took. It tells late, twice, and in any order. */
import { changeMessage } from './change-message.ts'
import { findRow, tables, type Message as MessageRow } from '@scheduling/database'
import type { SentStatus } from '@scheduling/messaging'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { each } from '../ground/each.ts'
import { lockedMessage, markFailed, markSent } from './send.ts'

export async function applyStatuses(
  service: Service,
  organizationId: number,
  statuses: readonly SentStatus[],
): Promise<void> {
  await each(statuses, (status) =>
    systemWork(service, organizationId, (work) => apply(work, status), 'recordSending'),
  )
}

/** How far each status is. A later word about an earlier one takes nothing back. */
const RANKS: Readonly<Record<string, number>> = {
  QUEUED: 0,
  UNKNOWN: 0,
  SENT: 1,
  DELIVERED: 2,
  READ: 3,
}

async function apply(work: Work, status: SentStatus): Promise<void> {
  const found = await findSent(work, status)
  const row = found === null ? null : await lockedMessage(work, found.id)
  if (row === null) return
  const rank = RANKS[row.status]
  // Failed, skipped or received: nothing that is told now changes it.
  if (rank === undefined) return
  if (status.status === 'failed') {
    if (rank > 1) return
    await markFailed(work, row, {
      errorCode: status.errorCode ?? 'whatsapp_failed',
      errorMessage: status.errorTitle,
      providerId: status.providerId,
    })
    return
  }
  const taken = rank === 0 ? await markSent(work, row, { providerId: status.providerId }) : row
  if (status.status === 'sent') return
  const at = new Date(status.at)
  const isRead = status.status === 'read'
  await changeMessage(work.tx, row.id, {
    status: isRead || taken.status === 'READ' ? 'READ' : 'DELIVERED',
    deliveredAt: taken.deliveredAt ?? at,
    ...(isRead ? { readAt: taken.readAt ?? at } : {}),
  })
}

/** By our id, which the platform gives back, or by its own. Only a message of this organization. */
async function findSent(
  { tx, organization }: Work,
  { messageId, providerId }: SentStatus,
): Promise<Pick<MessageRow, 'id'> | null> {
  const ours = { organizationId: organization.id, direction: 'OUTBOUND', channel: 'whatsapp' }
  const byProvider = await findRow(tx, tables.message, { ...ours, providerId })
  if (byProvider !== null || messageId === null) return byProvider
  return findRow(tx, tables.message, { ...ours, id: messageId, providerId: null })
}
