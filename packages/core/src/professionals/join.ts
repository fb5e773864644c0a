import { insertRow, tables } from '@scheduling/database'
import type { WriteContext } from '../change/write-context.ts'
import { professionalEvent } from './events.ts'
import { findProfessional, type ProfessionalRow } from './load.ts'
import { changingPerformers } from '../services/changing-performers.ts'
import { setServices } from './performed-services.ts'

export type Joining = {
  readonly name: string
  readonly email: string | null
  readonly registry?: string | null
  readonly meetingUrl?: string | null
}

/**
 * Writes a new professional (`professional.created`), and then the services that he or she performs
 * as `service.updated`. The caller holds the lock of the organization.
 *
 * @param serviceIds checked
 */
export async function joinTeam(
  context: WriteContext,
  professional: Joining,
  serviceIds: readonly number[] = [],
): Promise<ProfessionalRow> {
  const { tx, organization, emit } = context
  const { id } = await insertRow(tx, tables.professional, {
    organizationId: organization.id,
    ...professional,
  })
  const read = () => findProfessional(tx, organization.id, id)
  await changingPerformers(
    context,
    { serviceIds },
    {
      write: () => setServices(context, id, { before: [], after: serviceIds }),
      async tell() {
        const rows = { before: null, after: await read() }
        emit(professionalEvent('professional.created', rows, organization.timeZone))
      },
    },
  )
  return read()
}
