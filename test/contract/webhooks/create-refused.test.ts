import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { createdWebhook, HOOK, postWebhook, resolveNames, SLACK } from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  resolveNames(api, {
    'inside.example.com': ['93.184.215.14', '10.0.0.7'],
    'metadata.example.com': ['169.254.169.254'],
    'loopback6.example.com': ['::1'],
    'mapped.example.com': ['::ffff:192.168.1.1'],
  })
  organization = await api.organization()
})

const webhooks = () => api.db.webhook.count({ where: { organizationId: organization.row.id } })

const many = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, '1']))

const OUR_HEADERS = [
  'X-Service-Signature',
  'Webhook-Id',
  'host',
  'content-type',
  'Cookie',
  'Forwarded',
  'X-Forwarded-For',
  'via',
  'DATE',
]

describe('POST /v1/webhooks', () => {
  // Every reason is a case of `destination.test.ts`; here each code once, our own host, and names that lead inside.
  it.each<[string, string]>([
    ['hooks.example.com/x', 'invalid_format'],
    [`https://hooks.example.com/${'x'.repeat(2048)}`, 'too_long'],
    ['http://hooks.example.com/x', 'invalid_value'],
    ['https://api.test/v1/clients', 'invalid_value'],
    ['https://[::ffff:10.0.0.1]/x', 'invalid_value'],
    ['https://inside.example.com/x', 'invalid_value'],
    ['https://metadata.example.com/x', 'invalid_value'],
    ['https://loopback6.example.com/x', 'invalid_value'],
    ['https://mapped.example.com/x', 'invalid_value'],
  ])('400 validation_error: the address %j', async (url, code) => {
    const reply = await postWebhook(api, organization, { url })
    expect([reply.status, faults(reply)]).toEqual([400, [`url:${code}`]])
    expect(await webhooks()).toBe(0)
  })

  it.each<[string, object, ...string[]]>([
    ['nothing', { url: undefined, events: undefined }, 'url:required', 'events:required'],
    [
      'what is of another type, or not one of ours',
      {
        url: 7,
        events: '*',
        active: 'yes',
        name: 'a\0b',
        format: 'xml',
        api_version: '2020-01-01',
      },
      'url:invalid_type',
      'events:invalid_type',
      'active:invalid_type',
      'name:invalid_format',
      'format:invalid_value',
      'api_version:invalid_value',
    ],
    ['empty events', { events: [], name: 'a\nb' }, 'events:required', 'name:invalid_format'],
    [
      'a ping, an unknown type, an unknown group, half a group',
      { events: ['client.created', 'ping', 'client.exploded', 'webhooks.*', 'queue.entry.*'] },
      'events[1]:invalid_value',
      'events[2]:invalid_value',
      'events[3]:invalid_value',
      'events[4]:invalid_value',
    ],
    [
      'too much',
      { events: Array(51).fill('*'), name: 'x'.repeat(81) },
      'events:too_many',
      'name:too_long',
    ],
    [
      'filters',
      {
        filters: {
          statuses: ['DONE'],
          sources: ['phone'],
          types: ['REMOTE'],
          service_ids: [0],
          professional_ids: Array.from({ length: 201 }, (_, id) => id + 1),
        },
      },
      'filters.statuses[0]:invalid_value',
      'filters.sources[0]:invalid_value',
      'filters.types[0]:invalid_value',
      'filters.service_ids[0]:out_of_range',
      'filters.professional_ids:too_many',
    ],
    [
      'headers that are not for callers',
      { headers: Object.fromEntries(OUR_HEADERS.map((name) => [name, 'x'])) },
      ...OUR_HEADERS.map((name) => `headers.${name}:invalid_value`),
    ],
    [
      'headers that break a request',
      {
        headers: {
          'X-A': 'a\r\nX-Admin: 1',
          'X-B\r\nX-C': '1',
          'X-D': 'x'.repeat(1025),
          'X-E': 7,
          'X-F': '1',
          'x-f': '2',
          'X-G': '\ud800',
        },
      },
      'headers.X-A:invalid_value',
      'headers.X-B\r\nX-C:invalid_format',
      'headers.X-D:too_long',
      'headers.X-E:invalid_type',
      'headers.x-f:duplicate_item',
      'headers.X-G:invalid_value',
    ],
    [
      'stars for what is not there yet',
      {
        format: 'custom',
        template: { body: '1' },
        headers: { Authorization: '***', 'X-A': '***' },
        secrets: { a: '***' },
      },
      'headers.Authorization:invalid_value',
      'headers.X-A:invalid_value',
      'secrets.a:invalid_value',
    ],
    [
      '11 headers, and 11 of a template',
      {
        format: 'custom',
        headers: many('X-', 11),
        template: { body: '1', headers: many('X-', 11) },
      },
      'headers:too_many',
      'template.headers:too_many',
    ],
    [
      '11 secrets',
      { format: 'custom', template: { body: '1' }, secrets: many('s', 11) },
      'secrets:too_many',
    ],
    ['custom without template', { format: 'custom' }, 'template:required'],
    ['a template without body', { format: 'custom', template: {} }, 'template.body:required'],
    [
      'a body of another type, a method that sends nothing',
      { format: 'custom', template: { body: 7, method: 'GET' } },
      'template.body:invalid_type',
      'template.method:invalid_value',
    ],
    [
      'a template of 17 KB',
      { format: 'custom', template: { body: `"${'x'.repeat(17_000)}"` } },
      'template:too_long',
    ],
    [
      'secrets',
      {
        format: 'custom',
        template: { body: '1' },
        secrets: { Key: '1', a: '', b: 'x'.repeat(4097) },
      },
      'secrets.Key:invalid_format',
      'secrets.a:too_short',
      'secrets.b:too_long',
    ],
    [
      'what is of another format',
      {
        template: { body: '1' },
        secrets: { a: '1' },
        message_template: 'x',
        show_full_personal_data: true,
      },
      'template:invalid_value',
      'secrets:invalid_value',
      'message_template:invalid_value',
      'show_full_personal_data:invalid_value',
    ],
    [
      'a chat channel with a long title and a signing secret',
      { url: SLACK, format: 'slack', message_template: 'x'.repeat(2001), secret: 'x'.repeat(20) },
      'message_template:too_long',
      'secret:invalid_value',
    ],
    ['a signing secret of 15', { secret: 'x'.repeat(15) }, 'secret:too_short'],
    ['a signing secret of 129', { secret: 'x'.repeat(129) }, 'secret:too_long'],
    ['a signing secret with a blank', { secret: 'sixteen letters and' }, 'secret:invalid_format'],
    ['an address of another platform', { url: HOOK, format: 'slack' }, 'url:invalid_value'],
    [
      'a lookalike platform',
      { url: 'https://hooks.slack.com.example.com/services/x', format: 'slack' },
      'url:invalid_value',
    ],
  ])('400 validation_error: %s', async (_what, body, ...expected) => {
    const reply = await postWebhook(api, organization, body)
    expect([reply.status, faults(reply).toSorted()]).toEqual([400, expected.toSorted()])
    expect(await webhooks()).toBe(0)
  })

  it.each([
    ['headers', '{"url":"https://x.example.com","events":["*"],"headers":{"__proto__":"x"}}'],
    [
      'secrets',
      '{"url":"https://x.example.com","events":["*"],"format":"custom","template":{"body":"1"},"secrets":{"__proto__":"x"}}',
    ],
    [
      'template.query',
      '{"url":"https://x.example.com","events":["*"],"format":"custom","template":{"body":"1","query":{"__proto__":"x"}}}',
    ],
  ])('400 validation_error: the name __proto__ in %s is named, not lost', async (field, body) => {
    const reply = await api.call('POST', '/v1/webhooks', { key: organization.key, body })
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([`${field}.__proto__:invalid_format`])
  })

  it('400 validation_error: every faulty field is named at once, and no value is repeated', async () => {
    const reply = await postWebhook(api, organization, {
      url: 'https://10.0.0.1/secret-path',
      headers: { Host: 'secret-header' },
      secrets: { a: 'secret-value' },
      secret: 'secret short',
    })
    expect(faults(reply)).toEqual([
      'url:invalid_value',
      'headers.Host:invalid_value',
      'secret:too_short',
      'secrets:invalid_value',
    ])
    expect(reply.text).not.toMatch(/secret-|secret short/)
  })

  it('400 validation_error: also where some are of the shape, some of the rules, some of the format', async () => {
    const reply = await postWebhook(api, organization, {
      url: 'ftp://hooks.example.com',
      events: ['client.exploded', 'ping'],
      name: 'x'.repeat(81),
      format: 'custom',
      filters: { types: ['REMOTE'] },
      headers: { Host: 'x', 'X-A': 7, Authorization: '***' },
      template: { body: `"${'x'.repeat(17_000)}"`, method: 'GET' },
      secrets: { A: 'x', b: '***' },
      message_template: 'Hello',
      secret: 'short',
    })
    expect(reply.status).toBe(400)
    expect(faults(reply).toSorted()).toEqual([
      'events[0]:invalid_value',
      'events[1]:invalid_value',
      'filters.types[0]:invalid_value',
      'headers.Authorization:invalid_value',
      'headers.Host:invalid_value',
      'headers.X-A:invalid_type',
      'message_template:invalid_value',
      'name:too_long',
      'secret:too_short',
      'secrets.A:invalid_format',
      'secrets.b:invalid_value',
      'template.method:invalid_value',
      'template:too_long',
      'url:invalid_value',
    ])
  })

  it('400 validation_error: of a map with too many entries none is looked at', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`NAME ${i}`, '***']))
    const template = { body: '1', headers: many, query: many }
    const reply = await postWebhook(api, organization, {
      format: 'custom',
      headers: many,
      secrets: many,
      template,
    })
    expect(faults(reply).toSorted()).toEqual([
      'headers:too_many',
      'secrets:too_many',
      'template.headers:too_many',
      'template.query:too_many',
    ])
    expect(reply.text.length).toBeLessThan(2000)
  })

  it('400 validation_error: nothing can be expanded', async () => {
    const reply = await api.call('POST', '/v1/webhooks?expand=deliveries', {
      key: organization.key,
      body: { url: HOOK, events: ['*'] },
    })
    expect(faults(reply)).toEqual(['expand:invalid_value'])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const key = await organization.keyWith(['read', 'write'])
    const reply = await postWebhook(api, { key })
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('forbidden_scope')
  })

  it('403 feature_not_enabled: a plan without webhooks', async () => {
    const without = await api.organization({ planFeatures: ['api'] })
    const reply = await postWebhook(api, without)
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('feature_not_enabled')
  })

  it('409 webhook_limit_reached: 20 fit, inactive ones count, and a deleted one makes room', async () => {
    const full = await api.organization()
    const ids: string[] = []
    for (let index = 0; index < 20; index += 1) {
      const { id } = await createdWebhook(api, full, { active: index % 2 === 0 })
      ids.push(id)
    }
    const refused = await postWebhook(api, full)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('webhook_limit_reached')
    const elsewhere = await api.organization()
    expect((await postWebhook(api, elsewhere)).status).toBe(201)
    await api.call('DELETE', `/v1/webhooks/${ids[3]}`, { key: full.key })
    expect((await postWebhook(api, full)).status).toBe(201)
  })

  it('409 webhook_limit_reached: of 30 at the same time 20 fit', async () => {
    const full = await api.organization()
    const replies = await Promise.all(Array.from({ length: 30 }, () => postWebhook(api, full)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(replies.filter(({ body }) => body.code === 'webhook_limit_reached')).toHaveLength(10)
    expect(await api.db.webhook.count({ where: { organizationId: full.row.id } })).toBe(20)
  })
})
