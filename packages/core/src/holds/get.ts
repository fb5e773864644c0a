import { z } from 'zod'
import { Id, NoExpand } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { Hold, toHold } from './hold.ts'
import { findHold } from './rows.ts'

/** `GET /v1/holds/{hold_id}` */
export const getHold = procedure({
  kind: 'read',
  rest: { method: 'GET', path: '/holds/{hold_id}', tag: 'Holds', summary: 'Get a hold' },
  scope: 'read',
  access: 'desk',
  input: z.object({ hold_id: Id, expand: NoExpand }),
  output: Hold,
  problems: ['not_found'],
  async run({ db, organization, now }, { hold_id: id }) {
    return toHold(await findHold(db, organization.id, id), organization.timeZone, now())
  },
})
