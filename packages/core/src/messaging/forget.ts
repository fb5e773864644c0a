import {
  column,
  deleteRows,
  findRow,
  Prisma,
  query,
  sqlOf,
  tables,
  updateRows,
  type Transaction,
} from '@scheduling/database'

/** A message without anything that identifies a person. */
const FORGOTTEN = {
  recipient: null,
  address: null,
  subject: null,
  text: null,
  about: null,
  errorMessage: null,
  visitor: null,
}

const addressesOf = query({
  name: 'addresses of messages to a client',
  text: `SELECT DISTINCT m.channel, m.address FROM message m
    WHERE m.organization_id = $1::int AND m.client_id = $2::int AND m.address IS NOT NULL`,
  row: { channel: column.text, address: column.nullable(column.text) },
})

/**
 * Removes a client from all messages: their text and address. The message stays, with its purpose and its
 * times. Phones and e-mails of the client keep no memory of consent either, unless another client has the same.
 *
 * Call it while the row of the client still has its phone and its e-mail: a client may have agreed without ever writing.
 */
export async function forgetMessagesOf(
  tx: Transaction,
  organizationId: number,
  clientId: number,
): Promise<void> {
  const rows = await addressesOf(sqlOf(tx), [organizationId, clientId])
  const client = await findRow(tx, tables.client, { organizationId, id: clientId })
  const own = [
    { channel: 'whatsapp', address: client?.phoneKey ?? null },
    { channel: 'email', address: client?.email ?? null },
  ]
  await updateRows(
    tx,
    tables.message,
    { organizationId, clientId, status: 'QUEUED', callingSince: null },
    { status: 'SKIPPED', errorCode: 'erased', nextAttemptAt: null },
  )
  await updateRows(
    tx,
    tables.message,
    { organizationId, clientId },
    { ...FORGOTTEN, clientId: null },
  )
  for (const { channel, address } of [...rows, ...own]) {
    if (address === null) continue
    const whose = channel === 'email' ? { email: address } : { phoneKey: address }
    const other = await findRow(tx, tables.client, {
      organizationId,
      id: Prisma.sql`<> ${clientId}`,
      ...whose,
    })
    if (other !== null) continue
    await deleteRows(tx, tables.messagingContact, { organizationId, channel, address })
    if (channel === 'whatsapp') {
      await deleteRows(tx, tables.whatsappConsent, { organizationId, address })
    }
    // What came from an address before it was a client's.
    await updateRows(
      tx,
      tables.message,
      { organizationId, channel, address, clientId: null },
      FORGOTTEN,
    )
  }
}
