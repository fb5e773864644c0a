/** Pages of other origins than the API's own: which of them may use someone's session, and read what it answers. */
import { createRateLimits } from '@scheduling/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestApi,
  TEST_NOW,
  type TestApi,
  type TestOrganization,
  useSharedApi,
} from '../../support/api.ts'
import { cookieOf, createUser, openBrowser, problemOf, signIn } from '../../support/dashboard.ts'

const PASSWORD = 'correct horse battery staple'

const api = useSharedApi()
let organization: TestOrganization

beforeAll(async () => {
  organization = await api.organization()
})

/** A request as a page of some origin in a browser makes it. */
const send = (path: string, init: RequestInit = {}) => fetch(`${api.url}/trpc/${path}`, init)

function json(body: unknown): { method: string; body: string } {
  return { method: 'POST', body: JSON.stringify(body) }
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('a page of another origin', () => {
  const EVIL = 'https://evil.example'
  const ANSWERED = /This request comes from a page of https:\/\/evil\.example\./

  it('401: changes nothing, and is named as the reason; nor does it sign anyone in or out', async () => {
    const browser = await signIn(api, organization)
    const headers = { cookie: cookieOf(browser), origin: EVIL, ...JSON_TYPE }
    const client = { first_name: 'Ana', email: 'other-origin@example.com' }
    const { email } = await createUser(api, organization, { password: PASSWORD })
    for (const [procedure, input] of [
      ['clients.create', client],
      ['account.signOut', {}],
      ['account.signIn', { email, password: PASSWORD }],
    ] as const) {
      const response = await send(procedure, { ...json(input), headers })
      expect(response.status, procedure).toBe(401)
      expect(await problemOf(response)).toMatchObject({
        code: 'unauthorized',
        detail: expect.stringMatching(ANSWERED),
      })
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
    expect(await api.db.client.count({ where: { email: client.email } })).toBe(0)
    expect((await browser.query('clients.list')).status, 'still signed in').toBe(200)
    const own = { ...headers, origin: api.service.publicBaseUrl }
    expect((await send('clients.create', { ...json(client), headers: own })).status).toBe(200)
  })

  it('2xx: what only reads is answered; a browser shows it to no page of another origin', async () => {
    const browser = await signIn(api, organization)
    const headers = { cookie: cookieOf(browser), origin: EVIL }
    const input = encodeURIComponent('{}')
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${api.url}/trpc/clients.list?input=${input}`, {
        method,
        headers,
      })
      await response.body?.cancel()
      expect(response.ok, method).toBe(true)
      expect(response.headers.has('access-control-allow-origin'), method).toBe(false)
    }
  })

  it('401: is what every odd Origin is', async () => {
    const cookie = cookieOf(await signIn(api, organization))
    for (const origin of [
      'null',
      'http://api.test.evil.example',
      'http://api.test:81',
      'https://api.test',
      'http://API.test',
      'http://api.test/',
      'x'.repeat(10_000),
    ]) {
      const headers = { cookie, origin, ...JSON_TYPE }
      const response = await send('account.signOut', { ...json({}), headers })
      const problem = await problemOf(response)
      expect([response.status, problem.code], origin.slice(0, 40)).toEqual([401, 'unauthorized'])
      expect(problem.detail).toContain(origin.slice(0, 100))
      expect(problem.detail.length).toBeLessThan(400)
    }
  })

  it('is refused before anything else is said of its request', async () => {
    const response = await send('clients.create', {
      method: 'POST',
      headers: { origin: EVIL, 'content-type': 'text/plain' },
      body: '{',
    })
    expect(response.status).toBe(401)
    expect((await problemOf(response)).detail).toMatch(ANSWERED)
  })

  it('is asked before a request of it is sent: OPTIONS allows nothing', async () => {
    const response = await send('clients.create', {
      method: 'OPTIONS',
      headers: { origin: EVIL, 'access-control-request-method': 'POST' },
    })
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, POST'])
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([])
    expect(response.headers.get('vary')).toBe('Origin')
  })
})

describe('a page of a dashboard that DASHBOARD_ORIGINS names', () => {
  const DASHBOARD = 'https://app.example.com'
  let own: TestApi
  beforeAll(async () => {
    own = await startTestApi({
      publicBaseUrl: 'https://api.example.com',
      dashboardOrigins: [DASHBOARD, 'https://admin.example.com'],
      limits: () => createRateLimits({ scale: 0.1, now: () => TEST_NOW }),
      beside: api,
    })
  })
  afterAll(() => own.close())

  const EXPOSED =
    'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

  it('may send what it likes: OPTIONS says so, to it and no one else', async () => {
    const ask = (origin: string) =>
      fetch(`${own.url}/trpc/clients.create?batch=1`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      })
    const asked = await ask(DASHBOARD)
    expect(asked.status).toBe(204)
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': DASHBOARD,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, Trpc-Accept',
      'access-control-max-age': '7200',
      vary: 'Origin',
    })
    for (const origin of ['https://other.example.com', 'https://api.example.com', 'null']) {
      const headers = [...(await ask(origin)).headers.keys()]
      expect(headers.filter((name) => name.startsWith('access-'))).toEqual([])
    }
  })

  it('signs in, reads and changes things; the answers are for it to read, refusals too', async () => {
    const { email } = await createUser(api, organization, { password: PASSWORD })
    const browser = openBrowser(own, { origin: DASHBOARD })
    const replies = [
      await browser.mutate('account.signIn', { email, password: PASSWORD }),
      await browser.query('clients.list'),
      await browser.mutate('clients.create', { first_name: 'Ana', email: 'cors@example.com' }),
      await browser.mutate('clients.create', { first_name: 1 }),
      await browser.query('nothing.here'),
    ]
    for (let sent = 0; sent < 20; sent += 1) replies.push(await browser.query('clients.list'))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400, 404, 429]))
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe(DASHBOARD)
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-expose-headers')).toBe(EXPOSED)
      expect(headers.get('vary')).toMatch(/\bOrigin\b/i)
    }
  })

  it('is no page of REST', async () => {
    for (const path of ['/v1/me', '/v1/clients', '/healthz']) {
      const response = await fetch(`${own.url}${path}`, { headers: { origin: DASHBOARD } })
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([])
    }
  })
})
