import { createRateLimits } from '@scheduling/api'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestApi,
  TEST_NOW,
  type TestApi,
  type TestOrganization,
  useSharedApi,
} from '../../support/api.ts'
import { cookieOf, problemOf, SESSION_COOKIE, signIn } from '../../support/dashboard.ts'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

/** A request as it stands, with no cookies but those in its headers. */
const send = (path: string, init: RequestInit = {}) => fetch(`${api.url}/trpc/${path}`, init)

/** What `fetch` refuses to send. */
function raw(method: string, path: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${api.url}${path}`, { method }, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('end', () => {
        const headers = new Headers(
          Object.entries(incoming.headers).map(([n, v]) => [n, String(v)]),
        )
        resolve(new Response(Buffer.concat(pieces), { status: incoming.statusCode ?? 0, headers }))
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

describe('any request', () => {
  it('is named by its id, also where no call of it is ever looked at', async () => {
    const many = Array.from({ length: 21 }, () => 'clients.list').join(',')
    for (const path of [
      `${many}?batch=1`,
      'nothing.here',
      'clients.list',
      'clients.list?input={',
      '%E0%A4%A',
    ]) {
      const response = await send(path)
      const text = await response.text()
      const id = response.headers.get('x-request-id')
      expect(text, path).toContain(`"request_id":"${id}"`)
      expect(response.status).toBeGreaterThanOrEqual(400)
    }
  })

  it.each([
    ['text/plain', '{"email":"a@example.com","password":"x"}', 'invalid_type'],
    ['application/x-www-form-urlencoded', 'email=a&password=x', 'invalid_type'],
    ['application/json', `{"email":"${'a'.repeat(300_000)}","password":"x"}`, 'too_long'],
  ])('400: a body of %s that it cannot take, before anyone is known', async (type, body, code) => {
    const reply = await send('account.signIn', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(reply.status).toBe(400)
    expect(await problemOf(reply)).toMatchObject({
      code: 'validation_error',
      errors: [{ field: 'body', code }],
      request_id: reply.headers.get('x-request-id'),
    })
  })

  it('405: with a method that no client of tRPC uses', async () => {
    const logged = api.logged.length
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE']) {
      const response = await raw(method, '/trpc/clients.list')
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET, POST'])
      expect(await problemOf(response)).toMatchObject({
        code: 'method_not_allowed',
        request_id: response.headers.get('x-request-id'),
      })
    }
    expect(api.logged.slice(logged).filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([
    ['clients.create', 'GET'],
    ['clients.list', 'POST'],
  ])('405: for %s with %s', async (name, method) => {
    const { cookies } = await signIn(api, organization)
    const body = method === 'POST' ? '{}' : null
    const headers = { cookie: cookieOf({ cookies }), 'content-type': 'application/json' }
    const response = await send(name, { method, headers, body })
    expect([response.status, (await problemOf(response)).code]).toEqual([405, 'method_not_allowed'])
  })

  it('400: for streamed answers, in whichever header they are asked for', async () => {
    const { cookies } = await signIn(api, organization)
    const cookie = cookieOf({ cookies })
    for (const wish of [
      { 'trpc-accept': 'application/jsonl' },
      { accept: 'application/json, application/jsonl' },
    ]) {
      const response = await send('clients.list,services.list?batch=1&input={"0":{},"1":{}}', {
        headers: { cookie, ...wish },
      })
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await problemOf(response)).toMatchObject({
        code: 'validation_error',
        errors: [{ field: 'trpc-accept', code: 'invalid_value' }],
        request_id: response.headers.get('x-request-id'),
      })
    }
    const plain = await send('clients.list,services.list?batch=1&input={"0":{},"1":{}}', {
      headers: { cookie, accept: 'application/json' },
    })
    expect(plain.status).toBe(200)
  })

  it('401: with whatever cookies someone made up, without asking the database about them', async () => {
    const { pool } = api.connection
    await pool.query('ALTER TABLE user_session RENAME TO user_session_away')
    try {
      for (const cookie of [
        `${SESSION_COOKIE}=${'a'.repeat(12_000)}`,
        `${Array.from({ length: 1800 }, (_, index) => `${index}=`).join('; ')}; ${SESSION_COOKIE}=x`,
        ';'.repeat(12_000),
        `${SESSION_COOKIE}=; ${SESSION_COOKIE}==`,
        `${SESSION_COOKIE}="${'a'.repeat(43)}"`,
        `X${SESSION_COOKIE}=${'a'.repeat(43)}`,
        `${SESSION_COOKIE}=${randomBytes(32).toString('base64url')}`,
      ]) {
        const response = await send('clients.list?input={}', { headers: { cookie } })
        expect([response.status, (await problemOf(response)).code], cookie.slice(0, 60)).toEqual([
          401,
          'unauthorized',
        ])
      }
    } finally {
      await pool.query('ALTER TABLE user_session_away RENAME TO user_session')
    }
  })

  it('500: while the database cannot be asked who calls, as every other failure', async () => {
    const rename = (from: string, to: string) =>
      api.connection.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`)
    const cookie = cookieOf(await signIn(api, organization))
    await rename('user_session', 'user_session_away')
    const response = await send('clients.list?input={}', { headers: { cookie } }).finally(() =>
      rename('user_session_away', 'user_session'),
    )
    const reply: any = await response.json()
    expect([response.status, reply.error.data.problem.code]).toEqual([500, 'internal_error'])
    expect(reply.error.data.problem.request_id).toBe(response.headers.get('x-request-id'))
    expect(JSON.stringify(reply)).not.toMatch(/user_session|prisma|relation/i)
    const logged = api.logged.filter(({ level }) => level === 'error')
    expect(logged.map(({ fields }) => Reflect.get(fields, 'request_id'))).toEqual([
      response.headers.get('x-request-id'),
    ])
  })
})

