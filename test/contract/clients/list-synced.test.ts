/** Reading what changed since: nothing is lost during concurrent writes. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createClientRow } from '../../support/clinic.ts'
import { ids } from '../../support/clients.ts'

const api = useSharedApi()

const list = (key: string, query = '') => api.call('GET', `/v1/clients${query}`, { key })

describe('GET /v1/clients, incremental sync', () => {
  it('200: updated_since is inclusive, in any offset, ordered by updated_at, then id', async () => {
    const { row, key } = await api.organization()
    const [a, b, c, d] = [
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
    ]
    await asIfWritten(row.id, '2026-11-20T10:59:59.999999Z', a.id)
    await asIfWritten(row.id, '2026-11-20T11:00:05Z', b.id)
    await asIfWritten(row.id, '2026-11-20T11:00:00Z', c.id)
    await asIfWritten(row.id, '2026-11-20T11:00:05Z', d.id)
    const expected = [c.id, b.id, d.id]
    for (const since of [
      '2026-11-20T11:00:00Z',
      '2026-11-20T08:00:00-03:00',
      '2026-11-20T12:00:00+01:00',
      '2026-11-20T12:00:00%2B01:00',
      '2026-11-20T11:00:00.000Z',
    ]) {
      expect(ids(await list(key, `?updated_since=${since}`)), since).toEqual(expected)
    }
    expect(ids(await list(key, '?updated_since=2026-11-20T11:00:00.001Z'))).toEqual([b.id, d.id])
    expect(ids(await list(key, '?updated_since=2026-11-20T10:59:59.999Z'))).toEqual([
      a.id,
      ...expected,
    ])
  })

  it('200: rows of one microsecond are parted by id and none is repeated', async () => {
    const { row, key } = await api.organization()
    const made: number[] = []
    for (let index = 0; index < 5; index += 1) made.push((await createClientRow(api.db, row)).id)
    await asIfWritten(row.id, '2026-11-20T11:00:00.123456Z')
    const seen: number[] = []
    let query = '?limit=2&updated_since=2026-11-20T11:00:00Z'
    for (;;) {
      const page = await list(key, query)
      seen.push(...ids(page))
      if (page.body.next === null) break
      query = new URL(page.body.next).search
    }
    expect(seen).toEqual(made)
  })

  it('200: created_since orders by created_at; with updated_since both hold, in order of updated_at', async () => {
    const { row, key } = await api.organization()
    const [a, b, c] = [
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
      await createClientRow(api.db, row),
    ]
    await asIfWritten(row.id, '2026-11-20T11:00:09Z', a.id, '2026-11-20T11:00:03Z')
    await asIfWritten(row.id, '2026-11-20T11:00:08Z', b.id, '2026-11-20T11:00:02Z')
    await asIfWritten(row.id, '2026-11-20T11:00:07Z', c.id, '2026-11-20T11:00:01Z')
    expect(ids(await list(key, '?created_since=2026-11-20T11:00:00Z'))).toEqual([c.id, b.id, a.id])
    expect(ids(await list(key, '?created_since=2026-11-20T11:00:02Z'))).toEqual([b.id, a.id])
    expect(
      ids(
        await list(key, '?created_since=2026-11-20T11:00:02Z&updated_since=2026-11-20T11:00:00Z'),
      ),
    ).toEqual([b.id, a.id])
    expect(
      ids(
        await list(key, '?created_since=2026-11-20T11:00:01Z&updated_since=2026-11-20T11:00:08Z'),
      ),
    ).toEqual([b.id, a.id])
  })

  it('200: a future or an ancient value', async () => {
    const { row, key } = await api.organization()
    await createClientRow(api.db, row)
    for (const since of ['9999-12-31T23:59:59-14:00', '2100-01-01T00:00:00Z']) {
      expect(ids(await list(key, `?updated_since=${since}`))).toEqual([])
      expect(ids(await list(key, `?created_since=${since}`))).toEqual([])
    }
    for (const since of ['0001-01-01T00:00:00%2B14:00', '1900-01-01T00:00:00Z']) {
      expect(ids(await list(key, `?updated_since=${since}`))).toHaveLength(1)
    }
  })

  it('200: what was written after the oldest open write began is held back until that ends', async () => {
    const { row, key } = await api.organization()
    const early = await createClientRow(api.db, row)
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const { rows } = await writer.query<{ id: number }>(
        `INSERT INTO client (organization_id, first_name, search_text) VALUES ($1, 'Slow', 'slow') RETURNING id`,
        [row.id],
      )
      const quick = await createClientRow(api.db, row)
      for (const name of ['updated_since', 'created_since']) {
        expect(ids(await list(key, `?${name}=2020-01-01T00:00:00Z`))).toEqual([early.id])
      }
      expect(ids(await list(key))).toEqual([early.id, quick.id])
      await writer.query('COMMIT')
      for (const name of ['updated_since', 'created_since']) {
        expect(ids(await list(key, `?${name}=2020-01-01T00:00:00Z`))).toEqual([
          early.id,
          rows[0]?.id,
          quick.id,
        ])
      }
    } finally {
      writer.release(true)
    }
  })

  it('200: nothing is held back while an autovacuum analyzes a table', async () => {
    const { row, key } = await api.organization()
    const database = api.connection.direct
    const holder = await database.connect()
    try {
      // ANALYZE computes the values of the index. The function gives the worker a transaction id, and waits.
      await holder.query('SELECT pg_advisory_lock(20261130)')
      await holder.query(`
        CREATE SCHEMA analyzed;
        CREATE FUNCTION analyzed.held(n int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
          IF NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = pg_backend_pid() AND backend_type = 'autovacuum worker')
            THEN RETURN n; END IF;
          PERFORM pg_current_xact_id(), pg_advisory_xact_lock_shared(20261130);
          RETURN n;
        END $$;
        CREATE TABLE analyzed.rows (n int) WITH (autovacuum_analyze_threshold = 1, autovacuum_enabled);
        CREATE INDEX ON analyzed.rows (analyzed.held(n));
        INSERT INTO analyzed.rows SELECT generate_series(1, 9);
        SELECT pg_stat_force_next_flush();
      `)
      await database.query(`ALTER SYSTEM SET autovacuum_naptime = '1s'`)
      await database.query('SELECT pg_reload_conf()')
      const analyzing = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'autovacuum: %analyzed.rows' AND backend_xid IS NOT NULL`
      await expect.poll(async () => (await database.query(analyzing)).rowCount).toBe(1)
      const client = await createClientRow(api.db, row)
      expect(ids(await list(key, '?updated_since=2020-01-01T00:00:00Z'))).toEqual([client.id])
      expect((await database.query(analyzing)).rowCount).toBe(1)
    } finally {
      await database.query('ALTER SYSTEM RESET autovacuum_naptime')
      await database.query('SELECT pg_reload_conf()')
      holder.release(true)
      await database.query('DROP SCHEMA analyzed CASCADE')
    }
  })

  it('200: a reader that goes on from the last updated_at sees every change, also those that commit late', async () => {
    const { row, key } = await api.organization()
    const slow = await createClientRow(api.db, row, { first_name: 'Slow' })
    const quick = await createClientRow(api.db, row, { first_name: 'Quick' })
    const seen = new Map<number, unknown>()
    let since = '2020-01-01T00:00:00Z'
    const read = async () => {
      const { body } = await list(key, `?updated_since=${encodeURIComponent(since)}`)
      for (const client of body.data) seen.set(client.id, client)
      since = body.data.at(-1)?.updated_at ?? since
    }
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      await writer.query(`UPDATE client SET last_name = 'late' WHERE id = $1`, [slow.id])
      // What the API tells is as of a whole second that every writer has left behind.
      const seconds = new Set<string>()
      for (let count = 0; seconds.size < 4; count += 1) {
        const body = { last_name: `${count}` }
        const changed = await api.call('PATCH', `/v1/clients/${quick.id}`, { key, body })
        seconds.add(changed.body.updated_at)
        await read()
      }
      await writer.query('COMMIT')
    } finally {
      writer.release(true)
    }
    await read()
    await read()
    const { body } = await list(key)
    expect([...seen.values()].sort(byIdOf)).toEqual(body.data)
    expect(seen.get(slow.id)).toMatchObject({ last_name: 'late' })
  })

  it('200: no row is shown as it became after the horizon, however fast rows change', async () => {
    const { row, key } = await api.organization()
    await api.connection.pool.query(
      `INSERT INTO client (organization_id, first_name, search_text)
       SELECT $1, 'N' || n, 'n' FROM generate_series(1, 1500) AS n`,
      [row.id],
    )
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const { rows } = await writer.query<{ at: Date }>(
        'SELECT pg_current_xact_id(), date_trunc($1, now()) AS at',
        ['second'],
      )
      const horizon = rows[0]?.at.getTime() ?? 0
      await until(() => Date.now() > horizon + 1_100)
      const writes = { areDone: false }
      const writing = api.connection.pool
        .query(
          `DO $$ BEGIN
             FOR i IN 1..1500 LOOP
               UPDATE client SET last_name = 'x' WHERE organization_id = ${row.id} AND first_name = 'N' || i;
               COMMIT;
             END LOOP;
           END $$`,
        )
        .then(() => (writes.areDone = true))
      while (!writes.areDone) {
        const { body } = await list(key, '?limit=200&updated_since=2020-01-01T00:00:00Z')
        for (const client of body.data) {
          expect(Date.parse(client.updated_at)).toBeLessThanOrEqual(horizon)
          expect(client.last_name).toBeNull()
        }
      }
      await writing
    } finally {
      await writer.query('ROLLBACK')
      writer.release(true)
    }
  })
})

/** Sets the times of all clients of an organization, or of one, past the trigger that would. */
async function asIfWritten(organizationId: number, at: string, id?: number, createdAt?: string) {
  const session = await api.connection.pool.connect()
  try {
    await session.query('SET session_replication_role = replica')
    await session.query(
      `UPDATE client SET updated_at = $2, created_at = coalesce($4, created_at)
       WHERE organization_id = $1 AND ($3::int IS NULL OR id = $3)`,
      [organizationId, at, id ?? null, createdAt ?? null],
    )
    await session.query('RESET session_replication_role')
  } finally {
    session.release()
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

function byIdOf(one: unknown, other: unknown): number {
  return (one as { id: number }).id - (other as { id: number }).id
}
