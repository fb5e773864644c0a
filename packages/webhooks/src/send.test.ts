import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resolveDestination } from './destination.ts'
import { certificateFor, HOST, pretendInternet, requestTo } from './testing/pretend-internet.ts'
import type { PretendInternet } from './testing/pretend-internet.ts'
import { isRefusedAddress } from './public-address.ts'
import { createSender } from './send.ts'
import type { OutgoingRequest } from './send.ts'
import { signatureHeaders, verifyServiceSignature } from './signature.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

let internet: PretendInternet
beforeAll(async () => {
  internet = await pretendInternet()
})
afterAll(() => internet.close())

/** Waits for a fact, as long as a busy machine may need. */
const soon = (fact: () => void) => vi.waitFor(fact, { timeout: 15_000 })

/** Of a time-out that is not the one in question: a test in which it decides does not end. */
const NEVER_MS = 600_000
/** Time for what is to succeed, and less than a test has. */
const AMPLE_MS = 15_000

const dnsError = (code: string) => Object.assign(new Error(`queryA ${code} 10.0.0.2`), { code })

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

describe('addresses', () => {
  const counting = async (host?: string) =>
    internet.serve((_request, response) => response.end(), host ? { host } : {})

  test('a name that changes between the check and the call is refused (DNS rebinding)', async () => {
    const inside = await counting('127.0.0.2')
    const answers = [['8.8.8.8'], ['127.0.0.2']]
    const resolver = vi.fn(async () => answers.shift() ?? [])
    expect((await resolveDestination(inside.url(), {}, resolver)).ok).toBe(true)
    const result = await internet.sender({ resolver }).send(requestTo(inside.url()))
    expect(result).toMatchObject({ status: null, errorCode: 'address_refused', ownFault: false })
    expect(inside.connections).toHaveLength(0)
  })

  test('the address checked is the address dialled: one look-up per connection', async () => {
    const endpoint = await counting()
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']]
    const resolver = vi.fn(async () => answers.shift() ?? [])
    const result = await internet.sender({ resolver }).send(requestTo(endpoint.url()))
    expect(result.errorCode).toBeNull()
    expect(resolver).toHaveBeenCalledTimes(1)
  })

  test.each([
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '::1']],
    [['127.0.0.1', '10.0.0.1']],
    [['127.0.0.1', '::ffff:127.0.0.1']],
    [['127.0.0.1', '::7f00:1']],
    [['127.0.0.1', 'fe80::1%lo']],
    [['127.0.0.1', '']],
    [['127.0.0.1', 'localhost']],
    [['0x7f.1']],
    [['::ffff:7f00:1']],
    [['0.0.0.0']],
    [['::']],
  ])('one bad address among %j spoils all', async (addresses) => {
    const endpoint = await counting()
    const sender = internet.sender({ resolver: async () => addresses })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result.errorCode).toBe('address_refused')
    expect(endpoint.connections).toHaveLength(0)
  })

  test('the address that the socket reached is checked again, before a byte is written', async () => {
    const bytes: Buffer[] = []
    const endpoint = await internet.accept((socket) =>
      socket.on('data', (chunk) => bytes.push(chunk)),
    )
    let checks = 0
    const sender = internet.sender({
      // As if the kernel had led the connection elsewhere.
      isRefusedAddress: () => (checks += 1) > 1,
    })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result.errorCode).toBe('address_refused')
    expect(checks).toBe(2)
    const [connection] = endpoint.connections
    if (connection && !connection.destroyed) await once(connection, 'close')
    expect(Buffer.concat(bytes)).toHaveLength(0)
  })

  test.each([
    'https://127.0.0.1:8443/',
    'https://0x7f.1:8443/',
    'https://[::1]:8443/',
    'https://localhost:8443/',
    'http://hooks.example.com:8443/',
    'https://user@hooks.example.com:8443/',
    'https://hooks.example.com:22/',
    'https://metadata.google.internal/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    'https://',
    '',
  ])('%j is not even looked up', async (url) => {
    const resolver = vi.fn(async () => ['127.0.0.1'])
    const result = await internet.sender({ resolver }).send(requestTo(url))
    expect(result).toMatchObject({ errorCode: 'address_refused', status: null })
    expect(resolver).not.toHaveBeenCalled()
  })

  test('our own hosts are refused', async () => {
    const sender = internet.sender({ ownHosts: [HOST] })
    expect((await sender.send(requestTo(`https://${HOST}/`))).errorCode).toBe('address_refused')
  })

  test('without a test’s help this machine is not public', async () => {
    const endpoint = await counting()
    const sender = internet.sender({ isRefusedAddress })
    expect((await sender.send(requestTo(endpoint.url()))).errorCode).toBe('address_refused')
    expect(endpoint.connections).toHaveLength(0)
  })
})

