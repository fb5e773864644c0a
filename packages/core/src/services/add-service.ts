import type { Prisma } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { SERVICES, type ServiceRow } from '../professionals/service-base.ts'
import { serviceEvent } from './events.ts'

/**
 * Writes a new service, with those who perform it, and tells of it.
 *
 * @param columns checked, as all references are
 */
export async function addService(
  { tx, organization, emit }: Pick<WriteContext, 'tx' | 'organization' | 'emit'>,
  columns: Omit<Prisma.ServiceUncheckedCreateInput, 'organizationId'>,
  professionalIds: readonly number[],
): Promise<ServiceRow> {
  const { id: organizationId } = organization
  const { id } = await tx.service.create({
    data: { organizationId, ...columns },
    select: { id: true },
  })
  await tx.professionalService.createMany({
    data: professionalIds.map((professionalId) => ({
      organizationId,
      professionalId,
      serviceId: id,
    })),
  })
  const row = await SERVICES.one(tx, organizationId, id)
  if (row === null) throw new Error('The new service is not there.')
  emit(serviceEvent('service.created', { before: null, after: row }, organization))
  return row
}
