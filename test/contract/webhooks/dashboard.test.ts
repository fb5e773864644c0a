import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestOrganization } from '../../support/api.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import {
  attemptRow,
  createdWebhook,
  laneOf,
  deliveryRows,
  openEndpoint,
  resolveNames,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

let api: TestApi
let organization: TestOrganization
let owner: Dashboard
let endpoint: Endpoint
const NOW = Math.floor(Date.now() / 1000) * 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

beforeAll(async () => {
  api = await startTestApi({ now: NOW })
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
  await api.close()
})
beforeEach(async () => {
  api.setNow(NOW)
  endpoint.answer(200)
  organization = await api.organization({ timeZone: 'UTC' })
  owner = await signIn(api, organization)
})

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const instant = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

describe('every procedure of webhooks', () => {
  it('is for the account owner alone, signed in, and of this organization', async () => {
    const webhook = await created()
    const collaborator = await signIn(api, organization, 'collaborator')
    const stranger = await signIn(api, await api.organization())
    const input = { webhook_id: webhook.id, since: instant(NOW - HOUR_MS) }
    const calls: [string, (who: Dashboard) => Promise<{ status: number; problem: any }>][] = [
      ['statistics', (who) => who.query('webhooks.statistics', input)],
      ['recover', (who) => who.mutate('webhooks.recover', input)],
      ['get', (who) => who.query('webhooks.get', input)],
      ['delete', (who) => who.mutate('webhooks.delete', input)],
    ]
    for (const [name, call] of calls) {
      expect([name, (await call(collaborator)).problem.code]).toEqual([name, 'forbidden_scope'])
      expect([name, (await call(stranger)).problem.code]).toEqual([name, 'not_found'])
    }
    const preview = await collaborator.mutate('webhooks.preview')
    expect(preview.problem.code).toBe('forbidden_scope')
    const nobody = await fetch(`${api.url}/trpc/webhooks.preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${organization.key}` },
      body: '{}',
    })
    expect(nobody.status).toBe(401)
  })

  it('has no REST path of its own where the document has none', async () => {
    const document = await (await fetch(`${api.url}/v1/openapi.json`)).text()
    for (const name of ['preview', 'statistics', 'recover']) {
      expect(document).not.toContain(`webhooks.${name}`)
      expect(document).not.toContain(`/${name}"`)
      const { status } = await api.call('POST', `/v1/webhooks.${name}`, { key: organization.key })
      expect(status).toBe(404)
    }
  })

  it('pings as the user, from the dashboard', async () => {
    const webhook = await created()
    const { body } = await owner.mutate('webhooks.test', { webhook_id: webhook.id })
    expect(body.status).toBe('SUCCEEDED')
    expect(JSON.parse(endpoint.received.at(-1)?.body ?? '').context).toMatchObject({
      actor: { type: 'user', name: 'Dona' },
      source: 'dashboard',
    })
  })

  it('that sends is refused while the API is off, though the dashboard needs no key', async () => {
    const webhook = await created()
    await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
    await laneOf(api, webhook.id)
    const { id } = await api.db.deliveryAttempt.findFirstOrThrow({
      where: { webhookId: webhook.id },
    })
    const input = { webhook_id: webhook.id, delivery_id: id, since: instant(NOW - HOUR_MS) }
    const where = { id: organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff: ['api'] } })
    const received = endpoint.received.length
    for (const procedure of ['test', 'redeliver', 'recover']) {
      const { problem } = await owner.mutate(`webhooks.${procedure}`, input)
      expect([procedure, problem.code]).toEqual([procedure, 'feature_not_enabled'])
    }
    expect(endpoint.received).toHaveLength(received)
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1)
    expect((await owner.query('webhooks.get', input)).status).toBe(200)
  })
})

