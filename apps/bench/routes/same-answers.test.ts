import { expect, it } from 'vitest'
import { requireSame } from './same-answers.ts'

const OURS = { id: 1, at: '2026-11-20T08:00:00-03:00', services: [{ id: 2, name: 'Consulta' }] }

it('takes instants in any zone for the same', () => {
  requireSame('a record', OURS, { ...OURS, at: '2026-11-20T11:00:00.417Z' })
})

it.each([
  ['another value', { ...OURS, id: 2 }],
  ['another instant', { ...OURS, at: '2026-11-20T11:00:01.000Z' }],
  ['a column too many', { ...OURS, name: 'Ana' }],
  ['a column too few', { id: 1, at: OURS.at }],
  ['another value inside', { ...OURS, services: [{ id: 3, name: 'Consulta' }] }],
])('refuses %s', (_, reference) => {
  expect(() => requireSame('a record', OURS, reference)).toThrow(/^Wrong: a record/)
})
