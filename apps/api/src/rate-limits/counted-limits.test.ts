/** What callers meet when the store fails, and what never reaches it. */
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import type { CounterStore } from './counter-store.ts'
import { createRateLimits } from './create-rate-limits.ts'
import { createMemoryStore } from './memory-store.ts'
import {
  createTestDatabase,
  freePort,
  openPool,
  redisBinary,
  startRedis,
  type TestDatabase,
} from './stores-under-test.ts'
import { wireTo } from './wire-under-test.ts'

const request = { keyId: 'key_1', organizationId: 1, isAvailability: false }

describe('a store that fails', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  /** Postgres through a wire that the test cuts. */
  async function overPostgres(url = database.url) {
    const { port } = new URL(url)
    const wire = await wireTo(Number(port))
    const through = new URL(url)
    through.port = String(wire.port)
    const pool = openPool(through.href)
    return opened({ pool }, wire, () => pool.end())
  }

  async function overRedis() {
    const server = await startRedis()
    const wire = await wireTo(server.port)
    const redisUrl = `redis://127.0.0.1:${wire.port}`
    return opened({ redisUrl }, wire, () => server.stop())
  }

  type Wire = Awaited<ReturnType<typeof wireTo>>
  function opened(
    store: { pool: Pool } | { redisUrl: string },
    wire: Wire,
    stop: () => Promise<void>,
  ) {
    const failures: unknown[] = []
    const limits = createRateLimits({
      scale: 1,
      ...store,
      onFailure: (error) => void failures.push(error),
    })
    onTestFinished(async () => {
      await limits.close()
      await wire.close()
      await stop()
    })
    return { limits, wire, failures }
  }

  const kinds: readonly [string, () => ReturnType<typeof overPostgres>, boolean][] = [
    ['PostgreSQL', overPostgres, true],
    ['Redis', overRedis, redisBinary !== null],
  ]
  for (const [kind, open, isHere] of kinds) {
    describe.skipIf(!isHere)(kind, () => {
      test('cut off: requests pass with everything remaining and are reported; counting resumes', async () => {
        const { limits, wire, failures } = await open()
        const keyId = `cut_${kind}`
        const address = `cut ${kind}`
        expect(await limits.take({ ...request, keyId })).toMatchObject({ remaining: 119 })
        await limits.countInvalidKey(address)
        expect(failures).toEqual([])

        wire.cut()
        const before = Date.now() / 1000
        for (let count = 1; count <= 30; count += 1) {
          expect(await limits.take({ ...request, keyId })).toMatchObject({
            allowed: true,
            limit: 120,
            remaining: 120,
            retryAfterSeconds: null,
          })
          expect(failures).toHaveLength(count)
        }
        const search = await limits.take({ ...request, keyId, isAvailability: true })
        expect(search).toMatchObject({ allowed: true, limit: 30, remaining: 30 })
        expect(search.resetAt).toBeGreaterThan(before)
        expect(search.resetAt).toBeLessThanOrEqual(before + 61)
        expect(await limits.lookAtAddress(address)).toMatchObject({
          allowed: true,
          limit: 20,
          remaining: 20,
        })
        expect(await limits.countInvalidKey(address)).toMatchObject({
          allowed: true,
          remaining: 20,
        })
        expect(failures).toHaveLength(33)

        wire.mend()
        await vi.waitFor(
          async () => expect(await limits.lookAtAddress(address)).toMatchObject({ remaining: 19 }),
          { timeout: 8000, interval: 50 },
        )
        const reported = failures.length
        expect((await limits.take({ ...request, keyId })).remaining).toBeLessThan(120)
        expect(failures).toHaveLength(reported)
      })

      test('gone without a word: one request waits a quarter of a second, the next ones don’t', async () => {
        const { limits, wire, failures } = await open()
        const address = `gone ${kind}`
        await limits.countInvalidKey(address)
        wire.silence()
        const startedAt = performance.now()
        expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 120 })
        const firstAt = performance.now()
        expect(firstAt - startedAt).toBeLessThan(800)
        await Promise.all(Array.from({ length: 100 }, () => limits.take(request)))
        expect(performance.now() - firstAt).toBeLessThan(200)
        expect(failures).toHaveLength(101)

        // The dead connections are given up, so a server that returns is found again.
        wire.mend()
        await vi.waitFor(
          async () => expect(await limits.lookAtAddress(address)).toMatchObject({ remaining: 19 }),
          { timeout: 8000, interval: 100 },
        )
      })

      test('not there at the start: requests pass, and closing does not hang', async () => {
        const { limits, wire, failures } = await open()
        wire.cut()
        expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 120 })
        expect(failures).toHaveLength(1)
      })

      test('a process held up by its own work does not blame the store', async () => {
        const { limits, failures } = await open()
        const keyId = `held_${kind}`
        await limits.take({ ...request, keyId })
        const verdict = limits.take({ ...request, keyId })
        blockFor(400)
        expect((await verdict).remaining).toBeLessThan(120)
        const later = limits.take({ ...request, keyId })
        setImmediate(() => blockFor(400))
        expect((await later).remaining).toBeLessThan(120)
        expect(failures).toEqual([])
      })

      test('the very first request is counted, though nothing is connected yet', async () => {
        const { limits, failures } = await open()
        const keyId = `first_${kind}`
        const verdicts = await Promise.all(
          Array.from({ length: 12 }, () => limits.take({ ...request, keyId })),
        )
        expect(failures).toEqual([])
        expect(verdicts.filter((verdict) => verdict.allowed).length).toBeGreaterThanOrEqual(10)
      })
    })
  }

  test('a row that somebody holds delays a request by a quarter of a second, no more', async () => {
    const { limits, failures } = await overPostgres()
    const organizationId = 77
    const ours = { ...request, organizationId, keyId: 'held_row' }
    await limits.take(ours)
    const pool = openPool(database.url)
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(
      'SELECT FROM rate_limit_organization WHERE organization_id = $1 FOR UPDATE',
      [organizationId],
    )
    const startedAt = performance.now()
    expect(await limits.take(ours)).toMatchObject({ allowed: true, remaining: 120 })
    expect(performance.now() - startedAt).toBeLessThan(800)
    expect(failures).toHaveLength(1)
    await client.query('ROLLBACK')
    client.release()
    await pool.end()
    await vi.waitFor(
      async () =>
        expect((await limits.take({ ...ours, keyId: 'other' })).remaining).toBeLessThan(120),
      { timeout: 3000, interval: 100 },
    )
  })

  // A machine so busy that the server itself takes a quarter of a second is no fault: hence the retries.
  test(
    'a burst of 3000 requests of one key is no failure: its limit holds',
    { retry: 2 },
    async () => {
      const { limits, failures } = await overPostgres()
      const burst = { ...request, organizationId: 78, keyId: 'burst' }
      await limits.take({ ...burst, keyId: 'before_the_burst' })
      const verdicts = await Promise.all(Array.from({ length: 3000 }, () => limits.take(burst)))
      expect(failures).toEqual([])
      // Ten in each second that it lasts.
      expect(verdicts.filter((verdict) => verdict.allowed).length).toBeLessThanOrEqual(50)
    },
  )

  test(
    'a flood from countless addresses does not switch off the limits of keys',
    { retry: 2 },
    async () => {
      const { limits } = await overPostgres()
      const flood = Array.from({ length: 5000 }, (_, index) =>
        limits.lookAtAddress(`flood ${index}`),
      )
      const ours = { ...request, organizationId: 79, keyId: 'beside_a_flood' }
      const verdicts = await Promise.all(Array.from({ length: 100 }, () => limits.take(ours)))
      expect(verdicts.filter((verdict) => verdict.allowed).length).toBeLessThanOrEqual(50)
      await Promise.all(flood)
    },
  )

  test('a database without the counters lets requests pass', async () => {
    const bare = new URL(database.url)
    bare.pathname = '/postgres'
    const { limits, failures } = await overPostgres(bare.href)
    expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 120 })
    expect(String(failures[0])).toContain('take_rate_limit')
  })

  test('no server at all lets requests pass at once', async () => {
    const port = await freePort()
    const pool = openPool(`postgres://nobody@127.0.0.1:${port}/nothing`)
    const failures: unknown[] = []
    const limits = createRateLimits({
      scale: 1,
      pool,
      onFailure: (error) => void failures.push(error),
    })
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 50 }, () => limits.take(request)))
    expect(performance.now() - startedAt).toBeLessThan(800)
    expect(failures).toHaveLength(50)
    await limits.close()
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
      lookAtAddress: (address) => (noted(address), store.lookAtAddress(address)),
      countInvalidKey: (address) => (noted(address), store.countInvalidKey(address)),
      close: () => store.close(),
    }
    const guarded = countedLimits(noting, limits, { monotonic: () => clock.now })
    return { clock, asked, limits: guarded }
  }

  test('is remembered until its window ends, so a flood asks the store once', async () => {
    const { clock, asked, limits } = scene()
    for (let count = 0; count < 1000; count += 1) await limits.take(request)
    expect(asked).toHaveLength(11)
    expect(await limits.take(request)).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      resetAt: Date.UTC(2026, 10, 20, 12, 0, 1) / 1000,
      retryAfterSeconds: 1,
      window: 'key second',
    })
    clock.now += 499
    expect(await limits.take(request)).toMatchObject({ allowed: false })
    expect(asked).toHaveLength(11)
    clock.now += 1
    expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 109 })
  })

  test('is remembered for a second at most, and counts down meanwhile', async () => {
    const { clock, asked, limits } = scene()
    for (let second = 0; second < 12; second += 1) {
      for (let count = 0; count < 10; count += 1) await limits.take(request)
      clock.now += 1000
    }
    expect(await limits.take(request)).toMatchObject({ limit: 120, retryAfterSeconds: 48 })
    const before = asked.length
    clock.now += 999
    expect(await limits.take(request)).toMatchObject({ limit: 120, retryAfterSeconds: 47 })
    expect(asked).toHaveLength(before)
    clock.now += 1
    expect(await limits.take(request)).toMatchObject({ limit: 120, retryAfterSeconds: 47 })
    expect(asked).toHaveLength(before + 1)
  })

  test('of one window is not one of another', async () => {
    const { clock, limits } = scene()
    const search = { ...request, isAvailability: true }
    for (let second = 0; second < 3; second += 1) {
      for (let count = 0; count < 10; count += 1) await limits.take(search)
      clock.now += 1000
    }
    expect(await limits.take(search)).toMatchObject({ allowed: false, limit: 30 })
    expect(await limits.take(request)).toMatchObject({ allowed: true })
    expect(await limits.take({ ...search, keyId: 'key_2' })).toMatchObject({ allowed: true })
    expect(await limits.take({ ...search, organizationId: 2, keyId: 'key_3' })).toMatchObject({
      allowed: true,
    })
  })

  test('of an organization holds for all of its keys and nobody else', async () => {
    const { asked, limits } = scene()
    for (let count = 0; count < 300; count += 1) {
      await limits.take({ ...request, keyId: `key_${Math.floor(count / 10)}` })
    }
    expect(await limits.take({ ...request, keyId: 'key_98' })).toMatchObject({ limit: 300 })
    const before = asked.length
    expect(await limits.take({ ...request, keyId: 'key_99' })).toMatchObject({
      allowed: false,
      limit: 300,
    })
    expect(asked).toHaveLength(before)
    expect(await limits.take({ ...request, organizationId: 2, keyId: 'key_s' })).toMatchObject({
      allowed: true,
    })
  })

  test('of an address holds for it alone', async () => {
    const { clock, asked, limits } = scene()
    for (let count = 0; count < 20; count += 1) await limits.countInvalidKey('192.0.2.1')
    for (let count = 0; count < 1000; count += 1) {
      expect((await limits.lookAtAddress('192.0.2.1')).allowed).toBe(false)
    }
    expect(asked).toHaveLength(20)
    expect(await limits.lookAtAddress('192.0.2.2')).toMatchObject({ allowed: true })
    clock.now += 1_800_000
    expect(await limits.lookAtAddress('192.0.2.1')).toMatchObject({ allowed: true, remaining: 20 })
  })
})

test('memory stays bounded, whoever sends', async () => {
  const limits = allowances(1)
  const store = createMemoryStore(limits, { now: () => 0, capacity: 100 })
  for (let count = 0; count < 19; count += 1) await store.countInvalidKey('busy')
  for (let count = 0; count < 99; count += 1) await store.countInvalidKey(`sprayed ${count}`)
  expect(await store.lookAtAddress('busy')).toMatchObject({ counted: 19 })
  for (let count = 0; count < 2; count += 1) await store.countInvalidKey(`more ${count}`)
  expect(await store.lookAtAddress('busy')).toMatchObject({ counted: 0 })
  expect(await store.lookAtAddress('sprayed 98')).toMatchObject({ counted: 1 })
})

function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
