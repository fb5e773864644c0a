/** The sending of one request, its signature and its retries, with every limit changed. */
import { itFollows, to } from '../../support/changed-limits.ts'
import {
  createSender,
  failingStage,
  maskedExcerpt,
  maxAttempts,
  nextAttempt,
  serviceSignature,
  verifyServiceSignature,
  type RetryState,
  type Sender,
  type SenderSettings,
} from '@scheduling/webhooks'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect } from 'vitest'

const NOW = new Date('2026-11-20T15:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let servers: Server[] = []
let senders: Sender[] = []
afterEach(() => {
  for (const sender of senders) sender.close()
  for (const server of servers) server.close()
  servers = []
  senders = []
})

async function listening(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** An endpoint on this machine that says what it is told to, byte by byte. */
function endpoint(speak: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => speak(socket))
  })
  return listening(server)
}

function senderOf(settings: Partial<SenderSettings> = {}): Sender {
  const sender = createSender({
    docsUrl: 'https://docs.example.com',
    allowLoopbackHttp: true,
    isNetworkWorking: async () => true,
    ...settings,
  })
  senders.push(sender)
  return sender
}

function send(sender: Sender, url: string) {
  const request = { url, method: 'POST', contentType: 'text/plain' } as const
  return sender.send({ ...request, body: Buffer.from('x'), serviceHeaders: {} })
}

const sent = (url: string, settings?: Partial<SenderSettings>) => send(senderOf(settings), url)

