/** What becomes of an answer, of the API or of anything else that stands at its address. */
import { getEventListeners } from 'node:events'
import { assert, describe, expect, it } from 'vitest'
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'

type Given = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A client that gets these answers in turn, and the last one from then on. */
function client(answers: readonly Given[], options: Partial<SchedulingOptions> = {}) {
  let asked = 0
  const api = new Scheduling({
    baseUrl: 'http://api.test',
    apiKey: 'svc_test_0',
    maxRetries: 0,
    ...options,
    async fetch() {
      const { status = 200, headers = {}, body = '' } = answers[asked] ?? answers.at(-1) ?? {}
      asked += 1
      return new Response(status === 304 ? null : body, { status, headers })
    },
  })
  return { api, asked: () => asked }
}

async function failure(call: PromiseLike<unknown>) {
  const error = await call.then(
    (value) => assert.fail(`It became ${JSON.stringify(value)}.`),
    (caught: unknown) => caught,
  )
  assert(isSchedulingError(error), String(error))
  return error
}

const refusal = (code: string, more: object = {}) =>
  JSON.stringify({ code, title: 't', detail: 'Told.', errors: [], request_id: 'req_1', ...more })

describe('an answer that does not come from the API', () => {
  const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  it.each<[string, number, string]>([
    ...['', 'null', '1', '"text"', 'true', '[]', '<html>', '{"data": [', nested].map(
      (body): [string, number, string] => [body.slice(0, 20), 200, body],
    ),
    ...[301, 302, 303, 304, 307, 308].map((status): [string, number, string] => ['', status, '{}']),
    ['a problem without a code', 400, '{"title": "no"}'],
    ['JSON that is no object', 418, 'null'],
    ['a gateway', 503, '<html>'],
  ])('is `unexpected_answer`: %j with %i', async (_, status, body) => {
    const { api, asked } = client([{ status, body, headers: { location: 'http://thief.test/' } }])
    expect(await failure(api.account.get())).toMatchObject({
      code: 'unexpected_answer',
      status,
      errors: [],
    })
    expect(asked()).toBe(1)
  })

  it.each(['', 'null', '[]', '{}', '{"data": null}', '{"data": {"length": 2}}'])(
    'is `unexpected_answer` for a list, also where it is walked: %j',
    async (body) => {
      const { api } = client([{ body }])
      const walk = async () => {
        for await (const one of api.clients.list()) assert.fail(JSON.stringify(one))
      }
      expect((await failure(walk())).code).toBe('unexpected_answer')
      expect((await failure(api.clients.list())).code).toBe('unexpected_answer')
    },
  )

  it('ends a walk over pages that goes in a circle', async () => {
    const body = JSON.stringify({ data: [], has_more: true, next_cursor: 'same', next: 'x' })
    const { api, asked } = client([{ body }])
    const walk = async () => {
      for await (const _ of api.clients.list()) expect.unreachable()
    }
    expect((await failure(walk())).code).toBe('unexpected_answer')
    expect(asked()).toBe(2)
  })
})

describe('an answer of the API', () => {
  it('is what it says where its content type lies', async () => {
    const headers = { 'content-type': 'text/html' }
    const { api } = client([{ headers, body: '{"object": "client", "id": 1}' }])
    expect(await api.clients.get(1)).toEqual({ object: 'client', id: 1 })
  })

  it('keeps a code that is newer than the library', async () => {
    const { api } = client([{ status: 409, body: refusal('brand_new') }])
    expect(await failure(api.account.get())).toMatchObject({
      code: 'brand_new',
      status: 409,
      requestId: 'req_1',
    })
  })

  const names = '"__proto__": {"polluted": true}, "constructor": {"prototype": 1}'

  it('changes no prototype, in records, maps and lists', async () => {
    const body = `{"data": [{"id": 1, ${names}, "metadata": {${names}}}], "has_more": false, "next_cursor": null, ${names}}`
    const page = await client([{ body }]).api.clients.list()
    const metadata = page.data[0]?.metadata
    for (const one of [{}, page, page.data[0]]) expect(one).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype)
    expect(Object.keys(metadata ?? {})).toEqual(['__proto__', 'constructor'])
  })

  it('changes no prototype in refusals, whatever their code is', async () => {
    const body = `{"code": "__proto__", "title": "t", "detail": "d", "errors": [{${names}}], ${names}}`
    const error = await failure(client([{ status: 409, body }]).api.account.get())
    expect([error.code, error.status]).toEqual(['__proto__', 409])
    for (const one of [{}, error]) expect(one).not.toHaveProperty('polluted')
  })
})

describe('Retry-After', () => {
  const limited = (value: string) => ({
    status: 429,
    headers: { 'retry-after': value },
    body: refusal('rate_limited'),
  })

  it.each(['61', '31536000', '999999999'])(
    'of a long time is handed over at once: %s',
    async (value) => {
      const { api, asked } = client([limited(value)], { maxRetries: 5 })
      expect(await failure(api.account.get())).toMatchObject({
        code: 'rate_limited',
        retryAfterSeconds: Number(value),
      })
      expect(asked()).toBe(1)
    },
  )

  it.each(['-1', '1e9', 'Infinity', 'soon', '1, 2', '99999999999999999999'])(
    'that is no number of seconds is as if there were none: %s',
    async (value) => {
      const { api } = client([limited(value)])
      expect(await failure(api.account.get())).toMatchObject({
        code: 'rate_limited',
        retryAfterSeconds: null,
      })
    },
  )
})

describe('many calls', () => {
  const organization = { body: '{"object": "organization"}' }

  it('leave nothing behind on a signal that they share', async () => {
    const limited = { status: 429, headers: { 'retry-after': '0' }, body: 'no' }
    const turns = Array.from({ length: 20 }, () => [organization, organization, limited]).flat()
    const { api } = client(turns, { maxRetries: 5 })
    const { signal } = new AbortController()
    for (let call = 0; call < 60; call += 1) {
      await api.account.get({}, { signal }).catch(() => undefined)
    }
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('do not look at the clock, which may jump', async () => {
    const now = Date.now
    const { api, asked } = client([{ status: 503 }, organization], { maxRetries: 1 })
    try {
      Date.now = () => now() + (asked() % 2 === 0 ? 1 : -1) * 31_536_000_000
      expect(await api.account.get()).toEqual({ object: 'organization' })
    } finally {
      Date.now = now
    }
  })
})