describe('in development, this machine', () => {
  test.each(['localhost', '127.0.0.1', '127.1'])('is reached as %s over http', async (host) => {
    const endpoint = await internet.accept((socket) =>
      socket.once('data', () => socket.end(ANSWER)),
    )
    const resolver = vi.fn(async () => ['127.0.0.1'])
    const sender = internet.sender({ allowLoopbackHttp: true, resolver, isRefusedAddress })
    const result = await sender.send(requestTo(`http://${host}:${endpoint.port}/`))
    expect(result).toMatchObject({ status: 200, errorCode: null })
    expect(resolver).not.toHaveBeenCalled()
  })

  test('is not reached under a public name', async () => {
    const endpoint = await internet.serve((_request, response) => response.end())
    const sender = internet.sender({ allowLoopbackHttp: true, isRefusedAddress })
    expect((await sender.send(requestTo(endpoint.url()))).errorCode).toBe('address_refused')
  })

  test('is not reached without the setting', async () => {
    const endpoint = await internet.accept((socket) => socket.end(ANSWER))
    const result = await internet.sender().send(requestTo(`http://localhost:${endpoint.port}/`))
    expect(result.errorCode).toBe('address_refused')
    expect(endpoint.connections).toHaveLength(0)
  })
})

describe('names', () => {
  test.each([
    ['ENOTFOUND', true, false, 'does not exist'],
    ['ENODATA', false, false, 'does not exist'],
    ['ESERVFAIL', true, false, 'could not be looked up'],
    ['ESERVFAIL', false, true, 'could not be looked up'],
    ['ETIMEOUT', false, true, 'could not be looked up'],
    ['ECONNREFUSED', false, true, 'could not be looked up'],
    ['EAI_AGAIN', true, false, 'could not be looked up'],
  ])('%s, our network working: %s; our fault: %s', async (code, works, ownFault, message) => {
    const sender = internet.sender({
      resolver: () => Promise.reject(dnsError(code)),
      isNetworkWorking: async () => works,
    })
    const result = await sender.send(requestTo(`https://${HOST}/`))
    expect(result).toMatchObject({ errorCode: 'dns_error', ownFault, status: null })
    expect(result.errorMessage).toContain(message)
  })

  test('no address at all, and a resolver that throws at once', async () => {
    const empty = internet.sender({ resolver: async () => [] })
    expect((await empty.send(requestTo(`https://${HOST}/`))).errorCode).toBe('dns_error')
    const throwing = internet.sender({
      resolver: () => {
        throw dnsError('EBADRESP')
      },
    })
    expect((await throwing.send(requestTo(`https://${HOST}/`))).errorCode).toBe('dns_error')
  })

  test('a look-up that never answers ends with the time to connect, and is cancelled', async () => {
    let cancelled = false
    const resolver = (_name: string, signal?: AbortSignal) =>
      new Promise<string[]>(() => {
        signal?.addEventListener('abort', () => (cancelled = true))
      })
    const sender = internet.sender({ resolver, connectTimeoutMs: 50, totalTimeoutMs: NEVER_MS })
    const result = await sender.send(requestTo(`https://${HOST}/`))
    expect(result).toMatchObject({ errorCode: 'dns_error', ownFault: false })
    await soon(() => expect(cancelled).toBe(true))
  })

  test('our own DNS is asked about well-known names when a look-up fails', async () => {
    const asked: string[] = []
    const resolver = async (name: string) => {
      asked.push(name)
      if (name === HOST) throw dnsError('ESERVFAIL')
      return ['198.41.0.4']
    }
    const sender = createSender({ docsUrl: 'https://docs.example.com', resolver })
    const result = await sender.send(requestTo(`https://${HOST}/`))
    sender.close()
    expect(result).toMatchObject({ errorCode: 'dns_error', ownFault: false })
    expect(asked.slice(1)).toEqual(['a.root-servers.net', 'k.root-servers.net'])
  })
})

