import { deleteRows, findRow, tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { connectionUpdated, MessagingConnection, toConnection } from './connection.ts'

/** `messaging.disconnect`: deletes the secrets of the number. Later messages go by e-mail. */
export const disconnectMessaging = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({}),
  output: MessagingConnection,
  emits: { ok: [maybe('messaging.connection.updated')] },
  notes: [],
  problems: [],
  async run(write) {
    const { tx, organization } = write
    const organizationId = organization.id
    await deleteRows(tx, tables.whatsappAccount, { organizationId })
    const before = await findRow(tx, tables.messagingConnection, { organizationId })
    if (before === null || before.status === 'DISCONNECTED') {
      return toConnection(write, before, null)
    }
    const after = await updateRow(
      tx,
      tables.messagingConnection,
      { organizationId },
      { status: 'DISCONNECTED' },
    )
    write.emit(connectionUpdated(before, after, organization))
    return toConnection(write, after, null)
  },
})
