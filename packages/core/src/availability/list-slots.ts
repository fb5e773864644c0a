import { freeSlots, type DateWindow, type Slot as FreeSlot } from '@scheduling/availability'
import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, DateInput } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { pageOf } from '../lists/page.ts'
import { loadSchedules } from '../booking/load-schedules.ts'
import { demandOf, priceText, type BookableDemand } from '../booking/service-selection.ts'
import type { Context } from '../context.ts'
import { AvailabilityInput, requestedSelection } from './request.ts'
import { Slot } from './slot.ts'
import { bookablePart, instantsAround, refuseWindow, requestedWindow, todayOf } from './window.ts'

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
    const demand = demandOf(services, organization)
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

export type SlotsAsked = {
  readonly professionalIds: readonly number[]
  readonly demand: BookableDemand
  /** What of it cannot be booked is left out. */
  readonly window: DateWindow
  /** The time zone of the offsets; undefined: that of the organization. */
  readonly shownIn?: string | undefined
  /** The hold of an appointment that is to be moved: its time counts as free. */
  readonly exceptHoldId?: number | null
}

/** Free starts by start and professional, for everybody who looks for them. */
export async function slotsWithin(
  { db, organization, now }: Pick<Context, 'db' | 'organization' | 'now'>,
  asked: SlotsAsked,
): Promise<FreeSlot[]> {
  const { professionalIds, demand, exceptHoldId = null } = asked
  const instant = now()
  const { timeZone } = organization
  const window = bookablePart(asked.window, todayOf(instant, timeZone), demand.maxAdvanceDays)
  if (window === null || professionalIds.length === 0) return []
  const { calendar, schedules } = await loadSchedules(db, organization, {
    professionalIds,
    demand,
    ...instantsAround(window, timeZone),
    now: instant,
    exceptHoldId,
  })
  return freeSlots({ calendar, demand, schedules }, window, asked.shownIn)
}

/** The envelope of a list that has one page. */
export function onePage<Record>(records: Record[]) {
  return { data: records, has_more: false, next_cursor: null, next: null }
}
