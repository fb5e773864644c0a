import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DialError, guardedAgents } from './guarded-agent.ts'
import { isRefusedAddress } from './public-address.ts'

// The agents alone, with none of the checks that stand before them.

let server: net.Server
let port = 0
let hasIpv6 = false
const connected = vi.fn()

beforeAll(async () => {
  server = net.createServer((socket) => {
    connected()
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  port = address.port
  hasIpv6 = address.family === 'IPv6'
})
afterAll(() => server.close())

const agents = (allowLoopback: boolean, addresses: readonly string[] = ['127.0.0.1']) =>
  guardedAgents(
    {
      resolver: async () => addresses,
      isRefusedAddress,
      allowLoopback,
      connectTimeoutMs: 1000,
      idleTimeoutMs: 100,
      secureContext: undefined,
    },
    false,
  )

async function outcomeOf(options: https.RequestOptions, allowLoopback = false) {
  const secure = options.protocol === 'https:'
  const { http: plainAgent, https: secureAgent } = agents(allowLoopback)
  const agent = secure ? secureAgent : plainAgent
  const request = (secure ? https : http).request({ ...options, agent, port })
  const [event] = await Promise.race([
    once(request, 'response').then(() => ['answered']),
    once(request, 'close').then(() => ['closed']),
  ]).catch((error: unknown) => [error instanceof DialError ? error.code : String(error)])
  request.destroy()
  return event
}

test.each([
  '127.0.0.1',
  '127.1',
  '0.0.0.0',
  '0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  'localhost',
  'hooks.example.com',
])('%s is not dialled', async (host) => {
  connected.mockClear()
  for (const protocol of ['http:', 'https:']) {
    expect(await outcomeOf({ host, protocol })).toBe('ADDRESS_REFUSED')
  }
  expect(connected).not.toHaveBeenCalled()
})

test('nor is a socket file', async () => {
  const socketPath = '/tmp/scheduling-no-such.sock'
  for (const protocol of ['http:', 'https:']) {
    expect(await outcomeOf({ host: 'hooks.example.com', protocol, socketPath })).toBe(
      'ADDRESS_REFUSED',
    )
  }
})

test('nor does a look-up of the caller’s own help', async () => {
  const lookup: net.LookupFunction = (_host, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  expect(await outcomeOf({ host: 'hooks.example.com', lookup })).toBe('ADDRESS_REFUSED')
})

test('in development three spellings of this machine are dialled, and no others', async () => {
  for (const host of ['localhost', '127.0.0.1', ...(hasIpv6 ? ['::1'] : [])]) {
    expect([host, await outcomeOf({ host }, true)]).toEqual([host, 'answered'])
  }
  for (const host of [
    '127.0.0.2',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    'hooks.example.com',
    'LOCALHOST.',
  ]) {
    expect([host, await outcomeOf({ host }, true)]).toEqual([host, 'ADDRESS_REFUSED'])
  }
})
