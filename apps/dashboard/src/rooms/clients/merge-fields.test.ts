import { expect, it } from 'vitest'
import { conflictsOf } from './merge-fields.ts'

it('asks where both have a value and the values differ', () => {
  const one = {
    first_name: 'Ana',
    last_name: null,
    phone: '+5511987654321',
    email: 'ana@example.com',
    cpf: null,
    birth_date: '1990-01-01',
  }
  const other = {
    ...one,
    first_name: 'Anna',
    last_name: 'Lima',
    email: null,
    phone: '+5511911112222',
  }
  expect(conflictsOf(one, other)).toEqual(['first_name', 'phone'])
  expect(conflictsOf(one, one)).toEqual([])
})
