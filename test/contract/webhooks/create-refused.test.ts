import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
})

/** Room for 20 webhooks more. */
beforeEach(async () => {
  organization = await api.organization()
})

describe('POST /v1/webhooks', () => {
  it.each<[string, string]>([
    ['', 'invalid_format'],
    ['hooks.example.com/x', 'invalid_format'],
    ['https:///x', 'invalid_format'],
    ['https://hooks.example.com/a b', 'invalid_format'],
    ['https://hooks.example.com/\nHost: x', 'invalid_format'],
    ['https://hooks.example.com./x', 'invalid_format'],
    [`https://hooks.example.com/${'x'.repeat(2048)}`, 'too_long'],
    ['http://hooks.example.com/x', 'invalid_value'],
    ['ftp://hooks.example.com/x', 'invalid_value'],
    ['javascript://hooks.example.com/x', 'invalid_value'],
    ['https://user:password@hooks.example.com/x', 'invalid_value'],
    ['https://@hooks.example.com/x', 'invalid_value'],
    ['https://hooks.example.com/x#part', 'invalid_value'],
    ['https://hooks/x', 'invalid_value'],
    ['https://printer.local/x', 'invalid_value'],
    ['https://db.internal/x', 'invalid_value'],
    ['https://hooks.test/x', 'invalid_value'],
    ['https://hooks.invalid/x', 'invalid_value'],
    ['https://expyuzz4wqqyqhjn.onion/x', 'invalid_value'],
    ['https://api.test/v1/clients', 'invalid_value'],
    ['https://hooks.example.com:80/x', 'invalid_value'],
    ['https://hooks.example.com:22/x', 'invalid_value'],
    ['https://10.0.0.1/x', 'invalid_value'],
    ['https://8.8.8.8/x', 'invalid_value'],
    ['https://0x0a000001/x', 'invalid_value'],
    ['https://167772161/x', 'invalid_value'],
    ['https://[2606:4700::1111]/x', 'invalid_value'],
    ['https://[::ffff:10.0.0.1]/x', 'invalid_value'],
    ['https://169.254.169.254/latest/meta-data', 'invalid_value'],
    ['https://inside.example.com/x', 'invalid_value'],
    ['https://metadata.example.com/x', 'invalid_value'],
    ['https://loopback6.example.com/x', 'invalid_value'],
    ['https://mapped.example.com/x', 'invalid_value'],
  ])('400 validation_error: the address %j', async (url, code) => {
    const reply = await postWebhook(api, organization, { url })
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([`url:${code}`])
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(0)
  })

  it.each<[string, object, string]>([
    ['no url', { url: undefined }, 'url:required'],
    ['url of another type', { url: 7 }, 'url:invalid_type'],
    ['no events', { events: undefined }, 'events:required'],
    ['empty events', { events: [] }, 'events:required'],
    ['events as text', { events: '*' }, 'events:invalid_type'],
    ['ping', { events: ['client.created', 'ping'] }, 'events[1]:invalid_value'],
    ['an unknown type', { events: ['client.exploded'] }, 'events[0]:invalid_value'],
    ['an unknown group', { events: ['webhook.*'] }, 'events[0]:invalid_value'],
    ['half a group', { events: ['queue.entry.*'] }, 'events[0]:invalid_value'],
    ['51 events', { events: Array(51).fill('*') }, 'events:too_many'],
    ['a name of 81', { name: 'x'.repeat(81) }, 'name:too_long'],
    ['an unknown format', { format: 'xml' }, 'format:invalid_value'],
    ['an unknown version', { api_version: '2020-01-01' }, 'api_version:invalid_value'],
    ['an unknown status', { filters: { statuses: ['DONE'] } }, 'filters.statuses[0]:invalid_value'],
    ['an unknown source', { filters: { sources: ['phone'] } }, 'filters.sources[0]:invalid_value'],
    [
      'an unknown service type',
      { filters: { types: ['REMOTE'] } },
      'filters.types[0]:invalid_value',
    ],
    ['an id of zero', { filters: { service_ids: [0] } }, 'filters.service_ids[0]:out_of_range'],
    [
      '201 values in a filter',
      { filters: { professional_ids: Array.from({ length: 201 }, (_, id) => id + 1) } },
      'filters.professional_ids:too_many',
    ],
    [
      'a signature header',
      { headers: { 'X-Service-Signature': 'v1' } },
      'headers.X-Service-Signature:invalid_value',
    ],
    [
      'the other signature header',
      { headers: { 'Webhook-Id': '1' } },
      'headers.Webhook-Id:invalid_value',
    ],
    ['Host', { headers: { host: 'x' } }, 'headers.host:invalid_value'],
    ['Content-Type', { headers: { 'content-type': 'x' } }, 'headers.content-type:invalid_value'],
    [
      'a header that begins another',
      { headers: { 'X-A': 'a\r\nX-Admin: 1' } },
      'headers.X-A:invalid_value',
    ],
    [
      'a header name with a line break',
      { headers: { 'X-A\r\nX-B': '1' } },
      'headers.X-A\r\nX-B:invalid_format',
    ],
    ...['Cookie', 'Forwarded', 'X-Forwarded-For', 'via', 'DATE'].map(
      (name): [string, object, string] => [
        name,
        { headers: { [name]: 'x' } },
        `headers.${name}:invalid_value`,
      ],
    ),
    [
      'stars for a credential that is not there yet',
      { headers: { Authorization: '***' } },
      'headers.Authorization:invalid_value',
    ],
    ['stars for a header', { headers: { 'X-A': '***' } }, 'headers.X-A:invalid_value'],
    [
      'stars for a secret',
      { format: 'custom', template: { body: '1' }, secrets: { a: '***' } },
      'secrets.a:invalid_value',
    ],
    ['a header of 1025', { headers: { 'X-A': 'x'.repeat(1025) } }, 'headers.X-A:too_long'],
    ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a:duplicate_item'],
    ['a header of another type', { headers: { 'X-A': 7 } }, 'headers.X-A:invalid_type'],
    [
      '11 headers',
      { headers: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, '1'])) },
      'headers:too_many',
    ],
    ['custom without template', { format: 'custom' }, 'template:required'],
    ['a template elsewhere', { template: { body: '1' } }, 'template:invalid_value'],
    ['a template without body', { format: 'custom', template: {} }, 'template.body:required'],
    [
      'a body of another type',
      { format: 'custom', template: { body: 7 } },
      'template.body:invalid_type',
    ],
    [
      'a method that sends nothing',
      { format: 'custom', template: { body: '1', method: 'GET' } },
      'template.method:invalid_value',
    ],
    [
      'a template of 17 KB',
      { format: 'custom', template: { body: `"${'x'.repeat(17_000)}"` } },
      'template:too_long',
    ],
    [
      '11 headers of a template',
      {
        format: 'custom',
        template: {
          body: '1',
          headers: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, '1'])),
        },
      },
      'template.headers:too_many',
    ],
    ['secrets elsewhere', { secrets: { a: '1' } }, 'secrets:invalid_value'],
    [
      'a secret name in capitals',
      { format: 'custom', template: { body: '1' }, secrets: { Key: '1' } },
      'secrets.Key:invalid_format',
    ],
    [
      'an empty secret',
      { format: 'custom', template: { body: '1' }, secrets: { a: '' } },
      'secrets.a:too_short',
    ],
    [
      'a secret of 4097',
      { format: 'custom', template: { body: '1' }, secrets: { a: 'x'.repeat(4097) } },
      'secrets.a:too_long',
    ],
    [
      '11 secrets',
      {
        format: 'custom',
        template: { body: '1' },
        secrets: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`s${i}`, '1'])),
      },
      'secrets:too_many',
    ],
    ['a title elsewhere', { message_template: 'x' }, 'message_template:invalid_value'],
    [
      'full data elsewhere',
      { show_full_personal_data: true },
      'show_full_personal_data:invalid_value',
    ],
    [
      'a title of 2001',
      { url: SLACK, format: 'slack', message_template: 'x'.repeat(2001) },
      'message_template:too_long',
    ],
    ['a signing secret of 15', { secret: 'x'.repeat(15) }, 'secret:too_short'],
    ['a signing secret of 129', { secret: 'x'.repeat(129) }, 'secret:too_long'],
    ['a signing secret with a blank', { secret: 'sixteen letters and' }, 'secret:invalid_format'],
    [
      'a signing secret for chat',
      { url: SLACK, format: 'slack', secret: 'x'.repeat(20) },
      'secret:invalid_value',
    ],
    ['an address of another platform', { url: HOOK, format: 'slack' }, 'url:invalid_value'],
    [
      'a lookalike platform',
      { url: 'https://hooks.slack.com.example.com/services/x', format: 'slack' },
      'url:invalid_value',
    ],
    ['active as text', { active: 'yes' }, 'active:invalid_type'],
    ['NUL', { name: 'a\0b' }, 'name:invalid_format'],
    ['a name of two lines', { name: 'a\nb' }, 'name:invalid_format'],
    ['half a surrogate pair', { headers: { 'X-A': '\ud800' } }, 'headers.X-A:invalid_value'],
  ])('400 validation_error: %s', async (_what, body, fault) => {
    const reply = await postWebhook(api, organization, body)
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([fault])
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(0)
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
    const ids: string[] = []
    for (let index = 0; index < 20; index += 1) {
      const { id } = await createdWebhook(api, organization, { active: index % 2 === 0 })
      ids.push(id)
    }
    const refused = await postWebhook(api, organization)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('webhook_limit_reached')
    const elsewhere = await api.organization()
    expect((await postWebhook(api, elsewhere)).status).toBe(201)
    await api.call('DELETE', `/v1/webhooks/${ids[3]}`, { key: organization.key })
    expect((await postWebhook(api, organization)).status).toBe(201)
  })

  it('409 webhook_limit_reached: of 30 at the same time 20 fit', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => postWebhook(api, organization)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(replies.filter(({ body }) => body.code === 'webhook_limit_reached')).toHaveLength(10)
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(20)
  })
})
