import { z } from 'zod'
import { Channels, channelsOf } from './channels.ts'
import { openProcedure, withinBounds } from '../procedure/trpc.ts'
import {
  OfferedService,
  offeredServices,
  toOfferedService,
  toVisitedOrganization,
  VisitedOrganization,
} from './offer.ts'
import { countRead, visitedBySlug, VisitedSlug } from './visit.ts'

const Asked = z.object({ slug: VisitedSlug })

/** Public: an organization by the word in its address, and the services that can be booked there with who performs them. */
export const getOrganization = openProcedure
  .use(withinBounds(Asked))
  .input(Asked)
  .output(VisitedOrganization.extend({ services: z.array(OfferedService), channels: Channels }))
  .query(async ({ ctx: { service, browser }, input }) => {
    await countRead(browser)
    const visited = await visitedBySlug(service, input.slug)
    const [services, channels] = await Promise.all([
      offeredServices(visited.db, visited.organization),
      channelsOf(visited),
    ])
    return { ...toVisitedOrganization(visited), services: services.map(toOfferedService), channels }
  })
