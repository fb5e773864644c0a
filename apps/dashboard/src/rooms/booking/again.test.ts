import { expect, it } from 'vitest'
import { againOf } from './again.ts'

const over = { service_ids: [1, 2], professional_id: 7 }
const service = (id: number, other = {}) =>
  ({ id, is_active: true, booking_mode: 'SCHEDULED', ...other }) as const
const professional = { id: 7, is_active: true, service_ids: [1, 2] }

it('takes over what can still be booked', () => {
  const all = [service(1), service(2)]
  expect(againOf(over, all, [professional])).toEqual({ serviceIds: [1, 2], professionalId: 7 })
  // One service is inactive, or has a queue by now.
  for (const gone of [{ is_active: false }, { booking_mode: 'QUEUE' } as const]) {
    expect(againOf(over, [service(1), service(2, gone)], [professional]).serviceIds).toEqual([1])
  }
  // The professional has left, or no longer performs one of them.
  for (const changed of [{ is_active: false }, { service_ids: [1] }]) {
    const found = againOf(over, all, [{ ...professional, ...changed }])
    expect(found).toEqual({ serviceIds: [1, 2] })
  }
})
