import { findRow, upsertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { noSuchClient } from '../clients/merged.ts'
import { Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { contactAt } from './contact.ts'

/**
 * `messaging.setOptIn`: whether a client agreed to get messages by WhatsApp. A client who writes first has agreed. It binds
 * the phone: families share one.
 */
export const setOptIn = procedure({
  kind: 'change',
  scope: 'write',
  access: 'desk',
  input: z.object({ client_id: Id, opted_in: z.boolean() }),
  output: z.object({ client_id: Id, opted_in: z.boolean() }),
  emits: { ok: [] },
  notes: ['messaging_contact.updated'],
  problems: ['not_found', 'action_not_allowed'],
  async run(write, { client_id: id, opted_in: isOptedIn }) {
    const { tx, organization } = write
    const organizationId = organization.id
    const client = await findRow(tx, tables.client, { organizationId, id })
    if (client === null) throw await noSuchClient(tx, organizationId, id)
    const address = client.phoneKey
    if (address === null) throw new Problem('action_not_allowed', 'The client has no phone.')
    const key = { organizationId, channel: 'whatsapp', address }
    const optedInAt = isOptedIn ? new Date(write.realNow()) : null
    const before = await contactAt(write, key.channel, address)
    if ((before?.optedInAt != null) === isOptedIn) return { client_id: id, opted_in: isOptedIn }
    await upsertRow(tx, tables.messagingContact, key, { optedInAt })
    write.note({
      action: 'messaging_contact.updated',
      id,
      changes: { opted_in: { from: !isOptedIn, to: isOptedIn } },
    })
    return { client_id: id, opted_in: isOptedIn }
  },
})
