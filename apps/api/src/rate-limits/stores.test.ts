/** One behaviour for all stores. */
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allowances, type Allowances, type AttemptKind, type WindowSizes } from './allowances.ts'
import type { CounterStore } from './counter-store.ts'
import type { KnownRequest, Decision } from './rate-limits.ts'
import {
  memoryUnderTest,
  postgresUnderTest,
  redisBinary,
  redisUnderTest,
  type StoreUnderTest,
} from './stores-under-test.ts'
import { decisionOfAttempts, decisionOfTaken } from './decision.ts'

/** The start of a minute. */
const START = Date.UTC(2026, 10, 20, 12, 0, 0)
const DOCUMENTED = allowances(1)
const AS_DOCUMENTED = DOCUMENTED.windows.key
const ROOMY: WindowSizes = {
  organizationMinute: 100_000,
  keySecond: 100_000,
  keyMinute: 100_000,
  availabilityMinute: 100_000,
}

const STORES: readonly [string, () => Promise<StoreUnderTest>, boolean][] = [
  ['memory', memoryUnderTest, true],
  ['PostgreSQL', postgresUnderTest, true],
  ['Redis', redisUnderTest, redisBinary !== null],
]

for (const [name, start, isHere] of STORES) {
  describe.skipIf(!isHere)(name, () => {
    let under: StoreUnderTest
    beforeAll(async () => void (under = await start()))
    afterEach(() => under.closeOpened())
    afterAll(() => under?.close())
    behaviour(() => under)
  })
}

