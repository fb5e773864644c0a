import { formatInstant } from '@scheduling/availability'
import { fanOut } from '@scheduling/delivery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '../../support/booking.ts'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import {
  attemptRow,
  createdWebhook,
  laneOf,
  openEndpoint,
  resolveNames,
  STRANGE_IDS,
  writtenEvents,
  type Endpoint,
} from '../../support/webhooks.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

const api = useSharedApi({ now: NOW })
let organization: TestOrganization
let endpoint: Endpoint
/** Whole seconds: the clock of the test, near the database's. */
const DAY_MS = 86_400_000

beforeAll(async () => {
  endpoint = await openEndpoint()
  resolveNames(api)
})
afterAll(async () => {
  await endpoint.close()
})
beforeEach(async () => {
  api.setNow(NOW)
  endpoint.answer(200)
  organization = await api.organization({ timeZone: 'UTC' })
})

const created = (body: object = {}) =>
  createdWebhook(api, organization, { url: endpoint.url, ...body })
const list = (id: string, query = '', key = organization.key) =>
  api.call('GET', `/v1/webhooks/${id}/deliveries${query}`, { key })
const shown = async (id: string, status: string) =>
  (await list(id, `?status=${status}`)).body.data.map(
    (delivery: any) => `${delivery.event_id} ${delivery.attempt} ${delivery.status}`,
  )
const instant = (ms: number) => formatInstant(ms, 'UTC')

