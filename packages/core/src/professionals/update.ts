import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { maybe, several } from '../events/emissions.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { changeWithImpact, lockCalendars } from './change-with-impact.ts'
import { askedOf, Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from './impact.ts'
import { APPOINTMENT_EVENTS } from './appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { changeMeetingUrl } from './change-meeting-url.ts'
import { findProfessional } from './load.ts'
import { Professional, toProfessional } from './professional.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { namedFaults } from '../services/performers.ts'
import { setServices } from './performed-services.ts'
import { ProfessionalChanges } from './professional-input.ts'

/** Changes a professional. Appointments with a service that is no longer performed are concerned. */
export const updateProfessional = procedure({
  kind: 'change',
  rest: {
    method: 'PATCH',
    path: '/professionals/{professional_id}',
    tag: 'Professionals',
    summary: 'Update a professional',
    description: `Appointments with a service that the professional no longer performs no longer fit. ${IMPACT_IN_SHORT}`,
  },
  scope: 'setup',
  access: 'managers',
  input: ProfessionalChanges.extend({
    professional_id: Id,
    ...IMPACT_INPUT,
    expand: NoExpand,
  }),
  output: z.object({ professional: Professional, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [maybe('professional.updated'), several('service.updated'), APPOINTMENT_EVENTS],
    preview: [],
  },
  notes: ['hold.released', 'professional.meeting_url_changed'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization } = context
    const { timeZone } = organization
    const { professional_id: id, service_ids: serviceIds } = input
    await lockOrganization(tx, organization.id)
    await findProfessional(tx, organization.id, id)
    const faults = await namedFaults(tx, organization.id, 'service_ids', serviceIds ?? [])
    if (faults.length > 0) throw invalidFields(faults)
    await lockCalendars(context, input, [id])
    const before = await findProfessional(tx, organization.id, id)
    const { result, impact } = await changeWithImpact(context, input, {
      reach: { professionalIds: serviceIds === undefined ? [] : [id] },
      subject: [toProfessional(before, timeZone), ['professional', id, askedOf(input)]],
      async apply() {
        const performed = serviceIds ?? before.serviceIds
        const { name, email, registry, meeting_url: room } = input
        const concerned = {
          professionalIds: [id],
          serviceIds: [...before.serviceIds, ...performed],
        }
        await changingPerformers(context, concerned, {
          async write() {
            await changeMeetingUrl(context, 'professional', id, room)
            await updateRow(
              tx,
              tables.professional,
              { organizationId: organization.id, id },
              {
                ...(name === undefined ? {} : { name }),
                ...(email === undefined ? {} : { email }),
                ...(registry === undefined ? {} : { registry }),
              },
            )
            await setServices(context, id, { before: before.serviceIds, after: performed })
          },
        })
        return findProfessional(tx, organization.id, id)
      },
    })
    const professional = toProfessional(result, timeZone)
    return { outcome: input.preview ? 'preview' : 'ok', reply: { professional, impact } }
  },
})
