/**
 * An endpoint is down for two hours. Another webhook is told, what failed is looked at, and everything is sent once it is
 * back: by key, from the command line, and by an agent.
 */
import { formatInstant } from '@scheduling/availability'
import { emitWebhookStatus } from '@scheduling/core'
import { fanOut } from '@scheduling/delivery/testing'
import { afterEach, expect, it } from 'vitest'
import { closeAgents, openAgent } from '../support/agents.ts'
import { useOwnApi, type TestOrganization } from '../support/api.ts'
import { linesOf, openShell } from '../support/cli.ts'
import { createdWebhook, endpointsPerTest, laneOf, writtenEvents } from '../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const MINUTE_MS = 60_000
const EVENTS = 6

const api = useOwnApi({ now: NOW })
const openEndpoint = endpointsPerTest()
afterEach(closeAgents)

type Outage = { readonly organization: TestOrganization; readonly crm: { readonly id: string } }
type Repair = (outage: Outage, since: string) => Promise<{ failed: number; queued: number }>

const byKey: Repair = async ({ organization, crm }, since) => {
  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { key: organization.key, ...(body && { body }) })
  const failed = await call('GET', '/v1/deliveries?status=UNDELIVERED')
  const [first] = failed.body.data
  const path = `/v1/webhooks/${crm.id}/deliveries/${first.id}`
  const { body: details } = await call('GET', path)
  expect(details.attempts.length).toBeGreaterThan(1)
  expect(details.attempts.at(-1)).toMatchObject({ response_status: 503 })
  expect(details.request).toMatchObject({ method: 'POST' })
  expect((await call('GET', `/v1/webhooks/${crm.id}/statistics`)).body.success_rate).toBe(0)
  const { body } = await call('POST', `/v1/webhooks/${crm.id}/recover`, { since })
  expect(body.is_done).toBe(true)
  return { failed: failed.body.data.length, queued: body.queued }
}

const fromTerminal: Repair = async ({ organization, crm }, since) => {
  const shell = openShell({ url: api.url, key: organization.key })
  try {
    const failed = await shell.run(['deliveries', '--status', 'UNDELIVERED', '--json'])
    expect((await shell.run(['deliveries', '--webhook', crm.id])).out).toContain(' 503')
    const { exit, out, err } = await shell.run(['recover', crm.id, '--since', since, '--json'])
    expect(exit, err).toBe(0)
    return { failed: linesOf(failed.out)[0].length, queued: linesOf(out)[0].queued }
  } finally {
    await shell.close()
  }
}

const byAgent: Repair = async ({ organization, crm }, since) => {
  const scopes = ['read', 'webhooks:manage'] as const
  const agent = await openAgent(api, organization, { scopes })
  const { webhooks } = await agent.done('list_failing_webhooks')
  expect(webhooks).toMatchObject([{ id: crm.id, is_active: true }])
  const request_id = crypto.randomUUID()
  const asked = { webhook_id: crm.id, since, request_id }
  const { queued, is_done } = await agent.done('recover_webhook', asked)
  expect(is_done).toBe(true)
  return { failed: EVENTS, queued }
}

it.each<[string, Repair]>([
  ['by key', byKey],
  ['from the command line', fromTerminal],
  ['by an agent', byAgent],
])('is noticed, looked at and repaired %s', async (_, repair) => {
  api.setNow(NOW)
  const organization = await api.organization({ timeZone: 'UTC' })
  const [down, watching] = [await openEndpoint(), await openEndpoint()]
  const crm = await createdWebhook(api, organization, {
    url: down.url,
    events: ['client.created'],
    name: 'CRM',
  })
  const monitor = await createdWebhook(api, organization, {
    url: watching.url,
    events: ['webhook.failing'],
  })
  down.answer(503, 'maintenance')
  const { pool } = api.connection
  const events = await writtenEvents(api, organization, EVENTS)
  await fanOut(api.service, pool, events)
  for (let minutes = 0; minutes <= 120; minutes += 15) {
    api.setNow(NOW + minutes * MINUTE_MS)
    for (let turns = 0; turns < EVENTS; turns += 1) await laneOf(api, crm.id)
  }
  expect(await emitWebhookStatus(api.service, organization.row.id)).toBe(1)
  const { id } = await api.db.event.findFirstOrThrow({
    where: { organizationId: organization.row.id, type: 'webhook.failing' },
    orderBy: { sequence: 'asc' },
  })
  await fanOut(api.service, pool, [id])
  await laneOf(api, monitor.id)
  const [noticed] = watching.received.map(({ body }) => JSON.parse(body))
  expect(noticed.data.object).toMatchObject({ webhook_id: crm.id, name: 'CRM' })

  down.answer(200)
  const arrivedBefore = down.received.length
  const since = formatInstant(NOW - MINUTE_MS, 'UTC')
  const { failed, queued } = await repair({ organization, crm }, since)
  expect({ failed, queued }).toEqual({ failed: EVENTS, queued: EVENTS })
  for (let seconds = 1; seconds <= 20; seconds += 1) {
    api.setNow(NOW + 120 * MINUTE_MS + seconds * 1000)
    await laneOf(api, crm.id)
  }
  const arrived = down.received.slice(arrivedBefore).map(({ headers }) => headers['webhook-id'])
  expect(arrived.toSorted()).toEqual(events.toSorted())
})
