/** What never reaches the store. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import type { CounterStore } from './counter-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import type { Decision } from './rate-limits.ts'
import { MID_WINDOWS, ONE_CALL } from './testing/one-call.ts'
import { createTestDatabase, openPool, type TestDatabase } from './testing/stores.ts'

const DOCUMENTED = allowances(1)
describe('requests that come together', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const many = <Result>(times: number, work: () => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: times }, work))
  const allowed = (decisions: readonly Decision[]): number =>
    decisions.filter((decision) => decision.allowed).length

  /** The counters with all the time they want, and how many questions were with the store. */
  async function patient() {
    const pool = openPool(database.url)
    const store = createPostgresStore(DOCUMENTED, {
      pool,
      now: () => MID_WINDOWS,
      timeoutMs: 20_000,
    })
    const asked = { now: 0, most: 0, times: 0 }
    const noted = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
      asked.times += 1
      asked.now += 1
      asked.most = Math.max(asked.most, asked.now)
      return question.finally(() => (asked.now -= 1))
    }
    const limits = countedLimits(
      {
        ...store,
        take: (ours) => noted(store.take(ours)),
        lookAtAttempts: (kind, whose) => noted(store.lookAtAttempts(kind, whose)),
      },
      DOCUMENTED,
      // A refusal is remembered for a second, which on a busy machine is over before the last is asked for.
      { timeoutMs: 20_000, monotonic: () => MID_WINDOWS },
    )
    onTestFinished(async () => {
      await limits.close()
      await pool.end()
    })
    return { limits, asked }
  }

  test('a burst of 3000 requests of one key brings few questions, and its limit holds', async () => {
    const { limits, asked } = await patient()
    const burst = { ...ONE_CALL, organizationId: 78, keyId: 'burst' }
    expect(allowed(await many(3000, () => limits.take(burst)))).toBe(10)
    expect(asked.most).toBeLessThanOrEqual(16)
    expect(asked.times).toBeLessThanOrEqual(10 + 16)
  })

  test('a flood from countless addresses stands in a line of its own', async () => {
    const { limits, asked } = await patient()
    let sent = 0
    const flood = many(2000, () => limits.lookAtAddress(`flood ${(sent += 1)}`))
    const ours = { ...ONE_CALL, organizationId: 79, keyId: 'beside_a_flood' }
    expect(allowed(await many(100, () => limits.take(ours)))).toBe(10)
    expect(asked.times).toBeLessThan(1000)
    await flood
    expect(asked.most).toBeLessThanOrEqual(32)
  })
})

describe('a refusal', () => {
  function scene() {
    const clock = { now: Date.UTC(2026, 10, 20, 12, 0, 0) + 500 }
    const asked: string[] = []
    const limits = allowances(1)
    const store = createMemoryStore(limits, { now: () => clock.now })
    const noted = (name: string): void => void asked.push(name)
    const noting: CounterStore = {
      take: (ours) => (noted(ours.keyId), store.take(ours)),
      lookAtAttempts: (kind, whose) => (noted(whose), store.lookAtAttempts(kind, whose)),
      countAttempts: (kind, whose, times) => (
        noted(whose),
        store.countAttempts(kind, whose, times)
      ),
      forgetAttempts: (kind, whose) => store.forgetAttempts(kind, whose),
      close: () => store.close(),
    }
    const guarded = countedLimits(noting, limits, { monotonic: () => clock.now })
    return { clock, asked, limits: guarded }
  }

  test('is remembered until its window ends, so a flood asks the store once', async () => {
    const { clock, asked, limits } = scene()
    for (let count = 0; count < 1000; count += 1) await limits.take(ONE_CALL)
    expect(asked).toHaveLength(11)
    expect(await limits.take(ONE_CALL)).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      resetAt: Date.UTC(2026, 10, 20, 12, 0, 1) / 1000,
      retryAfterSeconds: 1,
      window: 'key second',
    })
    clock.now += 499
    expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: false })
    expect(asked).toHaveLength(11)
    clock.now += 1
    expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 109 })
  })

  test('is remembered for a second at most, and counts down meanwhile', async () => {
    const { clock, asked, limits } = scene()
    for (let second = 0; second < 12; second += 1) {
      for (let count = 0; count < 10; count += 1) await limits.take(ONE_CALL)
      clock.now += 1000
    }
    expect(await limits.take(ONE_CALL)).toMatchObject({ limit: 120, retryAfterSeconds: 48 })
    const before = asked.length
    clock.now += 999
    expect(await limits.take(ONE_CALL)).toMatchObject({ limit: 120, retryAfterSeconds: 47 })
    expect(asked).toHaveLength(before)
    clock.now += 1
    expect(await limits.take(ONE_CALL)).toMatchObject({ limit: 120, retryAfterSeconds: 47 })
    expect(asked).toHaveLength(before + 1)
  })

  test('of one window is not one of another', async () => {
    const { clock, limits } = scene()
    const search = { ...ONE_CALL, availabilityCalls: 1 }
    for (let second = 0; second < 3; second += 1) {
      for (let count = 0; count < 10; count += 1) await limits.take(search)
      clock.now += 1000
    }
    expect(await limits.take(search)).toMatchObject({ allowed: false, limit: 30 })
    expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true })
    expect(await limits.take({ ...search, keyId: 'key_2' })).toMatchObject({ allowed: true })
    expect(await limits.take({ ...search, organizationId: 2, keyId: 'key_3' })).toMatchObject({
      allowed: true,
    })
  })

  test('of an organization holds for all of its keys and no one else', async () => {
    const { asked, limits } = scene()
    for (let count = 0; count < 300; count += 1) {
      await limits.take({ ...ONE_CALL, keyId: `key_${Math.floor(count / 10)}` })
    }
    expect(await limits.take({ ...ONE_CALL, keyId: 'key_98' })).toMatchObject({ limit: 300 })
    const before = asked.length
    expect(await limits.take({ ...ONE_CALL, keyId: 'key_99' })).toMatchObject({
      allowed: false,
      limit: 300,
    })
    expect(asked).toHaveLength(before)
    expect(await limits.take({ ...ONE_CALL, organizationId: 2, keyId: 'key_s' })).toMatchObject({
      allowed: true,
    })
  })

  test('of an address holds for it alone', async () => {
    const { clock, asked, limits } = scene()
    for (let count = 0; count < 20; count += 1)
      await limits.countInvalidKey('192.0.2.1', crypto.randomUUID())
    for (let count = 0; count < 1000; count += 1) {
      expect((await limits.lookAtAddress('192.0.2.1')).allowed).toBe(false)
    }
    // Each key asks whether it came before, and counts.
    expect(asked).toHaveLength(40)
    expect(await limits.lookAtAddress('192.0.2.2')).toMatchObject({ allowed: true })
    clock.now += 1_800_000
    expect(await limits.lookAtAddress('192.0.2.1')).toMatchObject({ allowed: true, remaining: 20 })
  })
})
