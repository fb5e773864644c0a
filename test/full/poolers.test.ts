/** The service behind a pooler whose few sessions all connections share. */
import { createRateLimits } from '@scheduling/api'
import {
  connect,
  databaseReadiness,
  inTransaction,
  OutcomeUnknown,
  PATIENCE,
  sqlOf,
  type Connection,
} from '@scheduling/database'
import { prepareDatabase } from '@scheduling/database/prepare'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { spawnApiProcess, startApiProcess } from '../support/api-process.ts'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../support/api.ts'
import { openClinic } from '../support/booking.ts'
import {
  createTestDatabase,
  databaseName,
  onServer,
  urlOf,
  type TestDatabase,
} from '../support/database.ts'
import { pgbouncerBinary, startPgBouncer, type PgBouncer } from '../support/pgbouncer.ts'
import { openReceiver } from '../support/receiver.ts'
import { clientWebhook } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

const needsPgBouncer = describe.skipIf(pgbouncerBinary === null)
const READY_WITHIN_MS = 10_000

const through = ({ url }: PgBouncer, databaseUrl: string): string =>
  urlOf(url, databaseName(databaseUrl))

needsPgBouncer('in transaction mode (needs pgbouncer)', () => {
  let pooler: PgBouncer
  let api: TestApi

  beforeAll(async () => {
    pooler = await startPgBouncer(inject('testServer').url)
    api = await startTestApi({ pooler: pooler.url })
  })
  afterAll(async () => {
    await api?.close()
    await pooler?.stop()
  })

  it('connections share sessions, and statements have names only where the pooler carries them', async () => {
    const { pool } = api.connection
    const pids = await Promise.all(
      Array.from({ length: 40 }, async (_, value) => {
        const { rows } = await pool.query<{ pid: number; value: number }>({
          name: 'some statement',
          text: 'SELECT pg_backend_pid() AS pid, $1::int AS value',
          values: [value],
        })
        expect(rows[0]?.value).toBe(value)
        return rows[0]?.pid
      }),
    )
    expect(pool.totalCount).toBeGreaterThan(3)
    expect(new Set(pids).size).toBeLessThanOrEqual(3)
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
    const version = String((await pooler.admin('SHOW VERSION'))[0]?.['version'])
    // 1.21 is the first that can.
    const canCarry = /1\.(?:2[1-9]|[3-9]\d)\./.test(version)
    expect(rows.length > 0).toBe(canCarry)
    expect(rows.every(({ name }) => name.startsWith('PGBOUNCER_'))).toBe(true)
  })

  it('processes count requests together, and let no more through than one would', async () => {
    let failures = 0
    const opened: Connection[] = []
    const limits = () => {
      const connection = connect(through(pooler, api.databaseUrl), { directUrl: api.databaseUrl })
      opened.push(connection)
      return createRateLimits({
        scale: 1,
        pool: connection.pool,
        timeoutMs: 10_000,
        onFailure: () => (failures += 1),
        now: () => TEST_NOW,
      })
    }
    const open = () => startTestApi({ beside: api, pooler: pooler.url, limits })
    const [one, other] = await Promise.all([open(), open()])
    const { key } = await api.organization()
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        (turn % 2 === 0 ? one : other).call('GET', '/v1/me', { key }),
      ),
    )
    expect(
      [200, 429].map((status) => replies.filter((reply) => reply.status === status).length),
    ).toEqual([10, 50])
    expect(failures).toBe(0)
    for (const each of [one, other]) await each.close()
    for (const each of opened) await each.close()
  })

  it('a counter waits for a lock no longer than its caller, and leaves the session as it was', async () => {
    const { pool, direct } = api.connection
    const limits = createRateLimits({ scale: 1, pool, timeoutMs: 300 })
    const locker = await direct.connect()
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE rate_limit_attempts IN ACCESS EXCLUSIVE MODE')
    const counted = limits.countAttempt('sign-in', 'someone')
    const waiting = async (): Promise<number> =>
      (await direct.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount ?? 0
    await fact('it waits', async () => (await waiting()) === 1)
    // It is not its caller's end that ends it: the server would wait on.
    await fact('it waits no more', async () => (await waiting()) === 0, 2000)
    await counted
    await locker.query('ROLLBACK')
    locker.release()
    const sessions = await Promise.all(
      Array.from({ length: 12 }, () =>
        pool.query(`SELECT current_setting('lock_timeout') AS lock_timeout`),
      ),
    )
    expect(new Set(sessions.map(({ rows }) => rows[0].lock_timeout))).toEqual(new Set(['0']))
    await limits.close()
  })

  it('an API and a worker are ready, and every event arrives once, in order, with right times', async () => {
    api.setClock(Date.now)
    const owner = await api.organization()
    const receiver = await openReceiver()
    await clientWebhook(api, owner, receiver)
    const settings = { DATABASE_DIRECT_URL: api.databaseUrl }
    const url = through(pooler, api.databaseUrl)
    const worker = spawnWorker(url, undefined, settings)
    const process = await startApiProcess({ databaseUrl: url }, settings)
    await worker.running
    const EVENTS = 40
    const replies = await Promise.all(
      Array.from({ length: EVENTS }, (_, turn) =>
        fetch(`${process.url}/v1/clients`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${owner.key}`,
            'content-type': 'application/json',
            'idempotency-key': `client-${turn}`,
          },
          body: JSON.stringify({ first_name: 'Ana', email: `ana${turn}@example.com` }),
        }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    for (const reply of replies) {
      const createdAt = Date.parse(JSON.parse(await reply.text()).created_at)
      expect(Math.abs(createdAt - Date.now())).toBeLessThan(10 * 60_000)
    }
    await fact('every event has arrived', () => receiver.accepted.size === EVENTS)
    expect([...receiver.attempts.values()]).toEqual(Array.from({ length: EVENTS }, () => 1))
    const feed = await api.call('GET', '/v1/events?limit=100', { key: owner.key })
    const ids = feed.body.data.map(({ id }: { id: string }) => id)
    expect(new Set(ids)).toEqual(new Set(receiver.arrivals.keys()))
    expect(await worker.terminate()).toBe(0)
    process.kill('SIGTERM')
    expect(await process.exited).toBe(0)
    await receiver.close()
  })

  it('a pooler that is killed, paused, reconnected and emptied under load: nothing is lost or done twice', async () => {
    const owner = await api.organization()
    const database = databaseName(api.databaseUrl)
    let isOver = false
    const done: string[] = []
    const seen = new Map<string, number>()
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        const name = `w${writer}t${turn}`
        for (;;) {
          const reply: Reply = await api.call('POST', '/v1/clients', {
            key: owner.key,
            headers: { 'Idempotency-Key': name },
            body: { first_name: name, email: `${name}@example.com` },
          })
          const answer = `${reply.status} ${reply.body?.code ?? ''}`.trim()
          seen.set(answer, (seen.get(answer) ?? 0) + 1)
          if (reply.status === 201) break
          await pause(50)
        }
        done.push(name)
      }
    }
    const writing = Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)))
    const STEPS: readonly (() => Promise<unknown>)[] = [
      async () => {
        pooler.configure({ server_lifetime: 1, query_wait_timeout: 2 })
        await pooler.admin('RELOAD')
      },
      () => pooler.restart(),
      () => pooler.admin(`RECONNECT "${database}"`),
      async () => {
        await pooler.admin(`PAUSE "${database}"`)
        await pause(300)
        await pooler.admin(`RESUME "${database}"`)
      },
      async () => {
        await pooler.admin(`KILL "${database}"`)
        await pause(200)
        await pooler.admin(`RESUME "${database}"`)
      },
      async () => {
        pooler.freeze()
        await pause(400)
        pooler.thaw()
      },
      async () => {
        await onServer(api.databaseUrl, (client) =>
          client.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = $1 AND application_name = 'scheduling'`,
            [database],
          ),
        )
      },
    ]
    for (const step of STEPS) {
      await pause(250)
      await step()
    }
    await pause(500)
    isOver = true
    await writing
    // What a retry may meet while the first try is still under way.
    const EXPECTED = new Set([
      '201',
      '503 service_unavailable',
      '503 outcome_unknown',
      '409 request_in_progress',
    ])
    expect([...seen.keys()].filter((answer) => !EXPECTED.has(answer))).toEqual([])
    const clients = await api.db.client.findMany({ where: { organizationId: owner.row.id } })
    expect(clients.map(({ firstName }) => firstName).toSorted()).toEqual(done.toSorted())
    const { rows } = await api.connection.direct.query<{ sequence: string }>(
      'SELECT sequence::text FROM event WHERE organization_id = $1 ORDER BY event.sequence',
      [owner.row.id],
    )
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(done.map((_, index) => index + 1))
  })

  it('a pooler with one session serves all: no request holds one while it waits for another', async () => {
    const one = await startPgBouncer(api.databaseUrl, { default_pool_size: 1 })
    const narrow = await startTestApi({ beside: api, pooler: one.url })
    const clinic = await openClinic(narrow)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        clinic.book({}, { headers: { 'Idempotency-Key': `one-${turn % 5}` } }),
      ),
    )
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(await clinic.starts()).not.toEqual([])
    expect((await narrow.call('GET', '/v1/events', { key: clinic.organization.key })).status).toBe(
      200,
    )
    await narrow.close()
    await one.stop()
  })

  it('a pooler that goes, or a session that is ended, under COMMIT leaves the outcome open', async () => {
    const { db, direct } = api.connection
    await direct.query(`CREATE TABLE slow_commit (id int);
      CREATE FUNCTION sleep_on_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(2); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow_commit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION sleep_on_commit()`)
    const committing = `SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active' AND datname = '${databaseName(api.databaseUrl)}'`
    const breaks: readonly (() => Promise<unknown>)[] = [
      () => direct.query(`SELECT pg_terminate_backend(pid) FROM (${committing}) AS of_commit`),
      () => pooler.admin(`KILL "${databaseName(api.databaseUrl)}"`),
      () => pooler.restart(),
    ]
    for (const breakIt of breaks) {
      const saved = inTransaction(db, PATIENCE, (tx) =>
        sqlOf(tx).query({ name: 'slow', text: 'INSERT INTO slow_commit VALUES ($1)', values: [1] }),
      ).then(
        () => null,
        (error: unknown) => error,
      )
      await fact('COMMIT is under way', async () => (await direct.query(committing)).rowCount === 1)
      await breakIt()
      expect(await saved).toBeInstanceOf(OutcomeUnknown)
      await fact(
        'no COMMIT is under way',
        async () => (await direct.query(committing)).rowCount === 0,
      )
      await pooler.admin(`RESUME "${databaseName(api.databaseUrl)}"`).catch(() => undefined)
    }
    await direct.query('DROP TABLE slow_commit')
  })
})

