/** The SDK against the real service: ids and maps of any text, long lists, lists that change while they are walked. */
import { isSchedulingError, Scheduling } from '@scheduling/sdk'
import * as fc from 'fast-check'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openGateway, type Gateway } from '../../support/gateway.ts'

const api = useSharedApi()
let gateway: Gateway
let key: string
let sdk: Scheduling

beforeAll(async () => {
  gateway = await openGateway(api.url)
  ;({ key } = await api.organization())
  sdk = new Scheduling({ baseUrl: gateway.url, apiKey: key, maxRetries: 0 })
})

afterAll(async () => {
  await gateway.close()
})

let people = 0
const newClient = (firstName = 'Ana') => ({ firstName, email: `ana${(people += 1)}@example.com` })

describe('an id', () => {
  it('is one segment of the path, or nothing is sent', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '../me',
        '?x=1',
        '#',
        '\r\nX-Key: 1',
        'ã/é',
        '\u0000',
        '\uD800',
      ),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (id) => {
        gateway.plan()
        const error = await sdk.webhooks.get(id).then(
          () => assert.fail('There is no such webhook.'),
          (caught: unknown) => caught,
        )
        const [only, ...others] = gateway.passed
        expect(others).toEqual([])
        if (only === undefined) {
          expect(error).toBeInstanceOf(TypeError)
          expect(String(error)).toContain('webhook_id')
          return
        }
        const segments = only.path.split('/')
        expect(segments).toHaveLength(4)
        expect(segments.slice(0, 3)).toEqual(['', 'v1', 'webhooks'])
        expect(decodeURIComponent(segments[3] ?? '')).toBe(id)
        assert(isSchedulingError(error), String(error))
        expect(['not_found', 'validation_error']).toContain(error.code)
      }),
      { numRuns: 200 },
    )
  })
})

describe('metadata', () => {
  it('201: has its keys as they are, both ways, whatever they are called', async () => {
    const metadata = {
      first_name: 'a',
      firstName: 'b',
      metadata: 'c',
      to_string: 'd',
      'crm.deal_id': 'e',
    }
    const made = await sdk.clients.create({ ...newClient(), metadata })
    expect(made.metadata).toEqual(metadata)
    expect((await sdk.clients.get(made.id)).metadata).toEqual(metadata)
    const found = await sdk.clients.list({ metadata: { first_name: 'a', firstName: 'b' } })
    expect(found.data.map(({ id }) => id)).toEqual([made.id])
    const changed = await sdk.clients.update(made.id, { metadata: { first_name: null } })
    const { first_name: _, ...kept } = metadata
    expect(changed.metadata).toEqual(kept)
  })

  it('400 validation_error: a key that would be a prototype is sent as it is, and refused by the service', async () => {
    const metadata: Record<string, string> = JSON.parse('{"__proto__": "a"}')
    gateway.plan()
    const error = await sdk.clients
      .create({ ...newClient(), metadata })
      .catch((caught: unknown) => caught)
    assert(isSchedulingError(error))
    expect(error.errors.map(({ field }) => field)).toEqual(['metadata.__proto__'])
    expect(gateway.passed[0]?.body).toContain('"metadata":{"__proto__":"a"}')
  })

  it('200: several values of a key must all hold', async () => {
    await sdk.clients.create({ ...newClient(), metadata: { crm: '7' } })
    expect((await sdk.clients.list({ metadata: { crm: ['7', '7'] } })).data).toHaveLength(1)
    expect((await sdk.clients.list({ metadata: { crm: ['7', '8'] } })).data).toEqual([])
  })
})

describe('an idempotency key', () => {
  it.each(['a\r\nX-Other: 1', 'a\nb', '\u0000'])('with a break is not sent: %j', async (given) => {
    gateway.plan()
    await expect(sdk.clients.create(newClient(), { idempotencyKey: given })).rejects.toThrow(
      TypeError,
    )
    expect(gateway.passed).toEqual([])
  })
})

describe('a list', () => {
  it('of a thousand pages is walked page by page, and no further than it is read', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked += 1
      const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? 0)
      const data = [0, 1].map((step) => ({ object: 'client', id: at * 2 + step }))
      const next = at === 999 ? null : String(at + 1)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data, has_more: next !== null, next_cursor: next }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const many = new Scheduling({ baseUrl, apiKey: key })
      let seen = 0
      for await (const { id } of many.clients.list()) expect(id).toBe(seen++)
      expect([seen, asked]).toEqual([2000, 1000])
      asked = 0
      for await (const { id } of many.clients.list()) if (id === 4) break
      expect(asked).toBe(3)
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('that changes while it is walked has each record that was there all the time, once', async () => {
    const { key: own } = await api.organization()
    const mine = new Scheduling({ baseUrl: api.url, apiKey: own, maxRetries: 0 })
    const before: number[] = []
    for (let count = 0; count < 12; count += 1) {
      before.push((await mine.clients.create(newClient('Before'))).id)
    }
    const seen: number[] = []
    let added = 0
    for await (const { id } of mine.clients.list({ limit: 2 })) {
      seen.push(id)
      if (seen.length > 40) assert.fail('It has no end.')
      if (seen.length % 2 === 0 && added < 6) {
        added += 1
        await mine.clients.create(newClient('During'))
        await mine.clients.update(id, { lastName: `Changed ${added}` })
      }
    }
    expect(added).toBe(6)
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.filter((id) => !seen.includes(id))).toEqual([])
  })

  it('is walked again by each loop, and by several at once', async () => {
    const { key: own } = await api.organization()
    const mine = new Scheduling({ baseUrl: api.url, apiKey: own, maxRetries: 0 })
    for (let count = 0; count < 5; count += 1) await mine.clients.create(newClient())
    const list = mine.clients.list({ limit: 2 })
    const walk = async () => {
      const ids: number[] = []
      for await (const { id } of list) ids.push(id)
      return ids
    }
    const [a, b] = await Promise.all([walk(), walk()])
    expect(a).toHaveLength(5)
    expect(b).toEqual(a)
    expect(await walk()).toEqual(a)
  })
})
