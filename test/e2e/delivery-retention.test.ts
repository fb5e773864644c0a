import { dropOldDays } from '@scheduling/core'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { createdWebhook } from '../support/webhooks.ts'
import { deliveriesOf, fact, workerBeside } from '../support/worker.ts'

const DAY_MS = 86_400_000
const TABLES = ['event', 'delivery', 'delivery_attempt']

let api: TestApi

beforeEach(async () => {
  api = await startTestApi({ now: Date.now() })
})
afterEach(() => api.close())

function dayAgo(days: number): string {
  return new Date(api.service.now() - days * DAY_MS).toISOString().slice(0, 10)
}

async function partitions(table: string): Promise<string[]> {
  const { rows } = await api.connection.pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = $1::regclass ORDER BY 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}

async function makeDays(from: number, to: number): Promise<void> {
  await api.connection.pool.query('SELECT make_day_partitions($1::date, $2::date)', [
    dayAgo(from),
    dayAgo(to),
  ])
}

async function writeEvent(
  organizationId: number,
  day: string,
  session: Pick<PoolClient, 'query'> = api.connection.pool,
): Promise<void> {
  await session.query(
    `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
     SELECT $2::date, $1, coalesce(max(sequence), 0) + 1, $3, 'client.created', true, $2::date, '{}', '{}' FROM event`,
    [organizationId, day, api.service.newId('evt')],
  )
}

async function underLock(sql: string, work: () => Promise<void>): Promise<void> {
  const holder: PoolClient = await api.connection.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(sql)
    await work()
    await holder.query('COMMIT')
  } finally {
    holder.release()
  }
}

const named = (table: string, days: number) => `${table}_${dayAgo(days).replaceAll('-', '')}`

describe('Days that are past their time', () => {
  it('are dropped whole: events and deliveries after 33, attempts after 31, requests after 7; nothing younger', async () => {
    await makeDays(36, 28)
    const { row } = await api.organization()
    for (const days of [35, 34, 33, 30]) await writeEvent(row.id, dayAgo(days))
    expect(await dropOldDays(api.service, api.connection.pool)).toEqual({
      event: 3,
      delivery: 3,
      delivery_attempt: 5,
      request_log: 9,
    })
    const [events, deliveries, attempts] = await Promise.all(TABLES.map(partitions))
    expect(events).toContain(named('event', 33))
    expect(events).not.toContain(named('event', 34))
    expect(deliveries).toContain(named('delivery', 33))
    expect(attempts).toContain(named('delivery_attempt', 31))
    expect(attempts).not.toContain(named('delivery_attempt', 32))
    expect(await api.db.event.count()).toBe(2)
    expect(await dropOldDays(api.service, api.connection.pool)).toEqual({
      event: 0,
      delivery: 0,
      delivery_attempt: 0,
      request_log: 0,
    })
  })

  it('wait for the next run while someone reads them, and hold up no one meanwhile', async () => {
    await makeDays(35, 34)
    const { row } = await api.organization()
    await underLock(`SELECT count(*) FROM event`, async () => {
      const dropping = dropOldDays(api.service, api.connection.pool)
      let isOver = false
      const over = dropping.finally(() => (isOver = true))
      const writer = await api.connection.pool.connect()
      try {
        // A drop may make it wait for 0.2 seconds; what else goes on in the machine does not count. Beyond this it fails.
        await writer.query(`SET lock_timeout = '3s'`)
        while (!isOver) await writeEvent(row.id, dayAgo(0), writer)
      } finally {
        writer.release(true)
      }
      expect(await over).toEqual({ delivery: 2, delivery_attempt: 2, request_log: 2 })
    })
    expect(api.logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect(await dropOldDays(api.service, api.connection.pool)).toMatchObject({ event: 2 })
  })

  it('are deleted where their rows met no partition', async () => {
    const { row } = await api.organization()
    await writeEvent(row.id, dayAgo(40))
    await writeEvent(row.id, dayAgo(33))
    await dropOldDays(api.service, api.connection.pool)
    expect(await api.db.event.findMany({ select: { eventDay: true } })).toEqual([
      { eventDay: new Date(dayAgo(33)) },
    ])
  })
})

describe('Counters of rate limits', () => {
  it('are dropped by a job of the timetable once their windows are over', async () => {
    const { pool } = api.connection
    await pool.query(
      `INSERT INTO rate_limit_organization (organization_id, minute, minute_count)
       SELECT id, CASE WHEN id <= 12000 THEN 0 ELSE extract(epoch FROM now())::int / 60 END, 1
       FROM generate_series(1, 12001) AS id`,
    )
    const worker = await workerBeside(api)
    const { rows } = await pool.query<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs',
    )
    expect(rows.map(({ identifier }) => identifier)).toContain('drop_counters')
    await pool.query("SELECT graphile_worker.add_job('drop_counters')")
    const left = await fact('the old ones gone', async () => {
      const kept = await pool.query<{ organization_id: number }>(
        'SELECT organization_id FROM rate_limit_organization',
      )
      return kept.rows.length <= 1 && kept.rows
    })
    expect(left).toEqual([{ organization_id: 12_001 }])
    await worker.stop()
  })
})

describe('Days to come', () => {
  it('are made a week ahead by the worker; rows that came too early move to theirs', async () => {
    const { row } = await api.organization()
    // The last of them is missing where the database was prepared before midnight.
    await api.connection.pool.query(
      `DROP TABLE IF EXISTS ${named('event', -5)}, ${named('event', -7)}`,
    )
    await writeEvent(row.id, dayAgo(-5))
    const worker = await workerBeside(api)
    await api.connection.pool.query("SELECT graphile_worker.add_job('make_partitions')")
    const made = await fact('the last day', async () => {
      const names = await partitions('event')
      return names.includes(named('event', -7)) && names
    })
    expect(made).toContain(named('event', -5))
    const { rows } = await api.connection.pool.query<{ place: string }>(
      'SELECT tableoid::regclass::text AS place FROM event WHERE organization_id = $1',
      [row.id],
    )
    expect(rows).toEqual([{ place: named('event', -5) }])
    await worker.stop()
  })
})

describe('A delivery whose event is forgotten', () => {
  it('ends as discarded, and holds up nothing', async () => {
    const owner = await api.organization()
    const webhook = await createdWebhook(api, owner, { events: ['client.created'] })
    const day = new Date(dayAgo(1))
    await api.db.delivery.create({
      data: {
        eventDay: day,
        eventId: api.service.newId('evt'),
        webhookId: webhook.id,
        run: 0,
        organizationId: owner.row.id,
        eventType: 'client.created',
        maxAttempts: 8,
        attempt: 8,
        attemptId: api.service.newId('dlv'),
        scheduledAt: new Date(api.service.now() - 1000),
        nextAttemptAt: new Date(api.service.now() - 1000),
      },
    })
    const worker = await workerBeside(api)
    const [only] = await fact('its end', async () => {
      const rows = await deliveriesOf(api, owner, webhook)
      return rows[0]?.status === 'DISCARDED' && rows
    })
    expect(only).toMatchObject({ attempt: 8, attempted_at: null })
    await worker.stop()
  })
})
