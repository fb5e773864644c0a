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
  scope: 'write',
  input: NewProfessional,
  output: Professional,
  emits: { ok: ['professional.created', several('service.updated')] },
  problems: [],
  async run(context, input) {
    const { tx, organization } = context
    const { service_ids: serviceIds, meeting_url: meetingUrl, ...columns } = input
    await lockOrganization(tx, organization.id)
    const faults = await namedFaults(tx, organization.id, 'service_ids', serviceIds)
    if (faults.length > 0) throw invalidFields(faults)
    const row = await joinTeam(context, { ...columns, meetingUrl }, serviceIds)
    return toProfessional(row, organization.timeZone)
  },
})
