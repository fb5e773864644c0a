import { beforeAll, describe, expect, it } from 'vitest'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import {
  createdWebhook,
  CUSTOM,
  patchWebhook,
  readWebhook,
  resolveNames,
  SLACK,
  STRANGE_IDS,
} from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  resolveNames(api, { 'inside.example.com': ['192.168.0.1'] })
  organization = await api.organization()
})

/** A refused change leaves a webhook as it is, so that one serves all that need one of its kind. */
const kinds = new Map<string, Promise<any>>()
const ofKind = (body: object): Promise<any> => {
  const kind = JSON.stringify(body)
  const made = kinds.get(kind) ?? created(body)
  kinds.set(kind, made)
  return made
}

const created = (body: object = {}) => createdWebhook(api, organization, body)
const patch = (id: string, body: unknown, key = organization.key) =>
  patchWebhook(api, { key }, id, body)
const read = (id: string) => readWebhook(api, organization, id)

describe('PATCH /v1/webhooks/{webhook_id}', () => {
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
    ['a name that leads inside', {}, { url: 'https://inside.example.com' }, 'url:invalid_value'],
    ['no address', {}, { url: '' }, 'url:invalid_format'],
    ['address null', {}, { url: null }, 'url:invalid_type'],
    ['no events', {}, { events: [] }, 'events:required'],
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
  ])('400 validation_error: %s', async (_what, having, change, fault) => {
    const webhook = await ofKind(having)
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

  it('404 not_found: no one has this id, or only another organization', async () => {
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
    const webhook = await ofKind(having)
    const before = await read(webhook.id)
    const reply = await patch(webhook.id, change)
    expect([reply.status, reply.body.code, faults(reply)]).toEqual([
      422,
      'template_invalid',
      [fault],
    ])
    expect(await read(webhook.id)).toEqual(before)
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
})
