/**
 * A connection to the database that breaks while a COMMIT is under way, on every route that changes something. `npm test`
 * breaks each route in one way, in another one every day.
 */
import { randomUUID } from 'node:crypto'
import { expireDeposits } from '@scheduling/core'
import { insertRow, tables, inTransaction, OutcomeUnknown } from '@scheduling/database'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../support/api.ts'
import { openClinic } from '../support/booking.ts'
import { oneChange } from '../support/changes.ts'
import { createDepositRow, eventsOf } from '../support/clinic.ts'
import { signIn } from '../support/dashboard.ts'
import { openDatabaseProxy, type Cut, type DatabaseProxy } from '../support/database-proxy.ts'
import { readDocument, type ApiDocument, type Operation } from '../support/document.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { oneOf, sample, triesAll } from '../support/sample.ts'

let proxy: DatabaseProxy
/** Its database is behind the proxy; `beside` looks at the same one directly. */
let api: TestApi
let beside: TestApi
let receiver: Receiver
let document: ApiDocument
let changes: readonly Operation[]

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  api = await startTestApi({ beside: { databaseUrl: proxy.url }, connect: { silenceMs: 5000 } })
  receiver = await openReceiver()
  document = await readDocument(api.url)
  // It saves nothing.
  changes = document.operations.filter(
    ({ method, path }) => method !== 'GET' && path !== '/v1/webhooks/preview',
  )
  expect(changes.length).toBeGreaterThan(18)
})
afterEach(() => proxy.cutAt(null))
afterAll(async () => {
  await receiver.close()
  await api.close()
  await proxy.close()
  await beside.close()
})

const COMMIT = /^COMMIT/
/** The server may have carried it out or never have heard of it, and the client may learn it in three ways. */
const WAYS = (['answered', 'unsent'] as const).flatMap((when) =>
  (['end', 'reset', 'shutdown'] as const).map((how) => ({ at: COMMIT, when, how }) satisfies Cut),
)

const prepared = (operation: Operation) =>
  oneChange({ through: api, beside }, document, operation, receiver.url)

function said(reply: Reply) {
  return [reply.status, reply.body.code, reply.headers.get('retry-after')]
}

const isReplay = (reply: Reply): boolean => reply.headers.get('idempotent-replayed') === 'true'

/** At once, so that each breaks; prepared one after the other, to be found without a break. */
async function cutWhile(cut: Cut, send: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const before = proxy.cuts
  proxy.cutAt(cut)
  const replies = await Promise.all(send.map((one) => one()))
  proxy.cutAt(null)
  expect(proxy.cuts - before).toBe(send.length)
  return replies
}

async function preparedAll(operations: readonly Operation[]) {
  const all = []
  for (const operation of operations) {
    const change = await prepared(operation)
    all.push({ ...change, operation, before: await change.state(), key: randomUUID() })
  }
  return all
}

const MOST_CALLED: ReadonlySet<string> = new Set(['POST /v1/clients', 'POST /v1/appointments'])

/** The ways that are tried on a route: the plainest of each kind, on those that are called most all; of them one a day. */
function waysOf({ name }: Operation): readonly Cut[] {
  const [plainest, ...others] = WAYS.filter(({ how }) => how === 'end' || MOST_CALLED.has(name))
  if (plainest === undefined) throw new Error('There is a way for each route.')
  return triesAll ? [plainest, ...others] : [oneOf(name, [plainest, ...others])]
}

function routesFor(cut: Cut, operations: readonly Operation[]): readonly Operation[] {
  return operations.filter((operation) => waysOf(operation).includes(cut))
}

describe.each(WAYS)('a connection that breaks under COMMIT: $when, $how', (cut) => {
  it('503 outcome_unknown: on every route that changes something, and what was saved is there', async () => {
    const all = await preparedAll(routesFor(cut, changes))
    const replies = await cutWhile(
      cut,
      all.map(
        ({ send }) =>
          () =>
            send(),
      ),
    )
    for (const [index, { operation, state, before }] of all.entries()) {
      const reply = replies[index] ?? fail()
      expect([operation.name, ...said(reply)]).toEqual([
        operation.name,
        503,
        'outcome_unknown',
        '5',
      ])
      expect(reply.body.detail).toContain('Check whether it was saved')
      const isSaved = (await state()) !== before
      expect([operation.name, isSaved]).toEqual([operation.name, cut.when === 'answered'])
    }
  })

  it('503 outcome_unknown: with an Idempotency-Key the same request again is carried out once', async () => {
    const idempotent = changes.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
    const all = await preparedAll(routesFor(cut, sample('keyed commits', idempotent, 6)))
    const replies = await cutWhile(
      cut,
      all.map(
        ({ send, key }) =>
          () =>
            send(key),
      ),
    )
    for (const [index, { operation, send, key, state, before }] of all.entries()) {
      const reply = replies[index] ?? fail()
      expect([operation.name, ...said(reply)]).toEqual([
        operation.name,
        503,
        'outcome_unknown',
        '5',
      ])
      expect(reply.body.detail).toContain('with the same Idempotency-Key again')
      const left = await state()
      const again = await send(key)
      const after = await state()
      const isSaved = cut.when === 'answered'
      expect([operation.name, again.status < 300, isReplay(again)]).toEqual([
        operation.name,
        true,
        isSaved,
      ])
      expect([operation.name, after === left, after === before]).toEqual([
        operation.name,
        isSaved,
        false,
      ])
      const third = await send(key)
      expect([isReplay(third), third.text]).toEqual([true, again.text])
      expect(await state(), operation.name).toBe(after)
    }
  })
})

