import { formatInstant } from '@scheduling/availability'
import type {
  Prisma,
  Professional as ProfessionalRow,
  ProfessionalService,
} from '@scheduling/database'
import { z } from 'zod'
import { expandOf, Id, Instant } from '../ground/fields.ts'
import { ServiceBase } from './service-base.ts'

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

export type FullProfessional = z.input<typeof Professional>

export const PROFESSIONAL_EXPANSIONS = ['services'] as const
export type ProfessionalExpansion = (typeof PROFESSIONAL_EXPANSIONS)[number]
export const ProfessionalExpand = expandOf(PROFESSIONAL_EXPANSIONS)

/** The relations that a professional's record needs. */
export const PROFESSIONAL_RELATIONS = {
  // Nobody performs a service that is no longer offered. Offered again, the same professionals perform it.
  services: { where: { service: { isActive: true } }, select: { serviceId: true } },
} satisfies Prisma.ProfessionalInclude

export type ProfessionalWithServices = ProfessionalRow & {
  services: Pick<ProfessionalService, 'serviceId'>[]
}

export function toProfessional(row: ProfessionalWithServices, timeZone: string): FullProfessional {
  return {
    object: 'professional',
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.isActive,
    registry: row.registry,
    service_ids: row.services.map((performed) => performed.serviceId).sort((a, b) => a - b),
    services: null,
    created_at: formatInstant(row.createdAt.getTime(), timeZone),
    updated_at: formatInstant(row.updatedAt.getTime(), timeZone),
  }
}