needsPgBouncer('a pooler that does not fit (needs pgbouncer)', () => {
  let database: TestDatabase
  let pooler: PgBouncer
  const opened: Connection[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await startPgBouncer(database.url)
  })
  afterEach(async () => {
    for (const connection of opened.splice(0)) await connection.close()
  })
  afterAll(async () => {
    await pooler?.stop()
    await database?.drop()
  })

  const look = async (url: string, directUrl?: string) => {
    const connection = connect(url, { directUrl, connections: 4 })
    opened.push(connection)
    return databaseReadiness(connection, READY_WITHIN_MS)
  }

  it('without DATABASE_DIRECT_URL ends an API and a worker, and says what to set', async () => {
    const url = through(pooler, database.url)
    const process = await spawnApiProcess({ databaseUrl: url })
    expect(await process.exited).toBe(1)
    expect(process.lines.join('\n')).toContain('give DATABASE_DIRECT_URL an address')
    const worker = spawnWorker(url)
    expect(await worker.exited).toBe(1)
    expect(worker.output()).toContain('give DATABASE_DIRECT_URL an address')
  })

  it('before the role has its defaults is refused by name; after migrating and RECONNECT it serves', async () => {
    await onServer(database.url, (client) =>
      client.query(
        `ALTER DATABASE "${databaseName(database.url)}" SET timezone = 'America/Sao_Paulo'`,
      ),
    )
    const url = through(pooler, database.url)
    const refused = await look(url, database.url)
    expect(refused).toMatchObject({ isReady: false, session: 'unfit', mayPass: false })
    expect(refused.reason).toContain('TimeZone is America/Sao_Paulo and must be UTC')
    expect(refused.reason).toContain('Run `pnpm migrate`')
    await prepareDatabase(database.url)
    // Its sessions began before that.
    expect(await look(url, database.url)).toMatchObject({ session: 'unfit' })
    await pooler.admin(`RECONNECT "${databaseName(database.url)}"`)
    expect(await look(url, database.url)).toMatchObject({ isReady: true, reason: null })
  })

  it('whose two addresses lead to two databases is refused', async () => {
    await using other = await createTestDatabase()
    await prepareDatabase(other.url)
    await prepareDatabase(database.url)
    const found = await look(through(pooler, other.url), database.url)
    expect(found).toMatchObject({ isReady: false, session: 'unfit', mayPass: false })
    expect(found.reason).toContain('do not lead to the same database')
    for (const connection of opened.splice(0)) await connection.close()
  })

  it('that stands before DATABASE_DIRECT_URL too is refused, though it ignores what is asked at the start', async () => {
    const sharing = await startPgBouncer(database.url, { ignore_startup_parameters: 'options' })
    const own = new URL(through(sharing, database.url))
    own.searchParams.set('application_name', 'direct')
    const found = await look(through(sharing, database.url), own.href)
    expect(found).toMatchObject({ isReady: false, session: 'unfit', mayPass: false })
    expect(found.reason).toContain('Give DATABASE_DIRECT_URL an address that leads straight')
    await expect(prepareDatabase(own.href)).rejects.toThrow(
      'Give DATABASE_DIRECT_URL an address that leads straight',
    )
    await sharing.stop()
  })

  it('in session mode serves with DATABASE_DIRECT_URL', async () => {
    await prepareDatabase(database.url)
    const session = await startPgBouncer(database.url, {
      pool_mode: 'session',
      default_pool_size: 6,
    })
    expect(await look(through(session, database.url), database.url)).toMatchObject({
      isReady: true,
    })
    await session.stop()
  })

  it.each([
    ['is full', { max_client_conn: 1 }, /no more connections allowed/],
    ['has no session free', { default_pool_size: 1, query_wait_timeout: 1 }, /query_wait_timeout/],
  ])('that %s is waited for', async (_, settings, reason) => {
    await prepareDatabase(database.url)
    const strained = await startPgBouncer(database.url, settings)
    const url = through(strained, database.url)
    const busy = connect(url, { directUrl: database.url, connections: 1 })
    opened.push(busy)
    const client = await busy.pool.connect()
    await client.query('BEGIN')
    const found = await look(url, database.url)
    expect(found).toMatchObject({ isReady: false, mayPass: true })
    expect(found.reason).toMatch(reason)
    await client.query('ROLLBACK')
    client.release(true)
    await fact('it is ready', async () => (await look(url, database.url)).isReady)
    await strained.stop()
  })
})
