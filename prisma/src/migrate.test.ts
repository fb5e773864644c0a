import { cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { migrate, MigrationError, pendingMigrations } from './migrate.ts'
import { diagnoseHistory, schemaDrift } from './schema-engine.ts'
import { migrationsFolder, type MigrationsFolder } from './testing/migrations-folder.ts'

const OWN_MIGRATIONS = path.join(import.meta.dirname, '../migrations')

let migrationsDirectory = ''
let databaseUrl = ''
let pool: Pool

let write: MigrationsFolder['write']

beforeEach(async () => {
  const folder = await migrationsFolder()
  ;({ databaseUrl, migrationsDirectory, write } = folder)
  pool = new Pool({ connectionString: databaseUrl })
})

afterEach(() => pool.end())

describe('applying', () => {
  test('runs what is missing in the order of the names, and nothing twice', async () => {
    await write('002_second', 'ALTER TABLE note ADD body text')
    await write('001_first', 'CREATE TABLE note (id int)')
    expect(await pendingMigrations({ pool, migrationsDirectory })).toEqual([
      '001_first',
      '002_second',
    ])
    expect(await migrate({ pool, migrationsDirectory })).toEqual(['001_first', '002_second'])
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual([])
    await write('003_third', `INSERT INTO note VALUES (1, 'a;b')`)
    expect(await pendingMigrations({ databaseUrl, migrationsDirectory })).toEqual(['003_third'])
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual(['003_third'])
    expect((await pool.query('SELECT * FROM note')).rows).toEqual([{ id: 1, body: 'a;b' }])
  })

  test('takes a script whole: bodies with semicolons, partitions, exclusion constraints, extensions', async () => {
    await write(
      '001_all',
      `CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent;
       CREATE TABLE hold (room int, period tstzrange, EXCLUDE USING gist (room WITH =, period WITH &&));
       CREATE TABLE event (day date NOT NULL) PARTITION BY RANGE (day);
       CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM ('2030-01-01') TO ('2030-01-02');
       CREATE FUNCTION answer() RETURNS int LANGUAGE plpgsql AS $body$
       DECLARE n int; -- a comment; with a semicolon
       BEGIN n := 42; RETURN n; END;
       $body$;
       DO $$ BEGIN PERFORM answer(); END $$;`,
    )
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual(['001_all'])
    expect((await pool.query('SELECT answer()')).rows).toEqual([{ answer: 42 }])
  })

  test('by several processes at once happens once', async () => {
    for (let i = 1; i <= 5; i += 1)
      await write(`00${i}`, `CREATE TABLE t${i} (); SELECT pg_sleep(0.02)`)
    const applied = await Promise.all(
      [1, 2, 3, 4].map(() => migrate({ databaseUrl, migrationsDirectory })),
    )
    expect(applied.flat().sort()).toEqual(['001', '002', '003', '004', '005'])
    expect((await pool.query('SELECT FROM _prisma_migrations')).rowCount).toBe(5)
  })

  test('what one script sets for its session does not reach the next', async () => {
    await write('001', `CREATE SCHEMA other; SET search_path = other; SET timezone = 'Asia/Tokyo'`)
    await write('002', 'CREATE TABLE here ()')
    await migrate({ databaseUrl, migrationsDirectory })
    expect((await pool.query(`SELECT to_regclass('public.here') AS here`)).rows).toEqual([
      { here: 'here' },
    ])
  })
})

describe('a migration that fails', () => {
  test('leaves nothing, names its line, and runs again once mended', async () => {
    await write('001_good', 'CREATE TABLE good ()')
    await write('002_bad', 'CREATE TABLE half ();\n\nALTER TABLE missing ADD x int;')
    const failure = await migrate({ databaseUrl, migrationsDirectory }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(MigrationError)
    expect(failure).toHaveProperty(
      'message',
      'Migration 002_bad failed: relation "missing" does not exist. Nothing of it was kept.',
    )
    expect((await pool.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }])
    expect(await pendingMigrations({ pool, migrationsDirectory })).toEqual(['002_bad'])
    await write('002_bad', 'CREATE TABLE half ()')
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual(['002_bad'])
  })

  test('says the line where PostgreSQL tells the place', async () => {
    await write('001', '-- é\nCREATE TABLE a ();\nCREATE TABEL b ();')
    await expect(migrate({ databaseUrl, migrationsDirectory })).rejects.toThrow(
      'Migration 001 failed at line 3: syntax error at or near "TABEL". Nothing of it was kept.',
    )
  })

  test('by ending its transaction is refused', async () => {
    await write('001', 'CREATE TABLE a (); COMMIT; CREATE TABLE b ();')
    await expect(migrate({ databaseUrl, migrationsDirectory })).rejects.toThrow(
      /take BEGIN, COMMIT and ROLLBACK out/,
    )
  })

  test('when its connection is lost, and the pool goes on', async () => {
    await write('001', 'CREATE TABLE a (); SELECT pg_terminate_backend(pg_backend_pid())')
    await expect(migrate({ pool, migrationsDirectory })).rejects.toThrow(MigrationError)
    expect(await pendingMigrations({ pool, migrationsDirectory })).toEqual(['001'])
  })

  test('for want of its file is named', async () => {
    await mkdir(path.join(migrationsDirectory, '001_empty'))
    await expect(migrate({ databaseUrl, migrationsDirectory })).rejects.toThrow(
      /^Migration 001_empty has no readable/,
    )
  })
})

describe('the history', () => {
  test('refuses a migration that was changed after it was applied', async () => {
    await write('001', 'CREATE TABLE a ()')
    await migrate({ databaseUrl, migrationsDirectory })
    await write('001', 'CREATE TABLE a (id int)')
    await write('002', 'CREATE TABLE b ()')
    for (const attempt of [migrate, pendingMigrations]) {
      await expect(attempt({ databaseUrl, migrationsDirectory })).rejects.toThrow(
        /^Migration 001 was changed after/,
      )
    }
    expect((await pool.query(`SELECT to_regclass('b') AS b`)).rows).toEqual([{ b: null }])
  })

  test('takes other line ends for no change', async () => {
    await write('001', 'CREATE TABLE a (\n);\n')
    await migrate({ databaseUrl, migrationsDirectory })
    await write('001', 'CREATE TABLE a (\r\n);\r\n')
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual([])
  })

  test('lets an older release run on a newer database', async () => {
    await write('001', 'CREATE TABLE a ()')
    await write('002', 'CREATE TABLE b ()')
    await migrate({ databaseUrl, migrationsDirectory })
    await rm(path.join(migrationsDirectory, '002'), { recursive: true })
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual([])
    expect(await pendingMigrations({ databaseUrl, migrationsDirectory })).toEqual([])
  })

  test('stops at a migration another tool left unfinished, and takes one it rolled back', async () => {
    await write('001', 'CREATE TABLE a ()')
    await migrate({ databaseUrl, migrationsDirectory })
    await write('002', 'CREATE TABLE b ()')
    await pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '002')`,
    )
    await expect(migrate({ databaseUrl, migrationsDirectory })).rejects.toThrow(
      /^Migration 002 was begun by another/,
    )
    await pool.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'`)
    expect(await migrate({ databaseUrl, migrationsDirectory })).toEqual(['002'])
  })

  test('is the one Prisma’s own engine would have written', async () => {
    await cp(OWN_MIGRATIONS, migrationsDirectory, { recursive: true })
    await migrate({ databaseUrl, migrationsDirectory })
    expect(await diagnoseHistory(pool, migrationsDirectory)).toMatchObject({
      hasMigrationsTable: true,
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    })
    await write('99999999999999_next', '-- nothing yet')
    expect(await diagnoseHistory(pool, migrationsDirectory)).toMatchObject({
      history: { diagnostic: 'databaseIsBehind', unappliedMigrationNames: ['99999999999999_next'] },
    })
  })
})

describe('the models', () => {
  test('are the migrated database, but for indexes of kinds Prisma can’t declare', async () => {
    await migrate({ databaseUrl })
    const drift = await schemaDrift(pool)
    expect(drift.filter((statement) => !statement.startsWith('DROP INDEX'))).toEqual([])
  })

  test('are told from a database that lacks a column or has another type', async () => {
    await migrate({ databaseUrl })
    await pool.query('ALTER TABLE client ADD stray integer')
    expect(await schemaDrift(pool)).toContainEqual(
      expect.stringMatching(/^ALTER TABLE "client" DROP COLUMN "stray"/),
    )
  })
})
