import { expect, it } from 'vitest'
import { changesOf, inputOf, NEW_SERVICE, type ServiceValues } from './service-values.ts'

const VALUES: ServiceValues = {
  ...NEW_SERVICE,
  name: ' Limpeza ',
  price: 180.5,
  professional_ids: ['3', '1'],
  min_advance_minutes: 0,
}

it('sends texts without spaces around them, amounts with two decimals, and null for what is empty', () => {
  expect(inputOf(VALUES)).toMatchObject({
    name: 'Limpeza',
    description: null,
    price: '180.50',
    deposit_amount: null,
    min_advance_minutes: 0,
    max_advance_days: null,
    professional_ids: [3, 1],
  })
})

it('sends only what changed', () => {
  expect(changesOf(VALUES, VALUES)).toEqual({})
  expect(changesOf(VALUES, { ...VALUES, professional_ids: ['1', '3'] })).toEqual({})
  expect(changesOf(VALUES, { ...VALUES, price: '', name: 'Limpeza' })).toEqual({ price: null })
})

it('sends a deposit whole, and takes its amount away with it', () => {
  const with50 = { ...VALUES, requires_deposit: true, deposit_amount: 50 }
  expect(changesOf(VALUES, with50)).toEqual({ requires_deposit: true, deposit_amount: '50.00' })
  expect(changesOf(with50, { ...with50, deposit_amount: 60 })).toEqual({
    requires_deposit: true,
    deposit_amount: '60.00',
  })
  expect(changesOf(with50, { ...with50, requires_deposit: false })).toEqual({
    requires_deposit: false,
    deposit_amount: null,
  })
})
