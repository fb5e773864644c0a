import { deleteRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { findCalendarFeed, requireOwnCalendar } from './feed.ts'

/** `calendars.revokeFeed`: the address does not work any more, from the next request on. */
export const revokeCalendarFeed = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({ feed_id: Id }),
  output: z.object({ id: Id, revoked: z.literal(true) }),
  emits: { ok: [] },
  notes: ['calendar_feed.revoked'],
  problems: ['not_found'],
  async run(write, { feed_id: id }) {
    const { tx, organization, note } = write
    const { professionalId } = await findCalendarFeed(tx, organization.id, id)
    requireOwnCalendar(write, professionalId)
    const revoked = await deleteRows(tx, tables.calendarFeed, {
      organizationId: organization.id,
      id,
    })
    if (revoked > 0) {
      note({
        action: 'calendar_feed.revoked',
        id,
        changes: { professional_id: { from: professionalId, to: null } },
      })
    }
    return { id, revoked: true as const }
  },
})
