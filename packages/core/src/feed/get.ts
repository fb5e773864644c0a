import type { EventRow } from '@scheduling/events'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { NoExpand, valueText } from '../ground/fields.ts'
import { CURRENT_API_VERSION } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { EventRecord, toEventRecord } from '../events/event.ts'
import { EVENT_COLUMNS, keptSince, NO_SUCH_EVENT } from './list.ts'

/** `GET /v1/events/{event_id}` */
export const getEvent = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/events/{event_id}',
    tag: 'Events',
    summary: 'Get an event',
  },
  scope: 'read',
  input: z.object({ event_id: valueText(), expand: NoExpand }),
  output: EventRecord,
  problems: ['not_found'],
  async run({ db, organization, now }, input) {
    const [row] = await db.$queryRaw<EventRow[]>`
      SELECT ${EVENT_COLUMNS} FROM event
      WHERE id = ${input.event_id} AND organization_id = ${organization.id} AND created_at >= ${keptSince(now())}`
    if (row === undefined) throw new Problem('not_found', NO_SUCH_EVENT)
    return toEventRecord(row, organization.timeZone, CURRENT_API_VERSION)
  },
})
