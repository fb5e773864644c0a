import { describe, expect, test } from 'vitest'
import { allowances } from './allowances.ts'

describe('allowances', () => {
  test('are the documented limits', () => {
    expect(allowances(1)).toEqual({
      windows: {
        key: { keySecond: 10, keyMinute: 120, availabilityMinute: 30, organizationMinute: 300 },
        session: {
          keySecond: 50,
          keyMinute: 600,
          availabilityMinute: 120,
          organizationMinute: 6000,
        },
      },
      attempts: {
        'invalid key': 20,
        'sign-in': 10,
        'failed sign-in': 10,
        'password reset address': 10,
        'password reset': 3,
        invite: 50,
        'payment notice': 1200,
        'hook notice': 1200,
        'repeated key': 1,
        sandbox: 60,
        'public read': 240,
        'public booking': 30,
        'proved booking': 120,
        'unproven booking': 60,
        'public change': 20,
        'link guess': 20,
        'calendar read': 120,
      },
    })
  })

  test('are all multiplied, and never fall below one', () => {
    const { windows, attempts } = allowances(10_000)
    expect([windows.key.keySecond, attempts['invalid key']]).toEqual([100_000, 200_000])
    const less = allowances(0.29)
    expect(less.windows.key).toMatchObject({ organizationMinute: 87, keySecond: 3 })
    expect(less.windows.session).toMatchObject({ keySecond: 14, keyMinute: 174 })
    expect(less.attempts).toMatchObject({ 'invalid key': 6, 'sign-in': 3, 'failed sign-in': 3 })
    const least = allowances(0.0001)
    const all = [least.windows.key, least.windows.session, least.attempts]
    expect(new Set(all.flatMap(Object.values<number>))).toEqual(new Set([1]))
  })

  test('are numbers that PostgreSQL can add a batch to, however large the scale', () => {
    const { windows } = allowances(1_000_000)
    expect(windows.key.organizationMinute).toBe(300_000_000)
    expect(windows.session.organizationMinute + 20).toBeLessThan(2_147_483_647)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])(
    'refuse the scale %s',
    (scale) => {
      expect(() => allowances(scale)).toThrow(RangeError)
    },
  )
})
