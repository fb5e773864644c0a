import { formatInstant } from '@scheduling/availability'
import { column, tables, without } from '@scheduling/database'
import { z } from 'zod'
import { ROLES } from '../context.ts'
import { expandOf, Id } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'
import { ServiceBase } from './service-base.ts'

export const Professional = z
  .object({
    object: z.literal('professional'),
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(ROLES),
    is_active: z.boolean(),
    registry: z
      .string()
      .nullable()
      .meta({ description: 'The registration number at the professional council.' }),
    service_ids: z
      .array(Id)
      .meta({ description: 'The active services that this professional performs, ordered by id.' }),
    services: z
      .array(ServiceBase)
      .nullable()
      .meta({ description: 'The services, if you send `expand=services`. Otherwise null.' }),
    created_at: Instant,
    updated_at: Instant.meta({ description: 'Also changes when `service_ids` changes.' }),
  })
  .meta({ id: 'Professional' })

export type FullProfessional = z.input<typeof Professional>

export const PROFESSIONAL_EXPANSIONS = ['services'] as const
export type ProfessionalExpansion = (typeof PROFESSIONAL_EXPANSIONS)[number]
export const ProfessionalExpand = expandOf(PROFESSIONAL_EXPANSIONS)

// A service that is no longer offered has no performers. Offered again, the same professionals perform it.
const SERVICE_IDS = `ARRAY(SELECT s.id FROM professional_service performed JOIN service s ON s.id = performed.service_id
  WHERE performed.professional_id = p.id AND s.is_active ORDER BY s.id)`

/** Professionals with what their records need. */
export const PROFESSIONALS = recordsOf({
  table: tables.professional,
  alias: 'p',
  row: {
    ...without(tables.professional, 'organizationId', 'meetingUrl'),
    serviceIds: column.by(SERVICE_IDS, column.ints),
  },
})

export function toProfessional(
  row: RowIn<typeof PROFESSIONALS>,
  timeZone: string,
): FullProfessional {
  return {
    object: 'professional',
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.isActive,
    registry: row.registry,
    service_ids: row.serviceIds,
    services: null,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}
