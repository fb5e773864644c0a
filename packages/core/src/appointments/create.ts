import { z } from 'zod'
import {
  requestedProfessionalFault,
  selectServices,
  ServiceIds,
} from '../booking/service-selection.ts'
import { bookingClient, CLIENT_CHOICE, namedClient, oneClient } from '../clients/client-choice.ts'
import { maybe } from '../events/emissions.ts'
import { procedure } from '../procedure/define.ts'
import { BESIDE_OTHERS, Id, MetadataInput, nullableLines, StartInput } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { mergedMetadata } from '../ground/metadata.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { AppointmentType } from '../services/service.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { bookAppointment } from './book.ts'
import { appointmentReply } from './load.ts'

export const NewAppointment = z
  .object({
    service_ids: ServiceIds,
    start: StartInput,
    professional_id: Id.nullable().optional().meta({
      description:
        'If null, any professional who is free. If several are free, the one with the fewest appointments on that day.',
    }),
    ...CLIENT_CHOICE,
    type: AppointmentType.nullable().optional().meta({
      description: 'Used as a check only: it must be the type of the services.',
    }),
    notes: nullableLines(LIMITS.notesCharacters).optional(),
    metadata: MetadataInput.optional(),
    allow_overbook: z.boolean().default(false).meta({
      description:
        'Whether to accept a time that is taken, blocked or full. Working hours and notice still apply.',
    }),
  })
  .meta({ id: 'NewAppointment' })

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
    const { tx, organization } = context
    const missing: FieldError[] = []
    const [{ selection, faults }, named] = await Promise.all([
      selectServices(tx, organization, input.service_ids),
      namedClient(context, input, missing),
    ])
    const [service] = selection.services
    const type = input.type ?? null
    if (
      type !== null &&
      service !== undefined &&
      selection.services.every((one) => one.type !== type)
    ) {
      const message = `The type of these services is ${service.type}.`
      faults.push({ field: 'type', code: 'type_mismatch', message })
    }
    const professionalId = input.professional_id ?? null
    if (professionalId !== null) {
      const fault = await requestedProfessionalFault(tx, organization, selection, professionalId)
      if (fault !== null) faults.push(fault)
    }
    faults.push(...missing)
    if (faults.length > 0 || service === undefined) throw invalidFields(faults)
    const { outcome, row } = await bookAppointment(context, {
      selection,
      type: service.type,
      start: input.start,
      professionalId,
      client: await bookingClient(context, input, named),
      notes: input.notes ?? null,
      metadata: mergedMetadata({}, input.metadata, 'metadata'),
      allowOverbook: input.allow_overbook,
    })
    return { outcome, reply: await appointmentReply(tx, context, row, input.expand) }
  },
})
