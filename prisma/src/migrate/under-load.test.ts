/** Holds what each migration says of the time under load against what it does to a database. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBareDatabase, type TestDatabase } from '../testing/test-database.ts'
import { PAST } from './past.ts'
import { readMigrations } from './read.ts'
import { underLoadIn, underLoadOf, wordsOfUnderLoad, type UnderLoad } from './under-load.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createBareDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Of each table of ours, without partitions: its file, which a rewrite changes, and how often it was read whole. */
const TABLES = `SELECT c.oid::int, c.relname AS name, c.relfilenode::int AS file,
    coalesce(s.seq_scan, 0)::int + coalesce(s.idx_scan, 0)::int AS scans
  FROM pg_class c LEFT JOIN pg_stat_xact_user_tables s ON s.relid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations'`
/** Tables on which this transaction holds a lock that every writer waits for, or wrote rows, whose writers wait. */
const LOCKED = `SELECT coalesce(pg_partition_root(l.relation), l.relation)::int AS oid,
    bool_or(l.mode <> 'RowExclusiveLock') AS "isWhole"
  FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.mode IN
    ('RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  GROUP BY 1`

type Table = { oid: number; name: string; file: number; scans: number }

/** Runs it in a transaction, which stays, and looks at what of it others would have met. */
async function observed(sql: string): Promise<UnderLoad> {
  await client.query('BEGIN')
  // Inside: what earlier transactions read may not have left the counters yet.
  const before = (await client.query<Table>(TABLES)).rows
  await client.query(sql)
  await client.query('SET search_path = public')
  const after = (await client.query<Table>(TABLES)).rows
  const locked = (await client.query<{ oid: number; isWhole: boolean }>(LOCKED)).rows
  await client.query('COMMIT')
  const isLong = ({ oid, file, scans }: Table): boolean => {
    const now = after.find((table) => table.oid === oid)
    return now !== undefined && (now.file !== file || now.scans > scans)
  }
  const held = before.filter((table) =>
    locked.some(({ oid, isWhole }) => oid === table.oid && (isWhole || isLong(table))),
  )
  const names = (tables: Table[]): string[] => tables.map(({ name }) => name).sort()
  return {
    brief: names(held.filter((table) => !isLong(table))),
    long: names(held.filter(isLong)),
    isConcurrent: false,
    olderStop: false,
  }
}

describe('every migration', () => {
  it('says in its head which tables it locks, and for how long: as it does', async () => {
    const said: Record<string, string> = {}
    const done: Record<string, string> = {}
    for (const { name, sql, underLoad } of await readMigrations()) {
      said[name] = underLoad === undefined ? 'nothing' : wordsOfUnderLoad(underLoad)
      if (underLoad?.isConcurrent === true) {
        await client.query(sql.replaceAll(' CONCURRENTLY', ''))
        done[name] = said[name]
      } else {
        const { brief, long } = await observed(sql)
        const olderStop = underLoad?.olderStop ?? false
        done[name] = wordsOfUnderLoad({ brief, long, isConcurrent: false, olderStop })
      }
    }
    expect(said).toEqual(done)
  })

  it('of the past is in the table, and the table has no other', async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    expect(names.slice(0, Object.keys(PAST).length)).toEqual(Object.keys(PAST))
  })
})

describe('a head', () => {
  it.each([
    'no locks',
    'brief lock on deposit',
    'brief lock on deposit, queue_entry; long lock on client; older processes stop',
    'concurrent',
    'no locks; older processes stop',
  ])('says: %s', (words) => {
    expect(wordsOfUnderLoad(underLoadOf(words))).toBe(words)
    expect(underLoadIn(`-- What it is for.\n-- Under load: ${words}\nSELECT 1`)).toEqual(
      underLoadOf(words),
    )
  })

  it.each([
    '',
    'safe',
    'no locks; concurrent',
    'brief lock on',
    'long lock on a; brief lock on b',
    'older processes stop',
    'no locks.',
  ])('can not say: "%s"', (words) => {
    expect(() => underLoadOf(words)).toThrow(/is not what a head can say/)
  })
})
