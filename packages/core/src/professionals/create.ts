import { NoExpand } from '../ground/fields.ts'
import { lockOrganization } from '../change/locks.ts'
import { invalidFields } from '../contract/problems.ts'
import { several } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { Professional, toProfessional } from './professional.ts'
import { namedFaults } from '../services/performers.ts'
import { joinTeam } from './join.ts'
import { NewProfessional } from './professional-input.ts'

/** A new member of the team, without a login: the owner invites people with `account`. */
export const createProfessional = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/professionals',
    tag: 'Professionals',
    summary: 'Create a professional',
    description:
      'A new member of the team, without a login: the owner invites people in the dashboard.',
    idempotent: true,
  },
  scope: 'setup',
  access: 'managers',
  input: NewProfessional.extend({ expand: NoExpand }),
  output: Professional,
  success: { created: 201 },
  emits: { created: ['professional.created', several('service.updated')] },
  problems: [],
  async run(context, input) {
    const { tx, organization } = context
    const { service_ids: serviceIds, meeting_url: meetingUrl, ...columns } = input
    await lockOrganization(tx, organization.id)
    const faults = await namedFaults(tx, organization.id, 'service_ids', serviceIds)
    if (faults.length > 0) throw invalidFields(faults)
    const row = await joinTeam(context, { ...columns, meetingUrl }, serviceIds)
    return { outcome: 'created', reply: toProfessional(row, organization.timeZone) }
  },
})
