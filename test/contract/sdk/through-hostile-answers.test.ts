/** What the SDK does with answers that no service should give, and with a server that means ill. */
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'
import { getEventListeners } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, assert, describe, expect, it } from 'vitest'

const KEY = 'svc_hostile_0123456789'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server until the end of the test. @returns its address */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const client = (baseUrl: string, options: Partial<SchedulingOptions> = {}) =>
  new Scheduling({ baseUrl, apiKey: KEY, maxRetries: 0, ...options })

async function failure(call: PromiseLike<unknown>) {
  const error = await call.then(
    (value) => assert.fail(`It became ${JSON.stringify(value)}.`),
    (caught: unknown) => caught,
  )
  assert(isSchedulingError(error), String(error))
  return error
}

const json = { 'content-type': 'application/json; charset=utf-8' }

describe('an answer without an end', () => {
  it('is read to a limit alone, and is `unexpected_answer`', async () => {
    const piece = Buffer.alloc(1 << 20, ' ')
    let sent = 0
    const url = await serve((_, response) => {
      response.writeHead(200, json)
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += 1
        response.once('drain', more)
      }
      more()
    })
    const error = await failure(client(url, { timeoutMs: 20_000 }).account.get())
    expect(error.code).toBe('unexpected_answer')
    // Megabytes.
    expect(sent).toBeLessThan(200)
  })

  it('is `timed_out` where it drips, however often something comes', async () => {
    const url = await serve(async (_, response) => {
      response.writeHead(200, json)
      while (!response.destroyed) {
        response.write(' ')
        await pause(20)
      }
    })
    const began = performance.now()
    const error = await failure(client(url, { timeoutMs: 300 }).account.get())
    expect(error.code).toBe('timed_out')
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('an answer that is cut', () => {
  it.each([
    ['before its length', { 'content-length': '1000' }],
    ['between its chunks', { 'transfer-encoding': 'chunked' }],
  ])('is `connection_failed`: %s', async (_, headers) => {
    const url = await serve(async (request, response) => {
      response.writeHead(200, { ...json, ...headers })
      response.write('{"object": "organization"}')
      await pause(20)
      request.socket.destroy()
    })
    expect((await failure(client(url).account.get())).code).toBe('connection_failed')
  })
})

describe('a success that is none', () => {
  it.each(['', 'null', '1', '"text"', 'true', '[]', '<html>'])(
    'is `unexpected_answer` for a record: %j',
    async (body) => {
      const url = await serve((_, response) => response.writeHead(200, json).end(body))
      expect(await failure(client(url).account.get())).toMatchObject({
        code: 'unexpected_answer',
        status: 200,
      })
    },
  )

  it.each(['', 'null', '[]', '{}', '{"data": null}', '{"data": {"length": 2}}'])(
    'is `unexpected_answer` for a list, also where it is walked: %j',
    async (body) => {
      const url = await serve((_, response) => response.writeHead(200, json).end(body))
      const walk = async () => {
        for await (const one of client(url).clients.list()) assert.fail(JSON.stringify(one))
      }
      expect((await failure(walk())).code).toBe('unexpected_answer')
    },
  )

  it('is `unexpected_answer` where it is nested deeper than any record', async () => {
    const body = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const url = await serve((_, response) => response.writeHead(200, json).end(body))
    expect((await failure(client(url).account.get())).code).toBe('unexpected_answer')
  })

  it('is what it says where its content type lies', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('{"object": "client", "id": 1}'),
    )
    expect(await client(url).clients.get(1)).toEqual({ object: 'client', id: 1 })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'is not followed, and the key goes nowhere else: %i',
    async (status) => {
      let visits = 0
      const thief = await serve((_, response) => {
        visits += 1
        response.writeHead(200, json).end('{}')
      })
      const url = await serve((_, response) =>
        response.writeHead(status, { location: `${thief}/v1/me` }).end(),
      )
      const api = client(url, { maxRetries: 2 })
      expect(await failure(api.account.get())).toMatchObject({ code: 'unexpected_answer', status })
      expect(await failure(api.clients.create({ firstName: 'Ana' }))).toMatchObject({ status })
      expect(visits).toBe(0)
    },
  )
})

describe('names that are no names', () => {
  const names = '"__proto__": {"polluted": true}, "constructor": {"prototype": 1}'

  it('change no prototype, in records, maps and lists', async () => {
    const body = `{"data": [{"id": 1, ${names}, "metadata": {${names}}}], "has_more": false, "next_cursor": null, ${names}}`
    const url = await serve((_, response) => response.writeHead(200, json).end(body))
    const page: any = await client(url).clients.list()
    expect(({} as any).polluted).toBeUndefined()
    expect(page.polluted).toBeUndefined()
    expect(page.data[0].polluted).toBeUndefined()
    expect(Object.getPrototypeOf(page.data[0].metadata)).toBe(Object.prototype)
    expect(Object.keys(page.data[0].metadata)).toEqual(['__proto__', 'constructor'])
  })

  it('change no prototype in refusals, whatever their code is', async () => {
    const body = `{"code": "__proto__", "title": "t", "detail": "d", "errors": [{${names}}], ${names}}`
    const url = await serve((_, response) => response.writeHead(409, json).end(body))
    const error: any = await failure(client(url).account.get())
    expect([error.code, error.status, error.polluted]).toEqual(['__proto__', 409, undefined])
    expect(({} as any).polluted).toBeUndefined()
  })
})

describe('Retry-After', () => {
  const refusal = JSON.stringify({
    code: 'rate_limited',
    title: 'Too many',
    detail: 'Too many requests.',
    status: 429,
    errors: [],
    request_id: 'req_1',
  })

  it.each([['31536000'], ['999999999'], ['61']])(
    'of a long time is handed over at once: %s',
    async (retryAfter) => {
      let asked = 0
      const url = await serve((_, response) => {
        asked += 1
        response.writeHead(429, { 'retry-after': retryAfter }).end(refusal)
      })
      const error = await failure(client(url, { maxRetries: 5 }).account.get())
      expect(error).toMatchObject({
        code: 'rate_limited',
        retryAfterSeconds: Number(retryAfter),
      })
      expect(asked).toBe(1)
    },
  )

  it.each([['-1'], ['1e9'], ['Infinity'], ['soon'], ['1, 2'], ['99999999999999999999']])(
    'that is no number of seconds is as if there were none: %s',
    async (retryAfter) => {
      let asked = 0
      const url = await serve((_, response) => {
        asked += 1
        response.writeHead(429, { 'retry-after': retryAfter }).end(refusal)
      })
      const began = performance.now()
      const error = await failure(client(url, { maxRetries: 1 }).account.get())
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: null })
      expect(asked).toBe(2)
      expect(performance.now() - began).toBeLessThan(10_000)
    },
  )
})

describe('many calls', () => {
  it('leave nothing behind on a signal that they share', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      if (asked % 3 === 0) response.writeHead(429, { 'retry-after': '0' }).end('no')
      else response.writeHead(200, json).end('{"object": "organization"}')
    })
    const ending = new AbortController()
    const api = client(url, { maxRetries: 5 })
    for (let call = 0; call < 60; call += 1) {
      await api.account.get({}, { signal: ending.signal }).catch(() => undefined)
    }
    expect(getEventListeners(ending.signal, 'abort')).toEqual([])
  })

  it('do not look at the clock, which may jump', async () => {
    const now = Date.now
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      if (asked === 1) response.writeHead(503).end('no')
      else response.writeHead(200, json).end('{"object": "organization"}')
    })
    try {
      Date.now = () => now() + (asked % 2 === 0 ? 1 : -1) * 31_536_000_000
      const api = client(url, { maxRetries: 1, timeoutMs: 5000 })
      expect(await api.account.get()).toEqual({ object: 'organization' })
    } finally {
      Date.now = now
    }
  })
})
