import { findRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { noSuchClient } from '../clients/merged.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { contactAt, isInConversation } from './contact.ts'

/** `messaging.getContact`: what a client agreed to, and whether it can be written to now. This belongs to the phone. */
export const getContact = procedure({
  kind: 'read',
  scope: 'read',
  access: 'desk',
  input: z.object({ client_id: Id }),
  output: z.object({
    client_id: Id,
    has_phone: z.boolean(),
    opted_in: z.boolean(),
    reminders_stopped: z.boolean(),
    in_conversation: z.boolean().meta({
      description: 'Whether the client wrote in the last 24 hours, so that WhatsApp takes a text.',
    }),
  }),
  problems: ['not_found'],
  async run({ db, organization, realNow }, { client_id: id }) {
    const organizationId = organization.id
    const client = await findRow(db, tables.client, { organizationId, id })
    if (client === null) throw await noSuchClient(db, organizationId, id)
    const address = client.phoneKey
    const contact =
      address === null ? null : await contactAt({ tx: db, organization }, 'whatsapp', address)
    return {
      client_id: id,
      has_phone: address !== null,
      opted_in: contact?.optedInAt != null,
      reminders_stopped: contact?.remindersStoppedAt != null,
      in_conversation: isInConversation({ realNow }, contact),
    }
  },
})
