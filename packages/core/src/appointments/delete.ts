import { sqlOf } from '@scheduling/database'
import { z } from 'zod'
import { releaseTime } from './hold.ts'
import { Problem } from '../contract/problems.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { appointmentDeleted } from './events.ts'
import { lockAppointment } from './load.ts'
import { removeAppointmentRow } from './rows.ts'

/**
 * Removes an appointment that should never have been, with its services and the history of its moves. What was told
 * of it stays in the feed and in the audit.
 */
export const deleteAppointment = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({ appointment_id: Id }),
  output: z.object({ id: Id, deleted: z.literal(true) }),
  emits: { ok: ['appointment.deleted'] },
  problems: ['not_found', 'appointment_not_editable', 'action_not_allowed'],
  async run(context, input) {
    const { tx, organization, emit } = context
    const before = await lockAppointment(tx, organization.id, input.appointment_id)
    requireAction('delete', before, organization, context.now())
    if (before.deposits.length > 0) {
      // Even one that has expired: its payment may still be reported, and then needs what it was for.
      throw new Problem(
        'action_not_allowed',
        'A deposit was charged for this appointment, so it cannot be deleted. Cancel it instead.',
      )
    }
    await Promise.all([
      removeAppointmentRow(sqlOf(tx), [organization.id, before.id]),
      ...(before.holdId === null ? [] : [releaseTime(tx, before.holdId)]),
    ])
    emit(appointmentDeleted(before))
    return { id: before.id, deleted: true } as const
  },
})
