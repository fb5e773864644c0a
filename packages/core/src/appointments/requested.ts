import { z } from 'zod'
import {
  isOfTeam,
  requestedProfessionalFault,
  selectServices,
  ServiceIds,
  type ServiceSelection,
} from './service-selection.ts'
import type { WriteContext } from '../change/write-context.ts'
import { bookingClient, CLIENT_CHOICE, namedClient } from '../clients/client-choice.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, type FieldError } from '../contract/problems.ts'
import { Id, notifyClient, nullableLines } from '../ground/fields.ts'
import { MetadataInput } from '../ground/map-fields.ts'
import { StartInput } from '../ground/time-fields.ts'
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
        'Whether to accept a time that is taken, blocked or full. Working hours and notice still apply to callers with an API key.',
    }),
    notify_client: notifyClient('a message about this'),
  })
  .meta({ id: 'NewAppointment' })

/** What was asked for of a booking, apart from its client, and what is wrong with it. */
type RequestedServices = {
  readonly selection: ServiceSelection
  /** Null if there are faults. */
  readonly type: Booking['type'] | null
  readonly faults: FieldError[]
}

/** The services and the professional that a booking asks for. Nothing is refused yet. */
export async function requestedServices(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  input: Pick<z.output<typeof NewAppointment>, 'service_ids' | 'professional_id' | 'type'>,
): Promise<RequestedServices> {
  const { selection, faults } = await selectServices(tx, organization, input.service_ids)
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
  if (input.professional_id != null) {
    const { professional_id: id } = input
    const fault = await requestedProfessionalFault(tx, organization, selection, id)
    if (fault !== null) faults.push(fault)
  }
  return { selection, type: service?.type ?? null, faults }
}

/**
 * What a body asks to be booked, apart from when. Its references are checked, and a client who exists is locked.
 *
 * @param isHeld the time was held for it: it can be booked although a service or the professional is inactive by now.
 *   Without the hold, the booking itself refuses them
 * @throws `400 validation_error`, which names every reference that is wrong; `422 client_identifier_required`
 */
export async function requestedBooking(
  context: WriteContext,
  input: Omit<z.output<typeof NewAppointment>, 'start'>,
  isHeld = false,
): Promise<Omit<Booking, 'start'>> {
  const missing: FieldError[] = []
  const [{ selection, type, faults: found }, named] = await Promise.all([
    requestedServices(context, input),
    namedClient(context, input, missing),
  ])
  const faults = [...found.filter(({ field }) => !isHeld || field === 'type'), ...missing]
  if (faults.length > 0 || type === null) throw invalidFields(faults)
  return {
    selection,
    type,
    professionalId: input.professional_id ?? null,
    client: await bookingClient(context, input, named),
    notes: input.notes ?? null,
    metadata: mergedMetadata({}, input.metadata, 'metadata'),
    allowOverbook: input.allow_overbook,
    isByTeam: isOfTeam(context),
    keyHash: context.idempotencyRecord?.keyHash ?? null,
  }
}