describe('webhooks.preview', () => {
  it('renders a template with a sample of any type, secrets covered, and sends nothing', async () => {
    const before = endpoint.received.length
    const { body } = await owner.mutate('webhooks.preview', {
      format: 'custom',
      event_type: 'client.created',
      template: {
        body: '{"type": {{ type | json }}, "of": {{ organization.name | json }}, "key": {{ secret_ref("crm") | json }}}',
        query: { id: '{{ id }}' },
      },
      secret_names: ['crm'],
    })
    expect(body).toMatchObject({
      kind: 'request',
      method: 'POST',
      content_type: 'application/json',
      query: { id: expect.stringMatching(/^evt_/) },
    })
    expect(JSON.parse(body.body)).toEqual({
      type: 'client.created',
      of: 'Clínica Aurora',
      key: '***',
    })
    expect(endpoint.received).toHaveLength(before)
  })

  it('shows a chat message with reduced personal data, or full', async () => {
    const wish = { format: 'slack', message_template: 'Oi {{ data.object.client.name }}' }
    const { body } = await owner.mutate('webhooks.preview', wish)
    expect(body).toMatchObject({ kind: 'message', title: 'Oi Mariana Souza' })
    const full = { ...wish, show_full_personal_data: true }
    expect((await owner.mutate('webhooks.preview', full)).body.title).toBe(
      'Oi Mariana Alves de Souza',
    )
  })

  it('shows the whole event for generic', async () => {
    const { body } = await owner.mutate('webhooks.preview', { event_type: 'deposit.paid' })
    expect(JSON.parse(body.body)).toMatchObject({ type: 'deposit.paid', data: { object: {} } })
  })

  it('422 template_invalid, 400 for what is missing or too long', async () => {
    const bad = { format: 'custom', template: { body: '{{ id' } }
    expect((await owner.mutate('webhooks.preview', bad)).problem).toMatchObject({
      code: 'template_invalid',
      errors: [{ field: 'template.body', code: 'template_syntax' }],
    })
    const title = { format: 'slack', message_template: '{% if %}' }
    expect((await owner.mutate('webhooks.preview', title)).problem.code).toBe('template_invalid')
    const misspelt = { format: 'slack', message_template: '{{ data.object.clint.name }}' }
    expect((await owner.mutate('webhooks.preview', misspelt)).problem.errors).toMatchObject([
      { field: 'message_template', code: 'template_forbidden' },
    ])
    // It is tried with one type of event, and may be written for others too.
    const other = { format: 'slack', message_template: '{{ data.changes.first_name.to }}x' }
    expect((await owner.mutate('webhooks.preview', other)).body).toMatchObject({ title: 'x' })
    const missing = await owner.mutate('webhooks.preview', { format: 'custom' })
    expect(missing.problem.errors).toMatchObject([{ field: 'template', code: 'required' }])
    const long = { format: 'custom', template: { body: `"${'x'.repeat(17_000)}"` } }
    expect((await owner.mutate('webhooks.preview', long)).problem.errors).toMatchObject([
      { code: 'too_long' },
    ])
    const several = await owner.mutate('webhooks.preview', {
      format: 'custom',
      event_type: 'client.exploded',
      message_template: 'x'.repeat(2001),
      show_full_personal_data: 'yes',
    })
    expect(several.problem.errors.map(({ field, code }: any) => `${field}:${code}`)).toEqual([
      'event_type:invalid_value',
      'message_template:too_long',
      'show_full_personal_data:invalid_type',
      'template:required',
    ])
  })
})

describe('webhooks.statistics', () => {
  it('counts attempts by hour, with their times; pings and what is older are left out', async () => {
    const webhook = await created()
    const row = (minutesAgo: number, status: string, durationMs: number, more = {}) =>
      attemptRow(api, webhook, {
        eventId: `evt_${minutesAgo}`,
        status,
        durationMs,
        createdAt: NOW - minutesAgo * MINUTE_MS,
        ...more,
      })
    for (let index = 1; index <= 19; index += 1) await row(index, 'SUCCEEDED', index)
    await row(20, 'FAILED', 9000)
    await row(61, 'FAILED', 100)
    await row(180, 'SUCCEEDED', 50)
    await row(181, 'SUCCEEDED', 50)
    await row(5, 'SUCCEEDED', 1, { trigger: 'TEST', eventType: 'ping' })
    await row(6, 'DISCARDED', 0)
    await attemptRow(api, await created(), { eventId: 'evt_other', createdAt: NOW - 1000 })
    const { body } = await owner.query('webhooks.statistics', { webhook_id: webhook.id, hours: 3 })
    expect(body).toEqual({
      since: instant(NOW - 3 * HOUR_MS),
      attempts: 22,
      succeeded: 20,
      failed: 2,
      success_rate: 20 / 22,
      p50_ms: 11,
      p95_ms: 100,
      waiting: 0,
      by_hour: [
        {
          from: instant(NOW - 3 * HOUR_MS),
          attempts: 1,
          succeeded: 1,
          failed: 0,
          success_rate: 1,
          p50_ms: 50,
          p95_ms: 50,
        },
        {
          from: instant(NOW - 2 * HOUR_MS),
          attempts: 1,
          succeeded: 0,
          failed: 1,
          success_rate: 0,
          p50_ms: 100,
          p95_ms: 100,
        },
        {
          from: instant(NOW - HOUR_MS),
          attempts: 20,
          succeeded: 19,
          failed: 1,
          success_rate: 0.95,
          p50_ms: 10,
          p95_ms: 19,
        },
      ],
    })
  })

  it('of a webhook that was sent nothing there is nothing to divide', async () => {
    const webhook = await created()
    const { body } = await owner.query('webhooks.statistics', { webhook_id: webhook.id })
    expect(body).toMatchObject({ attempts: 0, success_rate: null, p50_ms: null, p95_ms: null })
    expect(body.by_hour).toHaveLength(24)
    const { problem } = await owner.query('webhooks.statistics', {
      webhook_id: webhook.id,
      hours: 721,
    })
    expect(problem.code).toBe('validation_error')
  })
})

