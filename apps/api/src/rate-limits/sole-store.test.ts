/** One process that counts in its memory, and what happens when it is not the only one or loses its lock. */
import { accessChangesOf, listenForNotices, type AccessChanges } from '@scheduling/core'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimits } from './create-rate-limits.ts'
import type { Decision, RateLimits } from './rate-limits.ts'
import { MID_WINDOWS, ONE_CALL } from './testing/one-call.ts'
import { createTestDatabase, openPool, type TestDatabase } from './testing/stores.ts'

/** As long as a busy machine may need. */
const PATIENTLY = { timeout: 30_000, interval: 20 }
const IN_MEMORY = 'rate limits are counted in the memory of this process'
const IN_DATABASE = 'rate limits are counted in the database'

type Process = {
  readonly limits: RateLimits
  readonly changes: AccessChanges
  /** What it says of where it counts, in order. */
  readonly said: string[]
  /** As a process that is told to stop. */
  stop(): Promise<void>
  /** As a process that is killed: nothing is saved, its sessions end. */
  kill(): Promise<void>
}

let database: TestDatabase
let pool: Pool
const clock = { now: MID_WINDOWS }
const running = new Set<Process>()

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
})
beforeEach(async () => {
  clock.now = MID_WINDOWS
  await pool.query('TRUNCATE rate_limit_organization, rate_limit_key, rate_limit_attempts')
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of running) await one.stop()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function start({ countsInMemory = true, movesClock = true } = {}): Promise<Process> {
  const own = openPool(database.url)
  const notices = listenForNotices(own)
  const changes = accessChangesOf(notices)
  const said: string[] = []
  const limits = createRateLimits({
    scale: 1,
    pool: own,
    accessChanges: changes,
    countsInMemory,
    timeoutMs: 20_000,
    log: { error: () => undefined, info: (_, message) => void said.push(message) },
    ...(movesClock ? { now: () => clock.now } : {}),
  })
  await notices.start()
  const end = async (steps: readonly (() => Promise<void>)[]): Promise<void> => {
    running.delete(process)
    for (const step of [...steps, () => own.end()]) await step()
  }
  const process: Process = {
    limits,
    changes,
    said,
    stop: () => end([limits.close, notices.stop]),
    kill: () => end([notices.stop]),
  }
  running.add(process)
  return process
}

async function started(options?: Parameters<typeof start>[0]): Promise<Process> {
  const process = await start(options)
  await vi.waitFor(() => expect(process.said).toContain(IN_MEMORY), PATIENTLY)
  return process
}

/** Fills a minute without filling a second. */
async function spend(times: number, { limits }: Process, request = ONE_CALL): Promise<Decision[]> {
  const decisions: Decision[] = []
  for (let sent = 0; sent < times; sent += 1) {
    if (sent % 10 === 0) clock.now += 1000
    decisions.push(await limits.take(request))
  }
  return decisions
}

const many = <Result>(times: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))
const allowed = (decisions: readonly Decision[]): number =>
  decisions.filter((decision) => decision.allowed).length

async function storedCount(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT coalesce(sum(minute_count), 0)::int AS count FROM rate_limit_key',
  )
  return rows[0]?.count ?? -1
}

/** Ends the session that holds the lock, as an operator or a failover would. */
async function endLockingSession(): Promise<void> {
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  expect(rowCount).toBe(1)
}

test('alone, a process counts in its memory: of 200 requests at once ten pass, and none is asked of the database', async () => {
  const { limits } = await started()
  const decisions = await many(200, () => limits.take(ONE_CALL))
  expect(allowed(decisions)).toBe(10)
  expect(decisions[0]).toMatchObject({ allowed: true, limit: 120, remaining: 119 })
  expect(await storedCount()).toBe(0)
})

test('without the setting, it counts in the database', async () => {
  const { limits, said } = await start({ countsInMemory: false })
  for (let count = 0; count < 3; count += 1) await limits.take(ONE_CALL)
  expect([said, await storedCount()]).toEqual([[], 3])
})

