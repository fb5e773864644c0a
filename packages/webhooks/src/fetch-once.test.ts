import * as http from 'node:http'
import * as https from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchOnce, type Outgoing } from './fetch-once.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const BODY = Buffer.from('{"id":"evt_1"}')

let server: Server
let origin: string
/** What came, one element for each read from a socket. */
const received: string[] = []
const agents = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true }),
}

beforeAll(async () => {
  server = createServer((socket) =>
    socket.on('data', (bytes) => {
      received.push(bytes.toString('latin1'))
      socket.write(ANSWER)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  agents.http.destroy()
  server.close()
})

function outgoing(path: string, headers: Outgoing['headers']): Outgoing {
  const length = ['Content-Length', String(BODY.length)] as const
  return {
    url: new URL(path, origin),
    method: 'POST',
    headers: [...headers, length],
    body: BODY,
  }
}

async function answerTo(request: Outgoing): Promise<string | null> {
  const exchange = await fetchOnce(request, agents, new AbortController().signal)
  if (exchange.response === undefined) throw new Error('no answer')
  return (await exchange.reader.read(1000)).text
}

it('sends head and body at once: names in lower case and in order, an empty query, a name twice', async () => {
  received.length = 0
  const headers = [
    ['X-Tenant', 'north'],
    ['User-Agent', 'Service-Webhooks/1.0'],
    ['Accept-Encoding', 'identity'],
    ['x-tenant', 'south'],
  ] as const
  expect(await answerTo(outgoing('/hook/a%20b?#part', headers))).toBe('ok')
  expect(received).toEqual([
    `POST /hook/a%20b? HTTP/1.1\r\naccept: */*\r\naccept-encoding: identity\r\ncontent-length: 14\r\nuser-agent: Service-Webhooks/1.0\r\nx-tenant: north\r\nx-tenant: south\r\nHost: ${origin.slice('http://'.length)}\r\nConnection: keep-alive\r\n\r\n{"id":"evt_1"}`,
  ])
})

it('leaves `Accept` to the caller who names it', async () => {
  received.length = 0
  await answerTo(outgoing('/', [['ACCEPT', 'text/plain']]))
  expect(received.join('')).toContain('\r\naccept: text/plain\r\n')
})

it('ends the exchange when it is stopped, also while the body is read', async () => {
  const slow = createServer((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nbegun')),
  )
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`)
  const stopping = new AbortController()
  const exchange = await fetchOnce({ ...outgoing('/', []), url }, agents, stopping.signal)
  if (exchange.response === undefined) throw new Error('no answer')
  const reading = exchange.reader.read(10_000)
  stopping.abort()
  expect(await reading).toEqual({ text: 'begun', isCut: true })
  slow.close()
})
