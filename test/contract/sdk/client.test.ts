/** What a client of the SDK sends, and what it never shows. */
import {
  isSchedulingError,
  Scheduling,
  type Attempt,
  type SchedulingOptions,
} from '@scheduling/sdk'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { afterAll, afterEach, assert, beforeAll, describe, expect, it, vi } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openGateway, type Gateway } from '../../support/gateway.ts'

const api = useSharedApi()
let gateway: Gateway
let key: string

beforeAll(async () => {
  gateway = await openGateway(api.url)
  ;({ key } = await api.organization())
})
afterAll(async () => {
  await gateway.close()
})

const client = (options: Partial<SchedulingOptions> = {}) =>
  new Scheduling({ baseUrl: gateway.url, apiKey: key, ...options })

describe('the key', () => {
  it('is shown by no text of the client, of its parts and of its errors', async () => {
    gateway.plan()
    const one = client()
    const error = await one.clients.get(2_000_000_000).catch((caught: unknown) => caught)
    gateway.plan('break before')
    const broken = await one.account.get({}, { maxRetries: 0 }).catch((caught: unknown) => caught)
    const call = one.account.get()
    await call
    for (const thing of [one, one.clients, one.webhooks, call, error, broken]) {
      const texts = [
        String(thing),
        JSON.stringify(thing) ?? '',
        inspect(thing, { depth: 20, showHidden: true }),
      ]
      for (const text of texts) expect(text).not.toContain(key)
    }
    expect(isSchedulingError(broken)).toBe(true)
  })

  it('is shown by no refusal of a wrong one', () => {
    for (const wrong of [`${key}\n`, ` ${key}`, `${key}ã`, '']) {
      const make = () => client({ apiKey: wrong })
      expect(make).toThrow(TypeError)
      expect(make).not.toThrow(key)
    }
  })

  it('does not follow a redirect, nor the address of a next page', async () => {
    const stranger = await openGateway(api.url)
    try {
      gateway.plan({ status: 307, headers: { location: `${stranger.url}/v1/me` } })
      await expect(client().account.get()).rejects.toThrow('does not come from the API')
      const page = {
        data: [],
        has_more: true,
        next_cursor: 'x',
        next: `${stranger.url}/v1/clients?cursor=x`,
      }
      gateway.plan({ status: 200, body: JSON.stringify(page) })
      const walk = async () => {
        for await (const _ of client().clients.list()) expect.unreachable()
      }
      // The cursor is made up, so the service refuses it.
      await expect(walk()).rejects.toMatchObject({ code: 'validation_error' })
      expect(stranger.passed).toEqual([])
    } finally {
      await stranger.close()
    }
  })
})

describe('options', () => {
  it.each([
    ['ftp://example.com'],
    ['https://user:secret@example.com'],
    ['https://example.com/?a=1'],
    ['example.com'],
    [''],
  ])('refuse the address %s', (baseUrl) => {
    expect(() => client({ baseUrl })).toThrow('`baseUrl` must be')
  })

  it.each([[0], [-1], [Number.NaN], [2 ** 31], [Number.POSITIVE_INFINITY]])(
    'refuse a timeout of %s',
    async (timeoutMs) => {
      expect(() => client({ timeoutMs })).toThrow('`timeoutMs` must be')
      await expect(client().account.get({}, { timeoutMs })).rejects.toThrow('`timeoutMs` must be')
    },
  )

  it.each([[-1], [0.5], [Number.NaN]])('refuse %s retries', (maxRetries) => {
    expect(() => client({ maxRetries })).toThrow('`maxRetries` must be')
  })

  it.each(['/', '/v1', '/v1/'])(
    '200: an address that ends with %s, through another `fetch`',
    async (end) => {
      const { fetch } = globalThis
      const urls: string[] = []
      const spied = client({
        baseUrl: `${gateway.url}${end}`,
        fetch: (url, init) => {
          urls.push(url)
          return fetch(url, init)
        },
      })
      expect((await spied.account.get()).object).toBe('organization')
      expect(urls).toEqual([`${gateway.url}/v1/me`])
    },
  )

  it('400 unknown_field: `strict` has unknown fields refused', async () => {
    gateway.plan()
    const body = { firstName: 'Ana', email: 'strict@example.com', nickName: 'Aninha' }
    const error = await client({ strict: true })
      .clients.create(body)
      .catch((caught: unknown) => caught)
    assert(isSchedulingError(error))
    assert(error.code === 'validation_error')
    expect(error.errors).toEqual([
      { field: 'nick_name', code: 'unknown_field', message: expect.any(String) },
    ])
    expect((await client().clients.create(body)).firstName).toBe('Ana')
  })
})

describe('without options', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('200: the environment says which key and where', async () => {
    vi.stubEnv('SCHEDULING_API_KEY', key)
    vi.stubEnv('SCHEDULING_BASE_URL', `${gateway.url}/v1`)
    expect((await new Scheduling().account.get()).object).toBe('organization')
  })

  it('what is missing is named', () => {
    vi.stubEnv('SCHEDULING_API_KEY', undefined)
    vi.stubEnv('SCHEDULING_BASE_URL', undefined)
    expect(() => new Scheduling({ baseUrl: gateway.url })).toThrow('`SCHEDULING_API_KEY`')
    expect(() => new Scheduling({ apiKey: key })).toThrow('`SCHEDULING_BASE_URL`')
  })
})

