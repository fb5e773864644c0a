import { createRateLimits } from '@scheduling/api'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type Reply, type TestApi, type TestOrganization } from '../support/api.ts'
import { count, limitHeaders, openCounters } from '../support/counted-limits.ts'

const MINUTE_MS = 60_000

const counters = openCounters()
let api: TestApi
/** A second process on the same counters. */
let second: TestApi

beforeAll(async () => {
  api = await startTestApi({ limits: counters.inDatabase })
  second = await startTestApi({ limits: counters.inDatabase, beside: api })
})

afterAll(async () => {
  await second.close()
  await api.close()
})

beforeEach(async () => {
  await api.connection.pool.query('TRUNCATE rate_limit_attempts')
  counters.turnToAnotherMinute()
})

function me(key: string, on: TestApi = api): Promise<Reply> {
  return on.call('GET', '/v1/me', { key })
}

async function many(times: number, send: (index: number) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => send(index)))
}

/** Fills a minute without filling a second. */
async function spend(times: number, send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let sent = 0; sent < times; sent += 1) {
    if (sent % 10 === 9) counters.clock += 1000
    replies.push(await send())
  }
  return replies
}

describe('requests of a key', () => {
  it('429: more than 10 in a second, over all processes; the next second is free', async () => {
    const { key } = await api.organization()
    const replies = await many(30, (index) => me(key, index % 2 === 0 ? api : second))
    expect([count(replies, 200), count(replies, 429)]).toEqual([10, 20])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('rate_limited')
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused && limitHeaders(refused)).toEqual({
      limit: 10,
      remaining: 0,
      reset: counters.clock / 1000 + 1,
    })
    counters.clock += 1000
    counters.forgetRefusals()
    expect((await me(key)).status).toBe(200)
  })

  it('429: more than 120 in a minute; the headers count down', async () => {
    const { key } = await api.organization()
    const started = counters.clock
    const replies = await spend(120, () => me(key))
    expect(replies.map(limitHeaders)).toEqual(
      replies.map((_, index) => ({
        limit: 120,
        remaining: 119 - index,
        reset: started / 1000 + 60,
      })),
    )
    counters.clock += 1000
    const refused = await me(key)
    expect(refused.status).toBe(429)
    expect(limitHeaders(refused)).toEqual({ limit: 120, remaining: 0, reset: started / 1000 + 60 })
    expect(refused.headers.get('retry-after')).toBe(
      String((started + MINUTE_MS - counters.clock) / 1000),
    )
    expect(refused.body.detail).toMatch(
      /^The limit of 120 requests per minute for this key was exceeded/,
    )
    counters.clock = started + MINUTE_MS
    counters.forgetRefusals()
    expect((await me(key)).status).toBe(200)
  })

  it('429: more than 30 in a minute on /v1/availability/*, and the key still serves other routes', async () => {
    const { key } = await api.organization()
    const paths = ['/v1/availability/slots', '/v1/availability/next-dates']
    let sent = 0
    const replies = await spend(31, () => api.call('GET', paths[(sent += 1) % 2] ?? '', { key }))
    // Without its parameters each is a 400, and counts.
    expect([count(replies, 400), count(replies, 429)]).toEqual([30, 1])
    expect(limitHeaders(replies[0] ?? fail())).toMatchObject({ limit: 30, remaining: 29 })
    expect(limitHeaders(replies[30] ?? fail())).toMatchObject({ limit: 30, remaining: 0 })
    expect(replies[30]?.body.detail).toContain('30 availability requests per minute for this key')
    const other = await me(key)
    expect([other.status, limitHeaders(other).limit, limitHeaders(other).remaining]).toEqual([
      200, 120, 89,
    ])
  })

  it('every answer counts, also 400, 403, 404 and what is refused for its body', async () => {
    const organization = await api.organization()
    const key = await organization.keyWith(['read'])
    const statuses = []
    for (const [method, path, body] of [
      ['GET', '/v1/clients?limit=0', undefined],
      ['POST', '/v1/clients', '{'],
      ['GET', '/v1/clients/2000000000', undefined],
      ['GET', '/v1/me', undefined],
    ] as const) {
      const reply = await api.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      statuses.push([reply.status, limitHeaders(reply).remaining])
    }
    expect(statuses).toEqual([
      [400, 119],
      [403, 118],
      [404, 117],
      [200, 116],
    ])
  })

  it('a replay with an Idempotency-Key counts too', async () => {
    const { key } = await api.organization()
    const call = {
      key,
      headers: { 'Idempotency-Key': 'once' },
      body: { first_name: 'Ana', phone: '11987654321' },
    }
    const first = await api.call('POST', '/v1/clients', call)
    const again = await api.call('POST', '/v1/clients', call)
    expect([limitHeaders(first).remaining, limitHeaders(again).remaining]).toEqual([119, 118])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('requests of an organization', () => {
  it('429: more than 300 in a minute over all its keys; another organization is served', async () => {
    const organization = await api.organization()
    const keys = [organization.key]
    while (keys.length < 4) keys.push(await organization.keyWith(['read']))
    let sent = 0
    const replies = await spend(300, () => me(keys[(sent += 1) % 4] ?? ''))
    expect(count(replies, 200)).toBe(300)
    counters.clock += 1000
    const refused = await many(4, (index) => me(keys[index] ?? ''))
    expect(refused.map(limitHeaders)).toMatchObject(
      refused.map(() => ({ limit: 300, remaining: 0 })),
    )
    expect(count(refused, 429)).toBe(4)
    expect(refused[0]?.body.detail).toContain('300 requests per minute for all keys of the org')
    expect((await me((await api.organization()).key)).status).toBe(200)
  })
})

describe('every answer has the headers', () => {
  it('200, 400, 401, 403, 404, 405, 429, 503, the document and the docs', async () => {
    const organization = await api.organization()
    const { key } = organization
    const readOnly = await organization.keyWith(['read'])
    const off = await api.organization({ apiDisabled: true })
    const answers: [number, string, string, string | null][] = [
      [200, 'GET', '/v1/me', key],
      [400, 'GET', '/v1/clients?limit=x', key],
      [401, 'GET', '/v1/me', null],
      [401, 'GET', '/v1/me', 'wrong'],
      [403, 'GET', '/v1/webhooks', readOnly],
      [404, 'GET', '/v1/clients/2000000000', key],
      [404, 'GET', '/v1/nothing', null],
      [405, 'DELETE', '/v1/me', null],
      [503, 'GET', '/v1/me', off.key],
      [200, 'GET', '/v1/openapi.json', null],
      [200, 'GET', '/docs', null],
      [200, 'GET', '/docs/llms-full.txt', null],
    ]
    for (const [status, method, path, sent] of answers) {
      const response = await fetch(`${api.url}${path}`, {
        method,
        headers: sent === null ? {} : { authorization: `Bearer ${sent}` },
      })
      const told = [status, path, response.status]
      expect(told).toEqual([status, path, status])
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(response.headers.get(`x-ratelimit-${name}`), `${name} ${path}`).toMatch(/^\d+$/)
      }
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    }
    const replies = await many(12, () => me(key))
    const refused = replies.find(({ status }) => status === 429)
    expect(refused && limitHeaders(refused).limit).toBe(10)
  })
})

describe('an organization that is switched off', () => {
  it('503: is told the windows of its key, which go on counting; 503 again when they are full', async () => {
    const { key } = await api.organization({ apiDisabled: true })
    const replies = await spend(130, () => me(key))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['503 api_disabled']),
    )
    expect(limitHeaders(replies[0] ?? fail())).toMatchObject({ limit: 120, remaining: 119 })
    expect(limitHeaders(replies[129] ?? fail())).toMatchObject({ limit: 120, remaining: 0 })
  })
})