describe('webhooks.recover', () => {
  const recover = (webhook: { id: string }, more: object = {}) =>
    owner.mutate('webhooks.recover', {
      webhook_id: webhook.id,
      since: instant(NOW - HOUR_MS),
      ...more,
    })
  const statesOf = async (webhook: { id: string }) =>
    (await deliveryRows(api, webhook.id)).map(
      ({ run, state, trigger }) => `${run} ${state} ${trigger}`,
    )

  it('resends what failed and what was missed while it was off, and nothing else', async () => {
    const webhook = await created({ events: ['client.created'] })
    const [fine = '', bad = ''] = await writtenEvents(api, organization, 2)
    await fanOut(api.service, api.connection.pool, [fine])
    await laneOf(api, webhook.id)
    await fanOut(api.service, api.connection.pool, [bad])
    const key = organization.key
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: false } })
    const missed = await writtenEvents(api, organization, 3)
    expect((await recover(webhook)).problem.code).toBe('webhook_inactive')
    await api.call('PATCH', `/v1/webhooks/${webhook.id}`, { key, body: { active: true } })
    const [waits = ''] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [waits])

    const { body } = await recover(webhook)
    expect(body).toMatchObject({
      queued: 4,
      looked_at: 6,
      position: 6,
      last_position: 6,
      is_done: true,
    })
    const again = await recover(webhook)
    expect(again.body).toMatchObject({ queued: 0, is_done: true })

    const rows = await deliveryRows(api, webhook.id)
    const queued = rows.filter(({ trigger }) => trigger === 'REDELIVERY')
    expect(queued.map(({ eventId }) => eventId).toSorted()).toEqual([bad, ...missed].toSorted())
    expect(queued.every(({ maxAttempts, attempt }) => maxAttempts === 8 && attempt === 1)).toBe(
      true,
    )
    const arrived = endpoint.received.length
    for (let turn = 0; turn < 6; turn += 1) {
      api.setNow(NOW + turn * 1000)
      await laneOf(api, webhook.id)
    }
    const sent = endpoint.received.slice(arrived).map(({ headers }) => headers['webhook-id'])
    expect(sent.toSorted()).toEqual([waits, bad, ...missed].toSorted())
    expect((await recover(webhook)).body.queued).toBe(0)
  })

  it('is throttled: ten first attempts a second, after what was queued before', async () => {
    const webhook = await created()
    await writtenEvents(api, organization, 5)
    await recover(webhook)
    const due = async () =>
      (await deliveryRows(api, webhook.id))
        .map(({ nextAttemptAt }) => Number(nextAttemptAt) - NOW)
        .toSorted((a, b) => a - b)
    expect(await due()).toEqual([0, 100, 200, 300, 400])
    await writtenEvents(api, organization, 2)
    await recover(webhook)
    expect(await due()).toEqual([0, 100, 200, 300, 400, 500, 600])
  })

  it('matches events and filters, and does not go back behind since or the creation', async () => {
    await writtenEvents(api, organization, 1)
    const other = await created({ events: ['deposit.*'] })
    const webhook = await created()
    expect((await recover(webhook)).body).toMatchObject({ queued: 0, looked_at: 0 })
    await writtenEvents(api, organization, 1)
    expect((await recover(other)).body).toMatchObject({ queued: 0, looked_at: 1 })
    const later = { since: instant(NOW + 3 * HOUR_MS) }
    expect((await recover(webhook, later)).body).toMatchObject({ queued: 0, looked_at: 0 })
    expect((await recover(webhook)).body).toMatchObject({ queued: 1 })
  })

  it('an event that is fanned out at the same time is sent once', async () => {
    const webhook = await created()
    const events = await writtenEvents(api, organization, 10)
    await Promise.all([
      recover(webhook),
      fanOut(api.service, api.connection.pool, events),
      recover(webhook),
      fanOut(api.service, api.connection.pool, events),
    ])
    expect(await deliveryRows(api, webhook.id)).toHaveLength(10)
    expect(new Set((await statesOf(webhook)).map((state) => state.slice(0, 9)))).toEqual(
      new Set(['0 pending']),
    )
  })

  it('goes on page by page', async () => {
    const webhook = await created()
    await api.connection.pool.query(
      `INSERT INTO event (event_day, organization_id, sequence, id, type, livemode, created_at, payload, context)
       SELECT current_date, $1::int, n, 'evt_' || $1::int || '_' || n, 'client.created', true, clock_timestamp(), '{}', '{}'
       FROM generate_series(1, 1100) AS n`,
      [organization.row.id],
    )
    await api.connection.pool.query(
      'UPDATE event_feed SET last_position = 1100 WHERE organization_id = $1',
      [organization.row.id],
    )
    const seen: unknown[] = []
    let position = 0
    for (let isDone = false; !isDone;) {
      const { body } = await recover(webhook, { position })
      seen.push([body.queued, body.position, body.is_done])
      position = body.position
      isDone = body.is_done
    }
    expect(seen).toEqual([
      [500, 500, false],
      [500, 1000, false],
      [100, 1100, true],
    ])
    expect(await deliveryRows(api, webhook.id)).toHaveLength(1100)
  })

  it('400 validation_error: behind what is kept', async () => {
    const webhook = await created()
    const { problem } = await recover(webhook, { since: instant(NOW - 31 * 24 * HOUR_MS) })
    expect(problem.errors).toMatchObject([{ field: 'since', code: 'out_of_range' }])
  })
})
