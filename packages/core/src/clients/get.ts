import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { Client, toClient } from './client.ts'
import { noSuchClient } from './client-rules.ts'
import { CLIENTS } from './load.ts'

/** `GET /v1/clients/{client_id}` */
export const getClient = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/clients/{client_id}',
    tag: 'Clients',
    summary: 'Get a client',
  },
  scope: 'read',
  input: z.object({ client_id: Id, expand: NoExpand }),
  output: Client,
  problems: ['not_found'],
  async run({ db, organization }, input) {
    const row = await CLIENTS.one(db, organization.id, input.client_id)
    if (row === null) throw noSuchClient()
    return toClient(row, organization.timeZone)
  },
})
