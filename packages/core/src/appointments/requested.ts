import type { z } from 'zod'
import { requestedProfessionalFault, selectServices } from '../booking/service-selection.ts'
import type { WriteContext } from '../change/write-context.ts'
import { bookingClient, namedClient } from '../clients/client-choice.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { mergedMetadata } from '../ground/metadata.ts'
import type { Booking } from './book.ts'
import type { NewAppointment } from './create.ts'

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
