/** Entries of the audit go after a year, in the task that runs each night. */
import { dropOldAudit, LIMITS } from '@scheduling/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { fact, workerBeside } from '../support/worker.ts'

const DAY_MS = 86_400_000
const MORE_THAN_A_STEP = 12_000

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ now: Date.now() })
})
afterAll(() => api.close())

/** So many entries of this age, each a second older than the one before. */
async function write(organizationId: number, count: number, ageMs: number): Promise<void> {
  await api.connection.pool.query(
    `INSERT INTO audit_entry (organization_id, action, record, actor_type, source, request_id, created_at)
     SELECT $1, 'client.updated', 'client', 'system', 'system', 'req', $2::timestamptz - i * interval '1 second'
     FROM generate_series(1, $3::int) AS i`,
    [organizationId, new Date(api.service.realNow() - ageMs), count],
  )
}

const countOf = (organizationId: number) => api.db.auditEntry.count({ where: { organizationId } })

it('drops what is past its time of every organization, however much it is, and nothing else', async () => {
  const [one, other, young] = [
    (await api.organization()).row.id,
    (await api.organization()).row.id,
    (await api.organization()).row.id,
  ]
  const past = LIMITS.auditDays * DAY_MS
  await write(one, MORE_THAN_A_STEP, past)
  await write(one, 3, past - DAY_MS)
  await write(other, 7, past + 100 * DAY_MS)
  await write(young, 5, 0)
  expect(await dropOldAudit(api.service, api.connection.pool)).toBe(MORE_THAN_A_STEP + 7)
  expect([await countOf(one), await countOf(other), await countOf(young)]).toEqual([3, 0, 5])
  expect(await dropOldAudit(api.service, api.connection.pool)).toBe(0)
})

it('is part of the nightly task', async () => {
  const { id } = (await api.organization()).row
  await write(id, 2, LIMITS.auditDays * DAY_MS)
  const worker = await workerBeside(api)
  try {
    await api.connection.pool.query(`SELECT graphile_worker.add_job('retention')`)
    await fact('the task', async () => (await countOf(id)) === 0)
  } finally {
    await worker.stop()
  }
})
