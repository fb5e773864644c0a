import { expect, it } from 'vitest'
import { nextOrder, sorted } from './sorted.ts'

it('sorts texts as the language does, numbers by size, and what is missing last', () => {
  const up = { isDown: false, locale: 'pt-BR' }
  const down = { ...up, isDown: true }
  const names = ['Zélia', null, 'ângela', 'Ana', 'Sala 10', 'Sala 9']
  const itself = (value: string | null) => value
  expect(sorted(names, itself, up)).toEqual(['Ana', 'ângela', 'Sala 9', 'Sala 10', 'Zélia', null])
  expect(sorted(names, itself, down).at(-1)).toBeNull()
  expect(sorted([90, 100.5, 9], (value) => value, down)).toEqual([100.5, 90, 9])
})

it('goes up, down and back to the order of the list', () => {
  const up = nextOrder(null, 'price')
  const down = nextOrder(up, 'price')
  expect([up?.isDown, down?.isDown, nextOrder(down, 'price')]).toEqual([false, true, null])
  expect(nextOrder(down, 'name')).toEqual({ column: 'name', isDown: false })
})
