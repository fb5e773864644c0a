import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '@scheduling/database/migrate'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { onServer, urlOf } from '../support/database.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations')
/** From this one on webhooks are stored as they are now. */
const FIRST = '20261122030000'

let before: string
let pool: Pool
const server = inject('testServer')
const database = `test_${server.run}_${randomBytes(4).toString('hex')}`
const databaseUrl = urlOf(server.url, database)

beforeAll(async () => {
  before = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < FIRST)
      await cp(path.join(MIGRATIONS, name), path.join(before, name), { recursive: true })
  await onServer(server.url, (client) => client.query(`CREATE DATABASE ${database}`))
  pool = new Pool({ connectionString: databaseUrl, options: '-c timezone=UTC' })
})
afterAll(async () => {
  await pool.end()
  await onServer(server.url, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`))
  await rm(before, { recursive: true })
})

it('What webhooks stored before is carried over, and their updated_at stays', async () => {
  await migrate({ databaseUrl, migrationsDirectory: before })
  await pool.query(
    `INSERT INTO organization (id, name, time_zone, plan_features, switched_off) VALUES
       (1, 'On', 'UTC', '{api,webhooks}', '{}'), (2, 'Off', 'UTC', '{api,webhooks}', '{webhooks}')`,
  )
  await pool.query(
    `INSERT INTO webhook (id, organization_id, name, url, url_sealed, url_hash, events, format, api_version,
       previous_secret_sealed, previous_secret_expires_at, updated_at) VALUES
     ('whk_plain', 1, 'A', 'https://hooks.example.com/in', NULL, '\\x01', '{*}', 'generic', '2026-11-01',
       '\\xaa', '2026-11-23T09:00:00Z', '2026-11-20T09:00:00Z'),
     ('whk_chat', 1, 'B', 'https://hooks.slack.com/…l9Zq', '\\xbb', '\\x02', '{*}', 'chat_format_1', '2026-11-01',
       NULL, NULL, '2026-11-20T09:00:00Z')`,
  )
  await pool.query(
    `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
     VALUES (current_date, 1, 1, 'evt_1', 'appointment.created', true, now(), '{"object": {"id": 7}}', '{}')`,
  )
  await pool.query(
    `INSERT INTO delivery (event_day, event_id, webhook_id, run, organization_id, event_type, max_attempts, attempt_id,
       scheduled_at, next_attempt_at, body)
     SELECT current_date, 'evt_1', id, 0, 1, 'appointment.created', 8, 'dlv_' || id, now(), now(), '\\xcc'
     FROM webhook`,
  )

  await migrate({ databaseUrl })
  const { rows: webhooks } = await pool.query(
    `SELECT id, url, url_sealed, previous_secrets_sealed, previous_secrets_expire_at, updated_at FROM webhook ORDER BY id`,
  )
  const updatedAt = new Date('2026-11-20T09:00:00Z')
  expect(webhooks).toEqual([
    {
      id: 'whk_chat',
      url: null,
      url_sealed: Buffer.from([0xbb]),
      previous_secrets_sealed: [],
      previous_secrets_expire_at: [],
      updated_at: updatedAt,
    },
    {
      id: 'whk_plain',
      url: 'https://hooks.example.com/in',
      url_sealed: null,
      previous_secrets_sealed: [Buffer.from([0xaa])],
      previous_secrets_expire_at: [new Date('2026-11-23T09:00:00Z')],
      updated_at: updatedAt,
    },
  ])
  const { rows: deliveries } = await pool.query(
    'SELECT webhook_id, line FROM delivery ORDER BY webhook_id',
  )
  expect(deliveries).toEqual([
    { webhook_id: 'whk_chat', line: '7' },
    { webhook_id: 'whk_plain', line: null },
  ])
  const { rows: organizations } = await pool.query(
    'SELECT id, webhooks_off_since IS NOT NULL AS off FROM organization ORDER BY id',
  )
  expect(organizations).toEqual([
    { id: 1, off: false },
    { id: 2, off: true },
  ])
  // Each day of `delivery`, also those made from now on.
  await pool.query('SELECT make_day_partitions(current_date + 8, current_date + 8)')
  const { rows: columns } = await pool.query(
    `SELECT DISTINCT string_agg(attname, ',' ORDER BY attname) AS names FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relname ~ '^delivery(_default|_[0-9]{8})?$' AND c.relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
     GROUP BY c.oid`,
  )
  expect(columns).toHaveLength(1)
  expect(columns[0].names.split(',')).toContain('line')
  expect(columns[0].names).not.toContain('body')
})