describe('time', () => {
  test('a server that accepts and says nothing (no TLS): connect_timeout', async () => {
    const endpoint = await internet.accept((socket) => socket.resume())
    const sender = internet.sender({ connectTimeoutMs: 60, totalTimeoutMs: NEVER_MS })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ errorCode: 'connect_timeout', status: null })
    await soon(() => expect(endpoint.connections[0]?.destroyed).toBe(true))
  })

  // A listening socket whose queue is full drops further calls: Linux, where nothing else does so.
  test.runIf(process.platform === 'linux')(
    'a port that does not even answer the call',
    async () => {
      const endpoint = await internet.deafPort()
      const sender = internet.sender({ connectTimeoutMs: 150, isNetworkWorking: async () => false })
      const result = await sender.send(requestTo(`https://${HOST}:${endpoint.port}/`))
      expect(result).toMatchObject({ errorCode: 'connect_timeout', status: null, ownFault: true })
      endpoint.close()
    },
  )

  test('no answer: timeout', async () => {
    const endpoint = await internet.serve(() => {})
    const sender = internet.sender({ totalTimeoutMs: 80 })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ errorCode: 'timeout', status: null, ownFault: false })
    expect(result.errorMessage).toBe('No response arrived within 0.08 seconds.')
    await soon(() => expect(endpoint.connections[0]?.destroyed).toBe(true))
  })

  test('headers that drip do not outlive the total time', async () => {
    const endpoint = await internet.speak((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-Drip: 1\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    const result = await internet.sender({ totalTimeoutMs: 150 }).send(requestTo(endpoint.url()))
    expect(result).toMatchObject({
      errorCode: 'timeout',
      errorMessage: 'No response arrived within 0.15 seconds.',
      status: null,
    })
  })

  test('interim answers (1xx) without end do not outlive it either', async () => {
    const endpoint = await internet.speak((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    const result = await internet.sender({ totalTimeoutMs: 150 }).send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ errorCode: 'timeout', status: null })
  })

  test.each([
    [200, null],
    [500, 'http_status'],
  ])('a body that drips after status %i: decided by the status', async (status, errorCode) => {
    const endpoint = await internet.serve((_request, response) => {
      // The first drop comes with the head, so that there is one however busy the machine is.
      response.writeHead(status).write('.')
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const sender = internet.sender({ totalTimeoutMs: NEVER_MS, bodyTimeoutMs: 100 })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ status, errorCode, isResponseBodyCut: true })
    expect(result.responseBody).toMatch(/^\.+$/)
    await soon(() => expect(endpoint.connections[0]?.destroyed).toBe(true))
  })

  test('a body that drips has no more than the total time', async () => {
    const endpoint = await internet.serve((_request, response) => {
      response.writeHead(200).write('.')
    })
    // When the status has come, a tenth of a second is left of the total time.
    let readings = 0
    const monotonicNow = () => ((readings += 1) < 3 ? 0 : NEVER_MS - 100)
    const sender = internet.sender({
      totalTimeoutMs: NEVER_MS,
      bodyTimeoutMs: NEVER_MS,
      monotonicNow,
    })
    const result = await sender.send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ status: 200, errorCode: null, responseBody: '.' })
  })

  test('a server that does not take our body', async () => {
    const endpoint = await internet.speak((socket) => socket.pause())
    const sender = internet.sender({ totalTimeoutMs: 200 })
    const body = Buffer.alloc(30_000_000, 'x')
    expect((await sender.send(requestTo(endpoint.url(), { body }))).errorCode).toBe('timeout')
  })

  test('an answer before the body was taken counts', async () => {
    const endpoint = await internet.speak((socket) => {
      socket.pause()
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
    })
    const sender = internet.sender({ totalTimeoutMs: AMPLE_MS, bodyTimeoutMs: 100 })
    const result = await sender.send(requestTo(endpoint.url(), { body: Buffer.alloc(30_000_000) }))
    expect(result).toMatchObject({ status: 413, errorCode: 'http_status' })
  })
})

