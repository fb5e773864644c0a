/**
 * A service inside the record of a professional. It is defined here, below `services`, because the record of a
 * service contains professionals, and imports go one way.
 */
import { column, tables, without } from '@scheduling/database'
import { formatInstant } from '@scheduling/availability'
import { z } from 'zod'
import { Currency, Id, MiniReference, Money } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { money } from '../ground/money.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

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

/**
 * The professionals who perform the service `s`, ordered by id. One who left is not listed. One who comes back performs
 * the service again.
 */
export const PERFORMERS = column.by(
  `(SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.id), '[]')
    FROM professional_service performer JOIN professional p ON p.id = performer.professional_id
    WHERE performer.service_id = s.id AND p.is_active)`,
  column.json<z.input<typeof MiniReference>[]>(),
)

/** Services with what their records need. */
export const SERVICES = recordsOf({
  table: tables.service,
  alias: 's',
  row: {
    ...without(tables.service, 'organizationId', 'meetingUrl'),
    specialtyName: column.by('specialty.name', column.nullable(column.text)),
    // Its own, or else the organization's.
    minAdvanceMinutes: column.by(
      'coalesce(s.min_advance_minutes, o.min_advance_minutes)',
      column.int,
    ),
    maxAdvanceDays: column.by(
      'coalesce(s.max_advance_days, o.max_advance_days)',
      column.nullable(column.int),
    ),
    performers: PERFORMERS,
  },
  joins:
    'JOIN organization o ON o.id = s.organization_id LEFT JOIN specialty ON specialty.id = s.specialty_id',
})

export type ServiceRow = RowIn<typeof SERVICES>

export function toServiceBase(row: ServiceRow, timeZone: string): z.input<typeof ServiceBase> {
  const { specialtyId, specialtyName } = row
  return {
    object: 'service',
    id: row.id,
    name: row.name,
    description: row.description,
    specialty:
      specialtyId === null || specialtyName === null
        ? null
        : { id: specialtyId, name: specialtyName },
    service_type: row.serviceType,
    booking_mode: row.bookingMode,
    duration_minutes: row.durationMinutes,
    price: money(row.price),
    currency: 'BRL',
    color: row.color,
    is_active: row.isActive,
    hidden_from_public_booking: row.hiddenFromPublicBooking,
    max_capacity: row.maxCapacity,
    professional_ids: row.performers.map(({ id }) => id),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}
