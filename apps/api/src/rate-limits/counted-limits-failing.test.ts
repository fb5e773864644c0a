/** What callers meet when the store fails. */
import { freePort } from '@scheduling/database/embedded-postgres'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allowances } from './allowances.ts'
import { countedLimits } from './counted-limits.ts'
import { createRateLimits } from './create-rate-limits.ts'
import { createMemoryStore } from './memory-store.ts'
import { createPostgresStore } from './postgres-store.ts'
import type { RateLimits, Decision } from './rate-limits.ts'
import { MID_WINDOWS, ONE_CALL } from './testing/one-call.ts'
import {
  createTestDatabase,
  openPool,
  redisBinary,
  startRedis,
  type TestDatabase,
} from './testing/stores.ts'
import { wireTo, type Wire } from './testing/wire.ts'

const DOCUMENTED = allowances(1)
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
    const now = (): number => MID_WINDOWS
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
    ['Redis (needs redis-server or valkey-server)', overRedis, redisBinary !== null],
  ]
  for (const [kind, open, isHere] of kinds) {
    describe.skipIf(!isHere)(kind, () => {
      test('cut off: this process counts by itself and says so; then the store counts again', async () => {
        const { limits, wire, failures } = await open()
        const ours = { ...ONE_CALL, keyId: `cut_${kind}` }
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
            resetAt: Math.ceil(MID_WINDOWS / 60_000) * 60,
            retryAfterSeconds: null,
          })),
        )
        expect(allowed(decisions)).toBe(10)
        expect(decisions.at(-1)).toMatchObject({ limit: 10, retryAfterSeconds: 1 })
        const search = { ...ONE_CALL, keyId: `search_${kind}`, availabilityCalls: 1 }
        expect(await limits.take(search)).toMatchObject({ allowed: true, limit: 30, remaining: 29 })

        wire.mend()
        await vi.waitFor(async () => {
          const reported = failures.length
          await limits.take({ ...ONE_CALL, keyId: `mended_${kind}` })
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
          const invalidKey = () => limits.countInvalidKey(address, crypto.randomUUID())
          for (let count = 0; count < 7; count += 1) await invalidKey()
          // What another process counted is known from the store's last answer.
          for (let count = 0; count < 5; count += 1)
            await beside.countInvalidKey(address, crypto.randomUUID())
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
        for (let count = 0; count < 3; count += 1)
          await limits.countInvalidKey(address, crypto.randomUUID())
        wire.cut()
        expect(
          allowed(await many(6, () => limits.countInvalidKey(address, crypto.randomUUID()))),
        ).toBe(6)
        expect(await beside.lookAtAddress(address)).toMatchObject({ remaining: 17 })
        wire.mend()
        await vi.waitFor(async () => {
          await limits.lookAtAddress(address)
          expect(await beside.lookAtAddress(address)).toMatchObject({ remaining: 11 })
        }, PATIENTLY)
        await limits.lookAtAddress(address)
        expect(await beside.countInvalidKey(address, crypto.randomUUID())).toMatchObject({
          remaining: 10,
        })
      })

      test('an address that the store has blocked stays blocked while the store is away', async () => {
        const { limits, beside, wire } = await open()
        const address = `blocked ${kind}`
        await many(20, () => beside.countInvalidKey(address, crypto.randomUUID()))
        expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
        wire.cut()
        expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
        expect(
          allowed(await many(40, () => limits.countInvalidKey(address, crypto.randomUUID()))),
        ).toBe(0)
      })

      test('a request tells the block of its address, which then holds without the store', async () => {
        const { limits, beside, wire } = await open()
        const address = `told ${kind}`
        const ours = { ...ONE_CALL, address, keyId: `told_${kind}` }
        expect(await limits.take(ours)).toMatchObject({ allowed: true, remaining: 119 })
        await many(20, () => beside.countInvalidKey(address, crypto.randomUUID()))
        expect(await limits.take(ours)).toMatchObject({ window: 'blocked address', limit: 20 })
        wire.cut()
        expect(await limits.take(ours)).toMatchObject({ window: 'blocked address' })
        expect(await limits.take({ ...ours, address: null })).toMatchObject({ allowed: true })
        expect(await limits.lookAtAddress(address)).toMatchObject({ allowed: false })
      })

      test('a request tells the store first what was counted against its address meanwhile', async () => {
        const { limits, beside, wire, failures } = await open()
        const address = `owed ${kind}`
        const ours = { ...ONE_CALL, address, keyId: `owed_${kind}` }
        wire.cut()
        expect(
          allowed(await many(40, () => limits.countInvalidKey(address, crypto.randomUUID()))),
        ).toBe(20)
        wire.mend()
        await vi.waitFor(async () => {
          const reported = failures.length
          expect(await limits.take(ours)).toMatchObject({ window: 'blocked address' })
          expect(failures).toHaveLength(reported)
        }, PATIENTLY)
        expect(await beside.take(ours)).toMatchObject({ window: 'blocked address' })
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
        expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 119 })
        expect(failures).toHaveLength(1)
      })

      test('a process held up by its own work does not blame the store', async () => {
        const { limits, failures } = await open()
        const keyId = `held_${kind}`
        await limits.take({ ...ONE_CALL, keyId })
        const decision = limits.take({ ...ONE_CALL, keyId })
        blockFor(TOO_LATE_MS)
        await decision
        const later = limits.take({ ...ONE_CALL, keyId })
        setImmediate(() => blockFor(TOO_LATE_MS))
        await later
        expect(failures).toEqual([])
      })

      test('the very first request is counted, though nothing is connected yet', async () => {
        const { limits, failures } = await open()
        const ours = { ...ONE_CALL, keyId: `first_${kind}` }
        const decisions = await many(12, () => limits.take(ours))
        expect(failures).toEqual([])
        expect(allowed(decisions)).toBeGreaterThanOrEqual(10)
      })
    })
  }

  test('a row that someone holds is given up after a while, and no one else waits for it', async () => {
    const { limits, failures } = await overPostgres()
    const organizationId = 77
    const ours = { ...ONE_CALL, organizationId, keyId: 'held_row' }
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

  test('a database without the counters: this process counts', async () => {
    const bare = new URL(database.url)
    bare.pathname = '/postgres'
    const { limits, failures } = await overPostgres(bare.href)
    expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 119 })
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
      {
        timeoutMs: 5,
        monotonic: () => clock.now,
        here: createMemoryStore(DOCUMENTED, { now: () => MID_WINDOWS }),
      },
    )
    onTestFinished(async () => {
      await limits.close()
      await wire.close()
      await pool.end()
    })
    wire.silence()
    await limits.take(ONE_CALL)
    expect(asked).toBe(1)
    await many(100, () => limits.take(ONE_CALL))
    clock.now = 999
    await many(100, () => limits.take(ONE_CALL))
    expect(asked).toBe(1)
    clock.now = 1000
    await many(100, () => limits.take(ONE_CALL))
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
      await limits.take(ONE_CALL)
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
    const pool = openPool(`postgres://no-one@127.0.0.1:${port}/nothing`)
    const failures: unknown[] = []
    const limits = createRateLimits({
      scale: 1,
      pool,
      now: () => MID_WINDOWS,
      onFailure: (error) => void failures.push(error),
    })
    expect(allowed(await many(50, () => limits.take(ONE_CALL)))).toBe(10)
    expect(failures).toHaveLength(50)
    await limits.close()
  })
})

function blockFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
