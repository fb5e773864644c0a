/** Any history of requests and attempts, on each store, beside the rules at their plainest. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Allowances, WindowSizes } from './allowances.ts'
import type { Decision, KnownRequest } from './rate-limits.ts'
import {
  countInvalid,
  decisionFrom,
  DOCUMENTED,
  look,
  onEachStore,
  openScene,
} from './testing/each-store.ts'

onEachStore((under) => {
  test('any history of requests is judged as a plain list of them would be', async () => {
    const limits = {
      organizationMinute: 9,
      keySecond: 3,
      keyMinute: 6,
      availabilityMinute: 2,
    }
    const attempts = { ...DOCUMENTED.attempts, 'invalid key': 3 }
    const step = fc.record({
      wait: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 400 }) },
        { weight: 2, arbitrary: fc.integer({ min: 400, max: 40_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 40_000, max: 700_000 }) },
      ),
      by: fc.integer({ min: 0, max: 1 }),
      action: fc.constantFrom(
        'take',
        'take',
        'take',
        'search',
        'search',
        'look',
        'invalid',
        'invalid',
      ),
      key: fc.integer({ min: 0, max: 2 }),
      // A batch, when it is more than one; more than a window holds, now and then.
      calls: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 7 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const { clock, processes, organizationId } = openScene(under, limits, attempts)
        const plain = plainLimits(limits, attempts)
        for (const { wait, by, action, key, calls } of steps) {
          clock.now += wait
          const store = processes[by === 0 ? 0 : 1]
          const name = `${key}_${organizationId}`
          if (action === 'look') {
            expect((await look(store, name)).allowed).toBe(!plain.isBlocked(name, clock.now))
          } else if (action === 'invalid') {
            expect((await countInvalid(store, name)).allowed).toBe(
              plain.countInvalid(name, clock.now),
            )
          } else {
            const availabilityCalls = action === 'search' ? Math.ceil(calls / 2) : 0
            // Keys 0 and 1 are of one organization, key 2 of another.
            const owner = key === 2 ? -organizationId : organizationId
            const request: KnownRequest = {
              holder: 'key',
              address: name,
              keyId: name,
              organizationId: owner,
              calls,
              availabilityCalls,
            }
            const decision = await decisionFrom(store, request)
            expect(decision).toMatchObject(
              plain.isBlocked(name, clock.now)
                ? { allowed: false, window: 'blocked address' }
                : plain.take(request, clock.now),
            )
          }
        }
        await under().closeOpened()
      }),
      { numRuns: 25 },
    )
  })
})

/** The rules again, as slowly and plainly as can be: every accepted request is kept, every count is a filter. */
function plainLimits(limits: WindowSizes, attempts: Allowances['attempts']) {
  const accepted: (KnownRequest & { at: number })[] = []
  const invalid: { address: string; at: number }[] = []
  const blocks: { address: string; from: number }[] = []
  const isBlocked = (address: string, at: number): boolean =>
    blocks.some((block) => block.address === address && at < block.from + 1_800_000)
  return {
    isBlocked,
    countInvalid(address: string, at: number): boolean {
      if (isBlocked(address, at)) return false
      invalid.push({ address, at })
      const since = Math.max(
        -Infinity,
        ...blocks.filter((one) => one.address === address).map((one) => one.from),
      )
      const second = Math.floor(at / 1000)
      const recent = invalid.filter(
        (one) =>
          one.address === address && one.at > since && Math.floor(one.at / 1000) >= second - 600,
      )
      // Those of the very millisecond that began a block belong to that block.
      if (recent.length >= attempts['invalid key']) blocks.push({ address, from: at })
      return true
    },
    take(request: KnownRequest, at: number): Partial<Decision> {
      const inWindow = (
        length: number,
        isOurs: (one: KnownRequest) => boolean,
        callsOf = (one: KnownRequest): number => one.calls,
      ): number =>
        accepted
          .filter((one) => isOurs(one) && Math.floor(one.at / length) === Math.floor(at / length))
          .reduce((total, one) => total + callsOf(one), 0)
      const ofKey = (one: KnownRequest): boolean => one.keyId === request.keyId
      const searches = (one: KnownRequest): number => one.availabilityCalls
      const { calls } = request
      const windows = [
        { limit: limits.keySecond, count: inWindow(1000, ofKey), length: 1000, calls },
        { limit: limits.keyMinute, count: inWindow(60_000, ofKey), length: 60_000, calls },
        {
          limit: limits.organizationMinute,
          count: inWindow(60_000, (one) => one.organizationId === request.organizationId),
          length: 60_000,
          calls,
        },
        ...(request.availabilityCalls > 0
          ? [
              {
                limit: limits.availabilityMinute,
                count: inWindow(60_000, ofKey, searches),
                length: 60_000,
                calls: request.availabilityCalls,
              },
            ]
          : []),
      ]
      // A batch that no window could ever hold needs an empty one.
      const full = windows.filter(
        ({ count, limit, calls }) => count + calls > limit && !(calls > limit && count === 0),
      )
      if (full.length > 0) {
        const length = Math.max(...full.map((window) => window.length))
        const resetAt = ((Math.floor(at / length) + 1) * length) / 1000
        return {
          allowed: false,
          resetAt,
          retryAfterSeconds: Math.ceil(resetAt - at / 1000),
        }
      }
      accepted.push({ ...request, at })
      const left = windows.slice(1).map(({ limit, count, calls }) => limit - count - calls)
      return {
        allowed: true,
        remaining: Math.max(0, Math.min(...left)),
        resetAt: (Math.floor(at / 60_000) + 1) * 60,
      }
    },
  }
}
