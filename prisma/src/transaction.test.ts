import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connect, type Connection } from './client.ts'
import { databaseFault, isRepeatable, isUnavailable } from './faults.ts'
import type { Transaction } from './queryable.ts'
import { rawRows, sqlOf, statement } from './sql.ts'
import { inOpenedTransaction, inTransaction, OutcomeUnknown, PATIENCE } from './transaction.ts'
import { createBareDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await createBareDatabase()
  connection = connect(database.url, { connections: 3 })
  await connection.pool.query(`
    CREATE TABLE note (id int PRIMARY KEY);
    CREATE TABLE other_note (id int PRIMARY KEY REFERENCES note DEFERRABLE INITIALLY DEFERRED)`)
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

beforeEach(() => connection.pool.query('TRUNCATE note, other_note'))

const write = statement('note', 'INSERT INTO note VALUES ($1::int)')
const seen = statement<{ count: number }>('notes seen', 'SELECT count(*)::int AS count FROM note')
const asleep = statement('asleep', 'SELECT pg_sleep($1::float8)')
const pidOf = statement<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid')
const add = (tx: Transaction, id: number) => write(sqlOf(tx), [id])

async function notes(): Promise<number[]> {
  const { rows } = await connection.pool.query<{ id: number }>('SELECT id FROM note ORDER BY id')
  return rows.map(({ id }) => id)
}

const within = <Result>(
  work: (tx: Transaction) => Promise<Result>,
  patience: Partial<typeof PATIENCE> = {},
): Promise<Result> => inTransaction(connection.db, { ...PATIENCE, ...patience }, work)

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** The texts that go to the server until the test ends. */
function listen(): string[] {
  const texts: string[] = []
  const known = new Set<PoolClient>()
  const acquired = (client: PoolClient): void => {
    if (known.has(client)) return
    known.add(client)
    const { query } = client
    const told = (config: { readonly text: string } | string, ...others: unknown[]) => {
      texts.push(typeof config === 'string' ? config : config.text)
      return Reflect.apply(query, client, [config, ...others])
    }
    Object.assign(client, { query: told })
    onTestFinished(() => void Object.assign(client, { query }))
  }
  connection.pool.on('acquire', acquired)
  onTestFinished(() => void connection.pool.off('acquire', acquired))
  return texts
}

/** What is on no connection any more: none is left in a transaction, and all can be used. */
async function expectAllFree(): Promise<void> {
  const free = await Promise.all([1, 2, 3].map(() => connection.pool.connect()))
  for (const client of free) {
    const { rows } = await client.query('SELECT 1 AS one')
    expect([rows, client.getTransactionStatus()]).toEqual([[{ one: 1 }], 'I'])
    client.release()
  }
}

describe('a transaction', () => {
  it('is begun and ended once', async () => {
    const texts = listen()
    await within((tx) => add(tx, 1))
    expect(texts).toEqual([
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      'INSERT INTO note VALUES ($1::int)',
      'COMMIT',
    ])
  })

  it('is not seen by Prisma, whose own writes stay when it is undone', async () => {
    await within(async (tx) => {
      await add(tx, 1)
      await connection.db.$executeRaw`INSERT INTO note VALUES (2)`
      expect(await connection.db.$queryRaw`SELECT id FROM note`).toEqual([{ id: 2 }])
      throw new Error('changed its mind')
    }).catch(() => undefined)
    expect(await notes()).toEqual([2])
    await expectAllFree()
  })

  it('sends what no one waits for in between together, and carries it out in order', async () => {
    await within(async (tx) => {
      const sql = sqlOf(tx)
      const counts = await Promise.all([
        seen(sql, []),
        add(tx, 1),
        seen(sql, []),
        add(tx, 2),
        seen(sql, []),
      ])
      expect([counts[0], counts[2], counts[4]]).toEqual([
        [{ count: 0 }],
        [{ count: 1 }],
        [{ count: 2 }],
      ])
    })
  })

  it('is undone when one of the statements that are sent together fails, which is the error that is told', async () => {
    const error = await failure(
      within((tx) => Promise.all([add(tx, 1), add(tx, 2), add(tx, 1), add(tx, 3)])),
    )
    expect(databaseFault(error)).toEqual({ sqlState: '23505', constraint: 'note_pkey' })
    expect(await notes()).toEqual([])
    await expectAllFree()
  })

  it('tells that error also to who hears of it later than of what it made fail', async () => {
    const later = async <Result>(work: Promise<Result>, turns: number): Promise<Result> =>
      turns === 0 ? work : await later(work, turns - 1)
    await connection.pool.query('INSERT INTO note VALUES (1)')
    const told = await failure(
      within((tx) => Promise.all([later(add(tx, 1), 20), seen(sqlOf(tx), [])])),
    )
    expect(databaseFault(told)).toEqual({ sqlState: '23505', constraint: 'note_pkey' })
  })

  it('is not committed when a failure in it was swallowed', async () => {
    const error = await failure(
      within(async (tx) => {
        await add(tx, 1)
        await add(tx, 1).catch(() => undefined)
      }),
    )
    expect(String(error)).toContain('COMMIT has rolled it back')
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
    expect(await notes()).toEqual([])
    await expectAllFree()
  })

  it('is undone when it ends while a statement is still under way', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const error = await failure(
      within(async (tx) => {
        const sleeping = asleep(sqlOf(tx), [0.2])
        late = failure(
          add(tx, 1)
            .then(() => sleeping)
            .then(() => add(tx, 2)),
        )
        throw new Error('changed its mind')
      }),
    )
    expect(String(error)).toContain('changed its mind')
    expect(isUnavailable(await late)).toBe(true)
    expect(await notes()).toEqual([])
    await expectAllFree()
  })

  it('is not of unknown outcome when PostgreSQL refuses the COMMIT', async () => {
    const orphan = statement('other note', 'INSERT INTO other_note VALUES ($1::int)')
    const error = await failure(within((tx) => orphan(sqlOf(tx), [7])))
    expect(databaseFault(error)?.sqlState).toBe('23503')
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
    await expectAllFree()
  })

  it('tells deadlocks apart as what may be run again', async () => {
    await Promise.all([add1(1), add1(2)])
    const lock = statement('note locked', 'SELECT FROM note WHERE id = $1::int FOR UPDATE')
    const both = [
      [1, 2],
      [2, 1],
    ].map((ids) =>
      failure(
        within(async (tx) => {
          for (const id of ids) {
            await lock(sqlOf(tx), [id])
            await wait(100)
          }
        }),
      ),
    )
    const errors = (await Promise.all(both)).filter((error) => error !== null)
    expect(errors.map(isRepeatable)).toEqual([true])
    await expectAllFree()
  })
})

