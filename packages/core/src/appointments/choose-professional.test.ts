import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseProfessional } from './choose-professional.ts'

describe('chooseProfessional', () => {
  it('prefers fewer appointments, then a longer wait, then the lower id; never beats long ago', () => {
    const choose = (...candidates: [id: number, load: number, lastAssignedAt: number | null][]) =>
      chooseProfessional(
        candidates.map(([id, load, lastAssignedAt]) => ({ id, load, lastAssignedAt })),
      )?.id
    expect(choose()).toBeUndefined()
    expect(choose([1, 2, null], [2, 1, 500])).toBe(2)
    expect(choose([1, 1, 500], [2, 1, 400])).toBe(2)
    expect(choose([1, 1, 0], [2, 1, null])).toBe(2)
    expect(choose([2, 1, null], [1, 1, null])).toBe(1)
    expect(choose([2, 1, 7], [1, 1, 7])).toBe(1)
  })

  it('does not depend on the order of the candidates', () => {
    const Candidate = fc.record({
      id: fc.nat(20),
      load: fc.nat(2),
      lastAssignedAt: fc.option(fc.nat(2)),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(Candidate, { selector: ({ id }) => id, minLength: 1 }),
        (candidates) => {
          expect(chooseProfessional(candidates.toReversed())).toBe(chooseProfessional(candidates))
        },
      ),
    )
  })
})
