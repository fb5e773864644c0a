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
import { onePage } from './list-slots.ts'
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
    const { db, organization } = context
    const now = context.now()
    const { timeZone } = organization
    const today = todayOf(now, timeZone)
    const { services, performers } = await requestedSelection(
      context,
      input.service_ids,
      input.professional_id,
    )
    if (performers.length === 0) return onePage([])
    const demand = demandOf(services, organization)
    const horizon = Math.min(demand.maxAdvanceDays, LIMITS.nextDatesHorizonDays)
    const within = async (days: number): Promise<DateFound[]> => {
      const limited: Demand = { ...demand, maxAdvanceDays: days }
      const { calendar, schedules } = await loadSchedules(db, organization, {
        professionalIds: performers.map(({ id }) => id),
        demand: limited,
        ...instantsAround({ from: today, to: addDays(today, days) }, timeZone),
        now,
      })
      return nextDates({ calendar, demand: limited, schedules }, input.limit, input.timezone)
    }
    let dates = await within(Math.min(FIRST_LOOK_DAYS, horizon))
    if (dates.length < input.limit && horizon > FIRST_LOOK_DAYS) dates = await within(horizon)
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
