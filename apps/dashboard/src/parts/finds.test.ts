import { expect, it } from 'vitest'
import { finds } from './finds.ts'

it('finds each word somewhere, with or without accents', () => {
  expect(finds('sessao avaliacao', 'Avaliação', 'primeira sessão')).toBe(true)
  expect(finds('SESSÃO', 'primeira sessao')).toBe(true)
  expect(finds('sessão pilates', 'primeira sessão', null)).toBe(false)
  expect(finds(undefined, 'x')).toBe(true)
  expect(finds('  ', 'x')).toBe(true)
})