test.each([true, false])(
  'another process starts: what was counted in memory counts for both (setting: %s)',
  async (countsInMemory) => {
    const one = await started()
    await spend(100, one)
    const other = await start({ countsInMemory })
    await vi.waitFor(() => expect(one.said).toEqual([IN_MEMORY, IN_DATABASE]), PATIENTLY)
    await vi.waitFor(async () => expect(await storedCount()).toBe(100), PATIENTLY)
    clock.now += 1000
    expect(await other.limits.take(ONE_CALL)).toMatchObject({ remaining: 19 })
    expect(await one.limits.take(ONE_CALL)).toMatchObject({ remaining: 18 })
    clock.now += 1000
    const decisions = [...(await spend(30, one)), ...(await spend(30, other))]
    expect(allowed(decisions)).toBe(18)
    expect(other.said).toEqual([])
  },
)

test('the other process stops or dies: the one that is left counts on in its memory', async () => {
  const one = await started()
  for (const leave of ['stop', 'kill'] as const) {
    const other = await start()
    await vi.waitFor(() => expect(one.said.at(-1)).toBe(IN_DATABASE), PATIENTLY)
    await many(2, () => other.limits.take(ONE_CALL))
    await other[leave]()
    await vi.waitFor(() => expect(one.said.at(-1)).toBe(IN_MEMORY), PATIENTLY)
  }
  expect(await one.limits.take(ONE_CALL)).toMatchObject({ remaining: 115 })
  expect(await storedCount()).toBe(0)
})

