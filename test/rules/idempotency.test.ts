import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../support/api.ts'
import {
  fillPath,
  readDocument,
  smallestBody,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { createRecords } from '../support/records.ts'
import { resolveNames } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

const HOUR_MS = 3_600_000

let api: TestApi
let document: ApiDocument
/** Every route that takes the header, as the document says. */
let routes: readonly Operation[]

beforeAll(async () => {
  api = await startTestApi()
  resolveNames(api, { 'example.com': ['93.184.215.14'] })
  document = await readDocument(api.url)
  routes = document.operations.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  expect(routes.map(({ name }) => name).sort()).toEqual([
    'POST /v1/appointments',
    'POST /v1/appointments/{appointment_id}/cancel',
    'POST /v1/appointments/{appointment_id}/complete',
    'POST /v1/appointments/{appointment_id}/confirm',
    'POST /v1/appointments/{appointment_id}/no-show',
    'POST /v1/appointments/{appointment_id}/reschedule',
    'POST /v1/clients',
    'POST /v1/queue/entries',
    'POST /v1/webhooks',
    'POST /v1/webhooks/{webhook_id}/rotate-secret',
  ])
})

afterAll(() => api.close())

/** A request that succeeds once, in an organization of its own. */
async function fixture(operation: Operation) {
  const organization = await api.organization()
  const records = await createRecords(api, organization)
  const { id: organizationId } = organization.row
  const where = { organizationId }
  if (operation.name.endsWith('/complete')) {
    await api.db.appointment.updateMany({ where, data: { status: 'CONFIRMED' } })
  }
  const values = { ...records, phone: '11912345678' }
  if (operation.path === '/v1/queue/entries') {
    await api.db.queueEntry.updateMany({ where, data: { status: 'COMPLETED' } })
  }
  const path = fillPath(operation, values)
  const body = smallestBody(document, operation, values)
  const send = (
    idempotencyKey: string,
    sent: unknown = body,
    key: string = organization.key,
  ): Promise<Reply> =>
    api.call('POST', path, {
      key,
      headers: { 'Idempotency-Key': idempotencyKey },
      ...(sent === undefined ? {} : { body: sent }),
    })
  /** Everything that the request can have left behind. */
  const effects = async () => ({
    events: await api.db.event.count({ where }),
    clients: await api.db.client.findMany({ where }),
    appointments: await api.db.appointment.findMany({ where }),
    entries: await api.db.queueEntry.findMany({ where }),
    webhooks: await api.db.webhook.findMany({ where }),
  })
  return { organization, records, path, body: { ...body }, send, effects }
}

function isReplay(reply: Reply): boolean {
  return reply.headers.get('idempotent-replayed') === 'true'
}

/** What of an answer is kept. */
function kept({ status, text, headers }: Reply) {
  return { status, text, type: headers.get('content-type') }
}

/** Each in an organization of its own, so they don't meet. */
async function together(
  operations: readonly Operation[],
  work: (operation: Operation) => Promise<void>,
): Promise<void> {
  await Promise.all(operations.map(work))
}

const DIFFERENT = { 'no field of ours': 1 }

describe('every route that takes an Idempotency-Key', () => {
  it('2xx: a repetition gets the same bytes and status, marked as replayed, and does nothing', async () => {
    await together(routes, async (operation) => {
      const { send, effects } = await fixture(operation)
      const key = randomUUID()
      const first = await send(key)
      expect([operation.name, Math.floor(first.status / 100), first.text]).toEqual([
        operation.name,
        2,
        first.text,
      ])
      expect(first.headers.has('idempotent-replayed')).toBe(false)
      const after = await effects()
      for (let time = 0; time < 2; time += 1) {
        const again = await send(key)
        expect(kept(again), operation.name).toEqual(kept(first))
        expect(isReplay(again), operation.name).toBe(true)
        expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
      }
      expect(await effects(), operation.name).toEqual(after)
    })
  })

  it('409 duplicate_request: another body with the key, which leaves the kept answer alone', async () => {
    await together(routes, async (operation) => {
      const { send, body, effects } = await fixture(operation)
      const key = randomUUID()
      const first = await send(key)
      const after = await effects()
      const other = await send(key, { ...body, ...DIFFERENT })
      expect([operation.name, other.status, other.body.code]).toEqual([
        operation.name,
        409,
        'duplicate_request',
      ])
      expect(isReplay(other)).toBe(false)
      expect(await effects(), operation.name).toEqual(after)
      const again = await send(key)
      expect([operation.name, isReplay(again), kept(again)]).toEqual([
        operation.name,
        true,
        kept(first),
      ])
    })
  })

  it('the order of keys, white space and the way of writing a character make no other body', async () => {
    await together(routes, async (operation) => {
      const { send, body } = await fixture(operation)
      const full = { ...body, z: { b: [1, 2], a: 'é' }, a: 1 }
      const key = randomUUID()
      await send(key, full)
      const backwards = JSON.stringify(
        Object.fromEntries(Object.entries(full).toReversed()),
        null,
        4,
      )
        .replace('"b": [\n', '"b":[\n\t')
        .replace('é', String.raw`\u00e9`)
      const again = await send(key, backwards)
      expect([operation.name, again.status, isReplay(again)]).toEqual([
        operation.name,
        again.status,
        true,
      ])
      const reordered = { ...full, z: { b: [2, 1], a: 'é' } }
      expect((await send(key, reordered)).body.code, operation.name).toBe('duplicate_request')
    })
  })

  it('no body equals an empty object', async () => {
    for (const operation of routes.filter(({ path }) =>
      /(confirm|complete|cancel|no-show|rotate-secret)$/.test(path),
    )) {
      const { send } = await fixture(operation)
      const key = randomUUID()
      expect((await send(key, undefined)).status, operation.name).toBe(200)
      expect(isReplay(await send(key, {})), operation.name).toBe(true)
      expect(isReplay(await send(key, 'null')), operation.name).toBe(true)
    }
  })

  it('400: an empty key and one of 256 characters; one of 255 is taken', async () => {
    await together(routes, async (operation) => {
      const { send } = await fixture(operation)
      for (const [key, code] of [
        ['', 'too_short'],
        ['x'.repeat(256), 'too_long'],
      ] as const) {
        const reply = await send(key)
        expect([operation.name, reply.status, reply.body.errors[0]]).toMatchObject([
          operation.name,
          400,
          { field: 'Idempotency-Key', code },
        ])
      }
      expect((await send('x'.repeat(255))).status, operation.name).toBeLessThan(300)
      expect(isReplay(await send('x'.repeat(255))), operation.name).toBe(true)
    })
  })

  it('requests that come together with one key: one does it, the others wait and get its answer', async () => {
    await together(routes, async (operation) => {
      const { send, effects } = await fixture(operation)
      const alone = await fixture(operation)
      const key = randomUUID()
      const eventsBefore = (await effects()).events
      const replies = await Promise.all(Array.from({ length: 6 }, () => send(key)))
      expect(
        new Set(replies.map((reply) => JSON.stringify(kept(reply)))).size,
        operation.name,
      ).toBe(1)
      expect(replies.filter((reply) => !isReplay(reply)).length, operation.name).toBe(1)
      const aloneBefore = (await alone.effects()).events
      await alone.send(key)
      const [together, single] = [await effects(), await alone.effects()]
      expect(together.events - eventsBefore, operation.name).toBe(single.events - aloneBefore)
      for (const kind of ['clients', 'appointments', 'entries', 'webhooks'] as const) {
        expect(together[kind].length, operation.name).toBe(single[kind].length)
      }
    })
  })

  it('503 request_in_progress: while the first is worked on for longer than the others wait', async () => {
    const { patience } = api.service
    expect(patience.keyMs).toBe(15_000)
    Object.assign(api.service, { patience: { ...patience, keyMs: 400 } })
    const all = await Promise.all(
      routes.map(async (operation) => ({
        name: operation.name,
        key: randomUUID(),
        ...(await fixture(operation)),
      })),
    )
    const holder = await api.connection.pool.connect()
    try {
      // Whoever holds a key looks for its answer here, and waits.
      await holder.query('BEGIN; LOCK TABLE idempotency_receipt IN ACCESS EXCLUSIVE MODE')
      const firsts = all.map(({ send, key }) => send(key))
      await fact('every first request waits', async () => {
        const { rows } = await holder.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'idempotency_receipt'::regclass`,
        )
        return rows[0]?.waiting === all.length
      })
      const seconds = await Promise.all(all.map(({ send, key }) => send(key)))
      expect(
        seconds.map(({ status, body, headers }, index) => [
          all[index]?.name,
          status,
          body.code,
          headers.get('retry-after'),
        ]),
      ).toEqual(all.map(({ name }) => [name, 503, 'request_in_progress', '5']))
      await holder.query('COMMIT')
      for (const [index, first] of (await Promise.all(firsts)).entries()) {
        const { name, send, key } = all[index] ?? fail()
        expect([name, first.status < 300, isReplay(first)]).toEqual([name, true, false])
        const again = await send(key)
        expect([name, isReplay(again), kept(again)]).toEqual([name, true, kept(first)])
      }
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
      Object.assign(api.service, { patience })
    }
  })

  it('the key is free again 24 hours after the first request, by the clock of the application', async () => {
    for (const operation of routes) {
      const { send } = await fixture(operation)
      const key = randomUUID()
      try {
        await send(key)
        api.setNow(TEST_NOW + 24 * HOUR_MS - 1)
        expect(isReplay(await send(key)), operation.name).toBe(true)
        api.setNow(TEST_NOW + 24 * HOUR_MS)
        expect(isReplay(await send(key)), operation.name).toBe(false)
        expect(isReplay(await send(key)), operation.name).toBe(true)
      } finally {
        api.setNow(TEST_NOW)
      }
    }
  })

  it('the key belongs to the API key and the organization that sent it', async () => {
    await together(routes, async (operation) => {
      const { send, organization } = await fixture(operation)
      const other = await fixture(operation)
      const key = randomUUID()
      await send(key)
      const secondKey = await organization.keyWith(['read', 'write', 'webhooks:manage'])
      expect(isReplay(await send(key, undefined, secondKey)), operation.name).toBe(false)
      expect(isReplay(await other.send(key)), operation.name).toBe(false)
      expect(isReplay(await send(key)), operation.name).toBe(true)
    })
  })

  it('the key belongs to the path with its ids, query apart', async () => {
    const { records, organization } = await fixture(routes[0] ?? fail())
    const key = randomUUID()
    const post = (path: string) =>
      api.call('POST', path, { key: organization.key, headers: { 'Idempotency-Key': key } })
    const at = `/v1/appointments/${records.appointment_id}`
    expect((await post(`${at}/confirm`)).status).toBe(200)
    expect(isReplay(await post(`${at}/complete`))).toBe(false)
    expect(isReplay(await post(`/v1/appointments/2000000000/confirm`))).toBe(false)
    expect(isReplay(await post(`/v1/appointments/2000000001/confirm`))).toBe(false)
    expect(isReplay(await post(`${at}/confirm`))).toBe(true)
    expect(isReplay(await post(`${at}/confirm?expand=client`))).toBe(true)
  })
})

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
    const routesOfStatus = routes.filter(({ path }) => path.includes('{appointment_id}'))
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
            const scopes = ['read', 'write', 'webhooks:manage']
            await api.db.apiKey.update({ where: whereKey, data: { scopes } })
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

describe('routes that do not take the header', () => {
  it('ignore it: nothing is replayed, no body is a duplicate, no key too long', async () => {
    const organization = await api.organization()
    const records = await createRecords(api, organization, 'http://127.0.0.1:9/hook')
    const others = document.operations.filter(
      ({ takesIdempotencyKey, scope, method }) =>
        !takesIdempotencyKey && scope !== undefined && method !== 'DELETE',
    )
    await together(others, async (operation) => {
      for (const key of ['same', 'same', '', 'x'.repeat(300)]) {
        const body = smallestBody(document, operation, records)
        const sent = body === undefined ? undefined : { ...body, [randomUUID()]: 1 }
        const reply = await api.call(operation.method, fillPath(operation, records), {
          key: organization.key,
          headers: { 'Idempotency-Key': key },
          ...(sent === undefined ? {} : { body: sent }),
        })
        expect([operation.name, isReplay(reply), reply.body?.code === 'duplicate_request']).toEqual(
          [operation.name, false, false],
        )
        const fields = (reply.body?.errors ?? []).map((error: { field: string }) => error.field)
        expect(fields, operation.name).not.toContain('Idempotency-Key')
      }
    })
  })
})

describe('while the first request is still at work', () => {
  it('a repetition waits without a connection, and then gets its answer', async () => {
    const { send, organization } = await fixture(routeNamed('POST /v1/clients'))
    const key = randomUUID()
    const begun = countTransactions(api)
    const blocker = await api.connection.pool.connect()
    let replies: Promise<Reply[]>
    try {
      await blocker.query('BEGIN')
      await blocker.query('SELECT 1 FROM event_feed WHERE organization_id = $1 FOR UPDATE', [
        organization.row.id,
      ])
      replies = Promise.all(Array.from({ length: 40 }, () => send(key)))
      // Each of them has tried, and comes again and again.
      await fact('the repetitions', () => begun() >= 120)
      // 20 connections, 40 requests: another organization is served meanwhile.
      const other = await fixture(routeNamed('POST /v1/clients'))
      expect((await other.send(randomUUID())).status).toBe(201)
    } finally {
      await blocker.query('COMMIT')
      blocker.release()
    }
    const all = await replies
    expect(all.filter((reply) => !isReplay(reply)).length).toBe(1)
    expect(new Set(all.map((reply) => reply.text)).size).toBe(1)
  })
})

/** @returns how many transactions the API has begun since. Until the test ends. */
function countTransactions({ service }: TestApi): () => number {
  const { db } = service
  let begun = 0
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === '$transaction') begun += 1
      return Reflect.get(target, name, target)
    },
  })
  Object.assign(service, { db: counting })
  onTestFinished(() => void Object.assign(service, { db }))
  return () => begun
}

function routeNamed(name: string): Operation {
  return routes.find((operation) => operation.name === name) ?? fail()
}

function fail(): never {
  throw new Error('The document lacks the route.')
}
