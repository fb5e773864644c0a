import { beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../support/booking.ts'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { createdWebhook, resolveNames, SLACK } from '../../support/webhooks.ts'

const api = useSharedApi()

beforeAll(async () => {
  resolveNames(api)
})

const list = (owner: TestOrganization, query: Readonly<Record<string, string>> = {}) =>
  api.call('GET', `/v1/webhooks?${new URLSearchParams(query)}`, { key: owner.key })

const namesOf = (reply: { body: any }): string[] =>
  reply.body.data.map((webhook: { name: string }) => webhook.name)

describe('GET /v1/webhooks', () => {
  it('200: oldest first, no secrets, nothing of others', async () => {
    const organization = await api.organization()
    const first = await createdWebhook(api, organization, { name: 'B' })
    const second = await createdWebhook(api, organization, { name: 'A', secret: 'x'.repeat(16) })
    await createdWebhook(api, await api.organization(), { name: 'C' })
    const reply = await list(organization)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      data: [
        { ...first, secret: null },
        { ...second, secret: null },
      ],
      has_more: false,
      next_cursor: null,
      next: null,
    })
  })

  it('200: an organization without webhooks has an empty list', async () => {
    const reply = await list(await api.organization())
    expect(reply.body).toEqual({ data: [], has_more: false, next_cursor: null, next: null })
  })

  it('200: url finds the same address in any spelling, of chat formats too, and no other', async () => {
    const organization = await api.organization()
    const url = 'https://hooks.example.com/in?a=b c'.replace(' ', '%20')
    await createdWebhook(api, organization, { name: 'generic', url })
    await createdWebhook(api, organization, { name: 'slack', url: SLACK, format: 'slack' })
    await createdWebhook(api, await api.organization(), { name: 'theirs', url })
    const found = async (asked: string) => namesOf(await list(organization, { url: asked }))
    expect(await found(url)).toEqual(['generic'])
    expect(await found('https://HOOKS.example.com:443/in?a=b%20c')).toEqual(['generic'])
    expect(await found('https://hooks.example.com/in?a=b c')).toEqual(['generic'])
    expect(await found(SLACK)).toEqual(['slack'])
    for (const other of [
      'https://hooks.example.com/in',
      'https://hooks.example.com/IN?a=b%20c',
      'https://hooks.slack.com/…l9Zq',
      'nonsense',
      '%',
      '',
    ]) {
      expect([other, await found(other)]).toEqual([other, []])
    }
  })

  it('200: active tells those that are on from those that are off; filters hold together', async () => {
    const organization = await api.organization()
    await createdWebhook(api, organization, { name: 'on' })
    await createdWebhook(api, organization, { name: 'off', active: false })
    expect(namesOf(await list(organization, { active: 'true' }))).toEqual(['on'])
    expect(namesOf(await list(organization, { active: 'false' }))).toEqual(['off'])
    const both = { active: 'false', url: 'https://hooks.example.com/in' }
    expect(namesOf(await list(organization, both))).toEqual(['off'])
  })

  it('200: pages of one, of rows a microsecond apart, skip and repeat nothing', async () => {
    const organization = await api.organization()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const [index, name] of names.entries()) {
      const { id } = await createdWebhook(api, organization, { name })
      await api.db.$executeRaw`
        UPDATE webhook SET created_at = '2026-01-01T00:00:00Z'::timestamptz + ${index}::int * interval '1 microsecond'
        WHERE id = ${id}`
    }
    const seen: string[] = []
    let path: string | null = '/v1/webhooks?limit=1'
    while (path !== null) {
      const reply = await api.call('GET', path, { key: organization.key })
      expect(reply.body.data).toHaveLength(1)
      seen.push(...namesOf(reply))
      path = reply.body.next === null ? null : reply.body.next.replace('http://api.test', '')
    }
    expect(seen).toEqual(names)
  })

  it('400 validation_error: limits, cursors and filters of another kind', async () => {
    const organization = await api.organization()
    for (const name of ['a', 'b']) await createdWebhook(api, organization, { name })
    const { body } = await list(organization, { limit: '1' })
    const bad: [Record<string, string>, string][] = [
      [{ limit: '0' }, 'limit:out_of_range'],
      [{ limit: '201' }, 'limit:out_of_range'],
      [{ active: 'yes' }, 'active:invalid_type'],
      [{ cursor: 'x' }, 'cursor:invalid_value'],
      [{ cursor: body.next_cursor, active: 'true' }, 'cursor:invalid_value'],
      [{ expand: 'events' }, 'expand:invalid_value'],
    ]
    for (const [query, fault] of bad) {
      const reply = await list(organization, query)
      expect([query, reply.status, faults(reply)]).toEqual([query, 400, [fault]])
    }
    const stranger = await api.organization()
    const stolen = await list(stranger, { limit: '1', cursor: body.next_cursor })
    expect(faults(stolen)).toEqual(['cursor:invalid_value'])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['read', 'write'])
    const reply = await api.call('GET', '/v1/webhooks', { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: a plan without webhooks', async () => {
    const reply = await list(await api.organization({ planFeatures: ['api'] }))
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
  })
})