function behaviour(under: () => StoreUnderTest): void {
  /** A clock that the test moves, two processes, an organization of its own. */
  function scene(key: WindowSizes, attempts = DOCUMENTED.attempts) {
    const clock = { now: START }
    const limits: Allowances = { windows: { ...DOCUMENTED.windows, key }, attempts }
    const processes = under().open(limits, () => clock.now)
    const organizationId = fresh()
    const take = (overrides: Partial<KnownRequest> = {}, by = processes[0]): Promise<Decision> =>
      decisionFrom(by, {
        holder: 'key',
        keyId: `key_${organizationId}`,
        organizationId,
        calls: 1,
        availabilityCalls: 0,
        ...overrides,
      })
    return { clock, processes, organizationId, take }
  }

  async function repeat(times: number, take: () => Promise<Decision>): Promise<Decision[]> {
    const decisions: Decision[] = []
    for (let count = 0; count < times; count += 1) decisions.push(await take())
    return decisions
  }

  test('a key makes ten requests in a second, the eleventh waits for the next second', async () => {
    const { clock, take } = scene(AS_DOCUMENTED)
    const minute = {
      allowed: true,
      limit: 120,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: null,
    }
    const decisions = await repeat(10, take)
    expect(decisions).toEqual(
      Array.from({ length: 10 }, (_, index) => ({ ...minute, remaining: 119 - index })),
    )
    clock.now = START + 999
    expect(await take()).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      resetAt: START / 1000 + 1,
      retryAfterSeconds: 1,
      window: 'key second',
    })
    clock.now = START + 1000
    expect(await take()).toEqual({ ...minute, remaining: 109 })
  })

  test('a key makes 120 requests in a minute, then the minute refuses, not the second', async () => {
    const { clock, take } = scene(AS_DOCUMENTED)
    for (let second = 0; second < 12; second += 1) {
      clock.now = START + second * 1000
      expect((await repeat(10, take)).filter((decision) => decision.allowed)).toHaveLength(10)
    }
    // Both windows are full: the one that ends last says how long to wait.
    expect(await take()).toMatchObject({ allowed: false, limit: 120, retryAfterSeconds: 49 })
    clock.now = START + 59_001
    expect(await take()).toEqual({
      allowed: false,
      limit: 120,
      remaining: 0,
      resetAt: START / 1000 + 60,
      retryAfterSeconds: 1,
      window: 'key minute',
    })
    clock.now = START + 60_000
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  })

  test('an availability request is described by its own window, and only that refuses it', async () => {
    const { clock, take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    const search = () => take({ availabilityCalls: 1 })
    expect(await search()).toMatchObject({ allowed: true, limit: 30, remaining: 29 })
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 118 })
    await repeat(29, search)
    expect(await search()).toMatchObject({ allowed: false, limit: 30, remaining: 0 })
    expect(await take()).toMatchObject({ allowed: true, limit: 120, remaining: 88 })
    clock.now += 60_000
    expect(await search()).toMatchObject({ allowed: true, limit: 30, remaining: 29 })
  })

  test('the tightest window describes an availability request, even when it is not its own', async () => {
    const { take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    await repeat(100, take)
    expect(await take({ availabilityCalls: 1 })).toMatchObject({ limit: 120, remaining: 19 })
  })

  test('the keys of an organization share 300 requests a minute', async () => {
    const { clock, organizationId, take } = scene({ ...AS_DOCUMENTED, keySecond: 1000 })
    const by = (key: string) => () => take({ keyId: `${key}_${organizationId}` })
    await repeat(100, by('one'))
    await repeat(100, by('two'))
    expect((await repeat(100, by('three'))).at(-1)).toMatchObject({
      allowed: true,
      limit: 300,
      remaining: 0,
    })
    for (const key of ['one', 'two', 'three', 'four']) {
      expect(await by(key)()).toMatchObject({ allowed: false, limit: 300, remaining: 0 })
    }
    expect(
      await take({ organizationId: fresh(), keyId: `stranger_${organizationId}` }),
    ).toMatchObject({
      allowed: true,
    })
    clock.now += 60_000
    expect(await by('four')()).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  })

  test('what one window refuses consumes nothing from the others', async () => {
    const limits = { ...ROOMY, keySecond: 2, keyMinute: 6, organizationMinute: 5 }
    const { clock, organizationId, take } = scene(limits)
    await repeat(50, take) // 2 allowed
    clock.now += 1000
    expect(await take()).toMatchObject({ allowed: true, limit: 5, remaining: 2 })
    // Another key fills the organization; then 50 refusals must not touch the first key's minute.
    const other = () => take({ keyId: `other_${organizationId}` })
    await repeat(1, other)
    expect(await take()).toMatchObject({ allowed: true, limit: 5, remaining: 0 })
    expect(await repeat(50, take)).toSatisfy((all: Decision[]) => all.every((one) => !one.allowed))
    Object.assign(limits, { ...ROOMY, keyMinute: 6 })
    expect(await take()).toMatchObject({ allowed: true, limit: 6, remaining: 1 })
  })

  test('a refused availability request consumes nothing, nor is it counted by other routes', async () => {
    const { take } = scene({ ...ROOMY, keyMinute: 4, availabilityMinute: 1 })
    await take({ availabilityCalls: 1 })
    await repeat(20, () => take({ availabilityCalls: 1 }))
    expect(await take()).toMatchObject({ allowed: true, limit: 4, remaining: 2 })
  })

  test('a session has windows of its own, and those of all sessions of a team', async () => {
    const { clock, organizationId, take } = scene(AS_DOCUMENTED)
    const user = (calls: number, availabilityCalls = 0, name = 'user') =>
      take({ holder: 'session', keyId: `${name}_${organizationId}`, calls, availabilityCalls })
    await repeat(49, () => user(1))
    expect(await user(1)).toMatchObject({ allowed: true, limit: 600, remaining: 550 })
    expect(await user(1)).toMatchObject({ allowed: false, limit: 50, window: 'key second' })
    for (let second = 1; second < 12; second += 1) {
      clock.now = START + second * 1000
      expect(await user(50)).toMatchObject({ allowed: true })
    }
    clock.now = START + 12_000
    expect(await user(1)).toMatchObject({ allowed: false, limit: 600, window: 'key minute' })
    for (let second = 12; second < 18; second += 1) {
      clock.now = START + second * 1000
      expect(await user(20, 20, 'searching')).toMatchObject({ allowed: true, limit: 120 })
    }
    expect(await user(2, 1, 'searching')).toMatchObject({
      allowed: false,
      limit: 120,
      window: 'availability minute',
    })
    // 600 and 120 so far.
    for (let other = 0; other < 105; other += 1) await user(50, 0, `other_${other}`)
    expect(await user(29, 0, 'last')).toMatchObject({ allowed: true, limit: 6000, remaining: 1 })
    expect(await user(2, 0, 'another')).toMatchObject({
      allowed: false,
      limit: 6000,
      remaining: 1,
      window: 'organization minute',
    })
  })

  test('a batch counts its calls, all or none; one larger than a window needs the whole of it', async () => {
    const { clock, take } = scene({ ...ROOMY, keySecond: 10, keyMinute: 25, availabilityMinute: 6 })
    const batch = (calls: number, availabilityCalls = 0) => take({ calls, availabilityCalls })
    expect(await batch(7)).toMatchObject({ allowed: true, limit: 25, remaining: 18 })
    expect(await batch(4)).toMatchObject({ allowed: false, limit: 10, remaining: 3 })
    expect(await batch(3)).toMatchObject({ allowed: true, remaining: 15 })
    clock.now += 1000
    // The minute has room for 15 more, the second for none beside it.
    expect(await batch(12)).toMatchObject({ allowed: true, limit: 25, remaining: 3 })
    expect(await batch(1)).toMatchObject({ allowed: false, limit: 10, remaining: 0 })
    clock.now += 60_000
    expect(await batch(8, 5)).toMatchObject({ allowed: true, limit: 6, remaining: 1 })
    clock.now += 1000
    expect(await batch(3, 2)).toMatchObject({ allowed: false, limit: 6, remaining: 1 })
    expect(await batch(3, 1)).toMatchObject({ allowed: true, limit: 6, remaining: 0 })
    expect(await batch(2)).toMatchObject({ allowed: true, limit: 25, remaining: 12 })
  })

  test('200 requests at once, half through each process: exactly ten pass', async () => {
    const { processes, take } = scene(AS_DOCUMENTED)
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, index) => take({}, processes[index % 2 === 0 ? 0 : 1])),
    )
    const allowed = decisions.filter((decision) => decision.allowed)
    expect(allowed.map((decision) => decision.remaining).sort((a, b) => a - b)).toEqual([
      110, 111, 112, 113, 114, 115, 116, 117, 118, 119,
    ])
    expect(decisions.filter((decision) => !decision.allowed && decision.limit === 10)).toHaveLength(
      190,
    )
  })

  test('400 requests of 40 keys at once through two processes: exactly the organization’s 50 pass', async () => {
    const { processes, organizationId, take } = scene({ ...AS_DOCUMENTED, organizationMinute: 50 })
    const decisions = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        take(
          {
            keyId: `key_${index % 40}_${organizationId}`,
            availabilityCalls: index % 3 === 0 ? 1 : 0,
          },
          processes[index % 2 === 0 ? 0 : 1],
        ),
      ),
    )
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(50)
  })

  test('by the store’s own clock: the limit holds in each minute', async () => {
    const key = { ...ROOMY, keyMinute: 25 }
    const processes = under().open({ ...DOCUMENTED, windows: { ...DOCUMENTED.windows, key } })
    const organizationId = fresh()
    const request: KnownRequest = {
      holder: 'key',
      keyId: `key_${organizationId}`,
      organizationId,
      calls: 1,
      availabilityCalls: 0,
    }
    const before = Date.now()
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        decisionFrom(processes[index % 2 === 0 ? 0 : 1], request),
      ),
    )
    const minutes = new Set(decisions.map((decision) => decision.resetAt))
    for (const resetAt of minutes) {
      expect(resetAt % 60).toBe(0)
      expect(Math.abs(resetAt * 1000 - before)).toBeLessThan(120_000)
      const allowed = decisions.filter(
        (decision) => decision.allowed && decision.resetAt === resetAt,
      )
      expect(allowed.length).toBeLessThanOrEqual(25)
    }
    expect(decisions.filter((decision) => decision.allowed).length).toBeGreaterThanOrEqual(25)
  })

  test('a clock that steps back over the start of a window does not hand it out again', async () => {
    const { clock, take } = scene({ ...ROOMY, keyMinute: 3 })
    clock.now = START + 60_000
    await repeat(3, take)
    clock.now = START + 59_990
    expect(await take()).toMatchObject({ allowed: false, limit: 3, resetAt: START / 1000 + 120 })
    clock.now = START + 60_010
    expect(await take()).toMatchObject({ allowed: false })
    // A clock that was an hour ahead must not close the API for an hour.
    clock.now = START - 3_600_000
    expect(await take()).toMatchObject({ allowed: true })
  })

  test('a lower limit than was counted refuses and never shows a negative number', async () => {
    const limits = { ...ROOMY }
    const { take } = scene(limits)
    await repeat(5, take)
    limits.keyMinute = 3
    expect(await take()).toMatchObject({ allowed: false, limit: 3, remaining: 0 })
  })

  test('20 invalid keys in ten minutes block an address for 30', async () => {
    const { clock, processes } = scene(AS_DOCUMENTED)
    const [one, other] = processes
    const address = `192.0.2.${fresh()}`
    const now = START / 1000
    expect(await look(one, address)).toEqual({
      allowed: true,
      limit: 20,
      remaining: 20,
      resetAt: now + 600,
      retryAfterSeconds: null,
    })
    for (let remaining = 19; remaining > 0; remaining -= 1) {
      const decision = await countInvalid(remaining % 2 === 0 ? one : other, address)
      expect(decision).toMatchObject({ allowed: true, limit: 20, remaining, resetAt: now + 601 })
      expect(await look(other, address)).toEqual(decision)
    }
    expect(await countInvalid(one, address)).toEqual({
      allowed: true,
      limit: 20,
      remaining: 0,
      resetAt: now + 1800,
      retryAfterSeconds: null,
    })
    const blocked = { allowed: false, limit: 20, remaining: 0, resetAt: now + 1800 }
    expect(await look(other, address)).toEqual({ ...blocked, retryAfterSeconds: 1800 })
    expect(await look(other, `${address}9`)).toMatchObject({ allowed: true, remaining: 20 })

    // Attempts during the block neither count nor make it longer.
    clock.now = START + 1_799_999
    expect(await countInvalid(other, address)).toEqual({ ...blocked, retryAfterSeconds: 1 })
    expect(await look(one, address)).toEqual({ ...blocked, retryAfterSeconds: 1 })
    clock.now = START + 1_800_000
    expect(await look(other, address)).toMatchObject({ allowed: true, remaining: 20 })
    expect(await countInvalid(one, address)).toMatchObject({ allowed: true, remaining: 19 })
  })

  test('the ten minutes slide: a burst over any boundary blocks, old attempts are forgotten', async () => {
    const { clock, processes } = scene(AS_DOCUMENTED)
    const [store] = processes
    const address = `198.51.100.${fresh()}`
    await countInvalid(store, address)
    clock.now = START + 599_000
    for (let count = 0; count < 18; count += 1) await countInvalid(store, address)
    clock.now = START + 601_000 // the first is 10 minutes and a second old
    expect(await look(store, address)).toMatchObject({ remaining: 2, resetAt: START / 1000 + 1200 })
    expect(await countInvalid(store, address)).toMatchObject({ remaining: 1 })
    clock.now = START + 602_000
    expect(await countInvalid(store, address)).toMatchObject({ remaining: 0 })
    expect(await look(store, address)).toMatchObject({ allowed: false })
  })

  test('the twentieth at ten minutes to the millisecond still blocks', async () => {
    const { clock, processes } = scene(AS_DOCUMENTED)
    const [store] = processes
    const address = `203.0.113.${fresh()}`
    clock.now = START + 999
    for (let count = 0; count < 19; count += 1) await countInvalid(store, address)
    clock.now += 600_000
    await countInvalid(store, address)
    expect(await look(store, address)).toMatchObject({ allowed: false, retryAfterSeconds: 1800 })
  })

  test('10 failures to sign in within 15 minutes block an account for 15, until they are forgotten', async () => {
    const { clock, processes } = scene(AS_DOCUMENTED)
    const [one, other] = processes
    const account = `account ${fresh()}`
    const failed = () => countInvalid(one, account, 'failed sign-in')
    for (let count = 0; count < 9; count += 1) {
      clock.now += 99_000
      expect(await failed()).toMatchObject({ allowed: true, limit: 10 })
    }
    expect(await failed()).toMatchObject({ allowed: true, remaining: 0 })
    expect(await look(other, account, 'failed sign-in')).toMatchObject({
      allowed: false,
      retryAfterSeconds: 900,
    })
    expect(await look(other, account), 'as an address').toMatchObject({ remaining: 20 })
    expect(await look(other, account, 'sign-in')).toMatchObject({ remaining: 10 })
    await other.forgetAttempts('failed sign-in', account)
    expect(await failed()).toMatchObject({ allowed: true, remaining: 9 })
    await other.forgetAttempts('failed sign-in', `${account} that was never counted`)
  })

  test('several attempts can be counted at once', async () => {
    const { processes } = scene(AS_DOCUMENTED)
    const address = `192.0.2.${fresh()}`
    const count = (times: number) => processes[0].countAttempts('invalid key', address, times)
    expect(await count(18)).toMatchObject({ isCounted: true, counted: 18, blockedUntil: null })
    expect(await count(5)).toMatchObject({
      isCounted: true,
      counted: 23,
      blockedUntil: START + 1_800_000,
    })
    expect(await count(1)).toMatchObject({ isCounted: false })
  })

  test('100 invalid keys at once through two processes: exactly 20 are counted', async () => {
    const { processes } = scene(AS_DOCUMENTED)
    const address = `2001:db8:${fresh().toString(16)}::/64`
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        countInvalid(processes[index % 2 === 0 ? 0 : 1], address),
      ),
    )
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20)
    expect(decisions.filter((decision) => decision.retryAfterSeconds === 1800)).toHaveLength(80)
  })

  test('hostile names are names', async () => {
    const { processes, take } = scene(AS_DOCUMENTED)
    const names = [`'; DROP TABLE rate_limit_key; --`, '}{*?[]\\', '', 'é'.repeat(200), ' \n']
    for (const name of names) {
      const unique = `${name}${fresh()}`
      expect(await take({ keyId: unique })).toMatchObject({ allowed: true })
      expect(await countInvalid(processes[0], unique)).toMatchObject({ remaining: 19 })
      expect(await look(processes[1], unique)).toMatchObject({ remaining: 19 })
    }
  })

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
        const { clock, processes, organizationId } = scene(limits, attempts)
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
              keyId: name,
              organizationId: owner,
              calls,
              availabilityCalls,
            }
            const decision = await decisionFrom(store, request)
            expect(decision).toMatchObject(plain.take(request, clock.now))
          }
        }
        await under().closeOpened()
      }),
      { numRuns: 25 },
    )
  })
}

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

async function decisionFrom(store: CounterStore, request: KnownRequest): Promise<Decision> {
  return decisionOfTaken(await store.take(request))
}

async function look(
  store: CounterStore,
  whose: string,
  kind: AttemptKind = 'invalid key',
): Promise<Decision> {
  const limit = DOCUMENTED.attempts[kind]
  return decisionOfAttempts(await store.lookAtAttempts(kind, whose), { kind, limit, isOne: false })
}

async function countInvalid(
  store: CounterStore,
  whose: string,
  kind: AttemptKind = 'invalid key',
): Promise<Decision> {
  const limit = DOCUMENTED.attempts[kind]
  return decisionOfAttempts(await store.countAttempts(kind, whose, 1), { kind, limit, isOne: true })
}

let last = 1000
function fresh(): number {
  last += 1
  return last
}
