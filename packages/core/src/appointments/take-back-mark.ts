import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

/** What each mark clears: without the client there is no visit that has begun. */
const CLEARED = {
  arrived: { arrivedAt: null, startedAt: null },
  started: { startedAt: null },
} as const

/** Takes back that the client arrived or that the visit began, where the team pressed the wrong button. */
export const takeBackMark = procedure({
  kind: 'change',
  scope: 'write',
  access: 'everybody',
  input: z.object({
    appointment_id: Id,
    mark: z.enum(['arrived', 'started']),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, { appointment_id: id, mark, expand }) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, id)
    requireAction('arrive', before, organization, context.now())
    const row = await writeUpdate(context, before, CLEARED[mark])
    return appointmentReply(tx, context, row, expand)
  },
})
