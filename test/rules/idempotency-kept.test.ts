/** Which answers are kept for their key, how, and which leave it free. */
import { SCOPES } from '@scheduling/core'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi } from '../support/api.ts'
import { readDocument, type ApiDocument, type Operation } from '../support/document.ts'
import {
  idempotentRoutes,
  isReplay,
  kept,
  succeedingOnce,
  together,
} from '../support/idempotency.ts'
import { resolveNames } from '../support/webhooks.ts'

let api: TestApi
let document: ApiDocument
/** Every route that takes the header. */
let routes: readonly Operation[]

beforeAll(async () => {
  api = await startTestApi()
  resolveNames(api, { 'example.com': ['93.184.215.14'] })
  document = await readDocument(api.url)
  routes = idempotentRoutes(document)
})

afterAll(() => api.close())

const fixture = (operation: Operation) => succeedingOnce(api, document, operation)

describe('refusals that would come again are kept', () => {
  it('404 not_found: on every route with an id', async () => {
    await together(
      routes.filter(({ path }) => path.includes('{')),
      async (operation) => {
        const { organization, body } = await fixture(operation)
        const headers = { 'Idempotency-Key': randomUUID() }
        const path = operation.path.replaceAll(/\{\w+\}/g, '2000000000')
        const call = { key: organization.key, headers, body }
        const first = await api.call('POST', path, call)
        const again = await api.call('POST', path, call)
        expect([operation.name, first.status, isReplay(first)]).toEqual([
          operation.name,
          404,
          false,
        ])
        expect([isReplay(again), kept(again)]).toEqual([true, kept(first)])
      },
    )
  })

  it('409: a replay says what was said then, though it would succeed now', async () => {
    // An invoice is marked in every status.
    const routesOfStatus = routes.filter(
      ({ path }) => path.includes('{appointment_id}') && !path.endsWith('/invoice'),
    )
    await together(routesOfStatus, async (operation) => {
      const { send, organization } = await fixture(operation)
      const set = (status: 'CANCELLED_CLIENT' | 'PENDING' | 'CONFIRMED') =>
        api.db.appointment.updateMany({
          where: { organizationId: organization.row.id },
          data: { status },
        })
      await set('CANCELLED_CLIENT')
      const key = randomUUID()
      const first = await send(key)
      expect([operation.name, first.body.code]).toEqual([
        operation.name,
        'appointment_not_editable',
      ])
      await set(operation.path.endsWith('complete') ? 'CONFIRMED' : 'PENDING')
      const again = await send(key)
      expect([operation.name, isReplay(again), kept(again)]).toEqual([
        operation.name,
        true,
        kept(first),
      ])
      expect((await send(randomUUID())).status, operation.name).toBe(200)
    })
  })

  it('422 client_identifier_required', async () => {
    const { send, effects } = await fixture(routeNamed('POST /v1/clients'))
    const key = randomUUID()
    const before = await effects()
    const first = await send(key, { first_name: 'Ana' })
    const again = await send(key, { first_name: 'Ana' })
    expect([first.status, isReplay(first), isReplay(again), kept(again)]).toEqual([
      422,
      false,
      true,
      kept(first),
    ])
    expect(await effects()).toEqual(before)
  })

  it('403 of a rule: forbidden_overbook', async () => {
    const { send, records, organization } = await fixture(routeNamed('POST /v1/appointments'))
    const where = { id: organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff: ['overbooking'] } })
    const appointment = await api.db.appointment.findUniqueOrThrow({
      where: { id: records.appointment_id },
    })
    const body = {
      service_ids: records.service_ids,
      client_id: records.client_id,
      professional_id: records.professional_id,
      start: new Date(appointment.startsAt.getTime() + 15 * 60_000).toISOString(),
      allow_overbook: true,
    }
    const key = randomUUID()
    const first = await send(key, body)
    expect(first.body.code).toBe('forbidden_overbook')
    await api.db.organization.update({ where, data: { switchedOff: [] } })
    const again = await send(key, body)
    expect([isReplay(again), kept(again)]).toEqual([true, kept(first)])
    expect((await send(randomUUID(), body)).status).toBe(201)
  })
})

