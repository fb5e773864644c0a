import { describe, expect, it } from 'vitest'
import { misfitOf, MOST_SERVICES, sumOf, type BasketService } from './basket.ts'

const service = (id: number, other: Partial<BasketService> = {}): BasketService => ({
  id,
  service_type: 'IN_PERSON',
  duration_minutes: 30,
  price: '100.10',
  professional_ids: [1, 2],
  ...other,
})

describe('misfitOf', () => {
  it('takes what one professional performs together', () => {
    expect(misfitOf(service(2, { professional_ids: [2, 3] }), [service(1)], null)).toBeNull()
    expect(misfitOf(service(1), [], 2)).toBeNull()
  })
  it('says why a service does not join', () => {
    expect(misfitOf(service(2, { service_type: 'TELEMEDICINE' }), [service(1)], null)).toBe(
      'otherType',
    )
    expect(misfitOf(service(2, { professional_ids: [3] }), [service(1)], null)).toBe('noOneDoesAll')
    expect(misfitOf(service(2, { professional_ids: [] }), [], null)).toBe('noOneDoesAll')
    expect(misfitOf(service(2, { professional_ids: [3] }), [], 1)).toBe('notTheirs')
    const full = Array.from({ length: MOST_SERVICES }, (_, at) => service(at + 10))
    expect(misfitOf(service(1), full, null)).toBe('tooManyServices')
  })
})

describe('sumOf', () => {
  it('adds minutes and money', () => {
    const three = [service(1), service(2, { price: '0.20' }), service(3, { price: null })]
    expect(sumOf(three)).toEqual({ minutes: 90, price: '100.30' })
    expect(sumOf([service(1, { price: null })])).toEqual({ minutes: 30, price: null })
    expect(sumOf([])).toEqual({ minutes: 0, price: null })
  })
})
