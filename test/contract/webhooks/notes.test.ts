/** What the audit tells of changes to webhooks. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  attemptRow,
  createdWebhook,
  resolveNames,
  SLACK,
  writtenEvents,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
let owner: Dashboard

beforeAll(async () => {
  resolveNames(api)
})
beforeEach(async () => {
  organization = await api.organization()
  owner = await signIn(api, organization)
})

const URL = 'https://hooks.example.com/in'
const HIDDEN = { from: '***', to: '***' }

/** Of webhooks, in order, without those of their creation. */
const entries = async () =>
  (
    await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id, record: 'webhook' },
      orderBy: { id: 'asc' },
    })
  )
    .filter(({ action }) => action !== 'webhook.created')
    .map(({ action, recordId, changes }) => ({ action, recordId, changes }))
const patch = (id: string, body: object) =>
  api.call('PATCH', `/v1/webhooks/${id}`, { key: organization.key, body })

describe('creating a webhook', () => {
  it('is noted, by a key and by the owner, with what it is subscribed to', async () => {
    const { id } = await createdWebhook(api, organization, { url: URL, name: 'CRM' })
    const input = { url: `${URL}/2`, events: ['client.*'], active: false }
    const other = (await owner.mutate('webhooks.create', input)).body
    const created = await api.db.auditEntry.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(created).toMatchObject([
      {
        action: 'webhook.created',
        recordId: id,
        actorType: 'api_key',
        changes: {
          name: { from: null, to: 'CRM' },
          active: { from: null, to: true },
          url: HIDDEN,
        },
      },
      {
        action: 'webhook.created',
        recordId: other.id,
        actorType: 'user',
        changes: {
          events: { from: null, to: ['client.*'] },
          active: { from: null, to: false },
          disabled_reason: { from: null, to: 'MANUAL' },
        },
      },
    ])
  })

  it('that is refused, or answered from its key, is not', async () => {
    const refused = await owner.mutate('webhooks.create', {
      url: 'http://10.0.0.1/',
      events: ['*'],
    })
    expect(refused.status).toBe(400)
    const call = {
      key: organization.key,
      headers: { 'Idempotency-Key': 'once' },
      body: { url: URL, events: ['*'] },
    }
    await api.call('POST', '/v1/webhooks', call)
    const again = await api.call('POST', '/v1/webhooks', call)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const count = await api.db.auditEntry.count({
      where: { organizationId: organization.row.id },
    })
    expect(count).toBe(1)
  })
})

describe('changing a webhook', () => {
  it('names every field, and tells no address, header, secret or template', async () => {
    const { id } = await createdWebhook(api, organization, {
      url: URL,
      name: 'CRM',
      events: ['client.created'],
      format: 'custom',
      template: { body: '{"a": {{ id | json }}}', content_type: 'application/json' },
    })
    await patch(id, {
      url: `${URL}/new`,
      name: 'ERP',
      events: ['client.*'],
      filters: { sources: ['api'] },
      headers: { Authorization: 'Bearer x' },
      secrets: { token: 'x' },
      template: { body: '{"b": {{ id | json }}}', content_type: 'application/json' },
      active: false,
    })
    const [entry] = await entries()
    expect(entry).toMatchObject({
      action: 'webhook.updated',
      recordId: id,
      changes: {
        name: { from: 'CRM', to: 'ERP' },
        events: { from: ['client.created'], to: ['client.*'] },
        filters: { from: { sources: [] }, to: { sources: ['api'] } },
        active: { from: true, to: false },
        disabled_reason: { from: null, to: 'MANUAL' },
      },
    })
    const changes: any = entry?.changes
    for (const field of ['url', 'headers', 'secrets', 'template']) {
      expect([field, changes[field]]).toEqual([field, HIDDEN])
    }
    expect(Object.keys(changes)).toHaveLength(9)
  })

  it('notes nothing where nothing changes', async () => {
    const headers = { 'X-Team': 'a' }
    const { id, name } = await createdWebhook(api, organization, { url: URL, headers })
    expect((await patch(id, { url: URL, name, headers, active: true })).status).toBe(200)
    expect((await patch(id, {})).status).toBe(200)
    expect(await entries()).toEqual([])
  })

  it('names the title of a chat message, and not what it says', async () => {
    const { id } = await createdWebhook(api, organization, { url: SLACK, format: 'slack' })
    await patch(id, { message_template: 'Novo: {{ type }}', show_full_personal_data: true })
    expect(await entries()).toEqual([
      {
        action: 'webhook.updated',
        recordId: id,
        changes: {
          show_full_personal_data: { from: false, to: true },
          message_template: HIDDEN,
        },
      },
    ])
  })
})

it('rotating the secret, resending, recovering and deleting are noted; a test is not', async () => {
  const { id } = await createdWebhook(api, organization, { url: URL, name: 'CRM' })
  const [eventId = ''] = await writtenEvents(api, organization, 1)
  const attempt = await attemptRow(api, { id }, { eventId, status: 'FAILED' })
  const input = { webhook_id: id }
  const statuses = [
    await owner.mutate('webhooks.rotateSecret', input),
    await owner.mutate('webhooks.redeliver', { ...input, delivery_id: attempt }),
    await owner.mutate('webhooks.test', input),
    await owner.mutate('webhooks.delete', input),
    await owner.mutate('webhooks.delete', input),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 404])
  expect(await entries()).toEqual([
    { action: 'webhook.secret_rotated', recordId: id, changes: { secret: HIDDEN } },
    { action: 'webhook.redelivered', recordId: id, changes: null },
    { action: 'webhook.deleted', recordId: id, changes: { name: { from: 'CRM', to: null } } },
  ])
})

it('recovering is noted where something is sent again', async () => {
  const { id } = await createdWebhook(api, organization, { url: URL, events: ['client.*'] })
  const input = { webhook_id: id, since: new Date(NOW - 3_600_000) }
  await owner.mutate('webhooks.recover', input)
  expect(await entries()).toEqual([])
  await writtenEvents(api, organization, 2)
  expect((await owner.mutate('webhooks.recover', input)).body.queued).toBe(2)
  expect(await entries()).toEqual([{ action: 'webhook.recovered', recordId: id, changes: null }])
})
