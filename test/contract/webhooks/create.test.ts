import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  createdWebhook,
  HOOK,
  plainRows,
  postWebhook,
  resolveNames,
  SLACK,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  resolveNames(api, { 'public.example.com': ['93.184.215.14', '2606:4700::1111'] })
})

/** Room for 20 webhooks more. */
beforeEach(async () => {
  organization = await api.organization()
})

describe('POST /v1/webhooks', () => {
  it('201: the smallest webhook; every field is there, the secret only now', async () => {
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
    const body = await createdWebhook(api, organization, {
      url: 'https://hooks.example.com/key-in-the-path?token=key-in-the-query',
      format: 'custom',
      template: {
        body: '{"name": {{ data.object.client.name | json }}, "key": {{ secret_ref("crm") | json }}}',
      },
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
    expect((await createdWebhook(api, organization, { url })).url).toBe(stored ?? url)
  })

  it('201: a name server that does not answer is not waited for longer than two seconds', async () => {
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
})

describe('POST /v1/webhooks with a form template', () => {
  it('201: fields, headers and parameters keep the order in which they were written', async () => {
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
