import { SCOPES } from '@scheduling/core'
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../support/api.ts'
import {
  fillPath,
  namedFor,
  readDocument,
  smallestBody,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import {
  idempotentRoutes,
  isReplay,
  kept,
  needsNoBody,
  succeedingOnce,
  together,
} from '../support/idempotency.ts'
import { createRecords } from '../support/records.ts'
import { resolveNames } from '../support/webhooks.ts'
import { fact } from '../support/worker.ts'

const HOUR_MS = 3_600_000

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
    for (const operation of routes.filter(needsNoBody)) {
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

  it.each([0, 1, 2])(
    '503 request_in_progress: while the first is worked on for longer than the others wait (%i)',
    async (third) => {
      // Each of them keeps a connection: not all at once.
      const some = routes.filter((_, index) => index % 3 === third)
      const { patience } = api.service
      expect(patience.keyMs).toBe(15_000)
      Object.assign(api.service, { patience: { ...patience, keyMs: 400 } })
      const all = await Promise.all(
        some.map(async (operation) => ({
          name: operation.name,
          key: randomUUID(),
          ...(await fixture(operation)),
        })),
      )
      const holder = await api.connection.pool.connect()
      try {
        // A repetition looks for its answer here, and waits.
        await holder.query('BEGIN; LOCK TABLE idempotency_receipt IN ACCESS EXCLUSIVE MODE')
        const firsts = all.map(({ send, key }) => send(key))
        await fact('every first request waits', async () => {
          const { rows } = await holder.query<{ waiting: number }>(
            `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'idempotency_receipt'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
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
    },
  )

  it('the key is free again 24 hours after the first request, by the clock of the application', async () => {
    for (const operation of routes.filter(({ name }) => !ONLY_ONCE.has(name))) {
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
      const secondKey = await organization.keyWith(SCOPES)
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

/** A name or a date is taken once it was given: the same request is refused the next time. */
const ONLY_ONCE: ReadonlySet<string> = new Set(['POST /v1/specialties', 'POST /v1/holidays'])

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
        const named = namedFor(operation.name, records)
        const body = smallestBody(document, operation, named)
        const sent = body === undefined ? undefined : { ...body, [randomUUID()]: 1 }
        const reply = await api.call(operation.method, fillPath(operation, named), {
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
    const begun = countTransactions()
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
function countTransactions(): () => number {
  const query = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const isBegin = ({ text }: { text?: string }): boolean => text?.startsWith('BEGIN') === true
  return () => query.mock.calls.filter(([config]) => isBegin(config as { text?: string })).length
}

function routeNamed(name: string): Operation {
  return routes.find((operation) => operation.name === name) ?? fail()
}

function fail(): never {
  throw new Error('The document lacks the route.')
}