describe('GET /v1/webhooks/{webhook_id}/deliveries', () => {
  it('200: what waits, then the attempt under the same id, then the retry that waits', async () => {
    const webhook = await created()
    const [eventId] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [eventId ?? ''])
    const waiting = await list(webhook.id)
    expect(waiting.status).toBe(200)
    expect(waiting.body).toEqual({
      data: [
        {
          object: 'delivery',
          id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
          webhook_id: webhook.id,
          event_id: eventId,
          event_type: 'client.created',
          trigger: 'EVENT',
          attempt: 1,
          max_attempts: 8,
          status: 'PENDING',
          response_status: null,
          response_body: null,
          duration_ms: null,
          error_code: null,
          error_message: null,
          next_attempt_at: null,
          attempted_at: null,
          created_at: instant(NOW),
        },
      ],
      has_more: false,
      next_cursor: null,
      next: null,
    })

    endpoint.answer(500, 'boom')
    api.setNow(NOW + 5000)
    await laneOf(api, webhook.id)
    const { body } = await list(webhook.id)
    const [retry, failed] = body.data
    expect(body.data).toHaveLength(2)
    expect(failed).toEqual({
      ...waiting.body.data[0],
      status: 'FAILED',
      response_status: 500,
      response_body: 'boom',
      duration_ms: expect.any(Number),
      error_code: 'http_status',
      error_message: expect.any(String),
      next_attempt_at: expect.any(String),
      attempted_at: instant(NOW + 5000),
    })
    const waitMs = Date.parse(failed.next_attempt_at) - (NOW + 5000)
    expect(waitMs).toBeGreaterThanOrEqual(60_000)
    expect(waitMs).toBeLessThanOrEqual(66_000)
    expect(retry).toMatchObject({
      event_id: eventId,
      trigger: 'RETRY',
      attempt: 2,
      status: 'PENDING',
      created_at: instant(NOW + 5000),
    })
    expect(retry.id).not.toBe(failed.id)

    endpoint.answer(204)
    api.setNow(NOW + 80_000)
    await laneOf(api, webhook.id)
    const after = await list(webhook.id)
    expect(after.body.data).toMatchObject([
      { id: retry.id, status: 'SUCCEEDED', trigger: 'RETRY', response_status: 204 },
      { id: failed.id, status: 'FAILED' },
    ])
  })

  it('200: exactly 30 days, by when it was tried', async () => {
    const webhook = await created()
    const edge = NOW - 30 * DAY_MS
    await attemptRow(api, webhook, { eventId: 'evt_kept', attemptedAt: edge })
    await attemptRow(api, webhook, { eventId: 'evt_gone', attemptedAt: edge - 1000 })
    // It had waited for a day before it was tried.
    await attemptRow(api, webhook, {
      eventId: 'evt_waited',
      createdAt: edge - DAY_MS,
      attemptedAt: edge,
    })
    const { body } = await list(webhook.id)
    expect(body.data.map((one: any) => one.event_id)).toEqual(['evt_kept', 'evt_waited'])
  })

  it('200: statuses are alternatives, in every way of writing several', async () => {
    const webhook = await created()
    await attemptRow(api, webhook, { eventId: 'evt_a', status: 'SUCCEEDED', createdAt: NOW - 3000 })
    await attemptRow(api, webhook, { eventId: 'evt_b', status: 'FAILED', createdAt: NOW - 2000 })
    await attemptRow(api, webhook, { eventId: 'evt_c', status: 'DISCARDED', createdAt: NOW - 1000 })
    const [pending] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [pending ?? ''])
    expect(await shown(webhook.id, 'SUCCEEDED')).toEqual(['evt_a 1 SUCCEEDED'])
    expect(await shown(webhook.id, 'PENDING')).toEqual([`${pending} 1 PENDING`])
    const two = ['evt_c 1 DISCARDED', 'evt_b 1 FAILED']
    expect(await shown(webhook.id, 'FAILED,DISCARDED')).toEqual(two)
    expect(await shown(webhook.id, 'FAILED&status=DISCARDED')).toEqual(two)
    const listed = await list(webhook.id, '?status[]=FAILED&status[]=DISCARDED')
    expect(listed.body.data).toHaveLength(2)
  })

  it('200: UNDELIVERED is the latest attempt of each event that has not succeeded', async () => {
    const webhook = await created()
    const row = (eventId: string, status: string, minutes: number, more = {}) =>
      attemptRow(api, webhook, { eventId, status, createdAt: NOW - minutes * 60_000, ...more })
    await row('evt_ok', 'SUCCEEDED', 90)
    await row('evt_late', 'FAILED', 80)
    await row('evt_late', 'SUCCEEDED', 70, { attempt: 2 })
    await row('evt_bad', 'FAILED', 60)
    await row('evt_bad', 'FAILED', 50, { attempt: 2 })
    await row('evt_worse', 'SUCCEEDED', 45)
    await row('evt_worse', 'FAILED', 40, { run: 1, trigger: 'REDELIVERY' })
    await row('evt_off', 'DISCARDED', 30)
    await row('evt_ping', 'FAILED', 20, { eventType: 'ping', trigger: 'TEST' })
    const other = await created()
    await attemptRow(api, other, { eventId: 'evt_bad', status: 'SUCCEEDED', createdAt: NOW })
    const [waits] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [waits ?? ''])
    expect(await shown(webhook.id, 'UNDELIVERED')).toEqual([
      `${waits} 1 PENDING`,
      'evt_off 1 DISCARDED',
      'evt_worse 1 FAILED',
      'evt_bad 2 FAILED',
    ])
    expect(await shown(webhook.id, 'UNDELIVERED,SUCCEEDED')).toEqual([
      `${waits} 1 PENDING`,
      'evt_off 1 DISCARDED',
      'evt_worse 1 FAILED',
      'evt_worse 1 SUCCEEDED',
      'evt_bad 2 FAILED',
      'evt_late 2 SUCCEEDED',
      'evt_ok 1 SUCCEEDED',
    ])
  })

  it('200: of two runs within one millisecond the later decides', async () => {
    const webhook = await created()
    for (let index = 0; index < 8; index += 1) {
      const eventId = `evt_${index}`
      await attemptRow(api, webhook, { eventId, status: 'DISCARDED', createdAt: NOW })
      await attemptRow(api, webhook, { eventId, status: 'SUCCEEDED', createdAt: NOW, run: 1 })
    }
    expect(await shown(webhook.id, 'UNDELIVERED')).toEqual([])
  })

  it('200: a failed attempt whose retry waits is shown by the retry', async () => {
    const webhook = await created()
    const [eventId] = await writtenEvents(api, organization, 1)
    await fanOut(api.service, api.connection.pool, [eventId ?? ''])
    endpoint.answer(500)
    await laneOf(api, webhook.id)
    expect(await shown(webhook.id, 'UNDELIVERED')).toEqual([`${eventId} 2 PENDING`])
  })

  it('200: pages skip and repeat nothing while new ones come and waiting ones end', async () => {
    const webhook = await created()
    for (let index = 0; index < 5; index += 1) {
      await attemptRow(api, webhook, { eventId: `evt_${index}`, createdAt: NOW - 60_000 })
    }
    const seen: string[] = []
    let path: string | null = `/v1/webhooks/${webhook.id}/deliveries?limit=2&status=FAILED`
    while (path !== null) {
      const { body } = await api.call('GET', path, { key: organization.key })
      seen.push(...body.data.map((one: any) => one.event_id))
      await attemptRow(api, webhook, { eventId: 'evt_new', createdAt: NOW })
      path = body.next === null ? null : body.next.replace('http://api.test', '')
    }
    expect(seen.toSorted()).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4'])
  })

  it('200: pages go through what waits and what ended in one order', async () => {
    const webhook = await created()
    const expected: string[] = []
    for (const seconds of [10, 8, 6, 4, 2]) {
      api.setNow(NOW - seconds * 1000)
      expected.unshift(await attemptRow(api, webhook, { eventId: `evt_${seconds}` }))
      api.setNow(NOW - (seconds - 1) * 1000)
      await fanOut(api.service, api.connection.pool, await writtenEvents(api, organization, 1))
      const [waiting] = (await list(webhook.id, '?limit=1')).body.data
      expect(waiting.status).toBe('PENDING')
      expected.unshift(waiting.id)
    }
    for (const limit of [1, 3, 10]) {
      const seen: string[] = []
      let path: string | null = `/v1/webhooks/${webhook.id}/deliveries?limit=${limit}`
      while (path !== null) {
        const { body } = await api.call('GET', path, { key: organization.key })
        seen.push(...body.data.map((one: any) => one.id))
        path = body.next === null ? null : body.next.replace('http://api.test', '')
      }
      expect([limit, seen]).toEqual([limit, expected])
    }
  })

  it('200: a delivery that ends while it is listed is there once', async () => {
    const webhook = await created()
    const events = await writtenEvents(api, organization, 20)
    await fanOut(api.service, api.connection.pool, events)
    const working = (async () => {
      for (let turn = 0; turn < 20; turn += 1) await laneOf(api, webhook.id)
      return 'done'
    })()
    while ((await Promise.race([working, list(webhook.id, '?limit=200')])) !== 'done') {
      const { body } = await list(webhook.id, '?limit=200')
      const ids = body.data.map((one: any) => one.id)
      expect(new Set(ids).size).toBe(20)
      expect(ids).toHaveLength(20)
    }
    expect(await shown(webhook.id, 'SUCCEEDED&limit=200')).toHaveLength(20)
  })

  it('400 validation_error: statuses, limits and cursors that are none', async () => {
    const webhook = await created()
    const other = await created()
    for (const eventId of ['evt_a', 'evt_b']) {
      await attemptRow(api, webhook, { eventId })
      await attemptRow(api, other, { eventId })
    }
    const { body } = await list(webhook.id, '?limit=1')
    for (const [query, fault] of [
      ['?status=DONE', 'status:invalid_value'],
      ['?status=FAILED,failed', 'status:invalid_value'],
      ['?limit=0', 'limit:out_of_range'],
      ['?expand=event', 'expand:invalid_value'],
      [`?status=FAILED&cursor=${body.next_cursor}`, 'cursor:invalid_value'],
    ]) {
      const reply = await list(webhook.id, query)
      expect([query, reply.status, faults(reply)]).toEqual([query, 400, [fault]])
    }
    expect(faults(await list(other.id, `?cursor=${body.next_cursor}`))).toEqual([
      'cursor:invalid_value',
    ])
  })

  it('403 forbidden_scope: a key without webhooks:manage', async () => {
    const webhook = await created()
    const reply = await list(webhook.id, '', await organization.keyWith(['read', 'write']))
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const theirs = await created()
    const stranger = await api.organization()
    for (const id of [theirs.id, ...STRANGE_IDS]) {
      const reply = await list(id, '', stranger.key)
      expect([id, reply.status, reply.body.code]).toEqual([id, 404, 'not_found'])
    }
  })
})
