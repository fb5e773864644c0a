import { VisitedSlug } from '../procedure/visitor.ts'
import { z } from 'zod'
import { Channels, channelsOf } from './channels.ts'
import { procedure } from '../procedure/define.ts'
import { depositMethod } from '../payments/payee.ts'
import {
  DepositMethod,
  OfferedService,
  offeredServices,
  toOfferedService,
  toVisitedOrganization,
  VisitedOrganization,
} from './offer.ts'
import { Opening, readOpening } from './opening.ts'
import { visitedToRead } from './visit.ts'

const Asked = z.object({ slug: VisitedSlug })

/** Public: an organization by the word in its address, and the services that can be booked there with who performs them, and its hours. */
export const getOrganization = procedure({
  caller: 'visitor',
  kind: 'read',
  input: Asked,
  output: VisitedOrganization.extend({
    services: z.array(OfferedService),
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
    return {
      ...toVisitedOrganization(visited),
      ...(await readOpening(visited, services)),
      services: services.map((row) => toOfferedService(row, visited.organization)),
      channels,
      deposit_method: hasDeposits ? await depositMethod(visited.db, visited) : 'PIX',
    }
  },
})
