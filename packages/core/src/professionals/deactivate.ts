import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import {
  endAccess,
  loginOf,
  requireOwner,
  withdrawInviteFor,
  withdrawInvitesOf,
} from '../account/lost-access.ts'
import { forgetBusyCalendar } from '../calendars/forget-busy.ts'
import { withdrawFeedsOf } from '../calendars/withdraw-feeds.ts'
import { lockOrganization } from '../change/locks.ts'
import type { WriteContext } from '../change/write-context.ts'
import { maybe, several } from '../events/emissions.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { changeWithImpact, lockCalendars } from './change-with-impact.ts'
import { Impact, IMPACT_INPUT, IMPACT_IN_SHORT } from './impact.ts'
import { APPOINTMENT_EVENTS } from './appointment-events.ts'
import { procedure } from '../procedure/define.ts'
import { forgetPhoto } from './forget-photo.ts'
import { professionalEvent } from './events.ts'
import { findProfessional } from './load.ts'
import { Professional, toProfessional } from './professional.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { servicesPerformedBy } from '../services/performers.ts'
import { requireRightOver } from './owners.ts'
import { unassignWaiting } from './queue-entries.ts'

/** A professional leaves: nothing can be booked with him or her any more, and the login ends at once. */
export const deactivateProfessional = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/professionals/{professional_id}/deactivate',
    tag: 'Professionals',
    summary: 'Deactivate a professional',
    description: `Nothing can be booked with the professional any more, and the login ends at once. A key cannot deactivate an owner. ${IMPACT_IN_SHORT}`,
    idempotent: true,
    body: 'optional',
  },
  scope: 'setup',
  access: 'managers',
  input: z.object({ professional_id: Id, ...IMPACT_INPUT, expand: NoExpand }),
  output: z.object({
    professional: Professional,
    impact: Impact,
    /** Of the queue entries that waited for this professional, and now wait for any. */
    unassigned_queue_entry_ids: z.array(Id),
  }),
  success: { ok: 200, preview: 200 },
  emits: {
    ok: [
      maybe('professional.deactivated'),
      several('service.updated'),
      several('queue.entry.updated'),
      APPOINTMENT_EVENTS,
    ],
    preview: [],
  },
  notes: [
    'hold.released',
    'user.invite_revoked',
    'calendar_feed.revoked',
    'busy_calendar.disconnected',
    'professional.photo_changed',
  ],
  problems: ['not_found', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization, emit } = context
    const { timeZone } = organization
    const { professional_id: id } = input
    requireRightOver(context, await findProfessional(tx, organization.id, id))
    // First: it waits for what the professional is changing, which could wait for the locks below.
    if (!input.preview) await endSigningIn(context, id)
    await lockOrganization(tx, organization.id)
    if (!input.preview) await endLogin(context, id)
    await lockCalendars(context, input, [id])
    const before = await findProfessional(tx, organization.id, id)
    requireRightOver(context, before)
    const { result, impact } = await changeWithImpact(context, input, {
      reach: { professionalIds: [id] },
      subject: [toProfessional(before, timeZone), ['professional deactivated', id]],
      async apply() {
        if (!before.isActive) return { row: before, unassigned: [] }
        const serviceIds = await servicesPerformedBy(tx, organization.id, id)
        await changingPerformers(
          context,
          { serviceIds },
          {
            async write() {
              await updateRow(
                tx,
                tables.professional,
                { organizationId: organization.id, id },
                { isActive: false },
              )
              await withdrawFeedsOf(context, id)
              await forgetBusyCalendar(context, id)
              await forgetPhoto(context, id)
              if (before.role === 'owner') await requireOwner(tx, organization.id)
            },
            async tell() {
              const after = await findProfessional(tx, organization.id, id)
              emit(professionalEvent('professional.deactivated', { before, after }, timeZone))
            },
          },
        )
        const row = await findProfessional(tx, organization.id, id)
        return { row, unassigned: await unassignWaiting(context, before) }
      },
    })
    const reply = {
      professional: toProfessional(result.row, timeZone),
      impact,
      unassigned_queue_entry_ids: result.unassigned,
    }
    return { outcome: input.preview ? 'preview' : 'ok', reply }
  },
})

/** Who has left signs in no more, by no session, link or invite. The login itself stays for a return. */
async function endLogin(context: WriteContext, professionalId: number): Promise<void> {
  await withdrawInviteFor(context, professionalId)
  // An invite that was accepted a moment ago has made a login.
  const userId = await endSigningIn(context, professionalId)
  if (userId !== null) await withdrawInvitesOf(context, userId)
}

/** @returns the user that the professional signs in as; null: none */
async function endSigningIn(context: WriteContext, professionalId: number): Promise<number | null> {
  const user = await loginOf(context, professionalId)
  if (user === null) return null
  await endAccess(context.tx, user.id)
  return user.id
}
