import { z } from 'zod'
import { noticing } from '../change/write-context.ts'
import { maybe } from '../events/emissions.ts'
import { Id, notifyClient } from '../ground/fields.ts'
import { ExpectedStart, StartInput } from '../ground/time-fields.ts'
import { procedure } from '../procedure/define.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply } from './load.ts'
import { moveAppointment } from './move.ts'

/** Moves an appointment to a time that is taken, blocked or closed. On a free time it is a move as any other. */
export const overbookAppointment = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    start: StartInput,
    /** Left out: the professional stays the same. */
    professional_id: Id.optional(),
    expected_start: ExpectedStart,
    notify_client: notifyClient('a message about this'),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.rescheduled')] },
  problems: [
    'not_found',
    'forbidden_overbook',
    'appointment_not_editable',
    'action_not_allowed',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, { appointment_id: id, start, professional_id, expected_start, ...rest }) {
    // A message about what has begun would be of no use.
    const work = noticing(context, start < context.now() ? { notify_client: false } : rest)
    const row = await moveAppointment(work, id, {
      start,
      professionalId: professional_id,
      expectedStart: expected_start,
      isByTeam: true,
      allowOverbook: true,
    })
    return appointmentReply(context.tx, context, row, rest.expand)
  },
})
