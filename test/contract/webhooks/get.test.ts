import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createdWebhook, resolveNames, SLACK, STRANGE_IDS } from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
  resolveNames(api)
})

describe('GET /v1/webhooks/{webhook_id}', () => {
  it('200: the whole record, what deliveries have shown included, and no secret', async () => {
    const created = await createdWebhook(api, organization, {
      format: 'custom',
      template: { body: '{}' },
      secrets: { crm: 'secret-of-the-template' },
      secret: 'own-signing-secret',
      headers: { 'X-Crm': '1' },
    })
    await api.db.webhook.update({
      where: { id: created.id },
      data: {
        previousSecretsSealed: [new Uint8Array(1), new Uint8Array(1), new Uint8Array(1)],
        previousSecretsExpireAt: [
          new Date('2026-11-20T11:30:00Z'),
          new Date('2026-11-20T12:00:00Z'),
          new Date('2026-11-20T10:59:59Z'),
        ],
        disabledReason: 'FAILING_7_DAYS',
        disabledAt: new Date('2026-11-20T10:00:00Z'),
        active: false,
      },
    })
    await api.db.webhookHealth.create({
      data: {
        webhookId: created.id,
        failingSince: new Date('2026-11-13T10:00:00.999Z'),
        lastDeliveryAt: new Date('2026-11-20T10:00:00Z'),
        lastSuccessAt: new Date('2018-12-01T10:00:00Z'),
      },
    })
    const reply = await get(created.id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...created,
      secret: null,
      active: false,
      previous_secret_expires_at: '2026-11-20T09:00:00-03:00',
      disabled_reason: 'FAILING_7_DAYS',
      disabled_at: '2026-11-20T07:00:00-03:00',
      failing_since: '2026-11-13T07:00:00-03:00',
      last_delivery_at: '2026-11-20T07:00:00-03:00',
      last_success_at: '2018-12-01T08:00:00-02:00',
      updated_at: reply.body.updated_at,
    })
    expect(reply.text).not.toMatch(/secret-of-the-template|own-signing-secret/)
    expect(Object.keys(reply.body)).toHaveLength(23)
  })

  it('200: a previous secret that signs no more is not announced', async () => {
    const { id } = await createdWebhook(api, organization)
    const previous = {
      previousSecretsSealed: [new Uint8Array(1)],
      previousSecretsExpireAt: [new Date(api.service.now())],
    }
    await api.db.webhook.update({ where: { id }, data: previous })
    expect((await get(id)).body.previous_secret_expires_at).toBe(null)
  })

  it('200: of a chat address only its end', async () => {
    const { id } = await createdWebhook(api, organization, { url: SLACK, format: 'slack' })
    const reply = await get(id)
    expect(reply.body.url).toBe('https://hooks.slack.com/…l9Zq')
    expect(reply.text).not.toContain('T0001')
  })

  it('400 validation_error: nothing can be expanded', async () => {
    const reply = await get('whk_01k9xq3v5m8t2r7w4y6z0a1bcd?expand=events')
    expect(reply.body.errors).toMatchObject([{ field: 'expand', code: 'invalid_value' }])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const { id } = await createdWebhook(api, organization)
    const key = await organization.keyWith(['read', 'write'])
    const reply = await api.call('GET', `/v1/webhooks/${id}`, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const theirs = await createdWebhook(api, await api.organization(), { name: 'Segredo' })
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await get(id)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
      expect(reply.text).not.toContain('Segredo')
    }
  })
})

function get(id: string) {
  return api.call('GET', `/v1/webhooks/${id}`, { key: organization.key })
}