const add1 = (id: number) => within((tx) => add(tx, id))

describe('what is sent with BEGIN', () => {
  it('is there when the work begins', async () => {
    const opened = await inOpenedTransaction(connection.db, PATIENCE, {
      open: async (tx) => (await pidOf(sqlOf(tx), []))[0]?.pid,
      work: async (tx, pid) => [pid, (await pidOf(sqlOf(tx), []))[0]?.pid],
    })
    expect(opened[0]).toBe(opened[1])
  })

  it('ends the transaction when it fails, before any work', async () => {
    let isWorking = false
    const error = await failure(
      inOpenedTransaction(connection.db, PATIENCE, {
        open: async () => {
          throw new Error('not now')
        },
        work: async () => {
          isWorking = true
        },
      }),
    )
    expect([String(error), isWorking]).toEqual(['Error: not now', false])
    await expectAllFree()
  })
})

describe('a transaction that runs out of time', () => {
  it('lets no statement through behind the ROLLBACK', async () => {
    const faults: unknown[] = []
    const error = await failure(
      within(
        async (tx) => {
          for (let id = 1; id <= 60; id += 1) {
            await add(tx, id).catch((fault: unknown) => faults.push(fault))
            await wait(10)
          }
        },
        { transactionMs: 200 },
      ),
    )
    expect(isUnavailable(error)).toBe(true)
    expect(error).not.toBeInstanceOf(OutcomeUnknown)
    expect(faults.length).toBeGreaterThan(10)
    expect(faults.every(isUnavailable)).toBe(true)
    expect(await notes()).toEqual([])
    await expectAllFree()
  })

  it('gives its connection back at once, though the work goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const work = failure(within(() => promise, { transactionMs: 50 }))
    await wait(150)
    await expectAllFree()
    resolve()
    expect(isUnavailable(await work)).toBe(true)
  })

  it('is told by the server too, whose own time limit ends a statement', async () => {
    const error = await failure(
      within(async (tx) => {
        await rawRows(tx, { text: 'SET LOCAL statement_timeout = 50', values: [] })
        await Promise.all([add(tx, 1), asleep(sqlOf(tx), [1]), add(tx, 2)])
      }),
    )
    expect([databaseFault(error)?.sqlState, isUnavailable(error)]).toEqual(['57014', true])
    expect(await notes()).toEqual([])
    await expectAllFree()
  })
})