describe('LIMITS_SCALE', () => {
  it.each([
    [0.5, 5],
    [2, 20],
  ])('%f lets %i requests of a key through in a second', async (scale, expected) => {
    const scaled = await startTestApi({
      beside: api,
      limits: (url) => counters.inDatabase(url, scale),
    })
    try {
      const { key } = await api.organization()
      const replies = await many(30, () => me(key, scaled))
      expect(count(replies, 200)).toBe(expected)
    } finally {
      await scaled.close()
    }
  })
})

describe('counters that fail', () => {
  it('leave each process to count by itself, and are told of', async () => {
    let failures = 0
    const broken = await startTestApi({
      beside: api,
      limits: () =>
        createRateLimits({
          scale: 1,
          pool: new Pool({ connectionString: 'postgres://no-one@127.0.0.1:1/none' }),
          onFailure: () => (failures += 1),
          now: () => counters.clock,
        }),
    })
    try {
      const { key } = await api.organization()
      const replies = await many(20, () => me(key, broken))
      expect([count(replies, 200), count(replies, 429)]).toEqual([10, 10])
      expect(failures).toBeGreaterThanOrEqual(20)
      const allowed = replies.find(({ status }) => status === 200)
      expect(limitHeaders(allowed ?? fail())).toMatchObject({ limit: 120 })
      expect((await me('wrong', broken)).status).toBe(401)
    } finally {
      await broken.close()
    }
  })

  it('let no more invalid keys through while they answer late, nor afterwards', async () => {
    const { key } = await api.organization()
    const pool = new Pool({ connectionString: api.databaseUrl, max: 2 })
    const limits = () => createRateLimits({ scale: 1, pool, now: () => counters.clock })
    const impatient = await startTestApi({ beside: api, limits })
    const wrong = () => me(crypto.randomUUID(), impatient)
    for (let sent = 0; sent < 5; sent += 1) expect((await wrong()).status).toBe(401)
    const locker = await api.connection.pool.connect()
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE rate_limit_attempts IN ACCESS EXCLUSIVE MODE')
    const meanwhile = await many(40, wrong)
    await locker.query('ROLLBACK')
    locker.release()
    expect([count(meanwhile, 401), count(meanwhile, 429)]).toEqual([15, 25])
    expect((await me(key)).status, 'on a process that was not there').toBe(200)
    // A second is given to counters that failed; then they are told what was counted without them.
    await expect
      .poll(async () => [(await me(key, impatient)).status, (await me(key)).status], {
        timeout: 10_000,
      })
      .toEqual([429, 429])
    await impatient.close()
    await pool.end()
  })
})

