import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS } from '../ground/fields.ts'
import { DateInput } from '../ground/time-fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { pageOf, onePage } from '../lists/page.ts'
import { demandFor, isOfTeam, priceText } from '../appointments/service-selection.ts'
import { AvailabilityInput, requestedSelection } from './request.ts'
import { Slot } from './slot.ts'
import { slotsWithin } from './free-times.ts'
import { refuseWindow, requestedWindow, todayOf } from './window.ts'

/** `GET /v1/availability/slots`: one entry for each start and free professional. */
export const listSlots = procedure({
  kind: 'read',
  rest: {
    method: 'GET',
    path: '/availability/slots',
    tag: 'Availability',
    summary: 'List free slots',
    description:
      'Lists one entry for each start and each professional who is free then, ordered by start and then by professional. An entry does not reserve the time. ' +
      `Dates are in the time zone of the organization. Send \`date\` for one day, \`from\` for ${LIMITS.slotWindowDefaultDays} days, ` +
      `or \`from\` and \`to\` for at most ${LIMITS.slotWindowDays} days. Without dates, the list has the slots of today. The list has one page.`,
  },
  scope: 'read',
  access: 'everybody',
  fillsProfessional: true,
  rateLimit: 'availability',
  input: z
    .object({
      ...AvailabilityInput,
      date: DateInput.optional(),
      from: DateInput.optional(),
      to: DateInput.optional().meta({ description: 'The last day, included.' }),
    })
    .superRefine(refuseWindow, BESIDE_OTHERS),
  output: pageOf(Slot).meta({ id: 'SlotList' }),
  problems: ['professional_cannot_perform_service'],
  async run(context, input) {
    const { organization } = context
    const today = todayOf(context.now(), organization.timeZone)
    const { services, performers } = await requestedSelection(
      context,
      input.service_ids,
      input.professional_id,
    )
    const demand = demandFor(isOfTeam(context), services, organization)
    const slots = await slotsWithin(context, {
      professionalIds: performers.map(({ id }) => id),
      demand,
      window: requestedWindow(input, today),
      shownIn: input.timezone,
    })
    const named = new Map(performers.map((performer) => [performer.id, performer]))
    const price = priceText(services)
    return onePage(
      slots.map((slot) => ({
        object: 'slot' as const,
        start: slot.startText,
        end: slot.endText,
        duration_minutes: demand.durationMinutes,
        professional_id: slot.professionalId,
        professional: named.get(slot.professionalId) ?? { id: slot.professionalId, name: '' },
        service_ids: input.service_ids,
        remaining_capacity: slot.remaining,
        price,
        currency: 'BRL' as const,
      })),
    )
  },
})
