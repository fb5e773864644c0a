import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type TestOrganization, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { postWebhook, resolveNames, SLACK } from '../../support/webhooks.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  resolveNames(api)
})

/** Room for 20 webhooks more. */
beforeEach(async () => {
  organization = await api.organization()
})

describe('POST /v1/webhooks with an Idempotency-Key', () => {
  const twice = (body: object, key: string): Promise<Reply> =>
    postWebhook(api, organization, { ...body }, { 'Idempotency-Key': key })

  it('201: a repetition answers the same, secret included, and creates nothing', async () => {
    const first = await twice({ name: 'One' }, 'same')
    const again = await twice({ name: 'One' }, 'same')
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.body.secret).toMatch(/^whsec_/)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(1)
  })

  it('201: a repetition is answered also when the name leads elsewhere by then', async () => {
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
    const replies = await Promise.all(Array.from({ length: 10 }, () => twice({}, 'race')))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await api.db.webhook.count({ where: { organizationId: organization.row.id } })).toBe(1)
  })

  it('409 duplicate_request: the same key with another body', async () => {
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
    await twice({ name: 'One' }, 'used')
    const refused = await twice(body, 'used')
    expect([refused.status, faults(refused)]).toEqual([400, [fault]])
  })

  it('422 template_invalid: a refusal that would come again is kept; 400 leaves the key free', async () => {
    const bad = { format: 'custom', template: { body: '{{ id' } }
    expect((await twice(bad, 'kept')).status).toBe(422)
    expect((await twice(bad, 'kept')).headers.get('idempotent-replayed')).toBe('true')
    expect((await twice({ url: 'ftp://x.example.com' }, 'free')).status).toBe(400)
    expect((await twice({}, 'free')).status).toBe(201)
  })
})
