import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { loginOf, takeLogin } from '../account/lost-access.ts'
import { lockOrganization, lockProfessionals } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { maybe, several } from '../events/emissions.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { isOwner } from '../procedure/accesses.ts'
import { procedure } from '../procedure/define.ts'
import { findProfessional } from './load.ts'
import { Professional, toProfessional } from './professional.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { servicesPerformedBy } from '../services/performers.ts'
import { requireRightOver } from './owners.ts'

/** A professional comes back, with the same hours and services. The login comes back only where an owner does it. */
export const reactivateProfessional = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/professionals/{professional_id}/reactivate',
    tag: 'Professionals',
    summary: 'Reactivate a professional',
    description:
      'The professional comes back with the same hours and services. A login does not come back: the owner invites the person again.',
    idempotent: true,
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ professional_id: Id, expand: NoExpand }),
  output: Professional,
  emits: { ok: [maybe('professional.updated'), several('service.updated')] },
  notes: ['professional.reactivated', 'user.removed'],
  problems: ['not_found'],
  async run(context, { professional_id: id }) {
    const { tx, organization, note } = context
    await lockOrganization(tx, organization.id)
    await lockProfessionals(tx, [id])
    const before = await findProfessional(tx, organization.id, id)
    requireRightOver(context, before)
    if (before.isActive) return toProfessional(before, organization.timeZone)
    const serviceIds = await servicesPerformedBy(tx, organization.id, id)
    await changingPerformers(
      context,
      { professionalIds: [id], serviceIds },
      {
        async write() {
          await updateRow(
            tx,
            tables.professional,
            { organizationId: organization.id, id },
            { isActive: true },
          )
          if (!isOwner(context.caller)) await takeLoginOf(context, id)
        },
        async tell() {
          const changes = { is_active: { from: false, to: true } }
          note({ action: 'professional.reactivated', id, changes })
        },
      },
    )
    const after = await findProfessional(tx, organization.id, id)
    return toProfessional(after, organization.timeZone)
  },
})

async function takeLoginOf(context: WriteContext, professionalId: number): Promise<void> {
  const user = await loginOf(context, professionalId)
  if (user !== null) await takeLogin(context, user)
}
