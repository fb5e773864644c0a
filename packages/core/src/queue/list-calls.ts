import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { ownEntries } from '../procedure/reach.ts'

const unanswered = query({
  name: 'unanswered calls of the queue',
  text: `SELECT e.id, e.call_expires_at AS "callExpiresAt" FROM queue_entry e
    WHERE e.organization_id = $1::int AND e.date = $2::text::date AND e.status = 'CALLED'
      AND e.call_expires_at IS NOT NULL AND ${ownEntries('e', '$3::int')}
    ORDER BY e.call_expires_at, e.id`,
  row: { id: column.int, callExpiresAt: column.nullable(column.dateTime) },
})

/** When each call of today becomes a no-show if its client does not answer. The queue entry of `/v1` does not show it. */
export const listCalls = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ entry_id: Id, call_expires_at: Instant })) }),
  problems: [],
  async run(context) {
    const { db, organization, now } = context
    const today = localDateOf(now(), organization.timeZone)
    const rows = await unanswered(sqlOf(db), [organization.id, today, ownOnly(context)])
    const instant = instantsIn(organization.timeZone)
    const data = rows.flatMap(({ id, callExpiresAt }) =>
      callExpiresAt === null ? [] : [{ entry_id: id, call_expires_at: instant(callExpiresAt) }],
    )
    return { data }
  },
})
