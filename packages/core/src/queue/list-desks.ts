import { z } from 'zod'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { QueueDesk, readDesks, toDesk } from './queue-desk.ts'

/** The queue of every active professional, by the id of the professional. */
export const listQueueDesks = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({}),
  output: z.object({ data: z.array(QueueDesk) }),
  problems: [],
  async run(context) {
    const rows = await readDesks(context.db, context, ownOnly(context))
    return { data: rows.map((row) => toDesk(row, context)) }
  },
})
