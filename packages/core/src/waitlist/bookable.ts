/** Whether a wish can be booked on the public page now. */
import type { Organization } from '@scheduling/database'
import { depositOf, type ServiceSelection } from '../appointments/service-selection.ts'
import { hasFeature } from '../contract/features.ts'
import type { FieldError } from '../contract/problems.ts'
import { publicFaults } from '../public-booking/free-times.ts'

/**
 * The services and who may perform them; null while they cannot be booked: one is hidden or no longer offered, no professional
 * performs them, or the organization has not what they need.
 */
export function bookable(
  organization: Pick<Organization, 'planFeatures' | 'switchedOff'>,
  { selection, faults }: { selection: ServiceSelection; faults: readonly FieldError[] },
  wish: { readonly serviceIds: readonly number[]; readonly professionalId: number | null },
): ServiceSelection | null {
  const asked = { service_ids: wish.serviceIds, professional_id: wish.professionalId }
  if (publicFaults(selection, faults, asked).length > 0) return null
  const { services } = selection
  const isTelemedicine = services.some(({ type }) => type === 'TELEMEDICINE')
  if (isTelemedicine && !hasFeature(organization, 'telemedicine')) return null
  if (depositOf(services) !== null && !hasFeature(organization, 'deposits')) return null
  const performers = selection.performers.filter(
    ({ id }) => wish.professionalId === null || wish.professionalId === id,
  )
  return performers.length === 0 ? null : { services, performers }
}
