/** What a client of the SDK sends, and what it never shows. */
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
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
