import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { NoExpand } from '../ground/fields.ts'
import { Client, NewClient, toClient } from './client.ts'
import { findOrCreateClient } from './find-or-create.ts'

/** `POST /v1/clients`: creates a client, or finds the one that it would duplicate. */
export const createClient = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/clients',
    tag: 'Clients',
    summary: 'Create a client',
    description:
      'Creates a client, unless a client with the same CPF, phone or e-mail exists. In that case the existing client is returned, and with `on_match: update` it is updated with the data that you send. With `on_match: create` a phone or an e-mail counts only together with the first name, since families share them. CPF is compared before phone, and phone before e-mail. Of several clients with one phone or e-mail, the one with the same first name is meant, or else the one with the lowest id. Brazilian mobile numbers match with and without the ninth digit.',
    idempotent: true,
  },
  scope: 'write',
  access: 'desk',
  input: NewClient.extend({ expand: NoExpand }),
  output: Client,
  success: { created: 201, existing: 200 },
  emits: { created: ['client.created'], existing: [maybe('client.updated')] },
  problems: ['client_identifier_required'],
  async run(write, input) {
    const { client, outcome, event } = await findOrCreateClient(write, input, '')
    if (event !== null) write.emit(event)
    return {
      outcome: outcome === 'created' ? 'created' : 'existing',
      reply: toClient(client, write.organization.timeZone),
    }
  },
})