describe('the limits of sessions', () => {
  let strict: TestApi
  let clock = TEST_NOW
  beforeAll(async () => {
    const limits = () => createRateLimits({ scale: 1, now: () => clock })
    strict = await startTestApi({ limits, beside: api })
  })
  afterAll(() => strict.close())

  const list = (cookie: string, calls = 1) => {
    const names = Array.from({ length: calls }, () => 'clients.list').join(',')
    const inputs = Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, {}]))
    const query = new URLSearchParams({ batch: '1', input: JSON.stringify(inputs) })
    return fetch(`${strict.url}/trpc/${names}?${query}`, { headers: { cookie } })
  }

  it('429: a user beyond 50 calls in a second, in windows that integrations do not share', async () => {
    const team = await api.organization()
    const owner = cookieOf(await signIn(api, team))
    const other = cookieOf(await signIn(api, team, 'manager'))
    const replies = await Promise.all(Array.from({ length: 60 }, () => list(owner)))
    const allowed = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 429)
    expect([allowed.length, refused.length]).toEqual([50, 10])
    expect(allowed[0]?.headers.get('x-ratelimit-limit')).toBe('600')
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1')
      expect(response.headers.get('x-ratelimit-limit')).toBe('50')
      expect(await problemOf(response)).toMatchObject({
        code: 'rate_limited',
        detail:
          'The limit of 50 requests per second for this user was exceeded. Try again in 1 second.',
        request_id: response.headers.get('x-request-id'),
      })
    }
    expect((await list(other)).status).toBe(200)
    const me = await strict.call('GET', '/v1/me', { key: team.key })
    expect(me.headers.get('x-ratelimit-remaining')).toBe('119')
  })

  it('429: each call of a batch counts, and a batch is refused as a whole', async () => {
    const team = await api.organization()
    const cookie = cookieOf(await signIn(api, team))
    const statuses = []
    for (const calls of [20, 20, 11, 10, 1]) statuses.push((await list(cookie, calls)).status)
    expect(statuses).toEqual([200, 200, 429, 200, 429])
    const other = cookieOf(await signIn(api, team))
    const left = async (response: Promise<Response>) => {
      const { status, headers } = await response
      return [status, Number(headers.get('x-ratelimit-remaining'))]
    }
    expect(await left(list(other, 20))).toEqual([200, 580])
    expect(await left(list(other, 21)), 'one, too large to be looked at').toEqual([400, 579])
    // However a batch is written, its calls are seen.
    const written = fetch(
      `${strict.url}/trpc/clients.list%2Cclients.list,clients%2elist?x&batch=1&input={}`,
      { headers: { cookie: other } },
    )
    expect(await left(written)).toEqual([400, 576])
  })

  it('429: a user beyond 120 calls for availability in a minute, in batches too', async () => {
    const cookie = cookieOf(await signIn(api, await api.organization()))
    const search = (calls: number) => {
      const names = Array.from({ length: calls }, (_, index) =>
        index % 2 === 0 ? 'availability.slots' : 'availability.nextDates',
      )
      const path = [...names, 'services.list'].join(',')
      return fetch(`${strict.url}/trpc/${path}?batch=1&input={}`, { headers: { cookie } })
    }
    const replies = []
    for (let sent = 0; sent < 8; sent += 1) {
      replies.push(await search(15))
      clock += 1000
    }
    expect(replies.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(
      replies.map((_, index) => String(120 - 15 * (index + 1))),
    )
    const refused = await search(1)
    expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '120'])
    expect((await problemOf(refused)).detail).toContain(
      '120 availability requests per minute for this user',
    )
    expect((await list(cookie)).status, 'everything else').toBe(200)
  })

  it('429: all users of a team together beyond the calls of a team in a minute', async () => {
    let now = TEST_NOW
    // A tenth of each limit: 600 calls of the team, 60 of a user, 5 in a second.
    const limits = () => createRateLimits({ scale: 0.1, now: () => now })
    const small = await startTestApi({ limits, beside: api })
    try {
      const team = await api.organization()
      const users = []
      while (users.length < 11) users.push(cookieOf(await signIn(api, team)))
      const names = Array.from({ length: 20 }, () => 'nothing').join(',')
      const call = (cookie: string, path: string) =>
        fetch(`${small.url}/trpc/${path}`, { headers: { cookie } })
      for (let second = 0; second < 3; second += 1) {
        now = TEST_NOW + second * 1000
        const replies = users.slice(0, 10).map((user) => call(user, `${names}?batch=1`))
        for (const { status } of await Promise.all(replies)) expect(status).toBe(404)
      }
      const refused = await call(users[10] ?? '', 'clients.list?input={}')
      expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '600'])
      expect((await problemOf(refused)).detail).toContain(
        '600 requests per minute for the whole team',
      )
      const others = cookieOf(await signIn(api, await api.organization()))
      expect((await call(others, 'clients.list?input={}')).status).toBe(200)
    } finally {
      await small.close()
    }
  })

  it('429: of an address where no user is signed in, which signed-in users there do not share', async () => {
    const statuses = (await Promise.all(Array.from({ length: 60 }, () => list('')))).map(
      ({ status }) => status,
    )
    const count = (status: number) => statuses.filter((one) => one === status).length
    expect([count(401), count(429)]).toEqual([50, 10])
    const user = cookieOf(await signIn(api, await api.organization()))
    expect((await list(user)).status).toBe(200)
  })
})
