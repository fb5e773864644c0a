import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '../../support/booking.ts'
import { startTestApi, TEST_NOW, type TestApi, type TestOrganization } from '../../support/api.ts'
import {
  createdWebhook,
  HOOK,
  laneOf,
  deliveryRows,
  openEndpoint,
  plainRows,
  resolveNames,
  SLACK,
  STRANGE_IDS,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

let api: TestApi
let organization: TestOrganization
let endpoint: Endpoint

beforeAll(async () => {
  api = await startTestApi()
  endpoint = await openEndpoint()
  resolveNames(api, { 'inside.example.com': ['192.168.0.1'] })
})
afterAll(async () => {
  await endpoint.close()
  await api.close()
})
beforeEach(async () => {
  api.setNow(TEST_NOW)
  organization = await api.organization()
})

const created = (body: object = {}) => createdWebhook(api, organization, body)
const patch = (id: string, body: unknown, key = organization.key) =>
  api.call('PATCH', `/v1/webhooks/${id}`, { key, body })
const read = async (id: string) =>
  (await api.call('GET', `/v1/webhooks/${id}`, { key: organization.key })).body

const CUSTOM = {
  format: 'custom',
  template: { body: '{"key": {{ secret_ref("a") | json }}}' },
  secrets: { a: 'value-of-a', b: 'value-of-b' },
}

/** What a ping of this webhook looks like on arrival. */
async function pinged(id: string) {
  await api.call('POST', `/v1/webhooks/${id}/test`, { key: organization.key })
  const arrived = endpoint.received.at(-1)
  if (arrived === undefined) throw new Error('Nothing arrived.')
  return arrived
}

describe('PATCH /v1/webhooks/{webhook_id}', () => {
  it('200: what is sent is replaced whole, what is left out stays', async () => {
    const webhook = await created({
      name: 'CRM',
      events: ['client.*', 'queue.*'],
      filters: { professional_ids: [1], service_ids: [2] },
      headers: { 'X-A': '1', 'X-B': '2' },
    })
    const reply = await patch(webhook.id, {
      url: 'https://other.example.com/in',
      events: ['deposit.paid'],
      filters: { sources: ['api'] },
      headers: { 'X-C': '3' },
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...webhook,
      secret: null,
      url: 'https://other.example.com/in',
      events: ['deposit.paid'],
      filters: { professional_ids: [], service_ids: [], statuses: [], types: [], sources: ['api'] },
      headers: { 'X-C': '3' },
      updated_at: reply.body.updated_at,
    })
    expect(await read(webhook.id)).toEqual(reply.body)
    const found = await api.call('GET', '/v1/webhooks?url=https://other.example.com/in', {
      key: organization.key,
    })
    expect(found.body.data).toHaveLength(1)
    const old = await api.call('GET', `/v1/webhooks?url=${HOOK}`, { key: organization.key })
    expect(old.body.data).toHaveLength(0)
  })

  it('200: an empty body, and values that are there already, change nothing', async () => {
    const webhook = await created({ ...CUSTOM, headers: { 'X-A': '1' } })
    const before = await read(webhook.id)
    for (const body of [
      {},
      { name: before.name, events: before.events, url: before.url, headers: before.headers },
      { filters: {}, template: before.template, secrets: { a: 'value-of-a', zz: null } },
      { active: true, message_template: null, show_full_personal_data: false },
    ]) {
      const reply = await patch(webhook.id, body)
      expect([body, reply.status, reply.body]).toEqual([body, 200, before])
    }
  })

  it('200: a template keeps the order in which it was written, and its order is a change', async () => {
    const form = (body: object) => ({
      template: { content_type: 'application/x-www-form-urlencoded', body },
    })
    const webhook = await created({
      url: endpoint.url,
      format: 'custom',
      ...form({ zeta_first: '1', b: '2', a: '3' }),
    })
    expect((await pinged(webhook.id)).body).toBe('zeta_first=1&b=2&a=3')
    const { body } = await patch(webhook.id, form({ a: '3', zeta_first: '1', b: '2' }))
    expect(Object.keys(body.template.body)).toEqual(['a', 'zeta_first', 'b'])
    expect(body.updated_at >= webhook.updated_at).toBe(true)
    const rows = await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })
    expect(rows.updatedAt.getTime()).toBeGreaterThan(rows.createdAt.getTime())
    expect((await pinged(webhook.id)).body).toBe('a=3&zeta_first=1&b=2')
  })

  it('200: name null is the host again', async () => {
    const webhook = await created({ name: 'CRM' })
    expect((await patch(webhook.id, { name: null })).body.name).toBe('hooks.example.com')
    const moved = await patch(webhook.id, { name: '', url: 'https://other.example.com' })
    expect(moved.body.name).toBe('other.example.com')
  })

  it('200: secrets merge, null deletes one, and the signing secret stays', async () => {
    const webhook = await created({ url: endpoint.url, ...CUSTOM })
    const reply = await patch(webhook.id, { secrets: { b: null, c: 'value-of-c', a: 'new-a' } })
    expect(reply.body.secret_names).toEqual(['a', 'c'])
    expect(reply.text).not.toMatch(/value-of|new-a/)
    expect(JSON.parse((await pinged(webhook.id)).body)).toEqual({ key: 'new-a' })
    const rows = await plainRows(api)
    expect(rows).not.toMatch(/value-of|new-a/)
    expect(rows).not.toContain(webhook.secret)
  })

  it('200: the 10 secrets count after the merge', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`s${i}`, 'x']))
    const webhook = await created({ format: 'custom', template: { body: '1' }, secrets })
    const over = await patch(webhook.id, { secrets: { more: 'x' } })
    expect([over.status, faults(over)]).toEqual([400, ['secrets:too_many']])
    const swapped = await patch(webhook.id, { secrets: { more: 'x', s0: null } })
    expect(swapped.body.secret_names).toHaveLength(10)
  })

  it('200: secrets change also beside a template with a name that no event has any more', async () => {
    const webhook = await created(CUSTOM)
    const template = {
      content_type: 'text/plain',
      body: '{{ data.object.gone }}{{ secret_ref("a") }}',
    }
    await api.db.webhook.update({ where: { id: webhook.id }, data: { template } })
    expect((await patch(webhook.id, { secrets: { a: 'another-value' } })).status).toBe(200)
    expect((await patch(webhook.id, { name: 'Other' })).status).toBe(200)
    const { status, body } = await patch(webhook.id, { events: ['client.*'] })
    expect([status, body.errors]).toMatchObject([422, [{ field: 'template.body' }]])
  })

  it('422 template_invalid: the worst template holds its transaction for the 100 ms of a template', async () => {
    const secrets = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`s${at}`, 'a'.repeat(4096)]),
    )
    const webhook = await created({ ...CUSTOM, template: { body: '1' }, secrets })
    const blanks = `{{ "${'a'.repeat(600)}" | replace("a", "${' '.repeat(100)}") if type == "client.created" }}`
    const loop = `{% for a in [${'1,'.repeat(1000)}1] %}{% for b in [${'1,'.repeat(1000)}1] %}{{ data.object | json | length }}{% endfor %}{% endfor %}`
    const worst = [
      {
        body: '1',
        headers: Object.fromEntries(
          Array.from({ length: 10 }, (_, at) => [`X-${at}`, `x${blanks}x`]),
        ),
      },
      { content_type: 'text/plain', body: loop },
    ]
    for (const template of worst) {
      const startedAt = process.threadCpuUsage()
      const { status } = await patch(webhook.id, { template, events: ['client.created'] })
      const { user, system } = process.threadCpuUsage(startedAt)
      expect(status).toBe(422)
      // The rest is for the request, the driver of the database and collecting garbage.
      expect((user + system) / 1000).toBeLessThan(300)
    }
  })

  it('200: the template is replaced whole', async () => {
    const webhook = await created({
      ...CUSTOM,
      template: { ...CUSTOM.template, method: 'PUT', query: { a: '1' } },
    })
    const { body } = await patch(webhook.id, { template: { body: '{}' } })
    expect(body.template).toEqual({
      method: 'POST',
      content_type: 'application/json',
      body: '{}',
      headers: {},
      query: {},
    })
  })

  it('200: of a chat address the shown form leaves it, a whole one replaces it', async () => {
    const webhook = await created({ url: SLACK, format: 'slack', message_template: 'A' })
    const where = { id: webhook.id }
    const before = await api.db.webhook.findUniqueOrThrow({ where })
    const kept = await patch(webhook.id, { url: webhook.url, message_template: null })
    expect(kept.body).toMatchObject({ url: webhook.url, message_template: null })
    expect((await api.db.webhook.findUniqueOrThrow({ where })).urlSealed).toEqual(before.urlSealed)
    await patch(webhook.id, { url: SLACK })
    expect((await api.db.webhook.findUniqueOrThrow({ where })).urlSealed).toEqual(before.urlSealed)

    const next = 'https://hooks.slack.com/services/T0001/B0002/ZzYyXxWwVvUu8888'
    const moved = await patch(webhook.id, { url: next })
    expect(moved.body.url).toBe('https://hooks.slack.com/…8888')
    expect(await plainRows(api)).not.toContain('ZzYyXxWw')
    const found = await api.call('GET', `/v1/webhooks?url=${next}`, { key: organization.key })
    expect(found.body.data).toHaveLength(1)
  })

  it('200: active false discards what waits, active true begins anew', async () => {
    const webhook = await created({ url: endpoint.url })
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 2))
    const arrived = endpoint.received.length
    const off = await patch(webhook.id, { active: false })
    expect(off.body).toMatchObject({
      active: false,
      disabled_reason: 'MANUAL',
      disabled_at: '2026-11-20T08:00:00-03:00',
    })
    expect((await deliveryRows(api, webhook.id)).map(({ state }) => state)).toEqual([
      'discarded',
      'discarded',
    ])
    const history = await api.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, {
      key: organization.key,
    })
    expect(history.body.data).toMatchObject([{ status: 'DISCARDED' }, { status: 'DISCARDED' }])

    await api.db.webhookHealth.create({
      data: {
        webhookId: webhook.id,
        failingSince: new Date(TEST_NOW - 8 * 86_400_000),
        warnedAt: new Date(TEST_NOW),
        consecutiveFailures: 9,
        pausedUntil: new Date(TEST_NOW + 3_600_000),
      },
    })
    const on = await patch(webhook.id, { active: true })
    expect(on.body).toMatchObject({
      active: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    })
    const health = await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } })
    expect(health).toMatchObject({ pausedUntil: null, warnedAt: null, consecutiveFailures: 0 })
    await laneOf(api, webhook.id)
    expect(endpoint.received).toHaveLength(arrived)
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
    await laneOf(api, webhook.id)
    expect(endpoint.received).toHaveLength(arrived + 1)
  })

  it('200: active true, repeated, clears failing_since and not the pause that the endpoint asked for', async () => {
    const webhook = await created()
    const pausedUntil = new Date(TEST_NOW + 3_600_000)
    const failingSince = new Date(TEST_NOW - 86_400_000)
    await api.db.webhookHealth.create({
      data: { webhookId: webhook.id, pausedUntil, failingSince, consecutiveFailures: 3 },
    })
    expect((await patch(webhook.id, { active: true })).body.failing_since).toBe(null)
    expect(
      await api.db.webhookHealth.findUnique({ where: { webhookId: webhook.id } }),
    ).toMatchObject({ pausedUntil, failingSince: null, consecutiveFailures: 3 })
  })

  it('200: a reason that is there is kept by active false', async () => {
    const webhook = await created()
    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { active: false, disabledReason: 'ENDPOINT_GONE', disabledAt: new Date(0) },
    })
    const { body } = await patch(webhook.id, { active: false })
    expect(body).toMatchObject({ disabled_reason: 'ENDPOINT_GONE', active: false })
  })

  it('200: ten at the same time lose no secret of one another', async () => {
    const webhook = await created({ format: 'custom', template: { body: '1' } })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => patch(webhook.id, { secrets: { [`s${i}`]: 'x' } })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await read(webhook.id)).secret_names).toHaveLength(10)
  })

  it('200: `***` keeps the value of a header, in whatever case its name is written', async () => {
    const webhook = await created({
      url: endpoint.url,
      headers: { Authorization: 'Bearer of-the-owner', 'X-Tenant': 'aurora', 'X-Old': '1' },
    })
    const shown = await read(webhook.id)
    expect(shown.headers).toEqual({ Authorization: '***', 'X-Tenant': 'aurora', 'X-Old': '1' })
    expect((await patch(webhook.id, { headers: shown.headers })).body).toEqual(shown)

    const changed = await patch(webhook.id, {
      headers: { authorization: '***', 'x-tenant': '***', 'X-New': '2' },
    })
    expect(changed.body.headers).toEqual({
      authorization: '***',
      'x-tenant': 'aurora',
      'X-New': '2',
    })
    const { headers } = await pinged(webhook.id)
    expect(headers).toMatchObject({
      authorization: 'Bearer of-the-owner',
      'x-tenant': 'aurora',
      'x-new': '2',
    })
    expect(headers).not.toHaveProperty('x-old')
    expect((await patch(webhook.id, { headers: {} })).body.headers).toEqual({})
    expect((await pinged(webhook.id)).headers).not.toHaveProperty('authorization')
  })

  describe('with a new address', () => {
    const KEYED = {
      ...CUSTOM,
      url: 'https://hooks.example.com/tenants/1?a=b',
      headers: { Authorization: 'Bearer of-the-owner', 'X-Tenant': 'aurora' },
    }
    const ANEW = {
      secrets: { a: 'value-of-a', b: null },
      headers: { Authorization: 'Bearer of-the-owner' },
    }

    it.each([
      ['another host', 'https://elsewhere.example.com/tenants/1?a=b'],
      ['another path', 'https://hooks.example.com/tenants/2?a=b'],
      ['another query', 'https://hooks.example.com/tenants/1?a=c'],
      ['another port', 'https://hooks.example.com:8443/tenants/1?a=b'],
      ['another letter case of the path', 'https://hooks.example.com/Tenants/1?a=b'],
    ])('400: %s takes no secret and no credential header along', async (_what, url) => {
      const webhook = await created(KEYED)
      const before = await read(webhook.id)
      const refused = async (body: object, ...expected: string[]) => {
        const reply = await patch(webhook.id, { url, ...body })
        expect([body, reply.status, faults(reply)]).toEqual([body, 400, expected])
        expect(reply.text).not.toMatch(/value-of|of-the-owner/)
        expect(await read(webhook.id)).toEqual(before)
      }
      await refused({}, 'headers:required', 'secrets:required')
      await refused({ secrets: ANEW.secrets }, 'headers:required')
      await refused({ headers: ANEW.headers }, 'secrets:required')
      await refused({ ...ANEW, secrets: { a: 'value-of-a' } }, 'secrets:required')
      await refused({ ...ANEW, secrets: { a: '***', b: null } }, 'secrets:required')
      await refused({ ...ANEW, headers: { authorization: '***' } }, 'headers:required')
      await refused(
        { ...ANEW, headers: { Authorization: '***', 'X-Token': '***' }, template: null },
        'headers.X-Token:invalid_value',
        'headers:required',
        'template:required',
      )
      const moved = await patch(webhook.id, { url, ...ANEW })
      expect([moved.status, moved.body.url]).toEqual([200, url])
      expect(moved.body.secret_names).toEqual(['a'])
    })

    it('200: given anew, or removed: what was given is what is sent', async () => {
      const webhook = await created(KEYED)
      const reply = await patch(webhook.id, {
        url: endpoint.url,
        secrets: { a: 'new-value-of-a', b: null },
        headers: { 'X-Tenant': '***', 'X-Key': 'new-key' },
      })
      expect(reply.status).toBe(200)
      const arrived = await pinged(webhook.id)
      expect(JSON.parse(arrived.body)).toEqual({ key: 'new-value-of-a' })
      expect(arrived.headers).toMatchObject({ 'x-tenant': 'aurora', 'x-key': 'new-key' })
      expect(arrived.headers).not.toHaveProperty('authorization')
    })

    it('200: the address that it has, written in another way, is none', async () => {
      const webhook = await created(KEYED)
      const same = 'https://HOOKS.example.com:443/tenants/1?a=b'
      expect((await patch(webhook.id, { url: same })).body).toEqual(await read(webhook.id))
      expect((await patch(webhook.id, { url: KEYED.url, name: 'CRM' })).body.name).toBe('CRM')
    })

    it('200: a webhook without such values is changed freely, one with other headers too', async () => {
      const plain = await created({ headers: { 'X-Tenant': 'aurora' } })
      const moved = await patch(plain.id, { url: 'https://elsewhere.example.com/in' })
      expect([moved.status, moved.body.headers]).toEqual([200, { 'X-Tenant': 'aurora' }])
      const empty = await created({ format: 'custom', template: { body: '1' } })
      expect((await patch(empty.id, { url: 'https://elsewhere.example.com/2' })).status).toBe(200)
    })

    it('400: of a chat channel, too; its shown form is no new address', async () => {
      const webhook = await created({
        url: SLACK,
        format: 'slack',
        headers: { 'X-Gateway-Key': 'of-the-owner' },
      })
      expect((await patch(webhook.id, { url: webhook.url, name: 'Chat' })).status).toBe(200)
      const url = 'https://hooks.slack.com/services/T0001/B0002/ZzYyXxWwVvUu8888'
      const refused = await patch(webhook.id, { url })
      expect([refused.status, faults(refused)]).toEqual([400, ['headers:required']])
      expect((await patch(webhook.id, { url, headers: {} })).status).toBe(200)
    })

    it('either the secret or the address comes first, and never does a secret go to an address of another', async () => {
      for (let round = 0; round < 5; round += 1) {
        const webhook = await created({
          url: endpoint.url,
          format: 'custom',
          template: CUSTOM.template,
          secrets: { a: 'value-of-a' },
        })
        const [moved, given] = await Promise.all([
          patch(webhook.id, {
            url: `${endpoint.url}/strangers`,
            secrets: { a: 'known-to-strangers' },
          }),
          patch(webhook.id, { secrets: { b: 'value-of-b' } }),
        ])
        expect(given.status).toBe(200)
        const { url, secret_names: names } = await read(webhook.id)
        if (moved.status === 400) {
          expect(faults(moved)).toEqual(['secrets:required'])
          expect([url, names]).toEqual([endpoint.url, ['a', 'b']])
        } else {
          // Whoever gave the secret gave it to the address of that moment.
          expect([url, names]).toEqual([`${endpoint.url}/strangers`, ['a', 'b']])
        }
        expect(JSON.parse((await pinged(webhook.id)).body)).toEqual({
          key: moved.status === 400 ? 'value-of-a' : 'known-to-strangers',
        })
      }
    })
  })

  it('400 validation_error: every fault of the shape at once, then every one that the webhook itself tells', async () => {
    const webhook = await created({ ...CUSTOM, headers: { Authorization: 'x'.repeat(9) } })
    const shape = await patch(webhook.id, {
      url: 'ftp://x.example.com',
      events: ['ping'],
      headers: { Host: 'x', 'X-A': 7 },
      format: 'generic',
      secrets: { A: 'x' },
    })
    expect(faults(shape).toSorted()).toEqual([
      'events[0]:invalid_value',
      'format:read_only',
      'headers.Host:invalid_value',
      'headers.X-A:invalid_type',
      'secrets.A:invalid_format',
      'url:invalid_value',
    ])
    const own = await patch(webhook.id, {
      url: 'https://inside.example.com',
      headers: { 'X-Key': '***' },
      template: null,
      message_template: 'Hello',
      secrets: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`s${i}`, '***'])),
    })
    expect(faults(own).slice(0, 4).toSorted()).toEqual([
      'headers.X-Key:invalid_value',
      'message_template:invalid_value',
      'template:required',
      'url:invalid_value',
    ])
    expect(faults(own).slice(4)).toEqual(
      Array.from({ length: 11 }, (_, i) => `secrets.s${i}:invalid_value`),
    )
  })

  it.each<[string, object, object, string]>([
    ['format', {}, { format: 'custom' }, 'format:read_only'],
    [
      'stars for a header that is not there',
      {},
      { headers: { 'X-Key': '***' } },
      'headers.X-Key:invalid_value',
    ],
    ['stars for a secret', CUSTOM, { secrets: { a: '***' } }, 'secrets.a:invalid_value'],
    [
      '21 secrets',
      CUSTOM,
      { secrets: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`s${i}`, null])) },
      'secrets:too_many',
    ],
    ['the same format', {}, { format: 'generic' }, 'format:read_only'],
    ['api_version', {}, { api_version: '2026-11-01' }, 'api_version:read_only'],
    ['secret', {}, { secret: 'x'.repeat(20) }, 'secret:read_only'],
    ['secret null', {}, { secret: null }, 'secret:read_only'],
    ['a private address', {}, { url: 'https://10.0.0.1' }, 'url:invalid_value'],
    ['http', {}, { url: 'http://hooks.example.com' }, 'url:invalid_value'],
    ['a name that leads inside', {}, { url: 'https://inside.example.com' }, 'url:invalid_value'],
    ['no address', {}, { url: '' }, 'url:invalid_format'],
    ['address null', {}, { url: null }, 'url:invalid_type'],
    ['ping', {}, { events: ['ping'] }, 'events[0]:invalid_value'],
    ['no events', {}, { events: [] }, 'events:required'],
    ['Host', {}, { headers: { Host: 'x' } }, 'headers.Host:invalid_value'],
    [
      'a template of 17 KB',
      CUSTOM,
      { template: { body: `"${'x'.repeat(17_000)}"` } },
      'template:too_long',
    ],
    [
      'a title of 2001',
      { url: SLACK, format: 'slack' },
      { message_template: 'x'.repeat(2001) },
      'message_template:too_long',
    ],
    ['a template elsewhere', {}, { template: { body: '1' } }, 'template:invalid_value'],
    ['secrets elsewhere', {}, { secrets: { a: 'x' } }, 'secrets:invalid_value'],
    ['a title elsewhere', {}, { message_template: 'x' }, 'message_template:invalid_value'],
    ['a custom webhook without template', CUSTOM, { template: null }, 'template:required'],
    [
      'another platform',
      { url: SLACK, format: 'slack' },
      { url: 'https://discord.com/api/webhooks/1/abc' },
      'url:invalid_value',
    ],
    [
      'the shown form of another address',
      { url: SLACK, format: 'slack' },
      { url: 'https://discord.com/…l9Zq' },
      'url:invalid_value',
    ],
    ['a secret name in capitals', CUSTOM, { secrets: { A: 'x' } }, 'secrets.A:invalid_format'],
  ])('400 validation_error: %s', async (_what, having, change, fault) => {
    const webhook = await created(having)
    const before = await read(webhook.id)
    const reply = await patch(webhook.id, change)
    expect([reply.status, faults(reply)]).toEqual([400, [fault]])
    expect(await read(webhook.id)).toEqual(before)
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const webhook = await created()
    const reply = await patch(webhook.id, {}, await organization.keyWith(['read', 'write']))
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: nobody has this id, or only another organization', async () => {
    const theirs = await created({ name: 'Theirs' })
    const stranger = await api.organization()
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await patch(id, { name: 'Mine' }, stranger.key)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await read(theirs.id)).name).toBe('Theirs')
  })

  it.each<[string, object, object, string]>([
    ['a new template', CUSTOM, { template: { body: '{{ id' } }, 'template.body:template_syntax'],
    ['a secret that it uses', CUSTOM, { secrets: { a: null } }, 'template.body:template_forbidden'],
    [
      'events that it does not fit',
      {
        ...CUSTOM,
        events: ['appointment.*'],
        template: { body: '{% if data.object.object == "appointment" %}1{% endif %}' },
      },
      { events: ['client.*'] },
      'template.body:template_result',
    ],
    [
      'events that do not have what it names',
      {
        ...CUSTOM,
        events: ['client.*'],
        template: { body: '{{ data.object.email | json }}' },
      },
      { events: ['appointment.*'] },
      'template.body:template_forbidden',
    ],
    [
      'events that do not have what its title names',
      {
        url: SLACK,
        format: 'slack',
        events: ['client.*'],
        message_template: '{{ data.object.phone }}',
      },
      { events: ['appointment.*'] },
      'message_template:template_forbidden',
    ],
    [
      'a secret that is compared',
      CUSTOM,
      { template: { body: '{% if secret_ref("a") < "v" %}1{% else %}0{% endif %}' } },
      'template.body:template_forbidden',
    ],
    [
      'a new title',
      { url: SLACK, format: 'slack' },
      { message_template: '{% if %}' },
      'message_template:template_syntax',
    ],
  ])('422 template_invalid: %s', async (_what, having, change, fault) => {
    const webhook = await created(having)
    const before = await read(webhook.id)
    const reply = await patch(webhook.id, change)
    expect([reply.status, reply.body.code, faults(reply)]).toEqual([
      422,
      'template_invalid',
      [fault],
    ])
    expect(await read(webhook.id)).toEqual(before)
  })
})
