import type {
  Organization,
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

/** In the order of the document. */
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

/** The service as other records carry it. */
export const ServiceBase = z.object(baseFields).meta({ id: 'ServiceBase' })

/** The service with the rules that slots follow. */
export const serviceFields = {
  ...baseFields,
  specialty_id: Id.nullable(),
  buffer_before_minutes: z
    .int()
    .min(0)
    .meta({ description: 'The time kept free before the service.' }),
  buffer_after_minutes: z
    .int()
    .min(0)
    .meta({ description: 'The time kept free after the service.' }),
  slot_interval_minutes: z
    .int()
    .min(5)
    .max(1440)
    .meta({ description: 'The interval between possible starts, in minutes.' }),
  min_advance_minutes: z
    .int()
    .min(0)
    .meta({ description: "The value of the service, or else the organization's." }),
  max_advance_days: z.int().min(0).nullable().meta({ description: 'Null means no limit.' }),
  requires_deposit: z
    .boolean()
    .meta({ description: 'Whether the public booking page asks for a deposit.' }),
  deposit_amount: Money.nullable().meta({ description: 'Null if `requires_deposit` is false.' }),
}

/** What loads with a service, for its record. */
export const SERVICE_RELATIONS = {
  specialty: true,
  // Whoever left can't be booked and is not listed; coming back, they perform it again.
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

/** Everything of `ServiceOut` but `professionals`, which `expand` may fill. */
export function toServiceFields(row: ServiceRow, organization: Organization) {
  return {
    ...toServiceBase(row, organization.timeZone),
    specialty_id: row.specialtyId,
    buffer_before_minutes: row.bufferBeforeMinutes,
    buffer_after_minutes: row.bufferAfterMinutes,
    slot_interval_minutes: row.slotIntervalMinutes,
    min_advance_minutes: row.minAdvanceMinutes ?? organization.minAdvanceMinutes,
    max_advance_days: row.maxAdvanceDays ?? organization.maxAdvanceDays,
    requires_deposit: row.requiresDeposit,
    deposit_amount: row.requiresDeposit ? money(row.depositAmount) : null,
  }
}
