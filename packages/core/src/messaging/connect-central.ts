import { findRow, tables, upsertRow } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { Problem } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { MessagingConnection, toConnection } from './connection.ts'
import { endConversations } from './contact.ts'
import { wakeMessages } from './due.ts'

/**
 * `messaging.connectCentral`: messages go out from the number of the service, for an organization that has connected none of
 * its own. It needs no feature of the plan, and has no event: those are of own numbers.
 */
export const connectCentral = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({}),
  output: MessagingConnection,
  emits: { ok: [] },
  notes: ['messaging.central_connected'],
  problems: ['action_not_allowed'],
  async run(write) {
    const { tx, organization, centralNumber } = write
    const organizationId = organization.id
    if (centralNumber === null) {
      throw new Problem('action_not_allowed', 'This service has no central WhatsApp number.')
    }
    await lockOrganization(tx, organizationId)
    const before = await findRow(tx, tables.messagingConnection, { organizationId })
    if (before?.channel === 'own' && before.status !== 'DISCONNECTED') {
      throw new Problem(
        'action_not_allowed',
        'The organization has a number of its own. Disconnect it first.',
      )
    }
    const { phone } = centralNumber
    const connected = { channel: 'central', status: 'CONNECTED', phone }
    const after = await upsertRow(tx, tables.messagingConnection, { organizationId }, connected)
    if (before?.channel !== after.channel || before.phone !== phone) {
      await endConversations(tx, organizationId)
    }
    await wakeMessages(tx, organizationId)
    if (before?.channel !== after.channel || before.status !== after.status) {
      write.note({ action: 'messaging.central_connected', id: null, changes: null })
    }
    return toConnection(write, after, null)
  },
})
