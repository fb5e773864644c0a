import { Client, Pool, type QueryConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from './client.ts'
import { setRoleDefaults } from './role-defaults.ts'
import { requireOwnSession, SESSION, UnfitSession } from './session.ts'
import { createBareDatabase, databaseName, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})

afterAll(async () => {
  await database.drop()
})

const OTHER_DEFAULTS = {
  TimeZone: 'America/Sao_Paulo',
  DateStyle: 'German, DMY',
  default_transaction_isolation: 'serializable',
  idle_in_transaction_session_timeout: '0',
}

/** A database with defaults of its own for every session. */
async function databaseWith(defaults: Readonly<Record<string, string>>): Promise<string> {
  const { url, drop } = await createBareDatabase()
  onTestFinished(drop)
  const admin = new Client({ connectionString: url })
  await admin.connect()
  for (const [setting, value] of Object.entries(defaults))
    await admin.query(`ALTER DATABASE ${databaseName(url)} SET ${setting} = '${value}'`)
  await admin.end()
  return url
}

describe('the settings of a session', () => {
  test('are what is asked for, whatever the database has as its own', async () => {
    const { pool, db, close } = connect(await databaseWith(OTHER_DEFAULTS))
    for (const [name, value] of Object.entries(SESSION)) {
      const { rows } = await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [
        name,
      ])
      expect([name, rows[0]?.value]).toEqual([name, value])
    }
    const [row] = await db.$queryRaw<{ now: Date; text: string }[]>`
      SELECT now() AS now, (now() AT TIME ZONE current_setting('TimeZone'))::text AS text`
    expect(new Date(`${row?.text}Z`)).toEqual(row?.now)
    await close()
  })

  test('that are not what was asked for are refused by name, and nothing is carried out', async () => {
    const url = await databaseWith(OTHER_DEFAULTS)
    const { pool } = connect(url)
    // As behind a pooler that passes no start-up options on.
    const dropping = new Pool({ ...pool.options, options: '' })
    const refusal = dropping.query('CREATE TABLE note (id int)')
    await expect(refusal).rejects.toBeInstanceOf(UnfitSession)
    await expect(dropping.query('SELECT 1')).rejects.toThrow(
      'TimeZone is America/Sao_Paulo and must be UTC; DateStyle is German, DMY and must be ISO, YMD; ' +
        'default_transaction_isolation is serializable and must be read committed; ' +
        'idle_in_transaction_session_timeout is 0 and must be 10s',
    )
    const { rows } = await pool.query(`SELECT to_regclass('note') AS note`)
    expect(rows).toEqual([{ note: null }])
    await dropping.end()
    await pool.end()
  })

  test('may be the defaults of database or role instead', async () => {
    // The limit of idle transactions is the owner's, as long as there is one.
    const theirs = { ...SESSION, idle_in_transaction_session_timeout: '45s' }
    const { pool } = connect(await databaseWith(theirs))
    const dropping = new Pool({ ...pool.options, options: '' })
    expect((await dropping.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await dropping.end()
    await pool.end()
  })

  test('of a session that takes no writes are refused: it is a standby, or becomes one', async () => {
    const { pool } = connect(await databaseWith({ default_transaction_read_only: 'on' }))
    await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '25006' })
    await pool.end()
  })
})

describe('the defaults of a role', () => {
  const settingsOf = async (url: string): Promise<Record<string, string>> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
      [Object.keys(SESSION)],
    )
    await client.end()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }

  test('become what sessions must run with, set by many at once, and others stay', async () => {
    const url = await databaseWith(OTHER_DEFAULTS)
    const { pool, close } = connect(url)
    const name = databaseName(url)
    await pool.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET work_mem = '8MB'`)
    await pool.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET timezone = 'Asia/Tokyo'`)
    expect(await settingsOf(url)).not.toEqual(SESSION)
    const set = await Promise.all(Array.from({ length: 8 }, () => setRoleDefaults(pool, SESSION)))
    expect(new Set(set)).toEqual(new Set([true]))
    expect(await settingsOf(url)).toEqual(SESSION)
    const written = async () =>
      (
        await pool.query(
          `SELECT s.xmin::text, 'work_mem=8MB' = ANY(s.setconfig) AS is_kept
           FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
           WHERE d.datname = current_database() AND s.setrole <> 0`,
        )
      ).rows
    const once = await written()
    expect(once).toMatchObject([{ is_kept: true }])
    await setRoleDefaults(pool, SESSION)
    expect(await written(), 'what is there already is not written again').toEqual(once)
    const theirs = `ALTER ROLE CURRENT_USER IN DATABASE ${name} SET idle_in_transaction_session_timeout = '45s'`
    await pool.query(theirs)
    await setRoleDefaults(pool, SESSION)
    expect(await settingsOf(url), 'what an owner has chosen').toEqual({
      ...SESSION,
      idle_in_transaction_session_timeout: '45s',
    })
    await close()
  })
})

describe('one session for one connection', () => {
  test('is what a direct connection has', async () => {
    const { pool } = connect(database.url, { connections: 2 })
    for (let time = 0; time < 2; time += 1) await requireOwnSession(pool)
    // Both connections are as they were.
    expect([pool.totalCount, pool.idleCount]).toEqual([2, 2])
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM pg_listening_channels()')
    expect(rows).toEqual([{ count: 0 }])
    await pool.end()
  })

  test.each([
    [
      'sessions are handed out for each transaction',
      'transaction',
      'Statements of one connection went to several sessions',
    ],
    [
      'and their prepared statements are dropped',
      'statement',
      'A prepared statement was not found again',
    ],
    ['notifications are dropped', 'notification', 'A notification was not heard'],
  ] as const)('is not what a pooler gives that shares them: %s', async (_, drops, reason) => {
    const pooler = await sharing(database.url, drops)
    const checked = requireOwnSession(pooler.pool)
    await expect(checked).rejects.toBeInstanceOf(UnfitSession)
    await expect(checked).rejects.toThrow(reason)
    await pooler.end()
  })
})

/** Sessions that are shared as poolers share them: real ones, and who gets which is decided here. */
async function sharing(url: string, drops: 'transaction' | 'statement' | 'notification') {
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const session = new Client({ connectionString: url })
      await session.connect()
      return session
    }),
  )
  const free = [...sessions]
  const client = () => {
    let own: Client | null = null
    return {
      once: (event: string, listener: () => void) => {
        if (drops !== 'notification') for (const session of sessions) session.once(event, listener)
      },
      release: () => undefined,
      async query(asked: string | QueryConfig) {
        const text = typeof asked === 'string' ? asked : asked.text
        if (drops === 'notification') own ??= free.pop() ?? null
        const session = own ?? free.pop()
        if (session === undefined) throw new Error('No session is free.')
        if (text === 'BEGIN') own = session
        try {
          if (drops === 'statement' && session !== sessions[1] && typeof asked !== 'string')
            throw Object.assign(new Error('no such prepared statement'), { code: '26000' })
          return await session.query(asked)
        } finally {
          if (text === 'COMMIT') own = null
          if (own === null) free.push(session)
        }
      },
    }
  }
  return {
    // Safe: the check asks nothing else of a pool.
    pool: { connect: async () => client() } as unknown as Pool,
    async end() {
      for (const session of sessions) await session.end()
    },
  }
}
