/** What can be offered to who waits: one rule for the times that are listed, found and accepted. */
import type { Organization, Queryable } from '@scheduling/database'
import {
  demandPaidBefore,
  selectServices,
  type BookableDemand,
  type BookableService,
  type ServiceSelection,
} from '../appointments/service-selection.ts'
import { LIMITS } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { bookable } from './bookable.ts'
import type { WishRow } from './rows.ts'

/** As a booking on the public page, with the notice that is left when the hold ends: what is offered can be booked to the last minute. */
export function demandOffered(
  services: readonly BookableService[],
  organization: Organization,
): BookableDemand {
  const demand = demandPaidBefore(services, organization)
  return { ...demand, minAdvanceMinutes: demand.minAdvanceMinutes + LIMITS.offerMinutes }
}

/**
 * The services of a wish, who may perform them, and the time that they need.
 *
 * @throws `409 action_not_allowed` when they cannot be booked on the public page
 */
export async function offerable(
  db: Queryable,
  organization: Organization,
  wish: Pick<WishRow, 'services' | 'professionalId'>,
): Promise<ServiceSelection & { readonly demand: BookableDemand }> {
  const serviceIds = wish.services.map(({ id }) => id)
  const selected = await selectServices(db, organization, serviceIds)
  const { professionalId } = wish
  const selection = bookable(organization, selected, { serviceIds, professionalId })
  if (selection === null) {
    const message = 'What this client waits for cannot be booked on the public page now.'
    throw new Problem('action_not_allowed', message)
  }
  return { ...selection, demand: demandOffered(selection.services, organization) }
}

/** @throws `409 action_not_allowed` */
export function requireWaiting({ status }: Pick<WishRow, 'status'>): void {
  if (status === 'WAITING') return
  throw new Problem('action_not_allowed', `This wish does not wait: its status is ${status}.`)
}
