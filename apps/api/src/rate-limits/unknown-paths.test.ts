import { LIMITS } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { createUnknownPaths } from './unknown-paths.ts'

describe('paths that do not exist', () => {
  it('are counted by address, up to the limit of a minute', () => {
    let now = 90_000
    const count = createUnknownPaths(2 / LIMITS.unknownPathsPerAddressPerMinute, () => now)
    expect(count('a')).toEqual({
      allowed: true,
      limit: 2,
      remaining: 1,
      resetAt: 120,
      retryAfterSeconds: null,
    })
    expect(count('a').remaining).toBe(0)
    expect(count('a')).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 30 })
    expect(count('b').allowed).toBe(true)
    now = 119_999
    expect(count('a')).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
    now = 120_000
    expect(count('a').allowed).toBe(true)
  })

  it('of countless addresses take a bounded memory: then counting begins again', () => {
    const count = createUnknownPaths(0.0001, () => 0)
    expect([count('first').allowed, count('first').allowed]).toEqual([true, false])
    for (let address = 0; address < 100_000; address += 1) count(String(address))
    expect(count('first').allowed).toBe(true)
  })
})
