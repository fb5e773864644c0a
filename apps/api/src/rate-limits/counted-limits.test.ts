/** What callers meet when the store fails, and what never reaches it. */
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import type { CounterStore } from './counter-store.ts'
import { createRateLimits } from './create-rate-limits.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import type { KnownRequest, RateLimits, Decision } from './rate-limits.ts'
import {
  createTestDatabase,
  freePort,
  openPool,
  redisBinary,
  startRedis,
  type TestDatabase,
} from './stores-under-test.ts'
import { wireTo, type Wire } from './wire-under-test.ts'

const DOCUMENTED = allowances(1)
const request: KnownRequest = {
  holder: 'key',
  keyId: 'key_1',
  organizationId: 1,
  calls: 1,
  availabilityCalls: 0,
}

/** In the middle of a second and a minute: this process' own clock stands still, so no window turns. */
const NOW = Date.UTC(2026, 10, 20, 12, 0, 30) + 500

/** Given to a store for an answer: what is there answers within it on a busy machine too. */
const TIMEOUT_MS = 1000
/** Longer than that. */
const TOO_LATE_MS = 1600
/** As long as a busy machine may need. */
const PATIENTLY = { timeout: 15_000, interval: 50 }

describe('a store that fails', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  type Scene = {
    /** A process whose store is behind a wire. */
    readonly limits: RateLimits
    /** Another process, whose store is not. */
    readonly beside: RateLimits
    readonly wire: Wire
    readonly failures: unknown[]
  }

  /** Postgres through a wire that the test cuts. */
  async function overPostgres(url = database.url): Promise<Scene> {
    const wire = await wireTo(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(wire.port)
    const pools = [openPool(through.href), openPool(url)] as const
    return opened({ pool: pools[0] }, { pool: pools[1] }, wire, async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    })
  }

  async function overRedis(): Promise<Scene> {
    const server = await startRedis()
    const wire = await wireTo(server.port)
    const redisUrl = `redis://127.0.0.1:${wire.port}`
    return opened({ redisUrl }, { redisUrl: server.url }, wire, () => server.stop())
  }

  type Store = { pool: Pool } | { redisUrl: string }
  function opened(through: Store, direct: Store, wire: Wire, stop: () => Promise<void>): Scene {
    const failures: unknown[] = []
    const onFailure = (error: unknown): void => void failures.push(error)
    const now = (): number => NOW
    const limits = createRateLimits({
      scale: 1,
      ...through,
      onFailure,
      now,
      timeoutMs: TIMEOUT_MS,
    })
    const beside = createRateLimits({ scale: 1, ...direct, now, timeoutMs: 20_000 })
    onTestFinished(async () => {
      await limits.close()
      await beside.close()
      await wire.close()
      await stop()
    })
    return { limits, beside, wire, failures }
  }

  const many = <Result>(times: number, work: () => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: times }, work))
  const allowed = (decisions: readonly Decision[]): number =>
    decisions.filter((decision) => decision.allowed).length

  const kinds: readonly [string, () => Promise<Scene>, boolean][] = [
    ['PostgreSQL', overPostgres, true],
    ['Redis', overRedis, redisBinary !== null],
  ]
  for (const [kind, open, isHere] of kinds) {
    describe.skipIf(!isHere)(kind, () => {
      test('cut off: this process counts by itself and says so; then the store counts again', async () => {
        const { limits, wire, failures } = await open()
        const ours = { ...request, keyId: `cut_${kind}` }
        expect(await limits.take(ours)).toMatchObject({ remaining: 119 })
        expect(failures).toEqual([])

        wire.cut()
        const decisions = []
        for (let count = 1; count <= 30; count += 1) {
          decisions.push(await limits.take(ours))
          expect(failures).toHaveLength(count)
        }
        expect(decisions.slice(0, 10)).toEqual(
          decisions.slice(0, 10).map((_, index) => ({
            allowed: true,
            limit: 120,
            remaining: 119 - index,
            resetAt: Math.ceil(NOW / 60_000) * 60,
            retryAfterSeconds: null,
          })),
        )
        expect(allowed(decisions)).toBe(10)
        expect(decisions.at(-1)).toMatchObject({ limit: 10, retryAfterSeconds: 1 })
        const search = { ...request, keyId: `search_${kind}`, availabilityCalls: 1 }
        expect(await limits.take(search)).toMatchObject({ allowed: true, limit: 30, remaining: 29 })

        wire.mend()
        await vi.waitFor(async () => {
          const reported = failures.length
          await limits.take({ ...request, keyId: `mended_${kind}` })
          expect(failures).toHaveLength(reported)
        }, PATIENTLY)
      })

      const troubles: readonly [string, (wire: Wire) => void][] = [
        ['refuses connections', (wire) => wire.cut()],
        ['is gone without a word', (wire) => wire.silence()],
        ['answers late', (wire) => wire.delay(TOO_LATE_MS)],
      ]
      for (const [trouble, begin] of troubles) {
        test(`${trouble}: of 40 invalid keys no more pass than the limit leaves, here and everywhere`, async () => {
          const { limits, beside, wire, failures } = await open()
          const address = `${trouble} ${kind}`
          const invalidKey = () => limits.countInvalidKey(address)
          for (let count = 0; count < 7; count += 1) await invalidKey()
          // What another process counted is known from the store's last answer.
          for (let count = 0; count < 5; count += 1) await beside.countInvalidKey(address)
          expect(await limits.lookAtAddress(address)).toMatchObject({ remaining: 8 })

          begin(wire)
          expect(allowed(await many(40, invalidKey))).toBe(8)
          expect(await limits.lookAtAddress(address)).toMatchObject({
            allowed: false,
            limit: 20,
            remaining: 0,
            retryAfterSeconds: 1800,
          })
          expect(failures.length).toBeGreaterThanOrEqual(40)

          wire.mend()
          await vi.waitFor(async () => {
            expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
            expect(await beside.lookAtAddress(address)).toMatchObject({ allowed: false })
          }, PATIENTLY)
        })
      }

      test('away for a moment: what was counted meanwhile is told when it is back, once', async () => {
        const { limits, beside, wire } = await open()
        const address = `moment ${kind}`
        for (let count = 0; count < 3; count += 1) await limits.countInvalidKey(address)
        wire.cut()
        expect(allowed(await many(6, () => limits.countInvalidKey(address)))).toBe(6)
        expect(await beside.lookAtAddress(address)).toMatchObject({ remaining: 17 })
        wire.mend()
        await vi.waitFor(async () => {
          await limits.lookAtAddress(address)
          expect(await beside.lookAtAddress(address)).toMatchObject({ remaining: 11 })
        }, PATIENTLY)
        await limits.lookAtAddress(address)
        expect(await beside.countInvalidKey(address)).toMatchObject({ remaining: 10 })
      })

      test('an address that the store has blocked stays blocked while the store is away', async () => {
        const { limits, beside, wire } = await open()
        const address = `blocked ${kind}`
        await many(20, () => beside.countInvalidKey(address))
        expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
        wire.cut()
        expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
        expect(allowed(await many(40, () => limits.countInvalidKey(address)))).toBe(0)
      })

      test('failed sign-ins are forgotten here too, and a store that is away is no fault', async () => {
        const { limits, beside, wire, failures } = await open()
        const account = `account ${kind}`
        const failed = () => limits.countAttempt('failed sign-in', account)
        await many(10, failed)
        expect(await failed()).toMatchObject({ allowed: false })
        await limits.forgetAttempts('failed sign-in', account)
        expect(await beside.lookAtAttempts('failed sign-in', account)).toMatchObject({
          remaining: 10,
        })
        wire.cut()
        await many(10, failed)
        expect(await failed()).toMatchObject({ allowed: false })
        await limits.forgetAttempts('failed sign-in', account)
        expect(await failed()).toMatchObject({ allowed: true, remaining: 9 })
        expect(failures.length).toBeGreaterThan(0)
      })

      test('not there at the start: this process counts, and closing does not hang', async () => {
        const { limits, wire, failures } = await open()
        wire.cut()
        expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 119 })
        expect(failures).toHaveLength(1)
      })

      test('a process held up by its own work does not blame the store', async () => {
        const { limits, failures } = await open()
        const keyId = `held_${kind}`
        await limits.take({ ...request, keyId })
        const decision = limits.take({ ...request, keyId })
        blockFor(TOO_LATE_MS)
        await decision
        const later = limits.take({ ...request, keyId })
        setImmediate(() => blockFor(TOO_LATE_MS))
        await later
        expect(failures).toEqual([])
      })

      test('the very first request is counted, though nothing is connected yet', async () => {
        const { limits, failures } = await open()
        const ours = { ...request, keyId: `first_${kind}` }
        const decisions = await many(12, () => limits.take(ours))
        expect(failures).toEqual([])
        expect(allowed(decisions)).toBeGreaterThanOrEqual(10)
      })
    })
  }

  test('a row that somebody holds is given up after a while, and nobody else waits for it', async () => {
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
    expect(await limits.take(ours)).toMatchObject({ allowed: true, remaining: 119 })
    expect(failures).toHaveLength(1)
    await client.query('ROLLBACK')
    client.release()
    await pool.end()
    await vi.waitFor(async () => {
      const reported = failures.length
      await limits.take({ ...ours, keyId: 'other' })
      expect(failures).toHaveLength(reported)
    }, PATIENTLY)
  })

  /** The counters with all the time they want, and how many questions were with the store. */
  async function patient() {
    const pool = openPool(database.url)
    const store = createPostgresStore(DOCUMENTED, { pool, now: () => NOW, timeoutMs: 20_000 })
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
      { timeoutMs: 20_000 },
    )
    onTestFinished(async () => {
      await limits.close()
      await pool.end()
    })
    return { limits, asked }
  }

  test('a burst of 3000 requests of one key brings few questions, and its limit holds', async () => {
    const { limits, asked } = await patient()
    const burst = { ...request, organizationId: 78, keyId: 'burst' }
    expect(allowed(await many(3000, () => limits.take(burst)))).toBe(10)
    expect(asked.most).toBeLessThanOrEqual(16)
    expect(asked.times).toBeLessThanOrEqual(10 + 16)
  })

  test('a flood from countless addresses stands in a line of its own', async () => {
    const { limits, asked } = await patient()
    let sent = 0
    const flood = many(2000, () => limits.lookAtAddress(`flood ${(sent += 1)}`))
    const ours = { ...request, organizationId: 79, keyId: 'beside_a_flood' }
    expect(allowed(await many(100, () => limits.take(ours)))).toBe(10)
    expect(asked.times).toBeLessThan(1000)
    await flood
    expect(asked.most).toBeLessThanOrEqual(32)
  })

  test('a database without the counters: this process counts', async () => {
    const bare = new URL(database.url)
    bare.pathname = '/postgres'
    const { limits, failures } = await overPostgres(bare.href)
    expect(await limits.take(request)).toMatchObject({ allowed: true, remaining: 119 })
    expect(String(failures[0])).toContain('take_rate_limit')
  })

  test('gone without a word: one question a second waits for it, the rest are judged at once', async () => {
    const clock = { now: 0 }
    const wire = await wireTo(Number(new URL(database.url).port))
    const through = new URL(database.url)
    through.port = String(wire.port)
    const pool = openPool(through.href)
    const store = createPostgresStore(DOCUMENTED, { pool })
    let asked = 0
    const limits = countedLimits(
      { ...store, take: (ours) => ((asked += 1), store.take(ours)) },
      DOCUMENTED,
      { timeoutMs: 5, monotonic: () => clock.now, now: () => NOW },
    )
    onTestFinished(async () => {
      await limits.close()
      await wire.close()
      await pool.end()
    })
    wire.silence()
    await limits.take(request)
    expect(asked).toBe(1)
    await many(100, () => limits.take(request))
    clock.now = 999
    await many(100, () => limits.take(request))
    expect(asked).toBe(1)
    clock.now = 1000
    await many(100, () => limits.take(request))
    expect(asked).toBe(2)
  })

  test('for a minute: an error in the log, each minute, and a word when it answers again', async () => {
    const clock = { now: 0 }
    const lines: string[] = []
    const wire = await wireTo(Number(new URL(database.url).port))
    const through = new URL(database.url)
    through.port = String(wire.port)
    const pool = openPool(through.href)
    const limits = countedLimits(
      createPostgresStore(DOCUMENTED, { pool, timeoutMs: 20_000 }),
      DOCUMENTED,
      {
        timeoutMs: 20_000,
        monotonic: () => clock.now,
        log: {
          error: (fields, message) =>
            void lines.push(`error ${Reflect.get(fields, 'seconds')} ${message}`),
          info: (_, message) => void lines.push(`info ${message}`),
        },
      },
    )
    onTestFinished(async () => {
      await limits.close()
      await wire.close()
      await pool.end()
    })
    const at = async (seconds: number): Promise<void> => {
      clock.now = seconds * 1000
      await limits.take(request)
    }
    const fails = (seconds: number) =>
      `error ${seconds} the counter store is failing: each process counts rate limits by itself`
    await at(0)
    wire.cut()
    for (const seconds of [10, 12, 69]) await at(seconds)
    wire.mend()
    await at(75)
    wire.cut()
    for (const seconds of [80, 100, 139]) await at(seconds)
    expect(lines, 'it answered in between').toEqual([])
    for (const seconds of [140, 141, 199, 200, 230]) await at(seconds)
    expect(lines).toEqual([fails(60), fails(120)])
    wire.mend()
    await vi.waitFor(async () => {
      await at(clock.now / 1000 + 2)
      expect(lines.at(-1)).toBe('info the counter store is available again')
    }, PATIENTLY)
  })

  test('no server at all: requests are judged at once', async () => {
    const port = await freePort()
    const pool = openPool(`postgres://nobody@127.0.0.1:${port}/nothing`)
    const failures: unknown[] = []
    const limits = createRateLimits({
      scale: 1,
      pool,
      now: () => NOW,
      onFailure: (error) => void failures.push(error),
    })
    expect(allowed(await many(50, () => limits.take(request)))).toBe(10)
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
    const search = { ...request, availabilityCalls: 1 }
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
  const count = (address: string) => store.countAttempts('invalid key', address, 1)
  const look = (address: string) => store.lookAtAttempts('invalid key', address)
  for (let times = 0; times < 19; times += 1) await count('busy')
  for (let times = 0; times < 99; times += 1) await count(`sprayed ${times}`)
  expect(await look('busy')).toMatchObject({ counted: 19 })
  for (let times = 0; times < 2; times += 1) await count(`more ${times}`)
  expect(await look('busy')).toMatchObject({ counted: 0 })
  expect(await look('sprayed 98')).toMatchObject({ counted: 1 })
})

function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
