import {
  createApiKey,
  accessChangesOf,
  cachedKeys,
  listenForNotices,
  touchKey,
} from '@scheduling/core'
import { connect } from '@scheduling/database'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { onServer } from '../support/database.ts'

/** Two processes' worth of API on one database, each remembering keys. */
let first: TestApi
let second: TestApi
/** It stands still: nothing that is remembered grows old unless a test says so. */
let clockMs = 0

beforeAll(async () => {
  const cached = { cachesKeys: true, monotonic: () => clockMs }
  first = await startTestApi(cached)
  second = await startTestApi({ ...cached, beside: first })
})

afterAll(async () => {
  await second.close()
  await first.close()
})

afterEach(async () => {
  first.setNow(TEST_NOW)
  second.setNow(TEST_NOW)
  await first.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled: false } })
})

async function me(api: TestApi, key: string) {
  return api.call('GET', '/v1/me', { key })
}

/** As long as a busy machine may need. */
const PATIENTLY = { timeout: 20_000, interval: 5 }

/** Until both answer so. They were told of a change: by their clocks, no time passes. */
async function untilBoth(key: string, status: number): Promise<void> {
  for (const api of [first, second]) {
    await vi.waitFor(async () => expect((await me(api, key)).status).toBe(status), PATIENTLY)
  }
}

async function warm(organization: TestOrganization): Promise<void> {
  expect((await me(first, organization.key)).status).toBe(200)
  expect((await me(second, organization.key)).status).toBe(200)
}

async function revokeKeys(organization: TestOrganization): Promise<void> {
  await first.db.apiKey.updateMany({
    where: { organizationId: organization.row.id },
    data: { revokedAt: new Date(TEST_NOW) },
  })
}

