import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signatureHeaders, verifyServiceSignature } from './signature.ts'
import { NEVER_MS, soon } from './testing/patience.ts'
import { HOST, pretendInternet, requestTo } from './testing/pretend-internet.ts'
import type { PretendInternet } from './testing/pretend-internet.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

let internet: PretendInternet
beforeAll(async () => {
  internet = await pretendInternet()
})
afterAll(() => internet.close())

describe('one request', () => {
  test('arrives byte for byte with its headers', async () => {
    const seen: { method?: string; url?: string; headers: object; body: Buffer }[] = []
    const endpoint = await internet.serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        seen.push({ method, url, headers, body: Buffer.concat(chunks) })
        response.writeHead(202).end('thanks')
      })
    })
    // A view into a larger buffer: only its own bytes count.
    const body = Buffer.from('--{"name":"São João"}\n--').subarray(2, -2)
    const serviceHeaders = signatureHeaders({
      eventId: 'evt_1',
      deliveryId: 'dlv_1',
      webhookId: 'whk_1',
      eventType: 'client.created',
      timestampSeconds: 1_793_620_800,
      body,
      secret: 'whsec_x',
    })
    const result = await internet.sender().send(
      requestTo(endpoint.url('/a?b=c'), {
        body,
        serviceHeaders,
        customHeaders: { Authorization: 'Bearer tok', 'X-Clinica': 'São' },
      }),
    )
    expect(result).toEqual({
      status: 202,
      errorCode: null,
      errorMessage: null,
      responseBody: 'thanks',
      isResponseBodyCut: false,
      durationMs: expect.any(Number),
      retryAfter: null,
      ownFault: false,
    })
    const [request] = seen
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe('/a?b=c')
    expect(request?.body.equals(body)).toBe(true)
    const lowerCase = Object.entries(serviceHeaders).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ])
    expect(request?.headers).toEqual({
      ...Object.fromEntries(lowerCase),
      authorization: 'Bearer tok',
      'x-clinica': 'São',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'Service-Webhooks/1.0 (+https://docs.example.com/webhooks)',
      accept: '*/*',
      'accept-encoding': 'identity',
      host: `${HOST}:${endpoint.port}`,
      connection: 'keep-alive',
    })
    const signature = String(Object(request?.headers)['x-service-signature'])
    expect(verifyServiceSignature(signature, body, ['whsec_x'], 1_793_620_800).ok).toBe(true)
  })

  test.each(['PUT', 'PATCH'] as const)('by %s, and an empty body too', async (method) => {
    let seen = ''
    const endpoint = await internet.serve((request, response) => {
      seen = `${request.method} ${request.headers['content-length']} ${request.headers['content-type']}`
      response.end()
    })
    const request = requestTo(endpoint.url(), {
      method,
      body: Buffer.alloc(0),
      contentType: 'text/plain',
    })
    expect((await internet.sender().send(request)).errorCode).toBeNull()
    expect(seen).toBe(`${method} 0 text/plain`)
  })

  test.each([
    [200, null],
    [201, null],
    [204, null],
    [299, null],
    [300, 'redirect_refused'],
    [301, 'redirect_refused'],
    [302, 'redirect_refused'],
    [303, 'redirect_refused'],
    [304, 'redirect_refused'],
    [307, 'redirect_refused'],
    [308, 'redirect_refused'],
    [400, 'http_status'],
    [404, 'http_status'],
    [410, 'http_status'],
    [429, 'http_status'],
    [500, 'http_status'],
    [599, 'http_status'],
    [999, 'http_status'],
  ])('status %i: %s', async (status, errorCode) => {
    const endpoint = await internet.serve((_request, response) => {
      response.writeHead(status, { 'Retry-After': '7' }).end()
    })
    const result = await internet.sender().send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ status, errorCode, retryAfter: '7', ownFault: false })
    if (errorCode !== null) expect(result.errorMessage).toContain(String(status))
  })

  test('a redirect is never followed, wherever it leads', async () => {
    let visits = 0
    const target = await internet.serve((_request, response) => {
      visits += 1
      response.end()
    })
    for (const location of [
      target.url(),
      'http://127.0.0.1/',
      '//',
      'http://[',
      'https://x\u00ff/',
    ]) {
      const endpoint = await internet.serve((_request, response) => {
        response.writeHead(307, { Location: location }).end('moved')
      })
      const result = await internet.sender().send(requestTo(endpoint.url()))
      expect(result).toMatchObject({
        status: 307,
        errorCode: 'redirect_refused',
        responseBody: 'moved',
      })
    }
    expect(visits).toBe(0)
  })
})

