import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { occurrencesOf } from './occurrences.ts'

test('fast-check: agrees with a built-in search that goes on behind each occurrence', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 200 })
  fc.assert(
    fc.property(word, text, (searched, around) => {
      const whole = around + searched + around + searched + searched
      const expected: number[] = []
      for (let at = whole.indexOf(searched); at !== -1;) {
        expected.push(at)
        at = whole.indexOf(searched, at + searched.length)
      }
      expect(occurrencesOf(whole, searched)).toEqual(expected)
      expect(occurrencesOf(around, searched)).toEqual(
        expected.filter((at) => at + searched.length <= around.length),
      )
    }),
    { numRuns: 2000, seed: 3 },
  )
})
