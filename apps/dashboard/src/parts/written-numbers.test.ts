import { expect, it } from 'vitest'
import { ageOn, cpfWritten, phoneWritten } from './written-numbers.ts'

it.each([
  ['+5511987654321', '(11) 98765-4321'],
  ['+551132345678', '(11) 3234-5678'],
  ['+14155550123', '+14155550123'],
  ['+55', '+55'],
])('writes %s as %s', (stored, written) => {
  expect(phoneWritten(stored, 'BR')).toBe(written)
  expect(phoneWritten(stored, 'PT')).toBe(stored)
})

it('writes a CPF with its dots', () => {
  expect(cpfWritten('52998224725')).toBe('529.982.247-25')
})

it('counts a birthday on its day', () => {
  expect(ageOn('2026-11-22', '1990-11-23')).toBe(35)
  expect(ageOn('2026-11-23', '1990-11-23')).toBe(36)
  expect(ageOn('2026-02-28', '2000-02-29')).toBe(25)
})
