import type { Professional as ProfessionalRow, ProfessionalService } from '@scheduling/database'
import { z } from 'zod'
import { expandOf, Id } from '../fields.ts'
import { ServiceBase, toServiceBase, type ServiceRow } from '../services/service-base.ts'

export const Professional = z
  .object({
    object: z.literal('professional'),
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(['owner', 'collaborator']),
    is_active: z.boolean(),
    registry: z.string().nullable().meta({ description: 'Number at the professional council.' }),
    service_ids: z
      .array(Id)
      .meta({ description: 'Services that this professional performs, by id.' }),
    services: z
      .array(ServiceBase)
      .nullable()
      .meta({ description: 'Filled with `expand=services`; else null.' }),
  })
  .meta({ id: 'Professional' })

export const ProfessionalExpand = expandOf(['services'])

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
  }
}
