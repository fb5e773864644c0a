import { expect, it } from 'vitest'
import { amountOf, centsOf } from './kinds.ts'

it.each(['0.00', '0.10', '0.29', '1.15', '19.99', '50.00', '1005.35', '9999999999.99'])(
  'keeps every cent of %s',
  (amount) => {
    expect(amountOf(centsOf(amount))).toBe(amount)
  },
)
