/** The events about webhooks: when they are written, and who gets them. */
import { emitWebhookStatus } from '@scheduling/core'
import { fanOut } from '@scheduling/delivery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { signIn } from '../../support/dashboard.ts'
import { createdWebhook, deliveryRows } from '../../support/webhooks.ts'

const HOUR_MS = 3_600_000

const api = useSharedApi({ now: TEST_NOW })
let organization: TestOrganization
let webhook: { readonly id: string }

beforeEach(async () => {
  api.setNow(TEST_NOW)
  organization = await api.organization({ timeZone: 'UTC' })
  webhook = await createdWebhook(api, organization, { name: 'CRM', events: ['*'] })
})

const tell = () => emitWebhookStatus(api.service, organization.row.id)

async function fails(health: object = {}): Promise<void> {
  const failing = { failingSince: new Date(TEST_NOW), consecutiveFailures: 3, ...health }
  await api.db.webhookHealth.upsert({
    where: { webhookId: webhook.id },
    create: { webhookId: webhook.id, ...failing },
    update: failing,
  })
}

async function isSwitchedOff(): Promise<void> {
  await fails({ failingTold: true, disabledTold: false })
  const data = { active: false, disabledReason: 'FAILING_7_DAYS', disabledAt: new Date(TEST_NOW) }
  await api.db.webhook.update({ where: { id: webhook.id }, data })
}

async function told(): Promise<any[]> {
  const { body } = await api.call('GET', '/v1/events?type=webhook.*', { key: organization.key })
  return body.data
}

describe('the timer of failing webhooks', () => {
  it('tells once that a webhook has failed for an hour, and not a moment before', async () => {
    await fails()
    api.setNow(TEST_NOW + HOUR_MS - 1)
    expect(await tell()).toBe(0)
    api.setNow(TEST_NOW + HOUR_MS)
    const counts = await Promise.all([tell(), tell(), tell()])
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(await tell()).toBe(0)
    expect(await told()).toMatchObject([
      {
        type: 'webhook.failing',
        data: {
          object: {
            object: 'webhook_status',
            webhook_id: webhook.id,
            name: 'CRM',
            failing_since: new Date(TEST_NOW).toISOString().replace('.000Z', 'Z'),
            disabled_reason: null,
            disabled_at: null,
          },
          changes: null,
        },
        context: { actor: { type: 'system' }, source: 'system' },
      },
    ])
  })

  it('says nothing of two attempts that failed', async () => {
    await fails({ consecutiveFailures: 2 })
    api.setNow(TEST_NOW + 24 * HOUR_MS)
    expect(await tell()).toBe(0)
  })

  it('tells of the next stretch after a webhook was switched on again', async () => {
    await fails({ failingTold: true })
    const body = { active: true }
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key: organization.key, body })
    await fails()
    api.setNow(TEST_NOW + HOUR_MS)
    expect(await tell()).toBe(1)
  })

  it('tells late of what failed and of what was switched off', async () => {
    await isSwitchedOff()
    api.setNow(TEST_NOW + 12 * 24 * HOUR_MS)
    const counts = await Promise.all([tell(), tell(), tell()])
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(await told()).toMatchObject([
      {
        type: 'webhook.disabled',
        data: {
          object: {
            webhook_id: webhook.id,
            disabled_reason: 'FAILING_7_DAYS',
            disabled_at: new Date(TEST_NOW).toISOString().replace('.000Z', 'Z'),
          },
        },
      },
    ])
  })

  it('says nothing of a webhook that its owner switches off or deletes', async () => {
    const { key } = organization
    const body = { active: false }
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body })
    await fails()
    api.setNow(TEST_NOW + HOUR_MS)
    expect(await tell()).toBe(0)
    await api.call('DELETE', `/v1/webhooks/${webhook.id}`, { key })
    expect(await tell()).toBe(0)
  })

  it('says nothing of a webhook that was switched on again before the timer ran', async () => {
    await isSwitchedOff()
    const body = { active: true }
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key: organization.key, body })
    expect(await tell()).toBe(0)
  })
})

describe('an event about a webhook', () => {
  it('goes to the other webhooks, and never to its own, by recover either', async () => {
    const other = await createdWebhook(api, organization, { events: ['webhook.*'] })
    await fails()
    api.setNow(TEST_NOW + HOUR_MS)
    await tell()
    const [event] = await told()
    await fanOut(api.service, api.connection.pool, [event.id])
    expect(await deliveryRows(api, other.id)).toHaveLength(1)
    expect(await deliveryRows(api, webhook.id)).toEqual([])

    const owner = await signIn(api, organization)
    const since = new Date(TEST_NOW - HOUR_MS).toISOString()
    const { body } = await owner.mutate('webhooks.recover', { webhook_id: webhook.id, since })
    expect(body).toMatchObject({ looked_at: 1, queued: 0, is_done: true })
    expect(await deliveryRows(api, webhook.id)).toEqual([])
  })
})
