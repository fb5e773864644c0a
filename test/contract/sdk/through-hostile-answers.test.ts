/** What the SDK does with connections that no service should make, and with a server that means ill. Of other answers, its own tests tell. */
import { isSchedulingError, Scheduling, type SchedulingOptions } from '@scheduling/sdk'
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

describe('a redirect', () => {
  it.each([302, 307])('is not followed, and the key goes nowhere else: %i', async (status) => {
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
  })
})
