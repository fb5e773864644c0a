import { VisitedSlug } from '../procedure/visitor.ts'
import { z } from 'zod'
import { Channels, channelsOf } from './channels.ts'
import { procedure } from '../procedure/define.ts'
import { depositMethod } from '../payments/payee.ts'
import {
  DepositMethod,
  OfferedProfessional,
  offeredProfessionals,
  OfferedService,
  offeredServices,
  performersOf,
  toOfferedService,
  toVisitedOrganization,
  VisitedOrganization,
} from './offer.ts'
import { Opening, readOpening } from './opening.ts'
import { visitedToRead } from './visit.ts'

const Asked = z.object({
  slug: VisitedSlug,
  /** Also reads when it is open. Otherwise `opening` is null and `week_hours` is empty. */
  with_hours: z.boolean().default(false),
})

const UNREAD = { opening: null, week_hours: [] }

/** Public: an organization by the word in its address, and the services that can be booked there with who performs them, and its hours. */
export const getOrganization = procedure({
  caller: 'visitor',
  kind: 'read',
  input: Asked,
  output: VisitedOrganization.extend({
    services: z.array(OfferedService),
    professionals: z.array(OfferedProfessional),
    channels: Channels,
    ...Opening,
    deposit_method: DepositMethod,
  }),
  async run(call, input) {
    const visited = await visitedToRead(call, input.slug)
    const [services, channels] = await Promise.all([
      offeredServices(visited.db, visited.organization),
      channelsOf(visited),
    ])
    const hasDeposits = services.some(({ deposit }) => deposit !== null)
    const performers = performersOf(services)
    const [opening, professionals, deposit_method] = await Promise.all([
      input.with_hours ? readOpening(visited, performers) : UNREAD,
      offeredProfessionals(visited.db, visited.organization, performers),
      hasDeposits ? depositMethod(visited.db, visited) : ('PIX' as const),
    ])
    return {
      ...toVisitedOrganization(visited),
      ...opening,
      professionals,
      services: services.map((row) => toOfferedService(row, visited.organization)),
      channels,
      deposit_method,
    }
  },
})
