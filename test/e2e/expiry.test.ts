/** What is past its time goes away each night, and nothing else does. */
import { randomUUID } from 'node:crypto'
import { dropExpired } from '@scheduling/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi } from '../support/api.ts'
import { createUser, signIn } from '../support/dashboard.ts'

const HOUR_MS = 3_600_000

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const dropNow = () => dropExpired(api.service, api.connection.pool)

async function at<Result>(now: number, work: () => Promise<Result>): Promise<Result> {
  api.setNow(now)
  try {
    return await work()
  } finally {
    api.setNow(TEST_NOW)
  }
}

describe('An answer that is kept for its Idempotency-Key', () => {
  it('is repeated up to the last millisecond of its 24 hours, however often expired ones are dropped', async () => {
    const { key } = await api.organization({ requireClientIdentifier: false })
    const headers = { 'idempotency-key': randomUUID() }
    const post = () =>
      api.call('POST', '/v1/clients', { key, body: { first_name: 'Ana' }, headers })
    const first = await post()
    await at(TEST_NOW + 24 * HOUR_MS - 1, async () => {
      await dropNow()
      const again = await post()
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.text).toBe(first.text)
    })
    await at(TEST_NOW + 24 * HOUR_MS + 1, async () => {
      const before = await api.db.idempotencyRecord.count()
      await dropNow()
      expect(await api.db.idempotencyRecord.count()).toBe(before - 1)
      const again = await post()
      expect(again.headers.get('idempotent-replayed')).toBeNull()
      expect(again.body.id).not.toBe(first.body.id)
    })
  })
})

describe('A session', () => {
  it('outlives the night while it lasts, and is gone once it has ended', async () => {
    const dashboard = await signIn(api, await api.organization())
    const { expiresAt } = await api.db.userSession.findFirstOrThrow()
    const ended = expiresAt.getTime()
    await at(ended - 1, async () => {
      await dropNow()
      expect((await dashboard.query('clients.list')).status).toBe(200)
    })
    await at(ended + 1, dropNow)
    expect(await api.db.userSession.count()).toBe(0)
  })
})

describe('A link', () => {
  it('is kept until it expires, and so is a mail that was not sent', async () => {
    const organization = await api.organization()
    const { id: userId } = await createUser(api, organization)
    const [organizationId, expiresAt] = [organization.row.id, new Date(TEST_NOW + HOUR_MS)]
    const link = () => ({ tokenHash: Buffer.from(randomUUID()), expiresAt })
    await api.db.userInvite.create({
      data: { organizationId, name: 'Ana', email: 'a@example.com', ...link() },
    })
    await api.db.passwordReset.create({ data: { userId, ...link() } })
    await api.db.emailChange.create({ data: { userId, email: 'b@example.com', ...link() } })
    const mail = { organizationId, recipient: 'a@example.com', subject: 'Link', expiresAt }
    await api.db.mail.createMany({
      data: [mail, { ...mail, body: 'Link', sentAt: new Date(TEST_NOW) }],
    })
    const left = () =>
      Promise.all([
        api.db.userInvite.count(),
        api.db.passwordReset.count(),
        api.db.emailChange.count(),
        api.db.mail.count(),
      ])
    await at(expiresAt.getTime() - 1, dropNow)
    expect(await left()).toEqual([1, 1, 1, 2])
    await at(expiresAt.getTime(), dropNow)
    expect(await left()).toEqual([0, 0, 0, 1])
  })
})

describe('A job', () => {
  it('is dropped a day after its last attempt failed; one that runs, waits or failed just now stays', async () => {
    const { pool } = api.connection
    const add = async (name: string, state: string): Promise<void> => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM graphile_worker.add_job('test', json_build_object('name', $1::text), max_attempts => 3)`,
        [name],
      )
      await pool.query(`UPDATE graphile_worker._private_jobs SET ${state} WHERE id = $1`, [
        rows[0]?.id,
      ])
    }
    const hoursAgo = (count: number) => `updated_at = now() - interval '${count} hours'`
    await add('failed for good', `attempts = 3, ${hoursAgo(25)}`)
    await add('failed for good today', `attempts = 3, ${hoursAgo(23)}`)
    await add('has attempts left', `attempts = 2, ${hoursAgo(25)}`)
    await add('was never tried', `attempts = 0, ${hoursAgo(500)}`)
    await add(
      'is in its last attempt',
      `attempts = 3, locked_at = now() - interval '5 hours', locked_by = 'w', ${hoursAgo(25)}`,
    )
    await dropNow()
    const { rows } = await pool.query<{ name: string }>(
      `SELECT payload->>'name' AS name FROM graphile_worker._private_jobs ORDER BY id`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'failed for good today',
      'has attempts left',
      'was never tried',
      'is in its last attempt',
    ])
    // With nothing to drop it is no fault either.
    await dropNow()
  })
})
