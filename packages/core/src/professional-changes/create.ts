import { lockOrganization } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { professionalEvent } from '../professionals/events.ts'
import { findProfessional } from '../professionals/load.ts'
import { Professional, toProfessional } from '../professionals/professional.ts'
import { namedFaults } from '../services/performers.ts'
import { changingServices, setServices } from './performed-services.ts'
import { NewProfessional } from './professional-input.ts'

/** A new member of the team, without a login: the owner invites people with `account`. */
export const createProfessional = procedure({
  kind: 'change',
  scope: 'write',
  input: NewProfessional,
  output: Professional,
  emits: { ok: ['professional.created', several('service.updated')] },
  problems: [],
  async run(context, input) {
    const { tx, organization, emit } = context
    const { service_ids: serviceIds, ...columns } = input
    await lockOrganization(tx, organization.id)
    const faults = await namedFaults(tx, organization.id, 'service_ids', serviceIds)
    if (faults.length > 0) throw invalidFields(faults)
    const { id } = await tx.professional.create({
      data: { organizationId: organization.id, ...columns },
      select: { id: true },
    })
    await changingServices(context, serviceIds, {
      write: () => setServices(context, id, { before: [], after: serviceIds }),
      async tell() {
        const after = await findProfessional(tx, organization.id, id)
        const rows = { before: null, after }
        emit(professionalEvent('professional.created', rows, organization.timeZone))
      },
    })
    const row = await findProfessional(tx, organization.id, id)
    return toProfessional(row, organization.timeZone)
  },
})
