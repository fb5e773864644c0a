import { z } from 'zod'
import { lockOrganization } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { changesBetween } from '../events/new-event.ts'
import { Id } from '../ground/fields.ts'
import { changeWithImpact, lockCalendars } from '../impact/change-with-impact.ts'
import { askedOf, Impact, IMPACT_INPUT } from '../impact/impact.ts'
import { APPOINTMENTS_TOLD } from '../impact/told.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from '../professionals/load.ts'
import { Professional, toProfessional } from '../professionals/professional.ts'
import { namedFaults } from '../services/performers.ts'
import { changingServices, setServices } from './performed-services.ts'
import { ProfessionalChanges } from './professional-input.ts'

const NOTED = ['name', 'email', 'registry', 'service_ids']

/** Changes a professional. Appointments with a service that is no longer performed are concerned. */
export const updateProfessional = procedure({
  kind: 'change',
  scope: 'write',
  input: ProfessionalChanges.extend({ professional_id: Id, ...IMPACT_INPUT }),
  output: z.object({ professional: Professional, impact: Impact }),
  success: { ok: 200, preview: 200 },
  emits: { ok: [several('service.updated'), APPOINTMENTS_TOLD], preview: [] },
  notes: ['professional.updated'],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization, note } = context
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
        const { name, email, registry } = input
        await tx.professional.update({
          where: { organizationId_id: { organizationId: organization.id, id } },
          data: {
            ...(name === undefined ? {} : { name }),
            ...(email === undefined ? {} : { email }),
            ...(registry === undefined ? {} : { registry }),
          },
        })
        await changingServices(context, [...before.serviceIds, ...performed], {
          write: () => setServices(context, id, { before: before.serviceIds, after: performed }),
          async tell() {
            const after = await findProfessional(tx, organization.id, id)
            const changed = changesBetween(
              toProfessional(before, timeZone),
              toProfessional(after, timeZone),
              NOTED,
            )
            if (changed !== null) note({ action: 'professional.updated', id, changes: changed })
          },
        })
        return findProfessional(tx, organization.id, id)
      },
    })
    const professional = toProfessional(result, timeZone)
    return { outcome: input.preview ? 'preview' : 'ok', reply: { professional, impact } }
  },
})
