import { expect, it } from 'vitest'
import { SAMPLE_FACTS, withMoneyIn } from './facts.ts'

it.each([
  ['pt', '1234.50', '1.234,50'],
  ['en', '1234.50', '1,234.50'],
  ['pt', '100.00', '100,00'],
  ['pt', '999999999999.99', '999.999.999.999,99'],
  ['pt', null, null],
] as const)('money in %s: %s is written %s', (language, amount, written) => {
  const facts = withMoneyIn({ ...SAMPLE_FACTS, amount, refunded_amount: amount }, language)
  expect([facts.amount, facts.refunded_amount]).toEqual([written, written])
})
