/** What is known of an address: whether its owner agreed, and when something last came from there. */
import type { MessagingContact } from '@scheduling/database'
import type { Work } from '../change/system-work.ts'

/** After the last message of a client the platform takes every text for so long. */
const CONVERSATION_MS = 24 * 60 * 60_000

export function contactAt(
  { tx, organization }: Pick<Work, 'tx' | 'organization'>,
  channel: string,
  address: string,
): Promise<MessagingContact | null> {
  const organizationId = organization.id
  return tx.messagingContact.findUnique({
    where: { organizationId_channel_address: { organizationId, channel, address } },
  })
}

/** Whether the platform takes every text for this client now. */
export function isInConversation(
  { realNow }: Pick<Work, 'realNow'>,
  contact: Pick<MessagingContact, 'lastReceivedAt'> | null,
): boolean {
  const last = contact?.lastReceivedAt?.getTime()
  return last !== undefined && realNow() - last < CONVERSATION_MS
}
