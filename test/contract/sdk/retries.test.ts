/** What the SDK sends again, and what it does not: before the real service stands a gateway that fails. */
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openGateway, type Fate, type Gateway } from '../../support/gateway.ts'

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

async function failure(call: PromiseLike<unknown>) {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  )
  assert(isSchedulingError(error))
  return error
}

let people = 0
const newClient = () => ({ firstName: 'Ana', email: `retried${(people += 1)}@example.com` })
const keysSent = () => gateway.passed.map(({ headers }) => headers['idempotency-key'])

/** A refusal as the service writes it. */
const refusal = (code: string, status: number, headers: Record<string, string> = {}): Fate => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({
    type: `http://api.test/docs/errors/${code}`,
    title: code,
    status,
    code,
    detail: 'Told.',
    errors: [],
    request_id: 'req_1',
  }),
})
const soon = { 'retry-after': '0' }

describe('a change with an idempotency key', () => {
  it.each<[string, Fate]>([
    ['the answer is lost', 'break after'],
    ['the answer ends in the middle', 'half'],
    ['the connection breaks before the service is asked', 'break before'],
    ['the same request is in progress', refusal('request_in_progress', 503, soon)],
  ])('201: is executed once, under one key, although %s', async (_, fate) => {
    gateway.plan(fate)
    const person = newClient()
    const created = await client().clients.create(person)
    expect(gateway.passed).toHaveLength(2)
    const [first, second] = keysSent()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    expect(gateway.passed[1]?.body).toBe(gateway.passed[0]?.body)
    const rows = await api.db.client.findMany({ where: { email: person.email } })
    expect(rows.map(({ id }) => id)).toEqual([created.id])
  })

  it('201: sends the key that the caller chose, in any script', async () => {
    gateway.plan()
    const person = newClient()
    const idempotencyKey = 'pedido-ação-7'
    const created = await client().clients.create(person, { idempotencyKey })
    expect(await client().clients.create(person, { idempotencyKey })).toEqual(created)
    const error = await failure(client().clients.create(newClient(), { idempotencyKey }))
    expect(error.code).toBe('duplicate_request')
  })

  it('201: gives each call a key of its own', async () => {
    gateway.plan()
    const same = client()
    await Promise.all([same.clients.create(newClient()), same.clients.create(newClient())])
    expect(new Set(keysSent()).size).toBe(2)
  })
})

describe('a change without one', () => {
  const changed = async () => {
    const { id } = await client().clients.create(newClient())
    return id
  }

  it.each<[string, Fate]>([
    ['rate limited', refusal('rate_limited', 429, soon)],
    ['a gateway counts', { status: 429, headers: soon }],
  ])('200: is sent again where nothing has happened: %s', async (_, fate) => {
    const id = await changed()
    gateway.plan(fate)
    expect((await client().clients.update(id, { firstName: 'Bia' })).firstName).toBe('Bia')
    expect(keysSent()).toEqual([undefined, undefined])
  })

  it.each<[string, Fate, string]>([
    ['the answer is lost', 'break after', 'connection_failed'],
    ['the connection breaks', 'break before', 'connection_failed'],
    ['a gateway fails', { status: 503 }, 'unexpected_answer'],
  ])('is not sent again where something may have happened: %s', async (_, fate, code) => {
    const id = await changed()
    gateway.plan(fate)
    const error = await failure(client().clients.update(id, { firstName: 'Bia' }))
    expect(error.code).toBe(code)
    expect(gateway.passed).toHaveLength(1)
  })

  it('takes no idempotency key: it would protect nothing', async () => {
    const id = await changed()
    gateway.plan()
    const options = { idempotencyKey: 'mine' } as object
    await expect(client().clients.update(id, {}, options)).rejects.toThrow(
      new TypeError('PATCH /clients/{client_id} takes no `idempotencyKey`.'),
    )
    expect(gateway.passed).toEqual([])
  })
})

describe('a read', () => {
  it.each<[string, Fate]>([
    ['breaks', 'break before'],
    ['is cut', 'half'],
    ['is refused by a gateway', { status: 504, body: 'timeout' }],
  ])('200: is sent again when it %s', async (_, fate) => {
    gateway.plan(fate, fate)
    expect((await client().account.get()).object).toBe('organization')
    expect(gateway.passed).toHaveLength(3)
    expect(keysSent()).toEqual([undefined, undefined, undefined])
  })

  it('is given up after `maxRetries`, of the client or of the call', async () => {
    gateway.plan('break before', 'break before', 'break before')
    expect((await failure(client().account.get())).code).toBe('connection_failed')
    expect(gateway.passed).toHaveLength(3)
    gateway.plan('break before')
    expect((await failure(client({ maxRetries: 0 }).account.get())).code).toBe('connection_failed')
    expect(gateway.passed).toHaveLength(1)
    gateway.plan('break before')
    await failure(client().account.get({}, { maxRetries: 0 }))
    expect(gateway.passed).toHaveLength(1)
  })

  it('is not sent again when it is refused for good', async () => {
    gateway.plan()
    const error = await failure(client().clients.get(2_000_000_000))
    expect(error).toMatchObject({ code: 'not_found', status: 404, title: 'Not found' })
    expect(gateway.passed).toHaveLength(1)
  })

  it('waits as long as `Retry-After` says', async () => {
    gateway.plan(refusal('rate_limited', 429, { 'retry-after': '1' }))
    await client().account.get()
    const [first, second] = gateway.passed.map(({ at }) => at)
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990)
  })
})

describe('time and signals', () => {
  it('ends an attempt after `timeoutMs`, and tries again', async () => {
    gateway.plan('hang')
    await client({ timeoutMs: 300 }).account.get()
    expect(gateway.passed).toHaveLength(2)
    gateway.plan('hang')
    const error = await failure(client({ timeoutMs: 200, maxRetries: 0 }).account.get())
    expect(error).toMatchObject({ code: 'timed_out', status: null, requestId: null })
  })

  it('ends a call by its signal: before it, within it, and in a pause', async () => {
    const given = AbortSignal.abort('enough')
    gateway.plan()
    const before = await failure(client().account.get({}, { signal: given }))
    expect(before).toMatchObject({ code: 'aborted', cause: 'enough' })
    expect(gateway.passed).toEqual([])

    const fates: Fate[] = ['hang', refusal('rate_limited', 429, { 'retry-after': '30' })]
    for (const fate of fates) {
      gateway.plan(fate)
      const ending = new AbortController()
      setTimeout(() => ending.abort(), 150)
      const start = performance.now()
      const error = await failure(client().account.get({}, { signal: ending.signal }))
      expect(error.code).toBe('aborted')
      expect(performance.now() - start).toBeLessThan(5000)
      expect(gateway.passed).toHaveLength(1)
    }
  })

  it('ends a walk over pages by its signal', async () => {
    for (let count = 0; count < 3; count += 1) await client().clients.create(newClient())
    gateway.plan()
    const ending = new AbortController()
    const walk = async () => {
      const pages = client().clients.list({ limit: 1 }, { signal: ending.signal }).pages()
      for await (const page of pages) if (page.hasMore) ending.abort()
    }
    expect((await failure(walk())).code).toBe('aborted')
    expect(gateway.passed).toHaveLength(1)
  })
})
