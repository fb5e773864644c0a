import type { AppointmentType } from '@scheduling/database'
import type { Basket } from '../availability/basket.ts'
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
