import { deleteRows, findRow, tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { connectionUpdated, MessagingConnection, toConnection } from './connection.ts'

/**
 * `messaging.disconnect`: deletes the secrets of an own number, or leaves the central one. Later messages go by e-mail. The
 * event is of own numbers.
 */
export const disconnectMessaging = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: MessagingConnection,
  emits: { ok: [maybe('messaging.connection.updated')] },
  notes: ['messaging.central_disconnected'],
  problems: [],
  async run(write) {
    const { tx, organization } = write
    const organizationId = organization.id
    await lockOrganization(tx, organizationId)
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
    if (after.channel === 'own') write.emit(connectionUpdated(before, after, organization))
    else write.note({ action: 'messaging.central_disconnected', id: null, changes: null })
    return toConnection(write, after, null)
  },
})
