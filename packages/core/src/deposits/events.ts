import { EVENT_TYPES } from '@scheduling/events'
import {
  changesBetween,
  NO_FILTERS,
  type FilterValues,
  type NewEvent,
} from '../events/new-event.ts'
import type { Work } from '../change/system-work.ts'
import { toDeposit, type DepositRow } from './deposit.ts'
import type { DepositEventType } from './transitions.ts'

/**
 * @param before null when the deposit is new
 * @param filters what `depositFilters` says
 */
export function depositEvent(
  type: DepositEventType,
  row: DepositRow,
  before: DepositRow | null,
  filters: FilterValues,
  timeZone: string,
): NewEvent {
  const { changes } = EVENT_TYPES[type]
  const object = toDeposit(row, timeZone)
  return {
    type,
    object,
    changes:
      before === null || changes === null
        ? null
        : changesBetween(toDeposit(before, timeZone), object, changes),
    filters,
  }
}

/**
 * A subscription to some professionals or services gets the deposits of their appointments and queue
 * entries, and no others. Status and type are not the deposit's: they filter nothing.
 */
export async function depositFilters(
  { tx, organization }: Work,
  deposit: Pick<DepositRow, 'appointmentId' | 'queueEntryId'>,
): Promise<FilterValues> {
  const ownerIs = (id: number) => ({
    organizationId_id: { organizationId: organization.id, id },
  })
  if (deposit.appointmentId !== null) {
    const { professionalId, services } = await tx.appointment.findUniqueOrThrow({
      where: ownerIs(deposit.appointmentId),
      select: {
        professionalId: true,
        services: { select: { serviceId: true }, orderBy: { position: 'asc' } },
      },
    })
    return {
      ...NO_FILTERS,
      professionalIds: [professionalId],
      serviceIds: services.map(({ serviceId }) => serviceId),
    }
  }
  if (deposit.queueEntryId === null) throw new Error('A deposit is for something.')
  const { professionalId, serviceId } = await tx.queueEntry.findUniqueOrThrow({
    where: ownerIs(deposit.queueEntryId),
    select: { professionalId: true, serviceId: true },
  })
  return {
    ...NO_FILTERS,
    professionalIds: professionalId === null ? [] : [professionalId],
    serviceIds: [serviceId],
  }
}
