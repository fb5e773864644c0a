import { z } from 'zod'
import { maybe } from '../events/emissions.ts'
import { Id, MoneyInput } from '../ground/fields.ts'
import { amountOf } from '../ground/money.ts'
import { procedure } from '../procedure/define.ts'
import { requireAction } from './actions.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { appointmentReply, lockAppointment } from './load.ts'
import { writeUpdate } from './write-update.ts'

/** Gives an appointment another price, whatever its services cost. */
export const changePrice = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({
    appointment_id: Id,
    price: MoneyInput.nullable().meta({ description: 'Null: the appointment has no price.' }),
    expand: AppointmentExpand,
  }),
  output: Appointment,
  emits: { ok: [maybe('appointment.updated')] },
  problems: ['not_found', 'appointment_not_editable'],
  async run(context, input) {
    const { tx, organization } = context
    const before = await lockAppointment(tx, organization.id, input.appointment_id)
    requireAction('change_price', before, organization, context.now())
    const row = await writeUpdate(context, before, { price: amountOf(input.price) })
    return appointmentReply(tx, context, row, input.expand)
  },
})
