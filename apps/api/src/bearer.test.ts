import { expect, test } from 'vitest'
import { bearerOf } from './bearer.ts'

test.each([
  ['Bearer abc', 'abc'],
  ['  bearer   abc  ', 'abc'],
  ['Bearer', null],
  ['Bearer abc def', null],
  ['Basic abc', null],
  [`Bearer ${'a'.repeat(200)}`, 'a'.repeat(200)],
  [`Bearer ${'a'.repeat(201)}`, null],
])('%s carries %s', (header, value) => {
  expect(bearerOf(header)).toBe(value)
})
