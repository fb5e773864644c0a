import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resolveDestination } from './destination.ts'
import { isRefusedAddress } from './public-address.ts'
import { createSender } from './send.ts'
import type { OutgoingRequest } from './send.ts'
import { NEVER_MS, soon } from './testing/patience.ts'
import { certificateFor, HOST, pretendInternet, requestTo } from './testing/pretend-internet.ts'
import type { PretendInternet } from './testing/pretend-internet.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

let internet: PretendInternet
beforeAll(async () => {
  internet = await pretendInternet()
})
afterAll(() => internet.close())

const dnsError = (code: string) => Object.assign(new Error(`queryA ${code} 10.0.0.2`), { code })

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
