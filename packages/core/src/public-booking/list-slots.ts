import { VisitedSlug } from '../procedure/visitor.ts'
import { z } from 'zod'
import { demandPaidBefore, ServiceIds } from '../appointments/service-selection.ts'
import { BESIDE_OTHERS, Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import {
  DATES,
  freeDates,
  FreeDate,
  freeTimes,
  FreeTimes,
  offeredSelection,
  refusePublicWindow,
  WINDOW,
} from './free-times.ts'
import { requireTakesBookings, visitedToRead } from './visit.ts'

const Services = {
  slug: VisitedSlug,
  service_ids: ServiceIds,
  professional_id: Id.nullable().optional(),
}

const SlotsAsked = z
  .object({ ...Services, ...WINDOW })
  .superRefine(refusePublicWindow, BESIDE_OTHERS)

/** Public: free starts of one day, or of some days, with any professional or with one. */
export const listSlots = procedure({
  caller: 'visitor',
  kind: 'read',
  input: SlotsAsked,
  output: FreeTimes,
  async run(call, input) {
    const visited = await visitedToRead(call, input.slug)
    requireTakesBookings(visited.organization)
    const { services, performers } = await offeredSelection(visited, input)
    const demand = demandPaidBefore(services, visited.organization)
    return freeTimes(visited, { demand, performers, dates: input })
  },
})

const DatesAsked = z.object({ ...Services, ...DATES })

/** Public: the next days with a free start, for the page to open on the first of them. */
export const listDates = procedure({
  caller: 'visitor',
  kind: 'read',
  input: DatesAsked,
  output: z.object({ data: z.array(FreeDate) }),
  async run(call, input) {
    const visited = await visitedToRead(call, input.slug)
    requireTakesBookings(visited.organization)
    const selection = await offeredSelection(visited, input)
    const demand = demandPaidBefore(selection.services, visited.organization)
    return { data: await freeDates(visited, { ...selection, demand }, input) }
  },
})
