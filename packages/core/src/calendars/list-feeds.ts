import { Prisma } from '@scheduling/database'
import { z } from 'zod'
import { Id } from '../ground/fields.ts'
import { byId, envelope, keysetPage, PageInput, pageOf } from '../lists/page.ts'
import { procedure } from '../procedure/define.ts'
import { CALENDAR_FEEDS, CalendarFeed, ownCalendar, toCalendarFeed } from './feed.ts'

/** `calendars.listFeeds`: addresses that were made and not revoked, oldest first; of who is no owner: their own. */
export const listCalendarFeeds = procedure({
  kind: 'read',
  scope: 'read',
  access: 'professionals',
  fillsProfessional: true,
  input: z.object({ professional_id: Id.optional(), ...PageInput }),
  output: pageOf(CalendarFeed),
  problems: [],
  async run(context, input) {
    const { db, organization } = context
    const { professional_id } = input
    const where = [Prisma.sql`f.organization_id = ${organization.id}`]
    if (professional_id !== undefined)
      where.push(Prisma.sql`f.professional_id = ${professional_id}`)
    const own = ownCalendar(context)
    if (own !== null) where.push(Prisma.sql`f.professional_id = ${own}`)
    const page = await keysetPage(db, context, {
      name: 'calendar feeds',
      query: CALENDAR_FEEDS.page,
      from: Prisma.sql`calendar_feed f`,
      where,
      order: byId(Prisma.sql`f.id`),
      filters: { professional_id },
      request: input,
    })
    return envelope(
      context,
      page,
      page.rows.map((row) => toCalendarFeed(context, row)),
    )
  },
})
