import {
  addDays,
  nextDates,
  type AvailableDate as DateFound,
  type Demand,
} from '@scheduling/availability'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { LIMITS } from '../contract/limits.ts'
import { pageOf } from '../lists/page.ts'
import { loadSchedules } from '../booking/load-schedules.ts'
import { demandOf } from '../booking/service-selection.ts'
import { onePage, type SlotsAsked } from './list-slots.ts'
import type { Context } from '../context.ts'
import { AvailabilityInput, requestedSelection } from './request.ts'
import { AvailableDate } from './slot.ts'
import { instantsAround, todayOf } from './window.ts'

/** Most calendars have a free start within two weeks. Only the others are read up to the horizon. */
const FIRST_LOOK_DAYS = 14

/** `GET /v1/availability/next-dates`: the next local dates with a free start. */
export const listNextDates = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/availability/next-dates',
    tag: 'Availability',
    summary: 'List the next dates with free slots',
    description: `Lists dates from today on, at most ${LIMITS.nextDatesHorizonDays} days ahead and within the booking horizon. The list has one page.`,
  },
  scope: 'read',
  rateLimit: 'availability',
  input: z.object({
    ...AvailabilityInput,
    limit: z.int().min(1).max(LIMITS.nextDatesMax).default(LIMITS.nextDatesDefault).meta({
      description: 'The maximum number of dates to return.',
    }),
  }),
  output: pageOf(AvailableDate).meta({ id: 'AvailableDateList' }),
  problems: ['professional_cannot_perform_service'],
  async run(context, input) {
    const { organization } = context
    const { services, performers } = await requestedSelection(
      context,
      input.service_ids,
      input.professional_id,
    )
    if (performers.length === 0) return onePage([])
    const dates = await nextDatesOf(context, {
      professionalIds: performers.map(({ id }) => id),
      demand: demandOf(services, organization),
      limit: input.limit,
      shownIn: input.timezone,
    })
    return onePage(
      dates.map((found) => ({
        object: 'available_date' as const,
        date: found.date,
        first_start: found.firstStartText,
        slot_count: found.slotCount,
        professional_ids: found.professionalIds,
        professionals: performers.filter(({ id }) => found.professionalIds.includes(id)),
      })),
    )
  },
})

export type NextDatesAsked = Pick<SlotsAsked, 'professionalIds' | 'demand' | 'shownIn'> & {
  readonly limit: number
}

/** The next dates with a free start, for everybody who looks for them. */
export async function nextDatesOf(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  { professionalIds, demand, limit, shownIn }: NextDatesAsked,
): Promise<DateFound[]> {
  const instant = now()
  const { timeZone } = organization
  const today = todayOf(instant, timeZone)
  const horizon = Math.min(demand.maxAdvanceDays, LIMITS.nextDatesHorizonDays)
  const within = async (days: number): Promise<DateFound[]> => {
    const limited: Demand = { ...demand, maxAdvanceDays: days }
    const { calendar, schedules } = await loadSchedules(db, organization, {
      professionalIds,
      demand: limited,
      ...instantsAround({ from: today, to: addDays(today, days) }, timeZone),
      now: instant,
    })
    return nextDates({ calendar, demand: limited, schedules }, limit, shownIn)
  }
  const dates = await within(Math.min(FIRST_LOOK_DAYS, horizon))
  return dates.length < limit && horizon > FIRST_LOOK_DAYS ? within(horizon) : dates
}
