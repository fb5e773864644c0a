import { z } from 'zod'
import { professionalFault } from '../availability/asked.ts'
import { readBasket } from '../availability/basket.ts'
import { NewClient } from '../clients/client.ts'
import { mutation } from '../endpoint.ts'
import {
  BESIDE_OTHERS,
  distinctIds,
  Id,
  MetadataInput,
  nullableText,
  StartInput,
} from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { mergedMetadata } from '../metadata.ts'
import { invalidFields } from '../problems.ts'
import { AppointmentType } from '../services/service.ts'
import { Appointment, AppointmentExpand } from './appointment.ts'
import { bookAppointment } from './book.ts'
import { bookingClient, namedClient } from './booking-client.ts'
import { appointmentReply } from './load.ts'
import { typeFaults } from './type-faults.ts'

export const NewAppointment = z
  .object({
    service_ids: distinctIds(LIMITS.basketServices).meta({
      description: 'Carried out in a row, in this order; active, `SCHEDULED`, all of one type.',
    }),
    start: StartInput,
    professional_id: Id.nullable().optional().meta({
      description:
        'null: any who is free; of several the one with the fewest appointments that day.',
    }),
    client_id: Id.optional().meta({ description: 'Exactly one of `client_id` and `client`.' }),
    client: NewClient.optional(),
    type: AppointmentType.nullable().optional().meta({
      description: 'Only a check: it must equal the type of the services.',
    }),
    notes: nullableText(LIMITS.notesCharacters).optional(),
    metadata: MetadataInput.optional(),
    allow_overbook: z.boolean().default(false).meta({
      description:
        'Accept a time that is taken, blocked or full. Working hours and notice still count.',
    }),
  })
  .meta({ id: 'NewAppointment' })

/** `POST /v1/appointments` */
export const createAppointment = mutation({
  method: 'POST',
  path: '/appointments',
  tag: 'Appointments',
  summary: 'Create an appointment',
  description:
    'Books a start. It need not be one that the slots route lists, but it must satisfy the same rules. ' +
    `An identical appointment (client, start, services and, if sent, professional) made less than ${LIMITS.identicalAppointmentMinutes} minutes ago is returned with 200 and nothing changes.`,
  scope: 'write',
  idempotent: true,
  input: NewAppointment.extend({ expand: AppointmentExpand })
    .refine((input) => input.client_id !== undefined || input.client !== undefined, {
      ...BESIDE_OTHERS,
      path: ['client_id'],
      params: { code: 'required' },
      message: 'Send `client_id`, or `client` with the data of the client.',
    })
    .refine((input) => input.client_id === undefined || input.client === undefined, {
      ...BESIDE_OTHERS,
      path: ['client'],
      params: { code: 'mutually_exclusive' },
      message: 'Send either `client_id` or `client`.',
    }),
  output: Appointment,
  success: { created: 201, existing: 200 },
  problems: [
    'client_identifier_required',
    'forbidden_overbook',
    'professional_cannot_perform_service',
    'min_advance_violation',
    'slot_unavailable',
  ],
  async run(context, input) {
    const { tx, organization } = context
    const { basket, faults } = await readBasket(tx, organization, input.service_ids)
    faults.push(...typeFaults(basket, input.type ?? null))
    const professionalId = input.professional_id ?? null
    if (professionalId !== null) {
      const fault = await professionalFault(tx, organization, basket, professionalId)
      if (fault !== null) faults.push(fault)
    }
    const named = await namedClient(context, input, faults)
    const [service] = basket.services
    if (faults.length > 0 || service === undefined) throw invalidFields(faults)
    const { outcome, row } = await bookAppointment(context, {
      basket,
      type: service.type,
      start: input.start,
      professionalId,
      client: await bookingClient(context, input, named),
      notes: input.notes ?? null,
      metadata: mergedMetadata({}, input.metadata, 'metadata'),
      allowOverbook: input.allow_overbook,
    })
    return { outcome, reply: await appointmentReply(tx, organization, row, input.expand) }
  },
})
