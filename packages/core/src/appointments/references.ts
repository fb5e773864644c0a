import type { AppointmentType } from '@scheduling/database'
import type { Basket } from '../availability/basket.ts'
import type { WriteContext } from '../context.ts'
import type { FieldError } from '../problems.ts'

/** What is wrong with the types of the services, and with the type that the caller expects; null = none. */
export function typeFaults({ services }: Basket, expected: AppointmentType | null): FieldError[] {
  const [first, ...others] = services
  if (first === undefined) return []
  if (others.some((service) => service.type !== first.type)) {
    return [
      {
        field: 'service_ids',
        code: 'type_mismatch',
        message: 'Services in person and by telemedicine cannot be booked together.',
      },
    ]
  }
  if (expected === null || expected === first.type) return []
  return [{ field: 'type', code: 'type_mismatch', message: `These services are ${first.type}.` }]
}

/** What is wrong with a professional that a body names; null = none was named. */
export async function professionalFaults(
  { tx, organization }: Pick<WriteContext, 'tx' | 'organization'>,
  { performers }: Basket,
  id: number | null,
): Promise<FieldError[]> {
  if (id === null || performers.some((performer) => performer.id === id)) return []
  const row = await tx.professional.findUnique({
    where: { organizationId_id: { organizationId: organization.id, id } },
    select: { isActive: true },
  })
  const field = 'professional_id'
  if (row === null) {
    return [
      { field, code: 'not_found', message: 'No professional of this organization has this id.' },
    ]
  }
  if (row.isActive) return []
  return [{ field, code: 'inactive', message: 'This professional no longer takes bookings.' }]
}
