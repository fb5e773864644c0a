import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AMPLE_MS, NEVER_MS, soon } from './testing/patience.ts'
import { HOST, pretendInternet, requestTo } from './testing/pretend-internet.ts'
import type { PretendInternet } from './testing/pretend-internet.ts'

let internet: PretendInternet
beforeAll(async () => {
  internet = await pretendInternet()
})
afterAll(() => internet.close())

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
    expect(result.responseBody).toBe('x'.repeat(8192))
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
    expect(responseBody).toBe(`x${'é'.repeat(4095)}`)
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