describe('a connection that breaks under COMMIT', () => {
  it('is told in the log, with the request', async () => {
    const { send } = await prepared(routeNamed('POST /v1/clients'))
    api.logged.length = 0
    const [reply] = await cutWhile({ at: COMMIT, when: 'answered' }, [() => send()])
    expect(api.logged.filter(({ level }) => level === 'error')).toMatchObject([
      {
        fields: { request_id: reply?.headers.get('x-request-id'), route: 'POST /v1/clients' },
        message: 'it is not known whether a change was saved',
      },
    ])
  })

  it('503 outcome_unknown: when it does not break, but nothing is heard on it any more', async () => {
    const { send, state } = await prepared(routeNamed('POST /v1/clients'))
    const before = await state()
    const [reply] = await cutWhile({ at: COMMIT, when: 'answered', how: 'silence' }, [() => send()])
    expect(said(reply ?? fail())).toEqual([503, 'outcome_unknown', '5'])
    expect(await state()).not.toBe(before)
  })

  it('is found out by the event: its request_id is that of the answer', async () => {
    for (const when of ['answered', 'unsent'] as const) {
      const { send, organization } = await prepared(routeNamed('POST /v1/clients'))
      const [reply] = await cutWhile({ at: COMMIT, when }, [() => send()])
      const events = await api.call('GET', '/v1/events', { key: organization.key })
      const found = events.body.data.filter(
        (event: { context: { request_id: string } }) =>
          event.context.request_id === reply?.body.request_id,
      )
      expect(found).toHaveLength(when === 'answered' ? 1 : 0)
    }
  })

  it('503 outcome_unknown: through the dashboard', async () => {
    const clinic = await openClinic(beside)
    const owner = await signIn(api, clinic.organization)
    proxy.cutAt({ at: COMMIT, when: 'answered' })
    const reply = await owner.mutate('clients.create', {
      first_name: 'Ana',
      phone: '11955554444',
    })
    proxy.cutAt(null)
    expect([reply.status, reply.problem]).toMatchObject([
      503,
      { status: 503, code: 'outcome_unknown' },
    ])
    const where = { organizationId: clinic.organization.row.id, firstName: 'Ana', lastName: null }
    expect(await beside.db.client.count({ where })).toBe(1)
  })

  it.each(['answered', 'unsent'] as const)(
    'leaves a timer to be run again, which does it once: %s',
    async (when) => {
      const clinic = await openClinic(beside)
      const booked = await clinic.book()
      const deposit = await createDepositRow(beside.db, clinic.organization.row, {
        appointment: { id: booked.body.id, clientId: clinic.client.id },
        expiresAt: new Date(TEST_NOW - 60_000).toISOString(),
      })
      api.logged.length = 0
      proxy.cutAt({ at: COMMIT, when })
      expect(await expireDeposits(api.service)).toBe(0)
      proxy.cutAt(null)
      expect(api.logged).toMatchObject([
        { fields: { err: expect.any(OutcomeUnknown) }, message: 'a deposit timer failed' },
      ])
      expect(await expireDeposits(api.service)).toBe(when === 'answered' ? 0 : 1)
      expect(
        (await beside.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })).status,
      ).toBe('EXPIRED')
      const events = await eventsOf(beside.db, clinic.organization.row)
      expect(events.filter(({ type }) => type === 'deposit.expired')).toHaveLength(1)
    },
  )
})

describe('a connection that breaks before COMMIT', () => {
  const EARLIER: readonly Cut[] = [
    { at: /^BEGIN/, when: 'answered' },
    { at: /pg_current_xact_id/, when: 'answered' },
    { at: /INSERT INTO client/, when: 'unsent' },
    { at: /INSERT INTO client/, when: 'answered', how: 'reset' },
    { at: /event_feed/, when: 'answered', how: 'shutdown' },
  ]
  it.each(EARLIER)('503 service_unavailable: nothing was saved, $at $when', async (cut) => {
    const { send, state } = await prepared(routeNamed('POST /v1/clients'))
    const before = await state()
    const [reply] = await cutWhile(cut, [() => send()])
    expect(said(reply ?? fail())).toEqual([503, 'service_unavailable', '5'])
    expect(reply?.body.detail).toContain('Nothing was saved')
    expect(await state()).toBe(before)
    expect((await send()).status).toBe(201)
  })

  it('leaves nothing open either when it broke while the transaction was idle: COMMIT was never sent', async () => {
    const { organization } = await prepared(routeNamed('POST /v1/clients'))
    const { promise: acquired, resolve } = Promise.withResolvers<PoolClient>()
    api.connection.pool.once('acquire', resolve)
    const work = inTransaction(api.db, api.service.patience, async (tx) => {
      await insertRow(tx, tables.client, {
        organizationId: organization.row.id,
        firstName: 'Caio',
        searchText: '',
      })
      const client = await acquired
      const broken = new Promise((resolve) => client.once('end', resolve))
      await proxy.away()
      await proxy.back()
      await broken
    })
    // Nothing more was said on it, so nothing can have been committed.
    await expect(work).rejects.toThrow('is not queryable')
    const where = { organizationId: organization.row.id, firstName: 'Caio' }
    expect(await beside.db.client.count({ where })).toBe(0)
  })
})

function routeNamed(name: string): Operation {
  return changes.find((operation) => operation.name === name) ?? fail()
}

function fail(): never {
  throw new Error('There should be one.')
}
