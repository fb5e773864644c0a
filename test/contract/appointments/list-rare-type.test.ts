import { expect, it, vi } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { openClinic } from '../../support/booking.ts'

const api = useOwnApi()

const APPOINTMENTS = 3000

/** Rows that a statement reads and throws away, by PostgreSQL's own count. */
async function rowsThrownAway(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await api.connection.pool.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE) ${text}`,
    values: [...values],
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Execution Time')
  const counts = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

it('200: a type that no appointment has is found to be missing without reading the others', async () => {
  const clinic = await openClinic(api)
  const { pool } = api.connection
  const { id, type } = await appointmentWith(api, clinic, 'CANCELLED_CLIENT')
  await pool.query(
    `INSERT INTO appointment SELECT copy.* FROM appointment a, generate_series(1, $2::int) n,
       LATERAL jsonb_populate_record(a, jsonb_build_object('id', a.id + n, 'ical_uid', a.ical_uid || n)) AS copy
     WHERE a.id = $1`,
    [id, APPOINTMENTS],
  )
  await pool.query('ANALYZE appointment')
  const other = type === 'TELEMEDICINE' ? 'IN_PERSON' : 'TELEMEDICINE'
  const asked = vi.spyOn(pool, 'query')
  const reply = await clinic.call('GET', `/v1/appointments?type=${other}`)
  const statements: unknown[] = asked.mock.calls.map(([statement]) => statement)
  asked.mockRestore()
  expect([reply.status, reply.body.data]).toEqual([200, []])
  const read = statements.filter(isRead)
  expect(read).toHaveLength(1)
  for (const { text, values } of read)
    expect(await rowsThrownAway(text, values)).toBeLessThan(APPOINTMENTS / 10)
})

function isRead(statement: unknown): statement is { text: string; values: unknown[] } {
  return (
    typeof statement === 'object' &&
    statement !== null &&
    'text' in statement &&
    typeof statement.text === 'string' &&
    statement.text.includes('FROM appointment a')
  )
}
