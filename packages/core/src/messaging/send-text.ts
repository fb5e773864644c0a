import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { noSuchClient } from '../clients/merged.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { Id, nullableLines } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { isUsable } from './connection.ts'
import { contactAt, isInConversation } from './contact.ts'
import { ListedMessage } from './listed-message.ts'
import { TYPED } from './purpose.ts'
import { messageReply, writeOne } from './write-one.ts'

/**
 * `messaging.sendText`: writes to a client by WhatsApp, within 24 hours after the client's last message. The platform takes
 * nothing else later.
 */
export const sendText = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({
    client_id: Id,
    text: nullableLines(LIMITS.messageCharacters).refine((text) => text !== null, {
      params: { code: 'required' },
      message: 'The text is empty.',
    }),
  }),
  output: ListedMessage,
  emits: { ok: [] },
  notes: ['message.written'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, { client_id: id, text }) {
    const { tx, organization } = write
    const organizationId = organization.id
    const client = await findRow(tx, tables.client, { organizationId, id })
    if (client === null) throw await noSuchClient(tx, organizationId, id)
    const connection = await findRow(tx, tables.messagingConnection, { organizationId })
    if (!isUsable(connection, organization)) {
      throw new Problem('action_not_allowed', 'The organization is not connected to WhatsApp.')
    }
    const address = client.phoneKey
    const contact = address === null ? null : await contactAt(write, 'whatsapp', address)
    if (!isInConversation(write, contact)) {
      throw new Problem(
        'action_not_allowed',
        'The client has not written in the last 24 hours, so WhatsApp takes no text.',
      )
    }
    const row = await writeOne(write, {
      purpose: TYPED,
      channel: 'whatsapp',
      clientId: client.id,
      recipient: client.phone,
      address,
      record: 'client',
      recordId: client.id,
      text,
      cause: `text ${write.newId('msg')}`,
    })
    write.note({ action: 'message.written', id: row.id, changes: null })
    return messageReply(write, row.id)
  },
})
