/** What is counted by the address that sends: invalid keys, and paths that do not exist. */
import { randomBytes } from 'node:crypto'
import { createApiKey, LIMITS } from '@scheduling/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, TEST_NOW, type Reply, type TestApi } from '../support/api.ts'
import { count, limitHeaders, openCounters } from '../support/counted-limits.ts'

const MINUTE_MS = 60_000

const counters = openCounters()
let api: TestApi
/** A second process on the same counters. */
let second: TestApi

beforeAll(async () => {
  api = await startTestApi({ limits: counters.inDatabase })
  second = await startTestApi({ limits: counters.inDatabase, beside: api })
  // Each reads its document with the first reply, which a blocked address could not.
  for (const one of [api, second]) await one.call('GET', '/v1/me')
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

describe('invalid keys from one address', () => {
  /** Of each test: a process remembers which keys it counted. */
  let series = ''
  beforeEach(() => {
    series = randomBytes(16).toString('hex')
  })
  const wrong = (index = 0) => me(`svc_live_${series}${String(index).padStart(6, '0')}`)

  it('429: the 20th blocks it for 30 minutes, whatever key it sends, on every process', async () => {
    const { key } = await api.organization()
    const replies: Reply[] = []
    for (let index = 0; index < 20; index += 1) replies.push(await wrong(index))
    expect(count(replies, 401)).toBe(20)
    expect(replies.map((reply) => limitHeaders(reply).remaining)).toEqual(
      replies.map((_, index) => 19 - index),
    )
    for (const reply of [
      await wrong(),
      await me(key),
      await me(key, second),
      await api.call('GET', '/v1/me'),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited'])
      expect(limitHeaders(reply)).toEqual({
        limit: 20,
        remaining: 0,
        reset: counters.clock / 1000 + 30 * 60,
      })
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(30 * 60 - 3)
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(30 * 60)
    }
    counters.clock += 30 * MINUTE_MS - 1000
    counters.forgetRefusals()
    expect((await me(key)).status).toBe(429)
    counters.clock += 1000
    counters.forgetRefusals()
    expect((await me(key)).status).toBe(200)
    expect(limitHeaders(await wrong())).toMatchObject({ limit: 20, remaining: 19 })
  })

  it('429: a blocked address is refused without looking at keys, those that are cached and others', async () => {
    const cached = await startTestApi({
      limits: counters.inDatabase,
      beside: api,
      cachesKeys: true,
    })
    const { key } = await api.organization()
    const unheard = (await api.organization()).key
    expect((await me(key, cached)).status).toBe(200)
    for (let index = 0; index < 20; index += 1) expect((await wrong(index)).status).toBe(401)
    const locker = await api.connection.pool.connect()
    try {
      await locker.query('BEGIN')
      await locker.query('LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE')
      for (const on of [cached, api, second]) {
        for (const sent of [key, unheard, 'wrong', null]) {
          const reply = await on.call('GET', '/v1/me', { key: sent })
          expect([sent, reply.status]).toEqual([sent, 429])
          expect(reply.body.detail).toContain('This address sent too many invalid keys.')
          expect(limitHeaders(reply)).toMatchObject({ limit: 20, remaining: 0 })
        }
        counters.forgetRefusals()
      }
    } finally {
      await locker.query('ROLLBACK')
      locker.release()
    }
    // What was refused has counted in no window of the key.
    counters.clock += 30 * MINUTE_MS
    counters.forgetRefusals()
    expect(limitHeaders(await me(key, cached))).toMatchObject({ limit: 120, remaining: 119 })
    await cached.close()
  })

  it('a cached key that is revoked is told so, and the headers of its address', async () => {
    const cached = await startTestApi({
      limits: counters.inDatabase,
      beside: api,
      cachesKeys: true,
    })
    const organization = await api.organization()
    const { value } = await createApiKey(api.db, api.service, organization.row, {
      name: 'Expires',
      scopes: ['read'],
      expiresAt: new Date(TEST_NOW + 1000),
    })
    expect((await me(value, cached)).status).toBe(200)
    cached.setNow(TEST_NOW + 1000)
    for (let time = 0; time < 25; time += 1) {
      const reply = await me(value, cached)
      expect([reply.status, limitHeaders(reply)]).toMatchObject([401, { limit: 20, remaining: 20 }])
    }
    await cached.close()
  })

  it('the same one counts once in 10 minutes, and blocks no valid key of its address', async () => {
    const { key } = await api.organization()
    for (let time = 0; time < 25; time += 1) {
      const reply = await wrong()
      expect([reply.status, limitHeaders(reply)]).toMatchObject([401, { remaining: 19 }])
    }
    expect((await me(key)).status).toBe(200)
    counters.clock += 11 * MINUTE_MS
    counters.forgetRefusals()
    expect(limitHeaders(await wrong())).toMatchObject({ limit: 20, remaining: 19 })
  })

  it('19 in 10 minutes block nothing, and are forgotten after them', async () => {
    for (let index = 0; index < 19; index += 1) await wrong(index)
    expect((await me((await api.organization()).key)).status).toBe(200)
    counters.clock += 11 * MINUTE_MS
    counters.forgetRefusals()
    expect(limitHeaders(await wrong()).remaining).toBe(19)
  })

  it('a missing header, a revoked key, an expired one and refusals of other kinds do not count', async () => {
    const organization = await api.organization()
    const { row, value } = await createApiKey(api.db, api.service, organization.row, {
      name: 'Revoked',
      scopes: ['read'],
    })
    await api.db.apiKey.update({ where: { id: row.id }, data: { revokedAt: new Date(TEST_NOW) } })
    const expired = await createApiKey(api.db, api.service, organization.row, {
      name: 'Expired',
      scopes: ['read'],
      expiresAt: new Date(TEST_NOW),
    })
    for (let time = 0; time < 25; time += 1) {
      const replies = await Promise.all([me(value), me(expired.value), api.call('GET', '/v1/me')])
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
      expect((await api.call('GET', '/v1/nothing', { key: 'wrong' })).status).toBe(404)
    }
    expect(limitHeaders(await api.call('GET', '/v1/me'))).toMatchObject({
      limit: 20,
      remaining: 20,
    })
    expect((await me(organization.key)).status).toBe(200)
  })

  it('a malformed Authorization counts as an invalid key', async () => {
    const headers = { authorization: 'Basic eHg6eHg=' }
    expect(limitHeaders(await api.call('GET', '/v1/me', { headers })).remaining).toBe(19)
  })
})

describe('paths that do not exist', () => {
  it('429: of one address beyond the limit of a minute; what exists is served on', async () => {
    const strict = await startTestApi({ limitsScale: 6 / LIMITS.unknownPathsPerAddressPerMinute })
    try {
      const send = (method: string, path: string) => strict.call(method, path)
      const statuses = []
      for (const [method, path] of [
        ['GET', '/v1/nothing'],
        ['GET', '/'],
        ['POST', '/v1/me'],
        ['GET', '/TRPC/clients.list'],
        ['GET', '/docs/nothing'],
        ['DELETE', '/docs'],
      ] as const) {
        statuses.push((await send(method, path)).status)
      }
      expect(statuses).toEqual([404, 404, 405, 404, 404, 405])
      for (const [method, path] of [
        ['GET', '/nothing'],
        ['GET', '/docs/nothing'],
        ['POST', '/docs'],
      ] as const) {
        const refused = await send(method, path)
        expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'rate_limited'])
        expect(refused.headers.get('retry-after')).toBe('60')
        expect(limitHeaders(refused)).toMatchObject({ limit: 6, remaining: 0 })
      }
      const { key } = await strict.organization()
      expect((await strict.call('GET', '/v1/me', { key })).status).toBe(200)
      expect((await fetch(`${strict.url}/docs`)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
