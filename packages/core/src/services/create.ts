import { NoExpand } from '../ground/fields.ts'
import { lockOrganization, lockProfessionals } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { addService } from './add-service.ts'
import { columnsOf, depositColumns, NewService } from './service-input.ts'
import { Service, toService } from './service.ts'
import { referenceFaults } from './references.ts'

/** A new service, which is offered at once. */
export const createService = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/services',
    tag: 'Services',
    summary: 'Create a service',
    description: 'A new service, which is offered at once.',
    idempotent: true,
  },
  scope: 'setup',
  access: 'managers',
  input: NewService.extend({ expand: NoExpand }),
  output: Service,
  success: { created: 201 },
  emits: { created: ['service.created', several('professional.updated')] },
  problems: [],
  async run(context, input) {
    const { tx, organization } = context
    const deposit = depositColumns(null, input)
    await lockOrganization(tx, organization.id)
    const faults = await referenceFaults(context, input)
    if (faults.length > 0) throw invalidFields(faults)
    await lockProfessionals(tx, input.professional_ids)
    const columns = { ...columnsOf(input), ...deposit }
    const row = await addService(context, columns, input.professional_ids)
    return { outcome: 'created', reply: toService(row, organization.timeZone) }
  },
})
