/**
 * A database that is away, in every way in which it can be, on every route. `npm test` tries some of the ways, others
 * every day.
 */
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startTestApi,
  type Call,
  type Reply,
  type TestApi,
  type TestOrganization,
} from '../support/api.ts'
import { openBrowser, signIn, type Dashboard } from '../support/dashboard.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import {
  acceptedRequest,
  readDocument,
  type ApiDocument,
  type Operation,
} from '../support/document.ts'
import { databaseName } from '../support/database.ts'
import { createRecords, type Records } from '../support/records.ts'
import { sample } from '../support/sample.ts'
import { STATEMENT_BUDGET } from '../support/statement-budget.ts'

let proxy: DatabaseProxy
let api: TestApi
let beside: TestApi
let document: ApiDocument
let organization: TestOrganization
let records: Records
let owner: Dashboard

beforeAll(async () => {
  beside = await startTestApi()
  proxy = await openDatabaseProxy(beside.databaseUrl)
  api = await startTestApi({
    beside: { databaseUrl: proxy.url },
    connect: { connections: 4, connectionWaitMs: 2000, silenceMs: 2000 },
  })
  document = await readDocument(api.url)
  organization = await beside.organization({ livemode: false })
  records = await createRecords(beside, organization)
  owner = await signIn(api, organization)
})
afterAll(async () => {
  await api.close()
  await proxy.close()
  await beside.close()
})

/** How the database goes away; and comes back, when it does not by itself. */
type Outage = {
  readonly begin: () => Promise<void> | void
  readonly end: () => Promise<void> | void
  /** Left out: it meets every route. */
  readonly meets?: (operation: Operation) => boolean
}

/** What is open breaks, so that each request needs a connection again. */
const breakAll = async (): Promise<void> => {
  await proxy.away()
  await proxy.back()
}
const refusing = (sqlState: string): Outage => ({
  async begin() {
    proxy.refuse(sqlState)
    await breakAll()
  },
  end: () => proxy.refuse(null),
})
let held: PoolClient[] = []

const OUTAGES: Readonly<Record<string, Outage>> = {
  'is down (connection refused)': { begin: () => proxy.away(), end: () => proxy.back() },
  'starts up or recovers (57P03)': refusing('57P03'),
  'is being stopped (57P01)': refusing('57P01'),
  'has no connection left (53300)': refusing('53300'),
  'refuses the password (28P01)': refusing('28P01'),
  'breaks each connection under its statement': {
    // Those that find the key and the switch go through: it is the route's own statement that breaks.
    begin: () =>
      proxy.cutAt({ at: /^(?!.*(?:FROM api_key|"operator_switch")).*\w/s, when: 'unsent' }),
    end: () => proxy.cutAt(null),
    meets: ({ name }) => STATEMENT_BUDGET[name]?.statements !== 0,
  },
  'is stopped under each statement': {
    begin: () => proxy.cutAt({ at: /./s, when: 'unsent', how: 'shutdown' }),
    end: () => proxy.cutAt(null),
  },
  'says nothing any more': { begin: () => proxy.silent(true), end: () => proxy.silent(false) },
  'takes no writes, as a standby does': {
    async begin() {
      await setReadOnly('on')
      await breakAll()
    },
    end: () => setReadOnly('off'),
  },
  'has all its connections in use': {
    async begin() {
      held = await Promise.all([1, 2, 3, 4].map(() => api.connection.pool.connect()))
    },
    end() {
      for (const client of held) client.release()
      held = []
    },
  },
}

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const database = databaseName(beside.databaseUrl)
  await beside.connection.pool.query(
    `ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`,
  )
}

function send(operation: Operation, headers: Call['headers'] = {}): Promise<Reply> {
  const { path, sent } = acceptedRequest(document, operation, records)
  return api.call(operation.method, path, { key: organization.key, headers, ...sent })
}

const state = async (): Promise<string> => {
  const where = { organizationId: organization.row.id }
  return JSON.stringify([
    await beside.db.event.count({ where }),
    await beside.db.client.findMany({ where }),
    await beside.db.appointment.findMany({ where }),
    await beside.db.queueEntry.findMany({ where }),
    await beside.db.webhook.findMany({ where }),
    await beside.db.deliveryAttempt.count({ where }),
  ])
}

