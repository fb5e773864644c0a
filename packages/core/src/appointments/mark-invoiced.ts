import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { Id } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

/** Notes that an invoice was issued for an appointment, which then allows little else, or takes the note back. */
export const markInvoiced = procedure({
  kind: 'change',
  scope: 'write',
  input: z.object({
    appointment_id: Id,
    invoice_issued: z.boolean(),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found'],
  async run(context, input) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, input.appointment_id)
    requireAction('mark_invoiced', before, organization, context.now())
    const row = await writeUpdate(context, before, { invoiceIssued: input.invoice_issued })
    return appointmentReply(tx, context, row, input.expand)
  },
})