describe('answers meant to harm', () => {
  test('a gzip bomb is never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    for (const coding of ['gzip', 'x-gzip', 'deflate', 'br', 'GZIP', undefined]) {
      const endpoint = await internet.serve((_request, response) => {
        response.writeHead(200, coding ? { 'Content-Encoding': coding } : {}).end(bomb)
      })
      const before = process.memoryUsage().arrayBuffers
      const result = await internet.sender().send(requestTo(endpoint.url()))
      expect(result).toMatchObject({ status: 200, errorCode: null, responseBody: null })
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000)
    }
  })

  test('an endless body is left after 64 KB', async () => {
    let written = 0
    const endpoint = await internet.serve((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384))) written += 16_384
      }
      response.on('drain', more)
      more()
    })
    const result = await internet.sender().send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ status: 200, errorCode: null, isResponseBodyCut: true })
    expect(result.responseBody).toBe('x'.repeat(16_384))
    await soon(() => expect(endpoint.connections[0]?.destroyed).toBe(true))
    expect(written).toBeLessThan(30_000_000)
  })

  test.each([
    ['one header of 20 KB', `X-A: ${'a'.repeat(20_000)}\r\n`],
    ['4000 headers', Array.from({ length: 4000 }, (_, at) => `X-${at}: 1\r\n`).join('')],
    ['one without end', `X-A: ${'a'.repeat(1_000_000)}`],
  ])('huge headers: %s', async (_name, headers) => {
    const endpoint = await internet.speak((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${headers}`))
    })
    const result = await internet
      .sender({ totalTimeoutMs: AMPLE_MS })
      .send(requestTo(endpoint.url()))
    expect(result).toMatchObject({
      errorCode: 'connection_error',
      errorMessage: 'The headers of the response are too large.',
    })
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\n'],
    [
      'both lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk'],
    ['status not a number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['control characters in a header', 'HTTP/1.1 200 OK\r\nX-A: a\u0000b\r\n\r\n'],
    ['closed at once', ''],
    ['closed within the headers', 'HTTP/1.1 200 OK\r\nX-A:'],
    [
      'switching protocols',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('%s: connection_error, in words', async (_name, bytes) => {
    const endpoint = await internet.speak((socket) => socket.once('data', () => socket.end(bytes)))
    const result = await internet
      .sender({ totalTimeoutMs: AMPLE_MS })
      .send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ errorCode: 'connection_error', status: null, ownFault: false })
    expect(result.errorMessage).toMatch(/^The [a-zA-Z ]+\.$/)
  })

  test.each([
    ['shorter than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
    [
      'a chunk breaks off',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n9\r\nx',
    ],
    [
      'chunks of nonsense',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n',
    ],
  ])('a body %s: still the status that came', async (_name, bytes) => {
    const endpoint = await internet.speak((socket) => socket.once('data', () => socket.end(bytes)))
    const result = await internet.sender().send(requestTo(endpoint.url()))
    expect(result).toMatchObject({ status: 200, errorCode: null, isResponseBodyCut: true })
    // Of nonsense nothing may be left.
    expect(['half', 'halfx', '']).toContain(result.responseBody)
  })

  test('a body that ends in the middle of a character loses only that one', async () => {
    const endpoint = await internet.serve((_request, response) => {
      response.end(Buffer.concat([Buffer.from('x'), Buffer.from('é'.repeat(20_000))]))
    })
    const { responseBody } = await internet.sender().send(requestTo(endpoint.url()))
    expect(responseBody).toBe(`x${'é'.repeat(8191)}`)
  })

  test('bytes that are not UTF-8 are shown as far as they go; with NUL it is binary', async () => {
    const bodies = [Buffer.from([0x61, 0xff, 0x62]), Buffer.from('s\u0000e\u0000c')]
    const endpoint = await internet.serve((_request, response) => response.end(bodies.shift()))
    const sender = internet.sender()
    expect((await sender.send(requestTo(endpoint.url()))).responseBody).toBe('a\ufffdb')
    expect((await sender.send(requestTo(endpoint.url()))).responseBody).toBeNull()
  })

  test('a body that calls itself compressed is not shown, whatever is in it', async () => {
    const endpoint = await internet.serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'br' }).end('plain words')
    })
    expect((await internet.sender().send(requestTo(endpoint.url()))).responseBody).toBeNull()
  })

  test('a long Retry-After header is not kept whole', async () => {
    const endpoint = await internet.serve((_request, response) => {
      response.writeHead(429, { 'Retry-After': '1'.repeat(5000) }).end()
    })
    expect((await internet.sender().send(requestTo(endpoint.url()))).retryAfter).toHaveLength(100)
  })
})

describe('headers meant to harm', () => {
  test.each<Record<string, string>>([
    { 'X-A': 'a\r\nX-Injected: 1' },
    { 'X-A': 'a\n\nGET / HTTP/1.1' },
    { 'X-A\r\nX-Injected': '1' },
    { 'X-A': '嘊嘍X-Injected: 1' },
    { Host: '127.0.0.1' },
    { 'Transfer-Encoding': 'chunked' },
    { 'Content-Length': '0' },
    { 'X-Service-Signature': 't=1,v1=0' },
    { 'webhook-id': 'evt_2' },
    { '': 'x' },
  ])('%j is not sent', async (customHeaders) => {
    const endpoint = await internet.serve((_request, response) => response.end())
    const result = await internet.sender().send(requestTo(endpoint.url(), { customHeaders }))
    expect(result).toMatchObject({ errorCode: 'template_error', status: null })
    expect(result.errorMessage).toMatch(/^Header "/)
    expect(endpoint.connections).toHaveLength(0)
  })

  test('even ones of our own making cannot break the request', async () => {
    const endpoint = await internet.serve((_request, response) => response.end())
    const changes: Partial<OutgoingRequest>[] = [
      { contentType: 'text/plain\r\nX-Injected: 1' },
      { serviceHeaders: { 'X-Service-Event': 'a\r\nb' } },
    ]
    for (const change of changes) {
      const result = await internet.sender().send(requestTo(endpoint.url(), change))
      expect(result).toMatchObject({ status: null, ownFault: true, errorCode: 'connection_error' })
    }
    expect(endpoint.connections).toHaveLength(0)
  })
})

describe('certificates', () => {
  const outcome = async (
    certificate: Awaited<ReturnType<typeof certificateFor>>,
    extraCa?: string[],
  ) => {
    const endpoint = await internet.serve((_request, response) => response.end(), { certificate })
    const sender = internet.sender({ extraCa: extraCa ?? [certificate.cert] })
    const result = await sender.send(requestTo(endpoint.url()))
    return [result.errorCode, result.errorMessage]
  }

  test('one that is trusted and fits is accepted', async () => {
    expect(await outcome(await certificateFor([HOST]))).toEqual([null, null])
  })

  test('of an unknown authority', async () => {
    const [code, message] = await outcome(await certificateFor([HOST]), [])
    expect([code, message]).toEqual([
      'tls_error',
      'The certificate of the endpoint is self-signed.',
    ])
  })

  test('for another name', async () => {
    expect(await outcome(await certificateFor(['other.example.com']))).toEqual([
      'tls_error',
      'The certificate of the endpoint is for another host name.',
    ])
  })

  test('expired, and not valid yet', async () => {
    expect(await outcome(await certificateFor([HOST], { from: -9, to: -1 }))).toEqual([
      'tls_error',
      'The certificate of the endpoint has expired.',
    ])
    expect(await outcome(await certificateFor([HOST], { from: 1, to: 9 }))).toEqual([
      'tls_error',
      'The certificate of the endpoint is not valid yet.',
    ])
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const [code] = await outcome(await certificateFor([HOST]), [])
    vi.unstubAllEnvs()
    expect(code).toBe('tls_error')
  })

  test('no TLS at the other end, or one that is too old', async () => {
    const plain = await internet.accept((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    expect((await internet.sender().send(requestTo(plain.url()))).errorCode).toBe('tls_error')
    const old = await internet.serve((_request, response) => response.end(), {
      options: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    })
    expect((await internet.sender().send(requestTo(old.url()))).errorCode).toBe('tls_error')
  })

  test('an endpoint that wants a certificate of ours', async () => {
    const endpoint = await internet.serve((_request, response) => response.end(), {
      options: { requestCert: true, rejectUnauthorized: true },
    })
    expect((await internet.sender().send(requestTo(endpoint.url()))).errorCode).toBe('tls_error')
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

test('messages show no address, port or error code', async () => {
  const messages: string[] = []
  const silent = await internet.accept(() => {})
  const reset = await internet.speak((socket) => socket.once('data', () => socket.destroy()))
  const run = async (settings: object, url: string) => {
    const result = await internet.sender(settings).send(requestTo(url))
    messages.push(result.errorMessage ?? 'none')
  }
  await run({ connectTimeoutMs: 30 }, silent.url())
  await run({}, reset.url())
  await run({ resolver: async () => ['10.1.2.3'] }, reset.url())
  await run({ resolver: () => Promise.reject(dnsError('ESERVFAIL')) }, reset.url())
  await run({ extraCa: [] }, reset.url())
  await run({ resolver: async () => ['127.0.0.9'], isRefusedAddress: () => false }, reset.url())
  expect(messages).toHaveLength(6)
  for (const message of messages) expect(message).not.toMatch(/\d|[A-Z]{3}|none|hooks/)
})

test('fifty that wait for a slow endpoint hold up none to another', async () => {
  const held: ServerResponse[] = []
  const slow = await internet.serve((_request, response) => held.push(response))
  const quick = await internet.serve((_request, response) => response.end())
  const sender = internet.sender()
  const waiting = Array.from({ length: 50 }, () => sender.send(requestTo(slow.url())))
  await vi.waitFor(() => expect(held).toHaveLength(50), { timeout: AMPLE_MS })
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
