/** What both availability routes take, and what they refuse before they look at a calendar. */
import { isTimeZone } from '@scheduling/availability'
import type { Organization, Queryable } from '@scheduling/database'
import { distinctIds, Id, NoExpand, valueText } from '../fields.ts'
import { LIMITS } from '../limits.ts'
import { invalidFields, Problem, type FieldError } from '../problems.ts'
import type { Basket, Performer } from './basket.ts'

export const AvailabilityInput = {
  service_ids: distinctIds(LIMITS.basketServices).meta({
    description: 'Services to be carried out in a row, in this order; active, `SCHEDULED`.',
  }),
  professional_id: Id.optional().meta({ description: 'Only this professional. Default: all.' }),
  expand: NoExpand,
  timezone: valueText()
    .refine(isTimeZone, {
      params: { code: 'invalid_value' },
      message: 'Not an IANA time zone, such as America/Sao_Paulo.',
    })
    .optional()
    .meta({
      description:
        "IANA name. Changes only the offset of the date-times in the answer; dates stay the organization's.",
    }),
}

/**
 * The professionals to look at: the one asked for, or everybody who performs the basket.
 *
 * @throws `400` when the professional does not exist or is inactive, `409
 *   professional_cannot_perform_service` when a service of the basket is not theirs.
 */
export async function performersAsked(
  db: Queryable,
  organization: Pick<Organization, 'id'>,
  basket: Basket,
  professionalId: number | undefined,
): Promise<readonly Performer[]> {
  if (professionalId === undefined) return basket.performers
  const performer = basket.performers.find(({ id }) => id === professionalId)
  if (performer !== undefined) return [performer]
  const fault = await professionalFault(db, organization, basket, professionalId)
  throw fault === null ? cannotPerform() : invalidFields([fault])
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
    'This professional does not perform every service that was asked for.',
  )
}
