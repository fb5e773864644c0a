import { localDateOf } from '@scheduling/availability'
import { column, query, sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { ownOnly } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { ownEntries } from '../procedure/reach.ts'
import { COMING_STATUSES } from './on-my-way.ts'

const STATUSES = COMING_STATUSES.map((status) => `'${status}'`).join(', ')

const coming = query({
  name: 'queue entries on their way',
  text: `SELECT e.id, e.on_my_way_at AS "onMyWayAt" FROM queue_entry e
    WHERE e.organization_id = $1::int AND e.date = $2::text::date AND e.status IN (${STATUSES})
      AND e.on_my_way_at IS NOT NULL AND (e.skipped_at IS NULL OR e.on_my_way_at > e.skipped_at)
      AND ${ownEntries('e', '$3::int')}
    ORDER BY e.on_my_way_at, e.id`,
  row: { id: column.int, onMyWayAt: column.nullable(column.dateTime) },
})

/** The clients of today's queues who said "I am on my way" on the page of their link, and wait or were called. */
export const listOnTheirWay = procedure({
  kind: 'read',
  scope: 'read',
  access: 'everybody',
  feature: 'online_queue',
  input: z.object({}),
  output: z.object({ data: z.array(z.object({ entry_id: Id, on_my_way_at: Instant })) }),
  problems: [],
  async run(context) {
    const { db, organization, now } = context
    const today = localDateOf(now(), organization.timeZone)
    const rows = await coming(sqlOf(db), [organization.id, today, ownOnly(context)])
    const instant = instantsIn(organization.timeZone)
    const data = rows.flatMap(({ id, onMyWayAt }) =>
      onMyWayAt === null ? [] : [{ entry_id: id, on_my_way_at: instant(onMyWayAt) }],
    )
    return { data }
  },
})
