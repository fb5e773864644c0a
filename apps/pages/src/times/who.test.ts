import { expect, it } from 'vitest'
import { initialsOf } from './who.ts'

it.each([
  ['Dra. Camila Prado', 'CP'],
  ['Zé', 'Z'],
  ['Carlos Eduardo de Albuquerque Figueiredo', 'CF'],
  ['prof. élida', 'É'],
  ['Dr.', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
