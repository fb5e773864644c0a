import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { maybe, several } from '../events/emissions.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { professionalsBookedFor } from '../professionals/booked.ts'
import { changeWithImpact, lockCalendars } from '../professionals/change-with-impact.ts'
import { askedOf, Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { APPOINTMENT_EVENTS } from '../professionals/appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { changeMeetingUrl } from '../professionals/change-meeting-url.ts'
import { changingPerformers } from './changing-performers.ts'
import { serviceEvent } from './events.ts'
import { findService } from './load.ts'
import { changePerformers, performersOf } from './performers.ts'
import { columnsOf, depositColumns, ServiceChanges } from './service-input.ts'
import { Service, toService } from './service.ts'
import { referenceFaults } from './references.ts'

/**
 * Changes a service. What is booked keeps its duration, buffers, price and type; it is concerned when a professional
 * performs the service no more, when there are fewer seats than were taken, or when the service goes to the queue.
 */
export const updateService = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/services/{service_id}',
    tag: 'Services',
    summary: 'Update a service',
    description: `What is booked keeps its duration, buffers, price and type. ${IMPACT_IN_SHORT}`,
  },
  scope: 'setup',
  access: 'managers',
  input: ServiceChanges.extend({ service_id: Id, ...IMPACT_INPUT, expand: NoExpand }),
  output: z.object({ service: Service, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [maybe('service.updated'), several('professional.updated'), APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'service.meeting_url_changed'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization, emit } = context
    const { service_id: id } = input
    await lockOrganization(tx, organization.id)
    const before = await findService(tx, organization.id, id)
    const deposit = depositColumns(before, input)
    const faults = await referenceFaults(context, input)
    if (faults.length > 0) throw invalidFields(faults)
    const performers = before.performers.map((performer) => performer.id)
    const professionalIds = [
      ...new Set([
        ...performers,
        ...(input.professional_ids ?? []),
        ...(await professionalsBookedFor(tx, organization.id, id, context.now())),
      ]),
    ]
    await lockCalendars(context, input, professionalIds)
    const { result, impact } = await changeWithImpact(context, input, {
      reach: { professionalIds: touchesBooked(input) ? professionalIds : [], serviceId: id },
      subject: [toService(before, organization.timeZone), ['service', id, askedOf(input)]],
      async apply() {
        const { professional_ids: wanted = performers } = input
        const pairs = (ids: readonly number[]) =>
          ids.map((professionalId) => ({ professionalId, serviceId: id }))
        const all = await performersOf(tx, organization.id, id)
        const concerned = { professionalIds: [...all, ...wanted] }
        await changingPerformers(context, concerned, {
          async write() {
            await changeMeetingUrl(context, 'service', id, input.meeting_url)
            // Before the service is offered again: those who no longer perform it show nothing new, and are not touched.
            const changed = { before: pairs(performers), after: pairs(wanted) }
            await changePerformers(tx, organization.id, changed)
            await updateRow(
              tx,
              tables.service,
              { organizationId: organization.id, id },
              { ...columnsOf(input), ...deposit },
            )
          },
          async tell() {
            const after = await findService(tx, organization.id, id)
            const event = serviceEvent('service.updated', { before, after }, organization.timeZone)
            if (event.changes !== null) emit(event)
          },
        })
        return findService(tx, organization.id, id)
      },
    })
    const service = toService(result, organization.timeZone)
    return { outcome: input.preview ? 'preview' : 'ok', reply: { service, impact } }
  },
})

/** Whether it can concern what is booked at all. */
function touchesBooked(input: z.output<typeof ServiceChanges>): boolean {
  const { professional_ids, max_capacity, booking_mode } = input
  return [professional_ids, max_capacity, booking_mode].some((value) => value !== undefined)
}
