import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { STATE_WORDS, stateOfAppointment } from './words.ts'

it.each([
  ['PENDING', { isUnpaid: false }, 'requested'],
  ['PENDING', { isUnpaid: true }, 'unpaid'],
  ['CONFIRMED', { isUnpaid: false }, 'confirmed'],
  ['CONFIRMED', { isUnpaid: true }, 'unpaid'],
  ['CONFIRMED', { isUnpaid: false, isPast: true }, 'over'],
  ['PENDING', { isUnpaid: true, isPast: true }, 'over'],
  ['COMPLETED', { isUnpaid: false }, 'over'],
  ['NO_SHOW', { isUnpaid: false }, 'over'],
  ['CANCELLED_CLIENT', { isUnpaid: false }, 'cancelled'],
  ['CANCELLED_PROFESSIONAL', { isUnpaid: true, isPast: true }, 'cancelled'],
] as const)('an appointment that is %s, %o, is called %s', (status, facts, state) => {
  expect(stateOfAppointment(status, facts)).toBe(state)
})

it('the guide has the words of each state', () => {
  const guide = readFileSync(new URL('../../../docs/messages.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\| ([^|]+?) +\|/gm)]
  const written = Object.fromEntries(rows.map(([, state = '', pt, en]) => [state, { pt, en }]))
  const { requested, unpaid, confirmed, moved, cancelled, over } = STATE_WORDS
  expect(written).toEqual({ requested, unpaid, confirmed, moved, cancelled, over })
})
