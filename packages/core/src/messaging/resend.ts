import { z } from 'zod'
import { Problem } from '../contract/problems.ts'
import { valueText } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { ListedMessage } from './listed-message.ts'
import { lockedMessage } from './send.ts'
import { messageReply, noSuchMessage, writeOne } from './write-one.ts'

/**
 * `messaging.resend`: sends a message again, as one of its own. Its record is read again before, so what is of no use any
 * more is skipped. A message that still waits is not sent twice.
 */
export const resendMessage = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({ message_id: valueText() }),
  output: ListedMessage,
  emits: { ok: [] },
  notes: ['message.resent'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, { message_id: id }) {
    const row = await lockedMessage(write, id)
    if (row === null || row.organizationId !== write.organization.id) throw noSuchMessage()
    if (row.direction !== 'OUTBOUND') {
      throw new Problem('action_not_allowed', 'This message arrived. Only sent ones can be resent.')
    }
    if (row.status === 'QUEUED') {
      throw new Problem('action_not_allowed', 'This message has not been sent yet.')
    }
    if (row.clientId === null || row.recipient === null) {
      throw new Problem('action_not_allowed', 'The client of this message was erased.')
    }
    const { purpose, channel, clientId, recipient, address, language, record, recordId } = row
    const again = await writeOne(write, {
      purpose,
      channel,
      clientId,
      recipient,
      address,
      language,
      record,
      recordId,
      ...(row.about === null ? {} : { about: row.about }),
      subject: row.subject,
      text: row.text,
      cause: `resend ${write.newId('msg')}`,
    })
    write.note({ action: 'message.resent', id: again.id, changes: null })
    return messageReply(write, again.id)
  },
})
