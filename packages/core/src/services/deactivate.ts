import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { maybe, several } from '../events/emissions.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { professionalsBookedFor } from '../professionals/booked.ts'
import { changeWithImpact, lockCalendars } from '../professionals/change-with-impact.ts'
import { Impact, impactInput, IMPACT_IN_SHORT } from '../professionals/impact.ts'
import { procedure } from '../procedure/define.ts'
import { changingPerformers } from './changing-performers.ts'
import { performersOf } from './performers.ts'
import { serviceEvent } from './events.ts'
import { findService } from './load.ts'
import { Service, toService } from './service.ts'

/** Takes a service out of the offer. What is booked of it is kept or cancelled, not moved: no professional offers it any more. */
export const deactivateService = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/services/{service_id}/deactivate',
    tag: 'Services',
    summary: 'Deactivate a service',
    description: `The service can no longer be booked. ${IMPACT_IN_SHORT} They cannot be moved: no other professional offers the service.`,
    idempotent: true,
    body: 'optional',
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ service_id: Id, ...impactInput(['keep', 'cancel']), expand: NoExpand }),
  output: z.object({ service: Service, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [
      maybe('service.deactivated'),
      several('professional.updated'),
      several('appointment.cancelled', 'deposit.expired'),
    ],
    preview: [],
  },
  notes: ['hold.released'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization, emit } = context
    const { service_id: id } = input
    await lockOrganization(tx, organization.id)
    const before = await findService(tx, organization.id, id)
    const booked = await professionalsBookedFor(tx, organization.id, id, context.now())
    const professionalIds = [
      ...new Set([...before.performers.map((performer) => performer.id), ...booked]),
    ]
    await lockCalendars(context, input, professionalIds)
    const { result, impact } = await changeWithImpact(context, input, {
      reach: { professionalIds, serviceId: id },
      subject: [toService(before, organization.timeZone), ['service deactivated', id]],
      async apply() {
        if (!before.isActive) return before
        const concerned = { professionalIds: await performersOf(tx, organization.id, id) }
        await changingPerformers(context, concerned, {
          write: () =>
            updateRow(
              tx,
              tables.service,
              { organizationId: organization.id, id },
              { isActive: false },
            ),
          async tell() {
            const after = await findService(tx, organization.id, id)
            emit(serviceEvent('service.deactivated', { before, after }, organization.timeZone))
          },
        })
        return findService(tx, organization.id, id)
      },
    })
    const service = toService(result, organization.timeZone)
    return { outcome: input.preview ? 'preview' : 'ok', reply: { service, impact } }
  },
})
