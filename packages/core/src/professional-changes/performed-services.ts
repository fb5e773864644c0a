/** The services of a professional, and what they tell when who performs them changes. */
import type { WriteContext } from '../change/write-context.ts'
import { SERVICES, type ServiceRow } from '../professionals/service-base.ts'
import { servicesUpdated } from '../services/events.ts'
import { changePerformers } from '../services/performers.ts'

/**
 * Makes a change of who performs these services, and emits `service.updated` of each that reads otherwise then.
 *
 * @param tell what comes before those events in the feed
 */
export async function changingServices(
  { tx, organization, emit }: WriteContext,
  serviceIds: readonly number[],
  change: { readonly write: () => Promise<void>; readonly tell: () => Promise<void> },
): Promise<void> {
  const read = (): Promise<ServiceRow[]> => SERVICES.among(tx, organization.id, serviceIds)
  const before = await read()
  await change.write()
  await change.tell()
  for (const event of servicesUpdated(before, await read(), organization)) emit(event)
}

/** Has a professional perform these services, and no other that is active. */
export async function setServices(
  { tx, organization }: WriteContext,
  professionalId: number,
  serviceIds: { readonly before: readonly number[]; readonly after: readonly number[] },
): Promise<void> {
  const pairs = (ids: readonly number[]) => ids.map((serviceId) => ({ professionalId, serviceId }))
  await changePerformers(tx, organization.id, {
    before: pairs(serviceIds.before),
    after: pairs(serviceIds.after),
  })
}