describe('which refusal comes first', () => {
  let organization: TestOrganization

  /** What is wrong with a request, from what is judged first to what is judged last. */
  const WRONGS = [
    ['api_disabled', 'the API is switched off for everybody'],
    ['method_not_allowed', 'the method does not exist'],
    ['rate_limited', 'the address is blocked'],
    ['unauthorized', 'the key is wrong'],
    ['api_disabled', 'the API is switched off for the organization'],
    ['rate_limited', 'the key has sent too much'],
    ['feature_not_enabled', 'the plan has no API'],
    ['forbidden_scope', 'the key lacks the scope'],
    ['validation_error', 'the body is malformed'],
    ['duplicate_request', 'the Idempotency-Key had another body'],
    ['not_found', 'the id is unknown'],
  ] as const
  type Wrong = (typeof WRONGS)[number][1]

  async function send(wrongs: ReadonlySet<Wrong>): Promise<Reply> {
    const isSo = (wrong: Wrong) => wrongs.has(wrong)
    const where = { id: organization.row.id }
    const scopes = isSo('the key lacks the scope') ? (['read'] as const) : (['write'] as const)
    const key = await organization.keyWith(scopes)
    const id = isSo('the id is unknown') ? 2_000_000_000 : 1_999_999_999
    const path = `/v1/appointments/${id}/cancel`
    const call = { key, headers: { 'Idempotency-Key': 'one' } }
    if (isSo('the Idempotency-Key had another body')) {
      await api.call('POST', path, { ...call, body: { reason: 'first' } })
      counters.clock += 1000
    }
    if (isSo('the key has sent too much')) await many(10, () => me(key))
    if (isSo('the address is blocked')) {
      for (let time = 0; time < 20; time += 1) await me(`wrong ${time}`)
    }
    await api.db.organization.update({
      where,
      data: {
        switchedOff: isSo('the plan has no API') ? ['api'] : [],
        apiDisabled: isSo('the API is switched off for the organization'),
      },
    })
    await api.db.operatorSwitch.update({
      where: { id: 1 },
      data: { apiDisabled: isSo('the API is switched off for everybody') },
    })
    try {
      return await api.call(isSo('the method does not exist') ? 'PUT' : 'POST', path, {
        ...call,
        key: isSo('the key is wrong') ? 'wrong' : key,
        body: isSo('the body is malformed') ? '{' : {},
      })
    } finally {
      await api.db.operatorSwitch.update({ where: { id: 1 }, data: { apiDisabled: false } })
      await api.db.organization.update({
        where,
        data: { switchedOff: [], apiDisabled: false },
      })
      if (isSo('the address is blocked')) counters.forgetRefusals()
    }
  }

  beforeEach(async () => {
    organization = await api.organization()
  })

  it.each(WRONGS.map(([code, wrong], index) => [code, wrong, index] as const))(
    '%s: %s, before everything that is judged later',
    async (code, _, index) => {
      const reply = await send(new Set(WRONGS.slice(index).map(([, wrong]) => wrong)))
      expect(reply.body.code).toBe(code)
      if (code === 'api_disabled') expect(reply.headers.get('retry-after')).toBe('60')
      if (code === 'rate_limited') {
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    },
  )
})

function fail(): never {
  throw new Error('There is no such answer.')
}
