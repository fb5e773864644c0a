import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { LIMITS } from '../contract/limits.ts'
import { pageOf, onePage } from '../lists/page.ts'
import { demandFor, isOfTeam } from '../appointments/service-selection.ts'
import { nextDatesOf } from './free-times.ts'
import { AvailabilityInput, requestedSelection } from './request.ts'
import { AvailableDate } from './slot.ts'

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
  access: 'everybody',
  fillsProfessional: true,
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
    const demand = demandFor(isOfTeam(context), services, organization)
    const dates = await nextDatesOf(context, {
      professionalIds: performers.map(({ id }) => id),
      // What is past can be booked by the team, but is not next.
      demand: { ...demand, minAdvanceMinutes: Math.max(0, demand.minAdvanceMinutes) },
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
