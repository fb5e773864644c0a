/** What services make when they are performed one after the other in one appointment, and which go together. */

export type BasketService = {
  readonly id: number
  readonly service_type: 'IN_PERSON' | 'TELEMEDICINE'
  readonly duration_minutes: number
  /** Such as `180.00`; null where it has none. */
  readonly price: string | null
  readonly professional_ids: readonly number[]
}

/** As many as the service accepts in one appointment. */
export const MOST_SERVICES = 10

export type Misfit = 'otherType' | 'noOneDoesAll' | 'notTheirs' | 'tooManyServices'

/**
 * Why a service cannot join a basket; null if it can.
 *
 * @param professionalId who has been chosen; null for any who is free
 */
export function misfitOf(
  service: BasketService,
  basket: readonly BasketService[],
  professionalId: number | null,
): Misfit | null {
  if (basket.length >= MOST_SERVICES) return 'tooManyServices'
  if (basket.some((one) => one.service_type !== service.service_type)) return 'otherType'
  if (professionalId !== null && !service.professional_ids.includes(professionalId)) {
    return 'notTheirs'
  }
  const performAll = service.professional_ids.filter((id) =>
    basket.every((one) => one.professional_ids.includes(id)),
  )
  return performAll.length === 0 ? 'noOneDoesAll' : null
}

export type BasketSum = {
  readonly minutes: number
  /** Null if no service has a price. */
  readonly price: string | null
}

/** Adds in cents: amounts of money are no binary fractions. */
export function sumOf(basket: readonly BasketService[]): BasketSum {
  const priced = basket.flatMap(({ price }) => (price === null ? [] : [price]))
  const cents = priced.reduce((sum, price) => sum + Math.round(Number(price) * 100), 0)
  return {
    minutes: basket.reduce((sum, one) => sum + one.duration_minutes, 0),
    price: priced.length === 0 ? null : (cents / 100).toFixed(2),
  }
}
