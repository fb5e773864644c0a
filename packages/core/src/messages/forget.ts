import { Prisma, type Transaction } from '@scheduling/database'

/** What a message is once nobody can be known from it. */
const FORGOTTEN = {
  recipient: null,
  address: null,
  subject: null,
  text: null,
  about: Prisma.DbNull,
  errorMessage: null,
  visitor: null,
}

/**
 * Takes a client out of all messages: what was said, and to whom. That something was said stays, with its purpose and its
 * times. Phones and e-mails of the client keep no memory of consent either, unless another client has the same.
 *
 * Call it while the row of the client still has its phone and its e-mail: somebody may have agreed who never wrote.
 */
export async function forgetMessagesOf(
  tx: Transaction,
  organizationId: number,
  clientId: number,
): Promise<void> {
  const rows = await tx.message.findMany({
    where: { organizationId, clientId, address: { not: null } },
    select: { channel: true, address: true },
    distinct: ['channel', 'address'],
  })
  const client = await tx.client.findUnique({
    where: { organizationId_id: { organizationId, id: clientId } },
    select: { phoneKey: true, email: true },
  })
  const own = [
    { channel: 'whatsapp', address: client?.phoneKey ?? null },
    { channel: 'email', address: client?.email ?? null },
  ]
  await tx.message.updateMany({
    where: { organizationId, clientId, status: 'QUEUED', callingSince: null },
    data: { status: 'SKIPPED', errorCode: 'erased', nextAttemptAt: null },
  })
  await tx.message.updateMany({
    where: { organizationId, clientId },
    data: { ...FORGOTTEN, clientId: null },
  })
  for (const { channel, address } of [...rows, ...own]) {
    if (address === null) continue
    const whose = channel === 'email' ? { email: address } : { phoneKey: address }
    const other = await tx.client.findFirst({
      where: { organizationId, id: { not: clientId }, ...whose },
      select: { id: true },
    })
    if (other !== null) continue
    await tx.messagingContact.deleteMany({ where: { organizationId, channel, address } })
    if (channel === 'whatsapp') {
      await tx.whatsappConsent.deleteMany({ where: { organizationId, address } })
    }
    // What came from an address before it was a client's.
    await tx.message.updateMany({
      where: { organizationId, channel, address, clientId: null },
      data: FORGOTTEN,
    })
  }
}
