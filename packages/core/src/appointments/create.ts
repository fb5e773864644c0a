import { noticing } from '../change/write-context.ts'
import { oneClient } from '../clients/client-choice.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { bookAppointment } from './book.ts'
import { appointmentReply } from './load.ts'
import { NewAppointment, requestedBooking } from './requested.ts'

/** `POST /v1/appointments` */
export const createAppointment = procedure({
  kind: 'change',
  rest: {
    method: 'POST',
    path: '/appointments',
    tag: 'Appointments',
    summary: 'Create an appointment',
    description:
      'Books an appointment at a start time. The slots route does not have to list this start, but the start must satisfy the same rules. ' +
      `An identical appointment (client, start, services and, if sent, professional) made less than ${LIMITS.identicalAppointmentMinutes} minutes ago is returned with 200 and nothing changes.`,
    idempotent: true,
  },
  scope: 'write',
  input: NewAppointment.extend({ expand: AppointmentExpand }).superRefine(oneClient, BESIDE_OTHERS),
  output: Appointment,
  success: { created: 201, existing: 200 },
  emits: {
    created: [
      maybe('client.created'),
      maybe('client.updated'),
      'appointment.created',
      maybe('client.first_appointment'),
    ],
    existing: [],
  },
  problems: [
    'client_identifier_required',
    'forbidden_overbook',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, input) {
    const booking = await requestedBooking(context, input)
    const work = noticing(context, input)
    const { outcome, row } = await bookAppointment(work, { ...booking, start: input.start })
    return { outcome, reply: await appointmentReply(context.tx, context, row, input.expand) }
  },
})