describe('a route that the library does not know', () => {
  it('200: is called with the names of the wire, and answers with them', async () => {
    gateway.plan()
    const body = { first_name: 'Rui', email: 'route@example.com' }
    const made = await client()
      .request<{ id: number; first_name: string }>('POST', '/clients', { body })
      .withResponse()
    expect(made.data.first_name).toBe('Rui')
    expect(made.requestId).toMatch(/^req_/)
    const query = { email: 'route@example.com', metadata: { crm: 'none' } }
    expect(await client().request('GET', '/clients', { query })).toMatchObject({ data: [] })
    expect(gateway.passed.map(({ path }) => path)).toEqual([
      '/v1/clients',
      '/v1/clients?email=route%40example.com&metadata%5Bcrm%5D=none',
    ])
  })

  it('404 not_found: is an error as of every call', async () => {
    gateway.plan()
    await expect(client().request('GET', '/no-such-route')).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    })
  })

  it('a change is sent again after a lost answer only with an idempotency key', async () => {
    const create = (email: string, idempotencyKey?: string) =>
      client().request('POST', '/clients', { body: { first_name: 'Rui', email }, idempotencyKey })
    gateway.plan('break after')
    await expect(create('lost@example.com')).rejects.toMatchObject({ code: 'connection_failed' })
    gateway.plan('break after')
    expect(await create('kept@example.com', 'job-1')).toMatchObject({ email: 'kept@example.com' })
    expect(gateway.passed.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'job-1',
      'job-1',
    ])
  })

  it.each([
    'clients',
    '//evil.example',
    '/../docs',
    '/clients/..',
    '/%2e%2e/docs',
    '/a?b=1',
    '/a#b',
    '/a b',
    '',
  ])('is not called at %s', (path) => {
    expect(() => client().request('GET', path)).toThrow('`path` must be')
  })
})

describe('headers of a call', () => {
  it('200: travel with it', async () => {
    gateway.plan()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await client().account.get({}, { headers: { traceparent } })
    expect(gateway.passed[0]?.headers).toMatchObject({
      traceparent,
      authorization: `Bearer ${key}`,
    })
  })

  it.each(['Authorization', 'idempotency-key', 'Content-Type', 'User-Agent'])(
    'cannot be %s',
    async (name) => {
      await expect(client().account.get({}, { headers: { [name]: 'x' } })).rejects.toThrow(
        `can't set \`${name.toLowerCase()}\``,
      )
    },
  )
})

describe('a log', () => {
  it('is told of each attempt, without the key and the query', async () => {
    const told: Attempt[] = []
    const logged = client({ onAttempt: (attempt) => told.push(attempt) })
    gateway.plan({ status: 503, body: 'proxy' })
    await logged.clients.list({ q: 'maria' })
    await logged.clients.get(2_000_000_000).catch(() => null)
    expect(told).toEqual([
      {
        method: 'GET',
        path: '/v1/clients',
        attempt: 1,
        status: 503,
        requestId: null,
        durationMs: expect.any(Number),
        error: expect.objectContaining({ code: 'unexpected_answer' }),
        nextInMs: expect.any(Number),
      },
      expect.objectContaining({ attempt: 2, status: 200, error: null, nextInMs: null }),
      expect.objectContaining({ path: '/v1/clients/2000000000', status: 404, nextInMs: null }),
    ])
    expect(told[1]?.requestId).toMatch(/^req_/)
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${key}|maria`))
  })

  it('that fails breaks no call', async () => {
    const onAttempt = () => {
      throw new Error('The disk is full.')
    }
    expect((await client({ onAttempt }).account.get()).object).toBe('organization')
  })

  it('can write an error as JSON', async () => {
    const error = await client()
      .clients.get(2_000_000_000)
      .catch((caught: unknown) => caught)
    assert(isSchedulingError(error))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'SchedulingError',
      code: 'not_found',
      status: 404,
      title: error.title,
      detail: error.detail,
      errors: [],
      requestId: error.requestId,
      retryAfterSeconds: null,
    })
  })
})

describe('a request', () => {
  it('says which library sends it, in the version of its package', async () => {
    gateway.plan()
    await client().account.get()
    const file = new URL('../../../packages/sdk/package.json', import.meta.url)
    const { version } = JSON.parse(readFileSync(file, 'utf8'))
    expect(gateway.passed[0]?.headers).toMatchObject({
      'user-agent': `scheduling-sdk/${version}`,
      authorization: `Bearer ${key}`,
    })
  })

  it.each([['..'], ['.'], ['']])('is not made with the id %j', async (id) => {
    gateway.plan()
    await expect(client().webhooks.get(id)).rejects.toThrow('`webhook_id` must be an id.')
    await expect(client().webhooks.get(undefined as unknown as string)).rejects.toThrow(TypeError)
    expect(gateway.passed).toEqual([])
  })

  it('404 not_found: an id cannot leave its place in the path', async () => {
    gateway.plan()
    const error = await client()
      .webhooks.get('../me?x=1#')
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'not_found' })
    expect(gateway.passed[0]?.path).toBe('/v1/webhooks/..%2Fme%3Fx%3D1%23')
  })

  it('carries lists, maps and texts of any kind in the query', async () => {
    gateway.plan()
    await client().clients.list({ q: 'a&b=c+d ã', metadata: { 'crm.id': 'x,y' }, limit: 5 })
    const url = new URL(gateway.passed[0]?.path ?? '', gateway.url)
    expect([...url.searchParams]).toEqual([
      ['q', 'a&b=c+d ã'],
      ['metadata[crm.id]', 'x,y'],
      ['limit', '5'],
    ])
    gateway.plan()
    await client().appointments.list({ status: ['PENDING', 'CONFIRMED'], expand: ['client'] })
    expect(gateway.passed[0]?.path).toBe(
      '/v1/appointments?status=PENDING%2CCONFIRMED&expand=client',
    )
  })
})
