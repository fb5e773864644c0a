/** What both availability routes take, and what they refuse before they look at a calendar. */
import { isTimeZone } from '@scheduling/availability'
import type { Organization, Queryable } from '@scheduling/database'
import type { Context } from '../context.ts'
import { requireFeature } from '../procedure/endpoint.ts'
import { distinctIds, Id, NoExpand, valueText } from '../ground/fields.ts'
import { LIMITS } from '../contract/limits.ts'
import { invalidFields, Problem, type FieldError } from '../contract/problems.ts'
import { readBasket, type Basket } from './basket.ts'

export const AvailabilityInput = {
  service_ids: distinctIds(LIMITS.basketServices).meta({
    description:
      'The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type.',
  }),
  professional_id: Id.optional().meta({
    description: 'Only slots of this professional. By default, slots of all professionals.',
  }),
  expand: NoExpand,
  timezone: valueText()
    .refine(isTimeZone, {
      params: { code: 'invalid_value' },
      message: 'This is not an IANA time zone. Expected a name such as America/Sao_Paulo.',
    })
    .optional()
    .meta({
      description:
        'The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization.',
    }),
}

/**
 * The services that are asked about, and the professionals to look at: the one asked for, or everybody who
 * performs them all. Refused is what a booking of the same would be refused for.
 *
 * @throws `400` for what `readBasket` names, and for a professional who does not exist or is inactive;
 *   `403 feature_not_enabled`; `409 professional_cannot_perform_service`.
 */
export async function askedBasket(
  { db, organization }: Pick<Context, 'db' | 'organization'>,
  serviceIds: readonly number[],
  professionalId: number | undefined,
): Promise<Basket> {
  const { basket, faults } = await readBasket(db, organization, serviceIds)
  if (professionalId !== undefined) {
    const fault = await professionalFault(db, organization, basket, professionalId)
    if (fault !== null) faults.push(fault)
  }
  if (faults.length > 0) throw invalidFields(faults)
  requireTypeOffered({ organization }, basket)
  if (professionalId === undefined) return basket
  const performers = basket.performers.filter(({ id }) => id === professionalId)
  if (performers.length === 0) throw cannotPerform()
  return { ...basket, performers }
}

/** @throws `403 feature_not_enabled` for services by telemedicine where that is off */
export function requireTypeOffered(
  context: Pick<Context, 'organization'>,
  { services }: Pick<Basket, 'services'>,
): void {
  if (services.some(({ type }) => type === 'TELEMEDICINE')) requireFeature(context, 'telemedicine')
}

/** What is wrong with a professional that a request names; null when they exist and take bookings. */
export async function professionalFault(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  { performers }: Basket,
  id: number,
): Promise<FieldError | null> {
  if (performers.some((performer) => performer.id === id)) return null
  const row = await db.professional.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id } },
    select: { isActive: true },
  })
  const field = 'professional_id'
  if (row === null) {
    return {
      field,
      code: 'not_found',
      message: 'No professional of this organization has this id.',
    }
  }
  if (row.isActive) return null
  return { field, code: 'inactive', message: 'This professional no longer takes bookings.' }
}

export function cannotPerform(): Problem {
  return new Problem(
    'professional_cannot_perform_service',
    'This professional does not perform all of these services.',
  )
}
