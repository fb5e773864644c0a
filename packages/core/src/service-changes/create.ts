import { lockOrganization, lockProfessionals } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { procedure } from '../procedure/define.ts'
import { serviceEvent } from '../services/events.ts'
import { findService } from '../services/load.ts'
import { changePerformers } from '../services/performers.ts'
import { columnsOf, depositColumns, NewService } from '../services/service-input.ts'
import { Service, toService } from '../services/service.ts'
import { referenceFaults } from './references.ts'

/** A new service, which is offered at once. */
export const createService = procedure({
  kind: 'change',
  scope: 'write',
  input: NewService,
  output: Service,
  emits: { ok: ['service.created'] },
  problems: [],
  async run(context, input) {
    const { tx, organization, emit } = context
    const deposit = depositColumns(null, input)
    await lockOrganization(tx, organization.id)
    const faults = await referenceFaults(context, input)
    if (faults.length > 0) throw invalidFields(faults)
    await lockProfessionals(tx, input.professional_ids)
    const { id } = await tx.service.create({
      data: { organizationId: organization.id, ...columnsOf(input), ...deposit },
      select: { id: true },
    })
    const after = input.professional_ids.map((professionalId) => ({
      professionalId,
      serviceId: id,
    }))
    await changePerformers(tx, organization.id, { before: [], after })
    const row = await findService(tx, organization.id, id)
    emit(serviceEvent('service.created', { before: null, after: row }, organization))
    return toService(row, organization)
  },
})
