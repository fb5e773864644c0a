/** What a change tells beside its events: entries of the audit, and notices to processes with open dashboards. */
import { systemWork } from '@scheduling/core'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { createUser, openBrowser, SESSION_COOKIE } from '../support/dashboard.ts'
import { overtaken } from '../support/overtaking.ts'
import { openSession } from '@scheduling/core'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('Every event has an entry in the audit, with who, what and the request', async () => {
  const organization = await api.organization()
  const created = await api.call('POST', '/v1/clients', {
    key: organization.key,
    body: { first_name: 'Ana', phone: '11987654321' },
  })
  const { id } = created.body
  await api.call('PATCH', `/v1/clients/${id}`, {
    key: organization.key,
    body: { first_name: 'Anna' },
  })
  const entries = await api.db.auditEntry.findMany({
    where: { organizationId: organization.row.id },
    orderBy: { id: 'asc' },
  })
  const [key] = await api.db.apiKey.findMany({ where: { organizationId: organization.row.id } })
  expect(entries).toMatchObject([
    {
      action: 'client.created',
      record: 'client',
      recordId: String(id),
      changes: null,
      actorType: 'api_key',
      actorId: key?.id,
      actorName: 'Test key',
      source: 'api',
      requestId: created.headers.get('x-request-id'),
    },
    { action: 'client.updated', changes: { first_name: { from: 'Ana', to: 'Anna' } } },
  ])
})

it('A note without events is written too, and is no event', async () => {
  const { row } = await api.organization()
  await systemWork(api.service, row.id, async ({ note }) =>
    note({ action: 'api_key.revoked', id: 'key_1', changes: null }),
  )
  const entries = await api.db.auditEntry.findMany({ where: { organizationId: row.id } })
  expect(entries).toMatchObject([
    { action: 'api_key.revoked', record: 'api_key', recordId: 'key_1', actorType: 'system' },
  ])
  expect(await api.db.event.count({ where: { organizationId: row.id } })).toBe(0)
})

it('Notices go out for organizations that someone follows, and for no others', async () => {
  const [followed, other] = [await api.organization(), await api.organization()]
  await api.db.liveWatch.create({ data: { organizationId: followed.row.id, processId: 'one' } })
  const client = new Client({ connectionString: api.databaseUrl })
  await client.connect()
  try {
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('LISTEN organization_changed')
    for (const { key, row } of [followed, other]) {
      await api.call('POST', '/v1/clients', {
        key,
        body: { first_name: 'Ana', phone: '11987654321' },
      })
      await systemWork(api.service, row.id, async ({ note }) => {
        note({ action: 'working_hours.updated', id: 7, changes: null })
        note({ action: 'holiday.created', id: null, changes: null })
      })
    }
    await client.query('SELECT 1')
    const { id } = followed.row
    expect(heard.toSorted()).toEqual([`${id}`, `${id} schedule`, `${id} schedule 7`])
  } finally {
    await client.end()
  }
})

it('401: a change of someone whose session ends while it waits is not saved', async () => {
  const organization = await api.organization()
  const user = await createUser(api, organization)
  const browser = openBrowser(api)
  const { token } = await openSession(api.service, user.id)
  browser.cookies.set(SESSION_COOKIE, token)
  const change = await overtaken(api, {
    lock: (session) => session.query('DELETE FROM user_session WHERE user_id = $1', [user.id]),
    slow: () => browser.mutate('clients.create', { first_name: 'Ana', phone: '11987654321' }),
  })
  expect(change).toMatchObject({ status: 401, problem: { code: 'unauthorized' } })
  expect(await api.db.client.count({ where: { organizationId: organization.row.id } })).toBe(0)
})
