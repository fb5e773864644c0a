import { sealAddresses } from '@scheduling/core'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../support/api.ts'
import { clientWebhook, endpointsPerTest, plainRows } from '../support/webhooks.ts'
import { fact, registerClient, workerBeside } from '../support/worker.ts'

let api: TestApi
let owner: TestOrganization
let worker: RunningWorker | undefined

const endpoint = endpointsPerTest()

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await worker?.stop()
  await api.close()
})

/** As webhooks were stored before addresses were encrypted. */
async function asBefore(webhook: { id: string; url: string }) {
  return api.db.webhook.update({
    where: { id: webhook.id },
    data: { url: webhook.url, urlSealed: null },
  })
}

const rowOf = (id: string) => api.db.webhook.findUniqueOrThrow({ where: { id } })
const shown = async (id: string) =>
  (await api.call('GET', `/v1/webhooks/${id}`, { key: owner.key })).body

it('Addresses that stand in plain are served as they are, and encrypted when a worker starts', async () => {
  api.setNow(TEST_NOW)
  owner = await api.organization()
  const receiver = await endpoint()
  const webhook = await clientWebhook(api, owner, { url: `${receiver.url}/key-in-the-path` })
  const before = await asBefore(webhook)
  expect(await plainRows(api)).toContain('key-in-the-path')
  expect((await shown(webhook.id)).url).toBe(webhook.url)

  worker = await workerBeside(api)
  await fact('the address is encrypted', async () => (await rowOf(webhook.id)).url === null)
  expect(await plainRows(api)).not.toContain('key-in-the-path')
  expect(await rowOf(webhook.id)).toMatchObject({ updatedAt: before.updatedAt, url: null })
  expect((await shown(webhook.id)).url).toBe(webhook.url)
  const found = await api.call('GET', `/v1/webhooks?url=${encodeURIComponent(webhook.url)}`, {
    key: owner.key,
  })
  expect(found.body.data).toHaveLength(1)
  await registerClient(api, owner)
  await fact('the event', () => receiver.received[0]?.path === '/hook/key-in-the-path')
  expect(JSON.stringify(api.logged)).not.toContain('key-in-the-path')
})

it('Many are done in several steps, each once, and again there is nothing to do', async () => {
  const organizations = await Promise.all(Array.from({ length: 13 }, () => api.organization()))
  for (const { row } of organizations)
    for (let place = 0; place < 20; place += 1)
      await api.db.webhook.create({
        data: {
          id: api.service.newId('whk'),
          organizationId: row.id,
          name: 'Old',
          url: `https://hooks.example.com/${row.id}/${place}`,
          urlHash: new Uint8Array(32),
          events: ['*'],
          format: 'generic',
          apiVersion: '2026-11-01',
        },
      })
  const { pool } = api.connection
  const counts = await Promise.all([
    sealAddresses(api.service, pool),
    sealAddresses(api.service, pool),
  ])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(260)
  expect(await sealAddresses(api.service, pool)).toBe(0)
  expect(await api.db.webhook.count({ where: { url: { not: null } } })).toBe(0)
})

it('A change of a webhook whose address stands in plain is a change, and encrypts a new address', async () => {
  owner = await api.organization()
  const receiver = await endpoint()
  const webhook = await clientWebhook(api, owner, receiver)
  const before = await asBefore(webhook)
  const patch = (body: object) =>
    api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key: owner.key, body })
  await patch({ name: 'CRM' })
  const named = await rowOf(webhook.id)
  expect(named.updatedAt > before.updatedAt).toBe(true)
  await patch({ url: `${receiver.url}/elsewhere` })
  const moved = await rowOf(webhook.id)
  expect([moved.url, moved.updatedAt > named.updatedAt]).toEqual([null, true])
  expect((await shown(webhook.id)).url).toBe(`${receiver.url}/elsewhere`)
})