test('a notice that means nothing takes the lock from no one, and the lock can still be given up', async () => {
  const one = await started()
  await pool.query(`NOTIFY access_changed, 'something of a later version'`)
  await wait(300)
  expect(one.said).toEqual([IN_MEMORY])
  const other = await start({ countsInMemory: false })
  await vi.waitFor(() => expect(one.said.at(-1)).toBe(IN_DATABASE), PATIENTLY)
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `SELECT mode FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(rows.map(({ mode }) => mode)).toEqual(['ShareLock', 'ShareLock'])
  }, PATIENTLY)
  await other.stop()
})

test('requests of both while the second starts: the limit holds', async () => {
  const one = await started()
  const first = many(200, () => one.limits.take(ONE_CALL))
  const other = await start()
  const decisions: Decision[] = []
  for (let round = 0; round < 20; round += 1) {
    const [ours, theirs] = [one.limits.take(ONE_CALL), other.limits.take(ONE_CALL)]
    decisions.push(await ours, await theirs)
  }
  // The second began when the first had filled the window: what it is asked at once may be before it hears of that.
  expect(allowed(await first)).toBe(10)
  await vi.waitFor(() => expect(one.said.at(-1)).toBe(IN_DATABASE), PATIENTLY)
  expect(allowed(decisions)).toBeLessThanOrEqual(10)
  const fresh = { ...ONE_CALL, keyId: 'key_2' }
  const both = await many(40, (index) => (index % 2 === 0 ? one : other).limits.take(fresh))
  expect(allowed(both)).toBe(10)
})

test('a restart forgets nothing: windows, attempts and blocks', async () => {
  const before = await started()
  await spend(50, before)
  await many(20, () => before.limits.countInvalidKey('192.0.2.1', crypto.randomUUID()))
  await many(7, () => before.limits.countInvalidKey('192.0.2.2', crypto.randomUUID()))
  await before.stop()
  const after = await started()
  clock.now += 1000
  const from = (address: string) => after.limits.take({ ...ONE_CALL, address })
  expect(await from('192.0.2.1')).toMatchObject({ window: 'blocked address', limit: 20 })
  expect(await from('192.0.2.2')).toMatchObject({ allowed: true, remaining: 69 })
  expect(await after.limits.lookAtAddress('192.0.2.2')).toMatchObject({ remaining: 13 })
})

test('a process that is killed costs a minute of counting, and no block', async () => {
  const before = await started()
  await spend(50, before)
  await many(20, () => before.limits.countInvalidKey('192.0.2.1', crypto.randomUUID()))
  await before.kill()
  const after = await started()
  expect(await after.limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 119 })
  expect(await after.limits.take({ ...ONE_CALL, address: '192.0.2.1' })).toMatchObject({
    window: 'blocked address',
  })
})

test('the lock is lost in the middle of requests: their limit holds, and the database has their counts', async () => {
  const { limits, said } = await started()
  await limits.take(ONE_CALL)
  const decisions: Decision[] = []
  const ending = new AbortController()
  const requests = (async () => {
    while (!ending.signal.aborted) {
      decisions.push(...(await many(5, () => limits.take(ONE_CALL))))
      await wait(1)
    }
  })()
  await endLockingSession()
  await vi.waitFor(() => expect(said).toContain(IN_DATABASE), PATIENTLY)
  await vi.waitFor(() => expect(said.at(-1)).toBe(IN_MEMORY), PATIENTLY)
  await many(20, () => limits.take(ONE_CALL))
  ending.abort()
  await requests
  expect(allowed(decisions)).toBe(9)
  clock.now += 1000
  expect(await limits.take(ONE_CALL)).toMatchObject({ remaining: 109 })
})

test('the lock is lost and another process counts at once: it has what was counted', async () => {
  const one = await started()
  await spend(60, one)
  const other = await start({ countsInMemory: false })
  await vi.waitFor(() => expect(one.said.at(-1)).toBe(IN_DATABASE), PATIENTLY)
  await vi.waitFor(async () => expect(await storedCount()).toBe(60), PATIENTLY)
  clock.now += 1000
  expect(await other.limits.take(ONE_CALL)).toMatchObject({ remaining: 59 })
})

test('the database is away for a moment: counting goes on from where it was', async () => {
  const { limits, said } = await started()
  await spend(60, running.values().next().value ?? fail())
  await pool.query('ALTER TABLE rate_limit_key RENAME TO gone')
  await endLockingSession()
  await vi.waitFor(() => expect(said).toContain(IN_DATABASE), PATIENTLY)
  clock.now += 1000
  expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 59 })
  await pool.query('ALTER TABLE gone RENAME TO rate_limit_key')
  await vi.waitFor(() => expect(said.at(-1)).toBe(IN_MEMORY), PATIENTLY)
  expect(await limits.take(ONE_CALL)).toMatchObject({ allowed: true, remaining: 58 })
})

test('blocks of other processes arrive, and their end does', async () => {
  const { limits } = await started({ movesClock: false })
  const address = '192.0.2.9'
  const isAllowed = async () => (await limits.take({ ...ONE_CALL, address, keyId: '9' })).allowed
  const count = () => pool.query(`SELECT count_attempts($1, 20, 20, 600, 1800)`, [address])
  const becomes = (expected: boolean) =>
    vi.waitFor(async () => expect(await isAllowed()).toBe(expected), PATIENTLY)
  expect(await isAllowed()).toBe(true)
  await count()
  await becomes(false)
  await pool.query('DELETE FROM rate_limit_attempts WHERE whose = $1', [address])
  await wait(1100)
  await becomes(true)
  await pool.query('INSERT INTO rate_limit_attempts (whose, blocked_until_ms) VALUES ($1, $2)', [
    address,
    Date.now() + 60_000,
  ])
  await becomes(false)
  await pool.query('TRUNCATE rate_limit_attempts')
  await becomes(true)
})

test('a clock of the process that jumps hands out no window again', async () => {
  const { limits } = await started({ movesClock: false })
  const request = { ...ONE_CALL, organizationId: 2 }
  const take = async () => limits.take(request)
  await many(10, take)
  const first = await take()
  for (const jumpMs of [3_600_000, -3_600_000, 61_000, -1000]) {
    const now = Date.now() + jumpMs
    vi.spyOn(Date, 'now').mockReturnValue(now)
    const { resetAt, limit } = await take()
    expect(Math.abs(resetAt - first.resetAt), `${limit}`).toBeLessThan(120)
    vi.restoreAllMocks()
  }
})

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function fail(): never {
  throw new Error('There is no such process.')
}
