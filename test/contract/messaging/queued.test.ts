import { queuedAmong } from '@scheduling/core'
import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openClinic } from '../../support/messages.ts'

const api = useOwnApi()
const QUEUED = 2000

it('reads one queued message by its id alone, however many others are queued', async () => {
  const { pool } = api.connection
  const clinic = await openClinic(api)
  const { id } = await clinic.book({ email: 'maria@example.com' })
  const [message] = await clinic.messagesOf(id)
  // What the planner knows is from before: it takes the index of all that are queued for a short one.
  await pool.query('ANALYZE message')
  await pool.query(
    `INSERT INTO message SELECT copy.* FROM message m, generate_series(1, $1::int) n,
       LATERAL jsonb_populate_record(m, jsonb_build_object('id', m.id || n, 'cause', m.cause || n)) AS copy`,
    [QUEUED],
  )
  const connection = await pool.connect()
  try {
    // As after the first calls on a connection.
    await connection.query('SET plan_cache_mode = force_generic_plan')
    const before = await rowsRead(connection)
    const found = await queuedAmong(connection, [message?.id ?? ''])
    expect(found.map((one) => one.id)).toEqual([message?.id])
    expect((await rowsRead(connection)) - before).toBeLessThan(QUEUED / 10)
  } finally {
    connection.release(true)
  }
})

/** Rows of messages that were read so far, by index or not. */
async function rowsRead(connection: PoolClient): Promise<number> {
  await connection.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await connection.query<{ read: number }>(
    `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables WHERE relname = 'message'`,
  )
  return rows[0]?.read ?? 0
}
