import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })

it('nosniff stands on every answer; nothing is said of https where there is none', async () => {
  const key = (await api.organization()).key
  for (const [path, status] of [
    ['/healthz', 200],
    ['/v1/me', 200],
    ['/v1/clients/0', 400],
    ['/v1/nothing', 404],
    ['/docs', 200],
    ['/docs/nothing', 404],
    ['/v1/openapi.json', 200],
    ['/trpc/clients.list', 401],
  ] as const) {
    const reply = await send('GET', path, { authorization: `Bearer ${key}` })
    const { headers } = reply
    expect([path, reply.status, headers.get('x-content-type-options')]).toEqual([
      path,
      status,
      'nosniff',
    ])
    expect(headers.has('strict-transport-security')).toBe(false)
  }
})

describe.each(['/healthz', '/readyz', '/metrics'])('%s', (path) => {
  it('200: to GET and HEAD, with a request id', async () => {
    const got = await send('GET', path)
    expect([got.status, (await got.text()).length > 0]).toEqual([200, true])
    expect(got.headers.get('x-request-id')).toMatch(/^req_/)
    const head = await send('HEAD', path)
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('405 method_not_allowed: anything else, with Allow', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await send(method, path)
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET'])
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ code: 'method_not_allowed', errors: [] })
    }
  })

  it('404 not_found: written in another way', async () => {
    for (const other of [`${path}/`, path.toUpperCase(), `/v1${path}`, `${path}/x`]) {
      expect((await send('GET', other)).status, other).toBe(404)
    }
  })
})

it('404: every path is compared exactly', async () => {
  for (const path of [
    '/Docs',
    '/docs/Errors',
    '/DOCS/errors',
    '/docs//',
    '//docs',
    '/V1/me',
    '/v1/ME',
    '/v1/OpenAPI.json',
    '/v1//me',
    '/Readyz',
    '/METRICS',
    '/Trpc/clients.list',
  ]) {
    const response = await send('GET', path)
    expect([path, response.status]).toEqual([path, 404])
  }
})

describe('/readyz', () => {
  it('200: a hundred at once cost a look or two at the database', async () => {
    const { pool } = api.connection
    let looks = 0
    const count = () => (looks += 1)
    pool.on('acquire', count)
    const replies = await Promise.all(Array.from({ length: 100 }, () => send('GET', '/readyz')))
    pool.off('acquire', count)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks).toBeLessThanOrEqual(2)
  })
})

describe('/metrics', () => {
  it('404 not_found: to a caller behind a proxy, whatever the method', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await send(method, '/metrics', { 'x-forwarded-for': '203.0.113.9' })
      expect(response.status).toBe(404)
    }
  })
})
