import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { faults } from '../../support/booking.ts'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../../support/api.ts'
import {
  createdWebhook,
  HOOK,
  plainRows,
  postWebhook,
  resolveNames,
  SLACK,
} from '../../support/webhooks.ts'

let api: TestApi
let organization: TestOrganization

beforeAll(async () => {
  api = await startTestApi()
  resolveNames(api, {
    'public.example.com': ['93.184.215.14', '2606:4700::1111'],
    'inside.example.com': ['93.184.215.14', '10.0.0.7'],
    'metadata.example.com': ['169.254.169.254'],
    'loopback6.example.com': ['::1'],
    'mapped.example.com': ['::ffff:192.168.1.1'],
  })
})
afterAll(() => api.close())

/** Room for 20 webhooks more. */
async function another(): Promise<TestOrganization> {
  organization = await api.organization()
  return organization
}

const JSON_TEMPLATE = {
  body: '{"name": {{ data.object.client.name | json }}, "key": {{ secret_ref("crm") | json }}}',
}

describe('POST /v1/webhooks', () => {
  it('201: the smallest webhook; every field is there, the secret only now', async () => {
    await another()
    const { body, status } = await postWebhook(api, organization)
    expect(status).toBe(201)
    expect(body).toEqual({
      object: 'webhook',
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      name: 'hooks.example.com',
      url: HOOK,
      events: ['*'],
      format: 'generic',
      filters: { professional_ids: [], service_ids: [], statuses: [], types: [], sources: [] },
      headers: {},
      template: null,
      secret_names: [],
      message_template: null,
      show_full_personal_data: false,
      active: true,
      api_version: '2026-11-01',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_expires_at: null,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      last_delivery_at: null,
      last_success_at: null,
      created_at: expect.stringMatching(/-03:00$/),
      updated_at: body.created_at,
    })
    expect(Buffer.from(body.secret.slice(6), 'base64')).toHaveLength(32)
    const { body: read } = await api.call('GET', `/v1/webhooks/${body.id}`, {
      key: organization.key,
    })
    expect(read).toEqual({ ...body, secret: null })
  })

  it('201: every field of a custom webhook, names of secrets alone', async () => {
    await another()
    const sent = {
      url: 'https://hooks.example.com:8443/in?token=abc',
      events: ['appointment.*', 'client.created', 'appointment.*'],
      name: ' CRM ',
      format: 'custom',
      filters: {
        professional_ids: [1, 2],
        service_ids: [3],
        statuses: ['CONFIRMED', 'WAITING'],
        types: ['TELEMEDICINE'],
        sources: ['public_booking', 'agent'],
      },
      headers: { 'X-Crm-Key': 'header value', 'X-Team': 'front desk' },
      template: {
        method: 'PUT',
        content_type: 'application/x-www-form-urlencoded',
        body: { id: '{{ data.object.id }}', key: "{{ secret_ref('crm') }}" },
        headers: { Authorization: "Bearer {{ secret_ref('crm') }}" },
        query: { type: '{{ type }}' },
      },
      secrets: { zeta: 'last value', crm: 'very secret value' },
      secret: 'my own signing secret'.replaceAll(' ', '-'),
      active: false,
      api_version: '2026-11-01',
    }
    const body = await createdWebhook(api, organization, sent)
    const { secrets: _secrets, ...shown } = sent
    expect(body).toMatchObject({
      ...shown,
      headers: { 'X-Crm-Key': '***', 'X-Team': 'front desk' },
      name: 'CRM',
      events: ['appointment.*', 'client.created'],
      secret_names: ['crm', 'zeta'],
      secret: 'my-own-signing-secret',
      active: false,
      disabled_reason: 'MANUAL',
      disabled_at: '2026-11-20T08:00:00-03:00',
    })
    expect(body).not.toHaveProperty('secrets')
    expect(JSON.stringify(body)).not.toMatch(/very secret value|header value/)
  })

  it('201: headers that are credentials by their name are never shown, by any route', async () => {
    await another()
    const credentials = {
      Authorization: 'Bearer abc-credential',
      'proxy-authorization': 'Basic abc-credential',
      'X-API-Key': 'abc-credential',
      'x-crm-token': 'abc-credential',
      'Client-SECRET': 'abc-credential',
      'X-Password': 'abc-credential',
      'X-Credential-Id': 'abc-credential',
    }
    const withheld = Object.fromEntries(Object.keys(credentials).map((name) => [name, '***']))
    const headers = { ...credentials, 'X-Tenant': 'aurora', Accept: 'application/json' }
    const send = () => postWebhook(api, organization, { headers }, { 'Idempotency-Key': 'once' })
    const created = await send()
    const replayed = await send()
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    const at = (method: string, path: string, body?: object) =>
      api.call(method, `/v1/webhooks${path}`, { key: organization.key, ...(body && { body }) })
    const { id } = created.body
    const replies = [
      created,
      replayed,
      await at('GET', `/${id}`),
      await at('GET', ''),
      await at('PATCH', `/${id}`, { name: 'CRM' }),
      await at('POST', `/${id}/rotate-secret`),
    ]
    for (const { status, text, body } of replies) {
      expect(status).toBeLessThan(300)
      expect(text).not.toContain('abc-credential')
      expect((body.data?.[0] ?? body).headers).toEqual({
        ...withheld,
        'X-Tenant': 'aurora',
        Accept: 'application/json',
      })
    }
  })

  it.each([
    ['chat_format_1', 'chat_format_1', SLACK],
    ['slack', 'chat_format_1', SLACK],
    ['discord', 'chat_format_2', 'https://discord.com/api/webhooks/123456/AbC-dEf_x9Zq'],
    ['chat_format_2', 'chat_format_2', 'https://canary.discord.com/api/webhooks/1/AbC-dEf_x9Zq'],
    [
      'google_chat',
      'chat_format_3',
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t9Zq',
    ],
    ['teams', 'chat_format_4', 'https://flows.example.com/triggers/manual?sig=t9Zq'],
  ])('201: %s is not signed, and its address is hidden', async (format, stored, url) => {
    await another()
    const body = await createdWebhook(api, organization, {
      url,
      format,
      message_template: 'Novo: {{ data.object.client.name }}',
      show_full_personal_data: true,
    })
    expect(body).toMatchObject({
      format: stored,
      secret: null,
      url: `https://${new URL(url).host}/…${url.slice(-4)}`,
      message_template: 'Novo: {{ data.object.client.name }}',
      show_full_personal_data: true,
    })
    const rows = await plainRows(api)
    expect(rows).not.toContain(url)
    expect(rows).not.toContain(new URL(url).pathname)
  })

  it('201: nothing secret stands in the database in plain, the kept answer included', async () => {
    await another()
    const body = await createdWebhook(api, organization, {
      url: 'https://hooks.example.com/key-in-the-path?token=key-in-the-query',
      format: 'custom',
      template: JSON_TEMPLATE,
      secrets: { crm: 'value-of-a-secret' },
      headers: { Authorization: 'Bearer value-of-a-header' },
    })
    const kept = await postWebhook(api, organization, {}, { 'Idempotency-Key': 'k1' })
    const rows = await plainRows(api)
    expect(body.url).toBe('https://hooks.example.com/key-in-the-path?token=key-in-the-query')
    for (const secret of [
      'key-in-the-path',
      'key-in-the-query',
      'value-of-a-secret',
      'value-of-a-header',
      body.secret,
      body.secret.slice(6),
      kept.body.secret,
    ]) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it.each([
    ['https://public.example.com/x', 'https://public.example.com/x'],
    ['https://PUBLIC.example.com', 'https://public.example.com/'],
    ['https://public.example.com:443/x', 'https://public.example.com/x'],
    ['https://public.example.com:8443/x', 'https://public.example.com:8443/x'],
    ['https://public.example.com:65535/x', 'https://public.example.com:65535/x'],
    ['https://not-yet-there.example.org/a?b=c', 'https://not-yet-there.example.org/a?b=c'],
    ['https://bücher.example.com/ü', 'https://xn--bcher-kva.example.com/%C3%BC'],
    [`https://public.example.com/${'x'.repeat(2048 - 27)}`, undefined],
    ['http://127.0.0.1:4000/x', 'http://127.0.0.1:4000/x'],
  ])('201: the address %.60s', async (url, stored) => {
    await another()
    expect((await createdWebhook(api, organization, { url })).url).toBe(stored ?? url)
  })

  it('201: a name server that does not answer is not waited for longer than two seconds', async () => {
    await another()
    const answering = api.service.resolver
    let isStopped = false
    Object.assign(api.service, {
      resolver: (_host: string, signal?: AbortSignal) => {
        signal?.addEventListener('abort', () => (isStopped = true))
        return new Promise(() => undefined)
      },
    })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { status } = await postWebhook(api, organization)
    const waits = timers.mock.calls.map(([, milliseconds]) => milliseconds)
    timers.mockRestore()
    Object.assign(api.service, { resolver: answering })
    // Nothing else ends it.
    expect(status).toBe(201)
    expect(isStopped).toBe(true)
    expect(waits).toContain(2000)
  })

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
    await another()
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
    ['a template elsewhere', { template: JSON_TEMPLATE }, 'template:invalid_value'],
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
    await another()
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
    await another()
    const reply = await api.call('POST', '/v1/webhooks', { key: organization.key, body })
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual([`${field}.__proto__:invalid_format`])
  })

  it('400 validation_error: every faulty field is named at once, and no value is repeated', async () => {
    await another()
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
    await another()
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
    await another()
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

  it('422 template_invalid: every fault of reading the template at once', async () => {
    await another()
    const reply = await postWebhook(api, organization, {
      format: 'custom',
      template: { body: '{{ id', headers: { 'X-A': '{% if %}' }, query: { a: '{{ id | jsn }}' } },
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect([...new Set(faults(reply).map((text) => text.split(':')[0]))]).toEqual([
      'template.body',
      'template.headers.X-A',
      'template.query.a',
    ])
  })

  it('400 validation_error: nothing can be expanded', async () => {
    await another()
    const reply = await api.call('POST', '/v1/webhooks?expand=deliveries', {
      key: organization.key,
      body: { url: HOOK, events: ['*'] },
    })
    expect(faults(reply)).toEqual(['expand:invalid_value'])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    await another()
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
    await another()
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
    await another()
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => postWebhook(api, organization)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(replies.filter(({ body }) => body.code === 'webhook_limit_reached')).toHaveLength(10)
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(20)
  })

  it.each<[string, object, string]>([
    ['a tag that is not closed', { body: '{{ id ' }, 'template.body:template_syntax'],
    ['include', { body: '{% include "x" %}' }, 'template.body:template_forbidden'],
    ['macro', { body: '{% macro x() %}{% endmacro %}' }, 'template.body:template_forbidden'],
    [
      'JSON without the json filter',
      { body: '{"a": "{{ id }}"}' },
      'template.body:template_forbidden',
    ],
    [
      'a result that is no JSON',
      { body: '{"a": {{ id | json }}' },
      'template.body:template_result',
    ],
    [
      'a secret that is not there',
      { body: '{{ secret_ref("other") | json }}' },
      'template.body:template_forbidden',
    ],
    [
      'a header of ours',
      { body: '1', headers: { 'X-Service-Event': 'x' } },
      'template.headers.X-Service-Event:template_forbidden',
    ],
    ['a way out', { body: '{{ id.constructor | json }}' }, 'template.body:template_forbidden'],
    [
      'three loops in one another',
      {
        body: '[{% for a in [1] %}{% for b in [1] %}{% for c in [1] %}1{% endfor %}{% endfor %}{% endfor %}]',
      },
      'template.body:template_forbidden',
    ],
    [
      'a secret in a comparison',
      { body: '{% if secret_ref("crm") == "x" %}1{% else %}0{% endif %}' },
      'template.body:template_forbidden',
    ],
    [
      'a secret that is measured',
      { body: '1', headers: { 'X-Length': '{{ secret_ref("crm") | length }}' } },
      'template.headers.X-Length:template_forbidden',
    ],
    [
      'a name that no event has',
      { body: '1', query: { to: '{{ data.object.emial }}' } },
      'template.query.to:template_forbidden',
    ],
  ])('422 template_invalid: %s', async (_what, template, fault) => {
    await another()
    const reply = await postWebhook(api, organization, {
      format: 'custom',
      template,
      secrets: { crm: 'x' },
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect([...new Set(faults(reply))]).toEqual([fault])
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(0)
  })

  it.each<[string, object, string, string]>([
    [
      'a filter that there is not',
      { body: '{\n  "name": {{ data.object.client.name | jsn }}\n}' },
      'template_forbidden',
      'Line 2, column 40: there is no filter `jsn`; the filters are json, date, default, upper, lower, truncate, replace, join, first, last, length',
    ],
    [
      'a comma too many in a loop',
      {
        body: '{"services": [\n{% for s in data.object.services %}{{ s.name | json }},{% endfor %}\n]}',
      },
      'template_result',
      'Line 3, column 1: the result is not valid JSON: no comma can stand before `]`; inside a loop write `{% if not loop.last %},{% endif %}`',
    ],
    [
      'a part that the events do not have',
      { body: '{"name": {{ data.object.client.nmae | json }}}' },
      'template_forbidden',
      'Line 1, column 31: there is no `data.object.client.nmae`; the nearest name is `data.object.client.name`',
    ],
    [
      'a secret where it is not printed',
      { body: '{{ ("a" if secret_ref("crm") else "b") | json }}' },
      'template_forbidden',
      'Line 1, column 22: a secret cannot be used in the condition of an inline `if`; it can only be printed: alone, with `json` or `default`, joined by `~`, or as a result of an inline `if`',
    ],
    [
      'a body of JSON that is an object',
      { body: { id: '{{ id }}' } },
      'template_syntax',
      'The body must be one text, for JSON too: "{\\"id\\": {{ id | json }}}". Only a form has an object.',
    ],
  ])(
    '422 template_invalid: %s is told with its place, in words',
    async (...[, template, code, message]) => {
      await another()
      const secrets = { crm: 'x' }
      const reply = await postWebhook(api, organization, { format: 'custom', template, secrets })
      expect(reply.body).toMatchObject({
        status: 422,
        code: 'template_invalid',
        detail: `Not valid: \`template.body\`. ${message}${message.endsWith('.') ? '' : '.'}`,
        errors: [{ field: 'template.body', code, message }],
      })
    },
  )

  it('422 template_invalid: a title that does not compile', async () => {
    await another()
    const reply = await postWebhook(api, organization, {
      url: SLACK,
      format: 'slack',
      message_template: '{{ id',
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect(faults(reply)).toEqual(['message_template:template_syntax'])
  })

  it('422 template_invalid: a title that names what no event has', async () => {
    await another()
    const reply = await postWebhook(api, organization, {
      url: SLACK,
      format: 'slack',
      events: ['client.*'],
      message_template: '{{ data.object.emial }}',
    })
    expect([reply.status, reply.body.code]).toEqual([422, 'template_invalid'])
    expect(reply.body.errors).toEqual([
      {
        field: 'message_template',
        code: 'template_forbidden',
        message:
          'Line 1, column 15: there is no `data.object.emial`; the nearest name is `data.object.email`',
      },
    ])
  })

  it('422 template_invalid: names are those of the subscribed events, of a ping too', async () => {
    await another()
    const asked = (events: string[], name: string) =>
      postWebhook(api, organization, {
        format: 'custom',
        events,
        template: { body: `{{ ${name} | json }}` },
      })
    const accepted: [string[], string][] = [
      [['client.created'], 'data.object.email'],
      [['appointment.created', 'client.*'], 'data.object.email'],
      [['*'], 'data.object.email'],
      [['appointment.rescheduled'], 'data.changes.start.from'],
      [['appointment.created'], 'data.object.metadata.anything.at.all'],
      [['appointment.created'], 'data.object.webhook_name'],
    ]
    for (const [events, name] of accepted) {
      expect([events, name, (await asked(events, name)).status]).toEqual([events, name, 201])
    }
    const refused: [string[], string][] = [
      [['appointment.created'], 'data.object.email'],
      [['appointment.created', 'client.*'], 'data.changes.start.from'],
      [['appointment.rescheduled'], 'data.changes.status.from'],
      [['*'], 'data.object.client.email'],
    ]
    for (const [events, name] of refused) {
      expect([events, name, (await asked(events, name)).status]).toEqual([events, name, 422])
    }
  })

  it('422 template_invalid: the template is tried with the first subscribed type of the catalogue', async () => {
    await another()
    const template = { body: '{"n": {{ data.object.position + 0 }}}' }
    const wrong = await postWebhook(api, organization, { format: 'custom', template })
    expect(wrong.status).toBe(422)
    const body = '{% if data.object.object == "queue_entry" %}{"ok": true}{% endif %}'
    const asked = (events: string[]) =>
      postWebhook(api, organization, { format: 'custom', template: { body }, events })
    expect((await asked(['queue.*'])).status).toBe(201)
    expect((await asked(['queue.*', 'appointment.created'])).status).toBe(422)
  })
})

describe('POST /v1/webhooks with a form template', () => {
  it('201: fields, headers and parameters keep the order in which they were written', async () => {
    await another()
    const template = {
      content_type: 'application/x-www-form-urlencoded',
      body: { zeta_first: '{{ id }}', b: '{{ type }}', a: '1', lead_name: 'x' },
      headers: { 'X-Zeta': '1', 'X-B': '2', 'X-Alpha-Long': '3' },
      query: { source: 'clinic', z: '1', a: '2' },
    }
    const webhook = await createdWebhook(api, organization, { format: 'custom', template })
    const { body: read } = await api.call('GET', `/v1/webhooks/${webhook.id}`, {
      key: organization.key,
    })
    for (const record of [webhook, read]) {
      expect(JSON.stringify(record.template)).toBe(JSON.stringify({ method: 'POST', ...template }))
    }
  })
})

describe('POST /v1/webhooks with an Idempotency-Key', () => {
  const twice = (body: object, key: string): Promise<Reply> =>
    postWebhook(api, organization, { ...body }, { 'Idempotency-Key': key })

  it('201: a repetition answers the same, secret included, and creates nothing', async () => {
    await another()
    const first = await twice({ name: 'One' }, 'same')
    const again = await twice({ name: 'One' }, 'same')
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.body.secret).toMatch(/^whsec_/)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(1)
  })

  it('201: a repetition is answered also when the name leads elsewhere by then', async () => {
    await another()
    const url = 'https://moving.example.com/x'
    const first = await twice({ url }, 'moved')
    resolveNames(api, { 'moving.example.com': ['10.0.0.1'] })
    const again = await twice({ url }, 'moved')
    const fresh = await twice({ url }, 'fresh')
    resolveNames(api)
    expect([first.status, again.status, fresh.status]).toEqual([201, 201, 400])
    expect(again.text).toBe(first.text)
  })

  it('201: ten at the same time with one key create one', async () => {
    await another()
    const replies = await Promise.all(Array.from({ length: 10 }, () => twice({}, 'race')))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(1)
  })

  it('409 duplicate_request: the same key with another body', async () => {
    await another()
    const first = await twice({ name: 'One' }, 'other')
    const refused = await twice({ name: 'Two' }, 'other')
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate_request'])
    expect((await twice({ name: 'One' }, 'other')).text).toBe(first.text)
  })

  it.each([
    [
      'a template of 17 KB',
      { format: 'custom', template: { body: `"${'x'.repeat(17_000)}"` } },
      'template:too_long',
    ],
    [
      'a title of 2001',
      { url: SLACK, format: 'slack', message_template: '😀'.repeat(2001) },
      'message_template:too_long',
    ],
  ])('400 validation_error: %s is told before the key is looked at', async (_what, body, fault) => {
    await another()
    await twice({ name: 'One' }, 'used')
    const refused = await twice(body, 'used')
    expect([refused.status, faults(refused)]).toEqual([400, [fault]])
  })

  it('422 template_invalid: a refusal that would come again is kept; 400 leaves the key free', async () => {
    await another()
    const bad = { format: 'custom', template: { body: '{{ id' } }
    expect((await twice(bad, 'kept')).status).toBe(422)
    expect((await twice(bad, 'kept')).headers.get('idempotent-replayed')).toBe('true')
    expect((await twice({ url: 'ftp://x.example.com' }, 'free')).status).toBe(400)
    expect((await twice({}, 'free')).status).toBe(201)
  })
})
