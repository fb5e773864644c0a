import type { WriteContext } from '../change/write-context.ts'
import { changePerformers } from '../services/performers.ts'

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