describe('what is remembered of a key', () => {
  it('is believed without asking until a change is told, and never for 5 seconds', async () => {
    const organization = await first.organization()
    await warm(organization)
    await inSilence('api_key', () => revokeKeys(organization))
    clockMs += 3000
    await warm(organization)
    clockMs += 1999
    for (const api of [first, second]) expect((await me(api, organization.key)).status).toBe(401)
  })

  it('a revocation stops it on every instance at once', async () => {
    const organization = await first.organization()
    await warm(organization)
    await revokeKeys(organization)
    await untilBoth(organization.key, 401)
  })

  it('a deleted key is as unknown as one that never was', async () => {
    const organization = await first.organization()
    await warm(organization)
    await first.db.apiKey.deleteMany({ where: { organizationId: organization.row.id } })
    await untilBoth(organization.key, 401)
  })

  it('a change of scopes, features and settings counts at once on every instance', async () => {
    const organization = await first.organization({ name: 'Before' })
    await warm(organization)
    await first.db.organization.update({
      where: { id: organization.row.id },
      data: { name: 'After', switchedOff: ['telemedicine'] },
    })
    for (const api of [first, second]) {
      await vi.waitFor(async () => {
        const { body } = await me(api, organization.key)
        expect(body).toMatchObject({ name: 'After', features: { telemedicine: false } })
      }, PATIENTLY)
    }
    await first.db.organization.update({
      where: { id: organization.row.id },
      data: { planFeatures: [] },
    })
    await untilBoth(organization.key, 403)
  })

  it('how much an agent reads of people changes at once, both ways, without its name', async () => {
    const { row: organization } = await first.organization()
    const { row, value } = await createApiKey(first.db, first.service, organization, {
      name: 'Agent',
      scopes: ['read'],
      kind: 'agent',
    })
    const { changes, close } = await listener()
    // Its clock stands still: only a notice makes it read the key again.
    const keys = cachedKeys(first.service, changes, () => 0)
    const shows = async () => {
      const found = await keys.find(value)
      return found.result === 'found' && found.holder.caller.showFullPersonalData
    }
    try {
      expect(await shows()).toBe(false)
      for (const showFullPersonalData of [true, false]) {
        await first.db.apiKey.update({ where: { id: row.id }, data: { showFullPersonalData } })
        await vi.waitFor(async () => expect(await shows()).toBe(showFullPersonalData), PATIENTLY)
      }
    } finally {
      await close()
    }
  })

  it('a change of the messaging connection counts at once on every instance', async () => {
    const organization = await first.organization()
    await warm(organization)
    const where = { organizationId: organization.row.id }
    const becomes = async (status: string | null) => {
      for (const api of [first, second]) {
        await vi.waitFor(async () => {
          expect((await me(api, organization.key)).body.whatsapp.status).toBe(status)
        }, PATIENTLY)
      }
    }
    const { messagingConnection } = first.db
    await messagingConnection.create({ data: { ...where, channel: 'own', status: 'PENDING' } })
    await becomes('PENDING')
    await messagingConnection.update({ where, data: { status: 'CONNECTED' } })
    await becomes('CONNECTED')
    await messagingConnection.delete({ where })
    await becomes(null)
  })

  it('an unknown key is never remembered as unknown', async () => {
    const organization = await first.organization()
    const { row, value } = await createApiKey(first.db, first.service, organization.row, {
      name: 'Late',
      scopes: ['read'],
    })
    await first.db.apiKey.delete({ where: { id: row.id } })
    expect((await me(first, value)).status).toBe(401)
    await first.db.apiKey.create({ data: row })
    expect((await me(first, value)).status).toBe(200)
  })

  it('it expires by the clock of the application, remembered or not', async () => {
    const organization = await first.organization()
    const { value } = await createApiKey(first.db, first.service, organization.row, {
      name: 'Short',
      scopes: ['read'],
      expiresAt: new Date(TEST_NOW + 60_000),
    })
    expect((await me(first, value)).status).toBe(200)
    first.setNow(TEST_NOW + 59_999)
    expect((await me(first, value)).status).toBe(200)
    first.setNow(TEST_NOW + 60_000)
    expect((await me(first, value)).status).toBe(401)
  })

  it('its last use is written at most once a minute, and is no change that others hear of', async () => {
    const organization = await first.organization()
    const where = { organizationId: organization.row.id }
    const lastUsed = async () => (await first.db.apiKey.findFirstOrThrow({ where })).lastUsedAt
    await me(first, organization.key)
    await vi.waitFor(async () => expect(await lastUsed()).toEqual(new Date(TEST_NOW)), PATIENTLY)
    const told: string[] = []
    const { changes, close } = await listener()
    changes.onChange(({ kind }) => told.push(kind))
    for (const [later, expected] of [
      [30_000, 0],
      [59_999, 0],
      [60_000, 60_000],
      [90_000, 60_000],
    ] as const) {
      first.setNow(TEST_NOW + later)
      await me(first, organization.key)
      const then = new Date(TEST_NOW + expected)
      await vi.waitFor(async () => expect(await lastUsed()).toEqual(then), PATIENTLY)
    }
    // Another process that does not know of it yet.
    const { id } = await first.db.apiKey.findFirstOrThrow({ where })
    await touchKey(first.db, { id, lastUsedAt: null }, TEST_NOW + 119_999)
    expect(await lastUsed()).toEqual(new Date(TEST_NOW + 60_000))
    await touchKey(first.db, { id, lastUsedAt: null }, TEST_NOW + 120_000)
    expect(await lastUsed()).toEqual(new Date(TEST_NOW + 120_000))
    await close()
    expect(told).toEqual([])
  })

  it('a transaction that holds the key’s row makes no request wait', async () => {
    const organization = await first.organization()
    await first.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM api_key WHERE organization_id = ${organization.row.id} FOR UPDATE`
      expect((await me(first, organization.key)).status).toBe(200)
    })
  })
})

describe('the operator’s switch', () => {
  it('takes effect on every instance at once, in both directions', async () => {
    const organization = await first.organization()
    await warm(organization)
    const set = (apiDisabled: boolean) =>
      first.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled } })
    await set(true)
    await untilBoth(organization.key, 503)
    await set(false)
    await untilBoth(organization.key, 200)
  })

  it('of one organization leaves the others alone', async () => {
    const one = await first.organization()
    const other = await first.organization()
    await warm(one)
    await warm(other)
    await first.db.organization.update({ where: { id: one.row.id }, data: { apiDisabled: true } })
    await untilBoth(one.key, 503)
    await warm(other)
  })
})

describe('when changes are not heard', () => {
  it('a listener whose connection is cut hears again, and forgets what it may have missed', async () => {
    const { changes, close } = await listener('cut listener')
    const told: string[] = []
    changes.onChange(({ kind }) => told.push(kind))
    try {
      expect(changes.isListening).toBe(true)
      await onServer(first.databaseUrl, (client) =>
        client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut listener notices'`,
        ),
      )
      await vi.waitFor(() => expect(told).toEqual(['everything']), PATIENTLY)
      expect(changes.isListening).toBe(false)
      await vi.waitFor(() => expect(changes.isListening).toBe(true), PATIENTLY)
      await first.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled: false } })
      await vi.waitFor(() => expect(told.at(-1)).toBe('switch'), PATIENTLY)
    } finally {
      await close()
    }
  })

  it('a key that was revoked meanwhile stops when the listener hears that it missed something', async () => {
    const organization = await first.organization()
    await warm(organization)
    await inSilence('api_key', () => revokeKeys(organization))
    await warm(organization)
    const { rowCount } = await onServer(first.databaseUrl, (client) =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')`,
      ),
    )
    expect(rowCount).toBeGreaterThanOrEqual(2)
    await untilBoth(organization.key, 401)
  })

  it('a start without a database does not fail: requests are served, and it is tried again', async () => {
    const connection = connect('postgres://no-one@127.0.0.1:1/none', { connections: 1 })
    const notices = listenForNotices(connection.pool)
    await notices.start()
    expect(accessChangesOf(notices).isListening).toBe(false)
    await notices.stop()
    await connection.close()
  })
})

/** One that has begun to listen. */
async function listener(name = 'listener') {
  const connection = connect(first.databaseUrl, { connections: 1, name })
  const notices = listenForNotices(connection.pool)
  const changes = accessChangesOf(notices)
  await notices.start()
  return {
    changes,
    async close() {
      await notices.stop()
      await connection.close()
    },
  }
}

/** Changes a table without anyone being told. */
async function inSilence(table: string, change: () => Promise<void>): Promise<void> {
  const run = (verb: string) =>
    onServer(first.databaseUrl, (client) =>
      client.query(`ALTER TABLE ${table} ${verb} TRIGGER USER`),
    )
  await run('DISABLE')
  try {
    await change()
  } finally {
    await run('ENABLE')
  }
}