describe('other refusals leave the key free', () => {
  it('400, 401, 403 forbidden_scope, 403 of the plan, 405 and 503', async () => {
    await together(routes, async (operation) => {
      const { send, organization, path, body } = await fixture(operation)
      const idempotencyKey = randomUUID()
      const where = { id: organization.row.id }
      const hash = api.service.crypto.hmac('api-key', organization.key)
      const whereKey = { keyHash: new Uint8Array(hash) }
      const headers = { 'Idempotency-Key': idempotencyKey }
      const refusals: [number, () => Promise<Reply>][] = [
        [400, () => send(idempotencyKey, '{"broken')],
        [400, () => send(idempotencyKey, [])],
        [401, () => send(idempotencyKey, body, 'wrong')],
        [405, () => api.call('PUT', path, { key: organization.key, headers, body })],
        [
          403,
          async () => {
            await api.db.apiKey.update({ where: whereKey, data: { scopes: ['read'] } })
            const reply = await send(idempotencyKey)
            await api.db.apiKey.update({ where: whereKey, data: { scopes: [...SCOPES] } })
            return reply
          },
        ],
        [
          403,
          async () => {
            await api.db.organization.update({ where, data: { switchedOff: ['api'] } })
            const reply = await send(idempotencyKey)
            await api.db.organization.update({ where, data: { switchedOff: [] } })
            return reply
          },
        ],
        [
          503,
          async () => {
            await api.db.organization.update({ where, data: { apiDisabled: true } })
            const reply = await send(idempotencyKey)
            await api.db.organization.update({ where, data: { apiDisabled: false } })
            return reply
          },
        ],
      ]
      for (const [status, refuse] of refusals) {
        const refused = await refuse()
        expect([operation.name, refused.status]).toEqual([operation.name, status])
      }
      const good = await send(idempotencyKey)
      expect([operation.name, isReplay(good), good.status < 300]).toEqual([
        operation.name,
        false,
        true,
      ])
    })
  })

  it('400 of a reference, which may exist later', async () => {
    const { send, body } = await fixture(routeNamed('POST /v1/appointments'))
    const key = randomUUID()
    expect((await send(key, { ...body, client_id: 2_000_000_000 })).status).toBe(400)
    expect((await send(key)).status).toBe(201)
  })

  it('429: a request that was refused for its rate', async () => {
    const strict = await startTestApi({ beside: api, limitsScale: 0.1 })
    try {
      const { organization, path, body, send } = await fixture(routeNamed('POST /v1/clients'))
      const key = randomUUID()
      const call = { key: organization.key, headers: { 'Idempotency-Key': key }, body }
      const only = await strict.call('GET', '/v1/me', { key: organization.key })
      expect(only.status).toBe(200)
      expect((await strict.call('POST', path, call)).status).toBe(429)
      const good = await send(key)
      expect([good.status, isReplay(good)]).toEqual([201, false])
    } finally {
      await strict.close()
    }
  })

  it('500: a fault of ours in the middle of the work leaves nothing behind', async () => {
    const rename = (from: string, to: string) =>
      api.connection.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`)
    const { send, effects } = await fixture(routeNamed('POST /v1/clients'))
    const key = randomUUID()
    const before = await effects()
    await rename('event_feed', 'event_feed_away')
    try {
      expect((await send(key)).status).toBe(500)
    } finally {
      await rename('event_feed_away', 'event_feed')
    }
    expect(await effects()).toEqual(before)
    const good = await send(key)
    expect([good.status, isReplay(good)]).toEqual([201, false])
  })
})

describe('what is kept', () => {
  it('is encrypted: no text of the request or the answer stands in the row', async () => {
    const { send } = await fixture(routeNamed('POST /v1/clients'))
    const key = `order-${randomUUID()}`
    const before = await api.db.idempotencyRecord.count()
    await send(key, {
      first_name: 'Quitéria',
      phone: '11955554444',
      metadata: { crm: 'segredo-77' },
    })
    const rows = await api.db.$queryRaw<{ row: string }[]>`
      SELECT t::text || encode(t.id, 'escape') || encode(t.request_hash, 'escape') || encode(t.body, 'escape') AS row
      FROM idempotency_receipt t ORDER BY created_at`
    expect(rows.length).toBe(before + 1)
    for (const { row } of rows) {
      for (const text of ['Quit', '5554444', 'segredo', 'first_name', 'client', key]) {
        expect(row.includes(text), text).toBe(false)
        expect(row.includes(Buffer.from(text).toString('hex')), text).toBe(false)
      }
    }
  })

  it('cannot be read as the answer to another key: the row is bound to its own', async () => {
    const { send } = await fixture(routeNamed('POST /v1/clients'))
    const [one, two] = [randomUUID(), randomUUID()]
    const ids = async () => (await api.db.idempotencyRecord.findMany()).map(({ id }) => id)
    const before = new Set((await ids()).map(String))
    await send(one)
    await send(two, { first_name: 'Rui', phone: '11955553333' })
    const [older, newer] = (await api.db.idempotencyRecord.findMany()).filter(
      ({ id }) => !before.has(String(id)),
    )
    if (older === undefined || newer === undefined) throw new Error('Two answers are kept.')
    await api.db.idempotencyRecord.update({ where: { id: newer.id }, data: { body: older.body } })
    await api.db.idempotencyRecord.update({ where: { id: older.id }, data: { body: newer.body } })
    expect((await send(one)).status).toBe(500)
    await api.db.idempotencyRecord.deleteMany({ where: { id: { in: [older.id, newer.id] } } })
  })
})

function routeNamed(name: string): Operation {
  return routes.find((operation) => operation.name === name) ?? fail()
}

function fail(): never {
  throw new Error('The document lacks the route.')
}
