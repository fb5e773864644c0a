import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'

let api: TestApi
let key: string

beforeAll(async () => {
  api = await startTestApi()
  key = (await api.organization()).key
})

afterAll(() => api.close())

/** Writes these bytes and reads until the server closes the connection. */
async function exchange(...parts: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(api.url)
  const socket = openSocket(Number(port), hostname)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (received += chunk))
  socket.on('close', () => resolve(received))
  socket.on('error', reject)
  for (const part of parts) {
    socket.write(part)
    // As two packets, though on a busy machine they may be read as one: the answer is the same.
    await new Promise((next) => setTimeout(next, 20))
  }
  return promise
}

const line = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`

function expectProblem(answer: string, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(head).toMatch(/\r\nContent-Type: application\/problem\+json/i)
  expect(head).toMatch(/\r\nX-Request-Id: req_[0-9a-z]{26}/i)
  expect(head).toMatch(/\r\nX-Content-Type-Options: nosniff/i)
  for (const name of ['Limit', 'Remaining', 'Reset']) {
    expect(head).toMatch(new RegExp(`\\r\\nX-RateLimit-${name}: \\d+`, 'i'))
  }
  const problem = JSON.parse(body)
  expect(problem).toMatchObject({ status: 400, code })
  expect(head).toContain(problem.request_id)
}

describe('what is no HTTP request', () => {
  it.each([
    ['noise', 'hello\r\n\r\n'],
    ['the start of TLS', Buffer.from('160301020001000100', 'hex')],
    ['an unknown method', line('FETCH /v1/me HTTP/1.1', 'Host: x')],
    ['bytes beyond ASCII in the address', line('GET /v1/clients/é HTTP/1.1', 'Host: x')],
    ['another version', line('GET /v1/me HTTP/9.9', 'Host: x')],
    ['a header with a control character', line('GET /v1/me HTTP/1.1', 'Host: x', 'X-A: a\u0001b')],
    [
      'two lengths',
      line('POST /v1/clients HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Content-Length: 3') + '{}',
    ],
    [
      'a length and chunks, as smugglers send',
      line(
        'POST /v1/clients HTTP/1.1',
        'Host: x',
        'Content-Length: 4',
        'Transfer-Encoding: chunked',
      ) + '0\r\n\r\n',
    ],
  ])('400: %s', async (_, bytes) => {
    expectProblem(await exchange(bytes), 'validation_error')
  })

  it.each([20_000, 500_000])('400: a head of %i bytes; the answer arrives', async (length) => {
    const answer = await exchange(`GET /v1/me?x=${'x'.repeat(length)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expectProblem(answer, 'validation_error')
    expect(answer).toContain('"field":"headers","code":"too_long"')
  })

  it('a request without Host is answered: nothing here depends on it', async () => {
    const head = line('GET /v1/me HTTP/1.1', `Authorization: Bearer ${key}`, 'Connection: close')
    expect(await exchange(head)).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('404: CONNECT, in the form of every refusal', async () => {
    const answer = await exchange(line('CONNECT example.com:443 HTTP/1.1', 'Host: x'))
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found/)
    expect(answer).toMatch(/\r\nX-Request-Id: req_[0-9a-z]{26}/i)
    expect(answer).toContain('"code":"not_found"')
  })

  it('200: an expectation that no one knows is passed over', async () => {
    const head = line(
      'GET /v1/me HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Expect: banana',
      'Connection: close',
    )
    const answer = await exchange(head)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer).toMatch(/\r\nX-Request-Id: req_/i)
  })

  it('200: an address that is whole, as proxies may send it', async () => {
    const whole = (path: string) =>
      exchange(
        line(
          `GET http://example.com${path} HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${key}`,
          'Connection: close',
        ),
      )
    expect(await whole('/v1/me?x=http://y')).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await whole('/healthz')).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(await whole('')).toMatch(/^HTTP\/1\.1 404 Not Found/)
  })

  it('400: a body whose chunks break off into noise', async () => {
    const head = line(
      'POST /v1/clients HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Transfer-Encoding: chunked',
    )
    expectProblem(await exchange(head, 'zz\r\n{}'), 'validation_error')
  })

  it('a good request before it on the same connection gets its answer first', async () => {
    const good = line('GET /v1/me HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`)
    const answer = await exchange(good, 'noise\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer).toContain('HTTP/1.1 400 Bad Request')
  })
})

describe('a body that is larger than it may be', () => {
  const post = (body: Blob | ReadableStream, more: object = {}) =>
    fetch(`${api.url}/v1/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      ...more,
    })

  it('400: with a length, the answer arrives each time', async () => {
    for (let time = 0; time < 20; time += 1) {
      const reply = await post(new Blob(['x'.repeat(900_000)]))
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ errors: [{ field: 'body', code: 'too_long' }] })
    }
  })

  it('400: in chunks, without a length', async () => {
    const chunks = ReadableStream.from(Array.from({ length: 12 }, () => Buffer.alloc(64_000, 120)))
    const reply = await post(chunks, { duplex: 'half' })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errors: [{ field: 'body', code: 'too_long' }] })
  })

  it('400: in more pieces than networks make of one, however small they are', async () => {
    for (const count of [1999, 2001, 60_000]) {
      const head = line(
        'POST /v1/clients HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Connection: close',
      )
      const answer = await exchange(head + '1\r\n \r\n'.repeat(count) + '0\r\n\r\n')
      expect(answer, String(count)).toMatch(/^HTTP\/1\.1 400 Bad Request/)
      // Up to the limit it is read, and says nothing.
      const fault = count < 2000 ? '"first_name","code":"required"' : '"body","code":"too_many"'
      expect(answer, String(count)).toContain(fault)
    }
  })

  it('401: without a key, the answer arrives though no one wants the body', async () => {
    const reply = await post(new Blob(['x'.repeat(900_000)]), { headers: {} })
    expect(reply.status).toBe(401)
  })

  it('400: one that does not end is not read for ever', async () => {
    const length = 50_000_000
    const head = line(
      'POST /v1/clients HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    )
    // It resolves when the server closes the connection, which otherwise it would after minutes.
    const answer = await exchange(head, 'x')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/)
    expect(answer).toMatch(/\r\nConnection: close/i)
  })
})

describe('a body within the limit', () => {
  it('of exactly 256 KB is read', async () => {
    const frame = '{"first_name":"Ana","phone":"11987654321","ignored":""}'
    const body = frame.replace('""}', `"${'x'.repeat(256 * 1024 - frame.length)}"}`)
    expect(Buffer.byteLength(body)).toBe(256 * 1024)
    expect((await api.call('POST', '/v1/clients', { key, body })).status).toBe(201)
  })
})