const readiness = async (): Promise<unknown> => {
  const response = await fetch(`${api.url}/readyz`)
  return [response.status, await response.json()]
}

/** What it said last holds for a second: the next outage must not be told of by it. */
const isReadyAgain = (): Promise<void> =>
  vi.waitFor(async () => expect(await readiness()).toMatchObject([200, { status: 'ready' }]), {
    timeout: 10_000,
    interval: 100,
  })

const always = (): boolean => true

describe.each(sample('outages', Object.entries(OUTAGES), 3))(
  'a database that %s',
  (_, { begin, end, meets = always }) => {
    let before = ''
    beforeAll(async () => {
      before = await state()
      api.logged.length = 0
      await begin()
    })
    afterAll(async () => {
      await end()
      await isReadyAgain()
    })

    it('503 service_unavailable: on every route, with Retry-After, and nothing is saved', async () => {
      const operations = document.operations.filter(
        (operation) => operation.scope !== undefined && meets(operation),
      )
      expect(operations.length).toBeGreaterThan(38)
      const replies = await Promise.all(
        operations.map(async (operation) => {
          const { status, body, headers } = await send(operation)
          return [operation.name, status, body.code, headers.get('retry-after')]
        }),
      )
      expect(replies).toEqual(operations.map(({ name }) => [name, 503, 'service_unavailable', '5']))
      expect(await state()).toBe(before)
    })

    it('503 service_unavailable: through the dashboard', async () => {
      const replies = await Promise.all([
        owner.query('clients.list'),
        owner.mutate('clients.create', { first_name: 'Ana', phone: '11955554444' }),
      ])
      for (const reply of replies) {
        expect([reply.status, reply.problem]).toMatchObject([
          503,
          { code: 'service_unavailable', status: 503 },
        ])
      }
      expect(await state()).toBe(before)
    })

    it('is told in the log now and then, not with each request', async () => {
      const told = api.logged.filter(({ level }) => level === 'error')
      expect(told.length).toBeLessThan(5)
      for (const { message } of told)
        expect(message).toBe('a request was refused: the database is unavailable')
    })

    it('keeps neither the documents nor the liveness from being read', async () => {
      for (const path of ['/v1/openapi.json', '/docs', '/healthz']) {
        expect((await fetch(`${api.url}${path}`)).status, path).toBe(200)
      }
      await expect
        .poll(readiness, { timeout: 10_000 })
        .toMatchObject([503, { status: 'not ready' }])
    })
  },
)

describe('a database that is away', () => {
  it('503 service_unavailable: where the key is looked up, when the connection breaks under it', async () => {
    proxy.cutAt({ at: /FROM api_key/, when: 'unsent', how: 'reset' })
    const reply = await api.call('GET', '/v1/me', { key: organization.key })
    proxy.cutAt(null)
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '5',
    ])
  })

  it('503 service_unavailable: for who signs in, or out, with Retry-After', async () => {
    const credentials = { email: 'dona@example.com', password: 'not hers' }
    await proxy.away()
    const replies = await Promise.all([
      openBrowser(api).mutate('account.signIn', credentials),
      owner.mutate('account.signIn', credentials),
      owner.mutate('account.signOut'),
    ])
    await proxy.back()
    const { cuts } = proxy
    proxy.cutAt({ at: /^DELETE .*user_session/s, when: 'unsent' })
    replies.push(await owner.mutate('account.signOut'))
    proxy.cutAt(null)
    expect(proxy.cuts).toBe(cuts + 1)
    for (const { status, headers, code, problem } of replies) {
      expect([status, headers.get('retry-after'), code, problem.code]).toEqual([
        503,
        '5',
        'SERVICE_UNAVAILABLE',
        'service_unavailable',
      ])
    }
  })

  it('is answered as before once it is back, on every route', async () => {
    const reads = document.operations.filter(
      ({ method, scope }) => method === 'GET' && scope !== undefined,
    )
    for (const operation of reads) {
      // To look at an answer for the first time can take longer than an idle connection is kept.
      const { status } = await send(operation, { connection: 'close' })
      expect([operation.name, status]).toEqual([operation.name, 200])
    }
    await isReadyAgain()
  })
})
