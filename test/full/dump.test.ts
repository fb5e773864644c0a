/** A PostgreSQL of one's own, of the oldest version that is supported where that is installed: dumped and restored. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onServer } from '../support/database.ts'
import { secretSettings, TEST_SECRETS } from '../support/secrets.ts'
import { readDemo, startStandalone, untilReady } from '../support/standalone.ts'
import {
  runProgram,
  startSystemPostgres,
  SYSTEM_POSTGRES,
  type SystemPostgres,
} from '../support/system-postgres.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const MIGRATE = path.join(import.meta.dirname, '../../apps/operator/bin/migrate.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'dump-'))

let server: SystemPostgres
beforeAll(async () => {
  if (SYSTEM_POSTGRES === null) return
  server = await startSystemPostgres(SYSTEM_POSTGRES)
  await onServer(server.url('postgres'), async (client) => {
    for (const name of ['origin', 'restored'])
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  })
})
afterAll(() => {
  if (SYSTEM_POSTGRES === null) return
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Call = (
  method: string,
  route: string,
  body?: object,
  once?: string,
) => Promise<{ status: number; body: any }>

/** Runs the whole service on a database for as long as `work` takes. */
async function serving(database: string, work: (call: Call) => Promise<void>): Promise<void> {
  const started = startStandalone(folder, {
    DATABASE_URL: server.url(database),
    LIMITS_SCALE: '10000',
    ...secretSettings(TEST_SECRETS),
  })
  try {
    await untilReady(started)
    const { base_url: url, api_keys: keys } = readDemo(folder)
    await work(async (method, route, body, once) => {
      const answer = await fetch(url + route, {
        method,
        headers: {
          authorization: `Bearer ${keys.full}`,
          'content-type': 'application/json',
          ...(once === undefined ? {} : { 'idempotency-key': once }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    })
  } finally {
    started.child.kill('SIGTERM')
    await started.ended
  }
}

/** Everything that a database is made of, and what is in it: of each thing one line. */
const PARTS: Readonly<Record<string, string>> = {
  'columns and defaults': `SELECT format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema IN ('public', 'graphile_worker')`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'graphile_worker')`,
  constraints: `SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  triggers: `SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
  functions: `SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname IN ('public', 'graphile_worker') AND p.prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  partitions: `SELECT format('%s %s %s', inhparent::regclass, inhrelid::regclass, pg_get_expr(relpartbound, c.oid))
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid`,
  sequences: `SELECT format('%s.%s %s', schemaname, sequencename, last_value) FROM pg_sequences`,
  extensions: `SELECT format('%s %s', extname, extversion) FROM pg_extension`,
  'settings of roles in it': `SELECT format('%s %s', s.setrole::regrole, setting)
    FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase, unnest(s.setconfig) AS setting
    WHERE d.datname = current_database()`,
}
const TABLES = `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
  WHERE schemaname IN ('public', 'graphile_worker')`

async function contentOf(database: string): Promise<Record<string, string[]>> {
  return onServer(server.url(database), async (client) => {
    const content: Record<string, string[]> = {}
    const lines = async (sql: string): Promise<string[]> =>
      (await client.query<[string]>({ text: sql, rowMode: 'array' })).rows
        .map(([line]) => line)
        .sort()
    // What was read from a dump may have other parentheses, as in `(a AND b) AND c`.
    for (const [part, sql] of Object.entries(PARTS))
      content[part] = (await lines(sql)).map((line) => line.replaceAll(/[()]/g, '')).sort()
    for (const table of await lines(TABLES))
      content[table] = await lines(`SELECT t::text FROM ${table} t`)
    return content
  })
}

describe('a dump and its restore', () => {
  it.skipIf(SYSTEM_POSTGRES === null)(
    'bring over every row, sequence, partition, trigger and job; the service goes on from there (needs pg_dump and a PostgreSQL server)',
    async () => {
      const programs = SYSTEM_POSTGRES
      if (programs === null) return
      const who = { first_name: 'Ana', phone: '(11) 98765-4321' }
      let first: unknown
      let after = ''
      await serving('origin', async (call) => {
        const hook = { url: 'http://127.0.0.1:9/', events: ['*'] }
        expect((await call('POST', '/v1/webhooks', hook)).status).toBe(201)
        const made = await call('POST', '/v1/clients', who, 'once')
        expect(made.status).toBe(201)
        first = made
        after = (await call('GET', '/v1/events?latest=true')).body.data[0].id
      })
      const dump = path.join(folder, 'origin.dump')
      runProgram(programs.pg_dump, ['--format=custom', `--file=${dump}`, server.url('origin')])
      runProgram(programs.pg_restore, [
        '--exit-on-error',
        '--no-owner',
        `--dbname=${server.url('restored')}`,
        dump,
      ])
      const { status, stderr } = spawnSync(process.execPath, [MIGRATE], {
        env: { PATH: process.env['PATH'], DATABASE_URL: server.url('restored') },
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])

      const [origin, restored] = [await contentOf('origin'), await contentOf('restored')]
      expect(restored).toEqual(origin)
      const isPlenty = [
        'triggers',
        'functions',
        'partitions',
        'sequences',
        'public.delivery',
        'public.event',
        'graphile_worker._private_jobs',
      ]
      for (const part of isPlenty) expect(restored[part], part).not.toEqual([])

      await serving('restored', async (call) => {
        expect(await call('POST', '/v1/clients', who, 'once')).toEqual(first)
        const next = await call('POST', '/v1/clients', { ...who, phone: '(11) 98765-4322' })
        expect(next.status).toBe(201)
        const { body } = await call('GET', `/v1/events?after=${after}&type=client.created`)
        expect(body.data.map(({ data }: any) => data.object.id)).toEqual([next.body.id])
      })
    },
  )
})
