import { formatInstant } from '@scheduling/availability'
import type {
  Prisma,
  Professional as ProfessionalRow,
  ProfessionalService,
} from '@scheduling/database'
import { z } from 'zod'
import { expandOf, Id, Instant } from '../ground/fields.ts'
import { ServiceBase, toServiceBase, type ServiceRow } from '../services/service-base.ts'

export const Professional = z
  .object({
    object: z.literal('professional'),
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(['owner', 'collaborator']),
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

export const ProfessionalExpand = expandOf(['services'])

/** What loads with a professional, for its record. */
export const PROFESSIONAL_RELATIONS = {
  // A service that is no longer offered is performed by nobody; offered again, by the same ones.
  services: { where: { service: { isActive: true } }, select: { serviceId: true } },
} satisfies Prisma.ProfessionalInclude

export type ProfessionalWithServices = ProfessionalRow & {
  services: Pick<ProfessionalService, 'serviceId'>[]
}

/** @param expanded the services of `service_ids`, when `expand=services` was asked for */
export function toProfessional(
  row: ProfessionalWithServices,
  timeZone: string,
  expanded: readonly ServiceRow[] | null = null,
): z.input<typeof Professional> {
  const serviceIds = row.services.map((performed) => performed.serviceId).sort((a, b) => a - b)
  return {
    object: 'professional',
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.isActive,
    registry: row.registry,
    service_ids: serviceIds,
    services:
      expanded === null
        ? null
        : expanded
            .filter((service) => serviceIds.includes(service.id))
            .map((service) => toServiceBase(service, timeZone)),
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}
