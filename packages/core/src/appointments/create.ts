import { bookHeld } from './book-held.ts'
import { requestedHold } from '../holds/take-hold.ts'
import { HoldId, timeOrHold } from '../holds/hold-id.ts'
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

/** Without a hold, a booking needs its services and its start. */
const TIME_OR_HOLD = {
  service_ids: NewAppointment.shape.service_ids.optional().meta({
    ...NewAppointment.shape.service_ids.meta(),
    description:
      'The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. Required without `hold_id`.',
  }),
  start: NewAppointment.shape.start.optional().meta({
    ...NewAppointment.shape.start.meta(),
    description: 'Required without `hold_id`.',
  }),
  hold_id: HoldId,
}

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
  access: 'everybody',
  fillsProfessional: true,
  input: NewAppointment.extend({
    ...TIME_OR_HOLD,
    expand: AppointmentExpand,
  })
    .superRefine(oneClient, BESIDE_OTHERS)
    .superRefine(timeOrHold, BESIDE_OTHERS),
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
    'action_not_allowed',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, input) {
    const { tx } = context
    const hold = input.hold_id == null ? null : await requestedHold(context, input.hold_id, input)
    const {
      service_ids = hold?.serviceIds ?? [],
      start = hold?.startsAt.getTime() ?? 0,
      professional_id = null,
    } = input
    const whom = hold?.professionalId ?? professional_id
    const asked = { ...input, service_ids, professional_id: whom }
    const booking = { ...(await requestedBooking(context, asked, hold !== null)), start }
    // A message about what has begun would be of no use.
    const work = noticing(context, start < context.now() ? { notify_client: false } : input)
    const { outcome, row } = await (hold === null
      ? bookAppointment(work, booking)
      : bookHeld(work, booking, hold))
    return { outcome, reply: await appointmentReply(tx, context, row, input.expand) }
  },
})
