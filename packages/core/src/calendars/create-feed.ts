import { countRows, insertRow, tables } from '@scheduling/database'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { ID_MAX, LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { professionalFault } from '../professionals/named-professional.ts'
import {
  CalendarFeed,
  FeedKind,
  findCalendarFeed,
  requireOwnCalendar,
  toCalendarFeed,
} from './feed.ts'

/** `calendars.createFeed`: makes an address under which calendar programs read a professional's appointments. */
export const createCalendarFeed = procedure({
  kind: 'change',
  scope: 'write',
  access: 'professionals',
  input: z.object({ professional_id: Id, kind: FeedKind }),
  output: CalendarFeed,
  emits: { ok: [] },
  notes: ['calendar_feed.created'],
  problems: ['action_not_allowed'],
  async run(write, { professional_id: professionalId, kind }) {
    const { tx, organization, note } = write
    const organizationId = organization.id
    // Who leaves, and whose login ends, is locked so too: no address comes after theirs were revoked.
    await lockOrganization(tx, organizationId)
    const fault = await professionalFault(tx, organization, professionalId)
    if (fault !== null) throw invalidFields([fault])
    requireOwnCalendar(write, professionalId)
    const most = LIMITS.calendarFeedsPerProfessional
    if ((await countRows(tx, tables.calendarFeed, { organizationId, professionalId })) >= most) {
      throw new Problem(
        'action_not_allowed',
        `A calendar has at most ${most} addresses. Revoke one that is not used.`,
      )
    }
    const { id } = await insertRow(tx, tables.calendarFeed, {
      organizationId,
      professionalId,
      kind,
      linkVersion: randomInt(1, ID_MAX),
    })
    const row = await findCalendarFeed(tx, organizationId, id)
    note({
      action: 'calendar_feed.created',
      id,
      changes: {
        professional_id: { from: null, to: professionalId },
        kind: { from: null, to: kind },
      },
    })
    return toCalendarFeed(write, row)
  },
})
