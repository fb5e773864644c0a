import { z } from 'zod'
import {
  requestedProfessionalFault,
  selectServices,
  ServiceIds,
} from '../booking/service-selection.ts'
import type { WriteContext } from '../change/write-context.ts'
import { bookingClient, CLIENT_CHOICE, namedClient } from '../clients/client-choice.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { Id, MetadataInput, nullableLines, StartInput } from '../ground/fields.ts'
import { mergedMetadata } from '../ground/metadata.ts'
import { AppointmentType } from '../services/service.ts'
import type { Booking } from './book.ts'

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

/**
 * What a body asks to be booked, apart from when. Its references are checked, and a client who exists is locked.
 *
 * @throws `400 validation_error`, which names every reference that is wrong; `422 client_identifier_required`
 */
export async function requestedBooking(
  context: WriteContext,
  input: Omit<z.output<typeof NewAppointment>, 'start'>,
): Promise<Omit<Booking, 'start'>> {
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
  return {
    selection,
    type: service.type,
    professionalId,
    client: await bookingClient(context, input, named),
    notes: input.notes ?? null,
    metadata: mergedMetadata({}, input.metadata, 'metadata'),
    allowOverbook: input.allow_overbook,
  }
}
