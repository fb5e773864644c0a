/** Migrations on a database that others use: who waits for whom, and what is left of one that was broken off. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { migrate, MigrationError, pendingMigrations } from '../migrate.ts'
import { prepareDatabase } from '../prepare.ts'
import { migrationsFolder, type MigrationsFolder } from '../testing/migrations-folder.ts'

let folder: MigrationsFolder

beforeEach(async () => {
  folder = await migrationsFolder()
  await folder.write('001_note', 'CREATE TABLE note (id int, body text)')
  await migrate(folder)
})

async function session(name = 'test'): Promise<Client> {
  const client = new Client({ connectionString: folder.databaseUrl, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

/** Someone who reads the table in a transaction that stays open until `end`. */
async function longReader(): Promise<Client> {
  const reader = await session('a long report')
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await reader.query('SELECT * FROM note')
  return reader
}

/** Writes one row after the other until it is stopped. @returns how long each took, in milliseconds */
async function writing(until: AbortSignal): Promise<number[]> {
  const writer = await session()
  const took: number[] = []
  while (!until.aborted) {
    const from = performance.now()
    await writer.query(`INSERT INTO note VALUES (1, 'x')`)
    took.push(performance.now() - from)
    await wait(5)
  }
  return took
}

describe('a migration that waits for a lock', () => {
  it('lets others go on, tells who may hold it, and is applied once it is free', async () => {
    await folder.write(
      '002_column',
      '-- Under load: brief lock on note\nALTER TABLE note ADD at date',
    )
    const reader = await longReader()
    const stop = new AbortController()
    const written = writing(stop.signal)
    const told: string[] = []
    const migrated = migrate({
      ...folder,
      onWaiting: (name, why) => told.push(`${name}: ${why}`),
    })
    while (told.length < 2) await wait(20)
    const heldUntil = performance.now()
    await reader.query('COMMIT')
    expect(await migrated).toEqual(['002_column'])
    expect(performance.now() - heldUntil).toBeLessThan(10_000)
    stop.abort()
    const took = await written
    // Each waited at most behind one try, and in the pauses many went through.
    expect(Math.max(...took)).toBeLessThan(5000)
    expect(took.filter((milliseconds) => milliseconds < 100).length).toBeGreaterThan(20)
    expect(told[0]).toMatch(
      /^002_column: The longest transaction is that of process \d+ of the server \(a long report\), \d s old\.$/,
    )
  })

  it('gives up in the end, says who holds it, and leaves nothing', async () => {
    await folder.write('002_column', 'CREATE TABLE half (); ALTER TABLE note ADD at date')
    await longReader()
    const failure = await migrate({ ...folder, lockPatienceMs: 100 }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(MigrationError)
    expect(String(failure)).toMatch(
      /did not get its locks within 0 s\. The longest transaction is that of process \d+ .*a long report/,
    )
    expect(await pendingMigrations(folder)).toEqual(['002_column'])
    expect((await (await session()).query(`SELECT to_regclass('half') AS half`)).rows).toEqual([
      { half: null },
    ])
  })
})

describe('preparing a database', () => {
  it('that someone reads for long does not wait for partitions: the worker makes them later', async () => {
    const url = folder.databaseUrl
    await prepareDatabase(url)
    const reader = new Client({ connectionString: url })
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query(
      `DO $$ BEGIN EXECUTE 'DROP TABLE event_' || to_char(current_date + 7, 'YYYYMMDD'); END $$`,
    )
    await reader.query('BEGIN; SELECT FROM event_default')
    const told: string[] = []
    const begun = performance.now()
    expect(await prepareDatabase(url, { onWaiting: (name) => void told.push(name) })).toEqual([])
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(new Set(told)).toEqual(new Set(['the partitions of the coming days']))
    await reader.query('COMMIT')
    await prepareDatabase(url)
    const { rows } = await reader.query(
      `SELECT count(*)::int AS days FROM pg_inherits WHERE inhparent = 'event'::regclass`,
    )
    // Yesterday, today, a week, and the default.
    expect(rows).toEqual([{ days: 10 }])
  })

  it('tells who migrates, while someone else does', async () => {
    const url = folder.databaseUrl
    const other = new Client({ connectionString: url, application_name: 'the other one' })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('SELECT pg_advisory_lock(72707369)')
    const waited = Promise.withResolvers<string>()
    const prepared = prepareDatabase(url, {
      onWaiting: (name, why) => waited.resolve(`${name}: ${why}`),
    })
    expect(await waited.promise).toMatch(
      /^all migrations: Another process migrates: process \d+ of the server \(the other one\)\.$/,
    )
    await other.query('SELECT pg_advisory_unlock(72707369)')
    expect((await prepared).length).toBeGreaterThan(0)
  })
})

const CONCURRENT = `-- Under load: concurrent
DROP INDEX CONCURRENTLY IF EXISTS note_old;
CREATE INDEX CONCURRENTLY note_id ON note (id);
CREATE INDEX CONCURRENTLY "note_body" ON note (body);
`

/** A transaction that has written and stays open: an index that is built concurrently waits for its end. */
async function openWriter(): Promise<Client> {
  const writer = await session()
  await writer.query(`BEGIN; INSERT INTO note VALUES (2, 'open')`)
  return writer
}

/** Each with whether it is complete. */
async function indexes(): Promise<Record<string, boolean>> {
  const { rows } = await (
    await session()
  ).query<{ name: string; valid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
     WHERE indrelid = 'note'::regclass ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

async function untilIndexes(expected: Record<string, boolean>): Promise<void> {
  await expect.poll(indexes, { timeout: 10_000 }).toEqual(expected)
}

describe('a concurrent migration', () => {
  it('holds up no writer however long it waits, and happens once when several run it', async () => {
    await folder.write('002_index', CONCURRENT)
    await folder.write('003_after', 'CREATE TABLE after ()')
    const holder = await openWriter()
    const migrated = Promise.all([1, 2, 3].map(() => migrate(folder)))
    await untilIndexes({ note_id: false })
    const stop = new AbortController()
    const written = writing(stop.signal)
    await wait(500)
    stop.abort()
    expect((await written).length).toBeGreaterThan(20)
    await holder.query('COMMIT')
    expect((await migrated).flat()).toEqual(['002_index', '003_after'])
    expect(await indexes()).toEqual({ note_body: true, note_id: true })
    const { rows } = await holder.query(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    )
    expect(rows).toHaveLength(3)
  })

  it('that is killed is gone on with by the next run', async () => {
    await folder.write('002_index', CONCURRENT)
    const holder = await openWriter()
    const killed = migrate(folder).catch((error: unknown) => error)
    await untilIndexes({ note_id: false })
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'migrate' AND datname = current_database()`,
    )
    expect(await killed).toBeInstanceOf(MigrationError)
    expect(await indexes()).toEqual({ note_id: false })
    await holder.query('COMMIT')
    expect(await migrate(folder)).toEqual(['002_index'])
    expect(await indexes()).toEqual({ note_body: true, note_id: true })
  })

  it.each(['UPDATE note SET id = 1', 'CREATE INDEX note_id ON note (id)', ''])(
    'may not hold "%s", and then nothing of it is run',
    async (statement) => {
      const others = statement === '' ? '' : 'CREATE INDEX CONCURRENTLY note_body ON note (body);\n'
      await folder.write('002_index', `-- Under load: concurrent\n${others}${statement}`)
      await expect(migrate(folder)).rejects.toThrow(
        /^Migration 002_index says that it is concurrent/,
      )
      expect(await indexes()).toEqual({})
    },
  )
})