describe('a pool of which all connections are in use', () => {
  it('is not waited for longer than allowed, and the connection that comes too late is given back', async () => {
    const held = await Promise.all([1, 2, 3].map(() => connection.pool.connect()))
    let isWorking = false
    const error = await failure(
      within(
        async () => {
          isWorking = true
        },
        { connectionMs: 50 },
      ),
    )
    expect([isUnavailable(error), isWorking]).toEqual([true, false])
    for (const client of held) client.release()
    await expectAllFree()
  })
})

describe('a connection that is killed', () => {
  const kill = (pid: number | undefined) =>
    connection.pool.query('SELECT pg_terminate_backend($1)', [pid])

  it.each(['idle', 'in a statement', 'with others behind it'])(
    'undoes the transaction, and is replaced: %s',
    async (how) => {
      const error = await failure(
        within(async (tx) => {
          const sql = sqlOf(tx)
          const [row] = await pidOf(sql, [])
          await add(tx, 1)
          const sleeping =
            how === 'in a statement' || how === 'with others behind it'
              ? [asleep(sql, [2]), ...(how === 'in a statement' ? [] : [add(tx, 3), seen(sql, [])])]
              : []
          await Promise.all([...sleeping, wait(50).then(() => kill(row?.pid))])
          await wait(50)
        }),
      )
      expect(isUnavailable(error), String(error)).toBe(true)
      expect(error).not.toBeInstanceOf(OutcomeUnknown)
      expect(await notes()).toEqual([])
      await expectAllFree()
    },
  )
})

describe('a BEGIN that fails', () => {
  it('is heard of before any work, and what was sent with it changes nothing', async () => {
    const client = await connection.pool.connect()
    const { query } = client
    // As a request to cancel does that meets the BEGIN.
    const failing = (config: { readonly text: string }, ...others: unknown[]) =>
      Reflect.apply(query, client, [
        config.text.startsWith('BEGIN') ? { text: 'SELECT 1 / 0' } : config,
        ...others,
      ])
    Object.assign(client, { query: failing })
    const others = await Promise.all([1, 2].map(() => connection.pool.connect()))
    client.release()
    let isWorking = false
    const error = await failure(
      inOpenedTransaction(connection.db, PATIENCE, {
        open: (tx) => pidOf(sqlOf(tx), []),
        work: async () => {
          isWorking = true
        },
      }),
    )
    expect([databaseFault(error)?.sqlState, isWorking]).toEqual(['22012', false])
    for (const other of others) other.release()
    await expectAllFree()
  })
})
