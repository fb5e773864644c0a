/** What both availability routes accept, and what they refuse before they read any calendar. */
import {
  requestedProfessionalFault,
  requireTypeOffered,
  selectServices,
  ServiceIds,
  type ServiceSelection,
} from '../appointments/service-selection.ts'
import type { Context } from '../context.ts'
import { invalidFields } from '../contract/problems.ts'
import { Id, NoExpand } from '../ground/fields.ts'
import { timeZoneName } from '../ground/time-fields.ts'
import { cannotPerform } from '../professionals/named-professional.ts'

export const AvailabilityInput = {
  service_ids: ServiceIds,
  professional_id: Id.optional().meta({
    description: 'Only slots of this professional. By default, slots of all professionals.',
  }),
  expand: NoExpand,
  timezone: timeZoneName().optional().meta({
    description:
      'The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization.',
  }),
}

/**
 * The requested services with the professionals to look at: the requested one, or everyone who performs all of
 * the services. It refuses what a booking would refuse.
 *
 * @throws `400` for what `selectServices` reports, and for a professional who does not exist or is inactive;
 *   `403 feature_not_enabled`; `409 professional_cannot_perform_service`.
 */
export async function requestedSelection(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  serviceIds: readonly number[],
  professionalId: number | undefined,
): Promise<ServiceSelection> {
  const { selection, faults } = await selectServices(db, organization, serviceIds)
  if (professionalId !== undefined) {
    const fault = await requestedProfessionalFault(db, organization, selection, professionalId)
    if (fault !== null) faults.push(fault)
  }
  if (faults.length > 0) throw invalidFields(faults)
  requireTypeOffered(organization, selection)
  if (professionalId === undefined) return selection
  const performers = selection.performers.filter(({ id }) => id === professionalId)
  if (performers.length === 0) throw cannotPerform()
  return { ...selection, performers }
}
