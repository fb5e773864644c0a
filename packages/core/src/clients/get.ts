import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { Client, toClient } from './client.ts'
import { CLIENTS } from './load.ts'
import { noSuchClient } from './merged.ts'

/** `GET /v1/clients/{client_id}` */
export const getClient = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/clients/{client_id}',
    tag: 'Clients',
    summary: 'Get a client',
    description:
      'A client that was merged into another one answers 404, and `detail` names the client that remains.',
  },
  scope: 'read',
  access: 'everybody',
  input: z.object({ client_id: Id, expand: NoExpand }),
  output: Client,
  problems: ['not_found'],
  async run({ db, organization }, input) {
    const row = await CLIENTS.one(db, organization.id, input.client_id)
    if (row === null) throw await noSuchClient(db, organization.id, input.client_id)
    return toClient(row, organization.timeZone)
  },
})
