import { insertRow, tables, type NewRow } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import type { ServiceRow } from '../professionals/service-base.ts'
import { changingPerformers } from './changing-performers.ts'
import { serviceEvent } from './events.ts'
import { findService } from './load.ts'
import { changePerformers } from './performers.ts'

/**
 * Writes a new service with its professionals, and emits their events.
 *
 * @param columns checked, as all references are
 */
export async function addService(
  work: Pick<WriteContext, 'tx' | 'organization' | 'emit'>,
  columns: Omit<NewRow<typeof tables.service>, 'organizationId'>,
  professionalIds: readonly number[],
): Promise<ServiceRow> {
  const { tx, organization, emit } = work
  const { id: organizationId } = organization
  const { id } = await insertRow(tx, tables.service, { organizationId, ...columns })
  const after = professionalIds.map((professionalId) => ({ professionalId, serviceId: id }))
  await changingPerformers(
    work,
    { professionalIds },
    {
      write: () => changePerformers(tx, organizationId, { before: [], after }),
      async tell() {
        const rows = { before: null, after: await findService(tx, organizationId, id) }
        emit(serviceEvent('service.created', rows, organization.timeZone))
      },
    },
  )
  return findService(tx, organizationId, id)
}