/** An answer whose body is cut into pieces of a byte. */
const inPieces = (count: number) =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`

const plain: RetryState = { isChat: false, isTest: false, attempt: 1, failingSince: null }
const failure = {
  status: 500,
  errorCode: 'http_status',
  retryAfter: null,
  ownFault: false,
} as const

/** Minutes until the next attempt; null when there is none. */
function wait(state: Partial<RetryState>, { random = 0, retryAfter = '' } = {}): number | null {
  const outcome = retryAfter === '' ? failure : { ...failure, status: 429, retryAfter }
  const { nextAttemptAt } = nextAttempt({ ...plain, ...state }, outcome, NOW, () => random)
  return nextAttemptAt === null ? null : (nextAttemptAt.getTime() - NOW.getTime()) / MINUTE_MS
}

describe('a delivery follows', () => {
  itFollows('deliveries', {
    async deliverySeconds() {
      const result = await sent(await endpoint(() => {}))
      expect(result.errorMessage).toBe(
        `No response arrived within ${to('deliverySeconds')} seconds.`,
      )
      expect(result.durationMs).toBeGreaterThan(to('deliverySeconds') * 1000 - 100)
    },
    async deliveryConnectSeconds() {
      const never = { resolver: () => new Promise<never>(() => {}) }
      const result = await sent('https://hooks.example.com/', never)
      expect(result.errorCode).toBe('dns_error')
      expect(result.durationMs).toBeGreaterThan(to('deliveryConnectSeconds') * 1000 - 100)
      expect(result.durationMs).toBeLessThan(to('deliverySeconds') * 1000)
    },
    async deliveryBodySeconds() {
      const url = await endpoint((socket) =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'),
      )
      const result = await sent(url)
      expect([result.status, result.responseBody, result.isResponseBodyCut]).toEqual([
        200,
        'x',
        true,
      ])
      expect(result.durationMs).toBeLessThan(1900)
    },
    async deliveryIdleSeconds() {
      const closed = Promise.withResolvers<number>()
      const url = await endpoint((socket) => {
        const since = performance.now()
        socket.once('end', () => closed.resolve(performance.now() - since))
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      })
      await sent(url)
      expect(await closed.promise).toBeLessThan(3900)
    },
    async deliveryInterimResponses() {
      const most = to('deliveryInterimResponses')
      const hints = (count: number) => 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(count)
      const end = 'HTTP/1.1 204 No Content\r\n\r\n'
      const few = await sent(await endpoint((socket) => socket.write(hints(most) + end)))
      expect(few.status).toBe(204)
      const many = await sent(await endpoint((socket) => socket.write(hints(most + 1))))
      expect(many.errorMessage).toContain('1xx')
    },
    async deliveryResponseHeadBytes() {
      const answered = async (bytes: number) => {
        const head = `HTTP/1.1 204 No Content\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`
        return (await sent(await endpoint((socket) => socket.write(head)))).errorMessage
      }
      expect(await answered(to('deliveryResponseHeadBytes') - 1024)).toBeNull()
      expect(await answered(to('deliveryResponseHeadBytes') + 1024)).toContain('too large')
    },
    async deliveryResponseBytes() {
      /** Connections that two deliveries take: a body that is not read to its end costs one. */
      const connections = async (bytes: number) => {
        let opened = 0
        const server = createHttpServer((request, response) => {
          request.resume().once('end', () => response.end('x'.repeat(bytes)))
        })
        server.on('connection', () => (opened += 1))
        const url = await listening(server)
        const sender = senderOf()
        await send(sender, url)
        await send(sender, url)
        return opened
      }
      expect(await connections(to('deliveryResponseBytes'))).toBe(1)
      expect(await connections(to('deliveryResponseBytes') + 1)).toBe(2)
    },
    async deliveryResponsePieces() {
      const most = to('deliveryResponsePieces')
      const bodyOf = async (pieces: number) => {
        const url = await endpoint((socket) => socket.write(inPieces(pieces)))
        const { responseBody, isResponseBodyCut } = await sent(url)
        return [responseBody?.length, isResponseBodyCut]
      }
      expect(await bodyOf(most - 1)).toEqual([most - 1, false])
      expect(await bodyOf(most + 1)).toEqual([most, true])
    },
    deliveryResponseCharacters() {
      const most = to('deliveryResponseCharacters')
      expect(maskedExcerpt('x'.repeat(most + 1), [])).toBe('x'.repeat(most))
    },

    signatureToleranceMinutes() {
      const seconds = to('signatureToleranceMinutes') * 60
      const body = Buffer.from('{}')
      const secret = 'whsec_c2VjcmV0'
      const header = serviceSignature({ timestampSeconds: 1000, body, secret })
      const at = (now: number) => verifyServiceSignature(header, body, [secret], now)
      expect(at(1000 + seconds)).toMatchObject({ ok: true })
      expect(at(1000 + seconds + 1)).toMatchObject({ ok: false, reason: 'stale' })
    },

    deliveryRetryMinutes() {
      const waits = to('deliveryRetryMinutes')
      expect(waits.map((_, index) => wait({ attempt: index + 1 }))).toEqual(waits)
      expect(wait({ attempt: waits.length + 1 })).toBeNull()
      expect(maxAttempts({ isChat: false, isTest: false })).toBe(waits.length + 1)
    },
    chatRetryMinutes() {
      const waits = to('chatRetryMinutes')
      expect(waits.map((_, index) => wait({ attempt: index + 1, isChat: true }))).toEqual(waits)
      expect(wait({ attempt: waits.length + 1, isChat: true })).toBeNull()
      expect(maxAttempts({ isChat: true, isTest: false })).toBe(waits.length + 1)
    },
    retryJitterPercent() {
      const [first] = to('deliveryRetryMinutes')
      expect(wait({}, { random: 1 })).toBe(first * (1 + to('retryJitterPercent') / 100))
    },
    retryAfterMinutes() {
      expect(wait({}, { retryAfter: '86400' })).toBe(to('retryAfterMinutes'))
    },
    failingDays() {
      const after = (ms: number) => failingStage(NOW, new Date(NOW.getTime() + ms))
      expect(after(to('failingDays') * DAY_MS - 1)).toBe('near')
      expect(after(to('failingDays') * DAY_MS)).toBe('over')
    },
    failingWarningHours() {
      const warned = to('failingDays') * DAY_MS - to('failingWarningHours') * 60 * MINUTE_MS
      const after = (ms: number) => failingStage(NOW, new Date(NOW.getTime() + ms))
      expect([after(warned - 1), after(warned)]).toEqual(['recent', 'near'])
    },
  })
})