describe('connections', () => {
  test('refused', async () => {
    const closing = await pretendInternet()
    const gone = await closing.accept(() => {})
    closing.close()
    const result = await internet.sender().send(requestTo(gone.url()))
    expect(result).toMatchObject({ errorCode: 'connection_error', ownFault: false })
    expect(result.errorMessage).toBe('The endpoint refused the connection.')
  })

  test('reset while TLS is agreed on, and after the request', async () => {
    const early = await internet.accept((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    )
    expect((await internet.sender().send(requestTo(early.url()))).errorCode).toBe(
      'connection_error',
    )
    const late = await internet.speak((socket) => socket.once('data', () => socket.destroy()))
    const result = await internet.sender().send(requestTo(late.url()))
    expect(result).toMatchObject({
      errorCode: 'connection_error',
      errorMessage: 'The connection was closed before a response arrived.',
    })
    // A connection of its own is not tried twice: the request may have been acted on.
    expect(late.connections).toHaveLength(1)
  })

  test('are used again, and closed when idle', async () => {
    const endpoint = await internet.serve((_request, response) => response.end('ok'))
    const sender = internet.sender({ idleTimeoutMs: NEVER_MS })
    for (let at = 0; at < 5; at += 1) await sender.send(requestTo(endpoint.url()))
    expect(endpoint.connections).toHaveLength(1)
    const impatient = internet.sender({ idleTimeoutMs: 50 })
    await impatient.send(requestTo(endpoint.url()))
    await soon(() => expect(endpoint.connections[1]?.destroyed).toBe(true))
    expect(endpoint.connections[0]?.destroyed).toBe(false)
    expect((await impatient.send(requestTo(endpoint.url()))).errorCode).toBeNull()
    expect(endpoint.connections).toHaveLength(3)
  })

  test('an active one is not taken for idle', async () => {
    const endpoint = await internet.serve((_request, response) => {
      setTimeout(() => response.end('ok'), 200)
    })
    const sender = internet.sender({ idleTimeoutMs: 50 })
    expect((await sender.send(requestTo(endpoint.url()))).errorCode).toBeNull()
  })

  test('one that the other side closed just as it is used again is replaced at once', async () => {
    let requests = 0
    const endpoint = await internet.speak((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 2) socket.destroy()
        else socket.write(ANSWER)
      })
    })
    const sender = internet.sender()
    const results = [
      await sender.send(requestTo(endpoint.url())),
      await sender.send(requestTo(endpoint.url())),
    ]
    expect(results.map(({ errorCode }) => errorCode)).toEqual([null, null])
    expect(endpoint.connections).toHaveLength(2)
  })

  test('but only once', async () => {
    let requests = 0
    const endpoint = await internet.speak((socket) => {
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write(ANSWER)
        else socket.destroy()
      })
    })
    const sender = internet.sender()
    await sender.send(requestTo(endpoint.url()))
    expect((await sender.send(requestTo(endpoint.url()))).errorCode).toBe('connection_error')
    expect(requests).toBe(3)
  })

  test('a pooled one is not shared with another host on the same address', async () => {
    const endpoint = await internet.serve((request, response) => response.end(request.headers.host))
    const sender = internet.sender()
    await sender.send(requestTo(endpoint.url()))
    const other = `https://other.example.com:${endpoint.port}/`
    expect((await sender.send(requestTo(other))).responseBody).toBe(
      `other.example.com:${endpoint.port}`,
    )
    expect(endpoint.connections).toHaveLength(2)
  })

  test('an address that does not answer is passed over for the next', async () => {
    const endpoint = await internet.serve((_request, response) => response.end('ok'))
    const resolver = async () => ['127.0.0.3', '127.0.0.1']
    const sender = internet.sender({
      resolver,
      isRefusedAddress: (address) => !['127.0.0.1', '127.0.0.3'].includes(address),
    })
    expect((await sender.send(requestTo(endpoint.url()))).errorCode).toBeNull()
  })
})

