import { toEventRecord } from '@scheduling/events'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { NoExpand, valueText } from '../ground/fields.ts'
import { CURRENT_API_VERSION } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { EventRecord } from './event.ts'
import { keptSince, NO_SUCH_EVENT } from './kept-events.ts'
import { findEvent } from './read-feed.ts'

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
  access: 'managers',
  input: z.object({ event_id: valueText(), expand: NoExpand }),
  output: EventRecord,
  problems: ['not_found'],
  async run({ db, organization, realNow }, input) {
    const row = await findEvent(db, organization.id, input.event_id, keptSince(realNow()))
    if (row === null) throw new Problem('not_found', NO_SUCH_EVENT)
    return toEventRecord(row, organization.timeZone, CURRENT_API_VERSION)
  },
})
