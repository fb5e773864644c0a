/**
 * A service inside the record of a professional. It is defined here, below `services`, because the record of a
 * service contains professionals, and imports go one way.
 */
import type {
  Prisma,
  Professional,
  ProfessionalService,
  Service as ServiceTable,
  Specialty,
} from '@scheduling/database'
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { Currency, Id, Instant, MiniReference, Money } from '../ground/fields.ts'
import { money } from '../ground/money.ts'

export const AppointmentType = z.enum(['IN_PERSON', 'TELEMEDICINE']).meta({ id: 'AppointmentType' })
export const BookingMode = z.enum(['SCHEDULED', 'QUEUE']).meta({ id: 'BookingMode' })

/** The fields that every record of a service has, in the order of the document. */
export const baseFields = {
  object: z.literal('service'),
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  specialty: MiniReference.nullable(),
  service_type: AppointmentType,
  booking_mode: BookingMode,
  duration_minutes: z.int().min(1),
  price: Money.nullable(),
  currency: Currency,
  color: z.string().nullable(),
  is_active: z.boolean(),
  hidden_from_public_booking: z.boolean(),
  max_capacity: z
    .int()
    .min(1)
    .meta({ description: 'The number of seats per start. It is 1 for an individual service.' }),
  professional_ids: z
    .array(Id)
    .meta({ description: 'The active professionals who perform the service, ordered by id.' }),
  created_at: Instant,
  updated_at: Instant,
}

/** A service inside another record. */
export const ServiceBase = z.object(baseFields).meta({ id: 'ServiceBase' })

/** The relations that a service's record needs. */
export const SERVICE_RELATIONS = {
  specialty: true,
  // A professional who left is not listed. One who comes back performs the service again.
  professionals: {
    where: { professional: { isActive: true } },
    select: { professionalId: true, professional: { select: { id: true, name: true } } },
  },
} satisfies Prisma.ServiceInclude

export type ServiceRow = ServiceTable & {
  specialty: Specialty | null
  professionals: (Pick<ProfessionalService, 'professionalId'> & {
    professional: Pick<Professional, 'id' | 'name'>
  })[]
}

export function toServiceBase(row: ServiceRow, timeZone: string): z.input<typeof ServiceBase> {
  return {
    object: 'service',
    id: row.id,
    name: row.name,
    description: row.description,
    specialty: row.specialty === null ? null : { id: row.specialty.id, name: row.specialty.name },
    service_type: row.serviceType,
    booking_mode: row.bookingMode,
    duration_minutes: row.durationMinutes,
    price: money(row.price),
    currency: 'BRL',
    color: row.color,
    is_active: row.isActive,
    hidden_from_public_booking: row.hiddenFromPublicBooking,
    max_capacity: row.maxCapacity,
    professional_ids: row.professionals
      .map((performer) => performer.professionalId)
      .sort((a, b) => a - b),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}
