import { describe, expect, test } from 'vitest'
import { allowances } from './allowances.ts'

describe('allowances', () => {
  test('are the documented limits', () => {
    expect(allowances(1)).toEqual({
      organizationMinute: 300,
      keySecond: 10,
      keyMinute: 120,
      availabilityMinute: 30,
      invalidKeys: 20,
    })
  })

  test('are all multiplied, and never fall below one', () => {
    expect(allowances(10_000)).toMatchObject({ keySecond: 100_000, invalidKeys: 200_000 })
    expect(allowances(0.29)).toMatchObject({ organizationMinute: 87, keySecond: 3, invalidKeys: 6 })
    expect(new Set(Object.values(allowances(0.001)))).toEqual(new Set([1]))
    expect(allowances(1_000_000).organizationMinute).toBe(300_000_000)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e9])('refuse the scale %s', (scale) => {
    expect(() => allowances(scale)).toThrow(RangeError)
  })
})