describe('stopping', () => {
  const stopped = { errorCode: 'aborted', status: null, ownFault: true }

  test('before, while the name is looked up, while connecting, while waiting', async () => {
    let stop = new AbortController()
    const stopNow = () => stop.abort()
    const endpoint = await internet.serve(stopNow)
    const silent = await internet.accept(stopNow)
    const resolver = () => {
      // It is asked from inside of the connection that is made.
      setImmediate(stopNow)
      return new Promise<string[]>(() => {})
    }
    // Nothing but the stop ends any of them.
    const patient = { connectTimeoutMs: NEVER_MS, totalTimeoutMs: NEVER_MS }
    const before = AbortSignal.abort()
    const sender = internet.sender(patient)
    const cases = [
      [sender, endpoint.url(), before],
      [internet.sender({ ...patient, resolver }), endpoint.url(), null],
      [sender, silent.url(), null],
      [sender, endpoint.url(), null],
    ] as const
    for (const [by, url, signal] of cases) {
      stop = new AbortController()
      const result = await by.send(requestTo(url), { signal: signal ?? stop.signal })
      expect(result).toMatchObject(stopped)
    }
    expect([silent.connections.length, endpoint.connections.length]).toEqual([1, 1])
  })

  test('once the status is known, the result stands', async () => {
    const endpoint = await internet.serve((_request, response) => {
      response.writeHead(200).write('start')
    })
    const stop = new AbortController()
    let readings = 0
    const monotonicNow = () => {
      readings += 1
      // At the start of all, at the start of the exchange, and then when the status has come, and the body with it.
      if (readings === 3) setTimeout(() => stop.abort(), 50)
      return performance.now()
    }
    const sender = internet.sender({
      totalTimeoutMs: NEVER_MS,
      bodyTimeoutMs: NEVER_MS,
      monotonicNow,
    })
    const result = await sender.send(requestTo(endpoint.url()), { signal: stop.signal })
    expect(result).toMatchObject({ status: 200, errorCode: null, responseBody: 'start' })
  })

  test('a stop after the end changes nothing, and leaves no listener behind', async () => {
    const endpoint = await internet.serve((_request, response) => response.end())
    const stop = new AbortController()
    const remove = vi.spyOn(stop.signal, 'removeEventListener')
    await internet.sender().send(requestTo(endpoint.url()), { signal: stop.signal })
    expect(remove).toHaveBeenCalledTimes(1)
    stop.abort()
  })
})

test('fifty that wait for a slow endpoint hold up none to another', async () => {
  const held: ServerResponse[] = []
  const slow = await internet.serve((_request, response) => held.push(response))
  const quick = await internet.serve((_request, response) => response.end())
  const sender = internet.sender()
  const waiting = Array.from({ length: 50 }, () => sender.send(requestTo(slow.url())))
  await soon(() => expect(held).toHaveLength(50))
  expect((await sender.send(requestTo(quick.url()))).errorCode).toBeNull()
  for (const response of held) response.end()
  const results = await Promise.all(waiting)
  expect(results.every(({ errorCode }) => errorCode === null)).toBe(true)
})

test('closing lets go of idle connections', async () => {
  const endpoint = await internet.serve((_request, response) => response.end())
  const sender = internet.sender({ idleTimeoutMs: 60_000 })
  await sender.send(requestTo(endpoint.url()))
  const [connection] = endpoint.connections
  sender.close()
  if (connection && !connection.destroyed) await once(connection, 'close')
  expect(connection?.destroyed).toBe(true)
})
