import { formatInstant } from '@scheduling/availability'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  createdWebhook,
  laneOf,
  deliveryRows,
  openEndpoint,
  resolveNames,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
let owner: Dashboard
let endpoint: Endpoint
const HOUR_MS = 3_600_000

beforeAll(async () => {
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})
beforeEach(async () => {
  organization = await api.organization({ timeZone: 'UTC' })
  owner = await signIn(api, organization)
})

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const instant = (ms: number) => formatInstant(ms, 'UTC')

describe('every procedure of webhooks', () => {
  it('is for the account owner alone, signed in, and of this organization', async () => {
    const webhook = await created()
    const collaborator = await signIn(api, organization, 'manager')
    const stranger = await signIn(api, await api.organization())
    const input = { webhook_id: webhook.id, since: instant(NOW - HOUR_MS) }
    const calls: [string, (who: Dashboard) => Promise<{ status: number; problem: any }>][] = [
      ['statistics', (who) => who.query('webhooks.statistics', input)],
      ['recover', (who) => who.mutate('webhooks.recover', input)],
      ['get', (who) => who.query('webhooks.get', input)],
      ['delete', (who) => who.mutate('webhooks.delete', input)],
    ]
    for (const [name, call] of calls) {
      expect([name, (await call(collaborator)).problem.code]).toEqual([name, 'forbidden_scope'])
      expect([name, (await call(stranger)).problem.code]).toEqual([name, 'not_found'])
    }
    const preview = await collaborator.mutate('webhooks.preview')
    expect(preview.problem.code).toBe('forbidden_scope')
    const noOne = await fetch(`${api.url}/trpc/webhooks.preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${organization.key}` },
      body: '{}',
    })
    expect(noOne.status).toBe(401)
  })

  it('pings as the user, from the dashboard', async () => {
    const webhook = await created()
    const { body } = await owner.mutate('webhooks.test', { webhook_id: webhook.id })
    expect(body.status).toBe('SUCCEEDED')
    expect(JSON.parse(endpoint.received.at(-1)?.body ?? '').context).toMatchObject({
      actor: { type: 'user', name: 'Dona' },
      source: 'dashboard',
    })
  })

  it('that sends is refused while the API is off, though the dashboard needs no key', async () => {
    const webhook = await created()
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
    await laneOf(api, webhook.id)
    const { id } = await api.db.deliveryAttempt.findFirstOrThrow({
      where: { webhookId: webhook.id },
    })
    const input = { webhook_id: webhook.id, delivery_id: id, since: instant(NOW - HOUR_MS) }
    const where = { id: organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff: ['api'] } })
    const received = endpoint.received.length
    for (const procedure of ['test', 'redeliver', 'recover']) {
      const { problem } = await owner.mutate(`webhooks.${procedure}`, input)
      expect([procedure, problem.code]).toEqual([procedure, 'feature_not_enabled'])
    }
    expect(endpoint.received).toHaveLength(received)
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1)
    expect((await owner.query('webhooks.get', input)).status).toBe(200)
  })
})
