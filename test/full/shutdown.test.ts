import { Agent, request as httpRequest } from 'node:http'
import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApiProcess, type ApiProcess } from '../support/api-process.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { createUser, sessionCookie } from '../support/dashboard.ts'
import { openStream } from '../support/live.ts'
import { fact } from '../support/worker.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

/** How one request ended: `answered`, `refused` (it never got a connection), or what went wrong. */
type Ended = string

function post(process: ApiProcess, agent: Agent, key: string, name: string): Promise<Ended> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(process.url)
    let isConnected = false
    const outgoing = httpRequest(
      {
        agent,
        hostname,
        port,
        path: '/v1/clients',
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk: string) => (text += chunk))
        incoming.on('end', () => {
          const isWhole =
            incoming.complete && incoming.statusCode === 201 && JSON.parse(text).id > 0
          resolve(isWhole ? 'answered' : `${incoming.statusCode} ${text.slice(0, 200)}`)
        })
        incoming.on('error', (error) => resolve(`answer broke off: ${error.message}`))
      },
    )
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true
      socket.once('connect', () => (isConnected = true))
    })
    outgoing.on('error', (error) => resolve(isConnected ? `lost: ${error.message}` : 'refused'))
    outgoing.end(JSON.stringify({ first_name: name }))
  })
}

function isReady(process: ApiProcess): Promise<boolean> {
  return fetch(`${process.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Without a new connection for so long, a process that stops closes its port. */
const QUIET_MS = 250

describe('SIGTERM', () => {
  it('under load: every request that got a connection gets its whole answer, and the process ends', async () => {
    const { row, key } = await api.organization({ requireClientIdentifier: false })
    const process = await startApiProcess(api, { LOG_LEVEL: 'warn' })
    const ended: Ended[] = []
    const refusedAt: number[] = []
    const stop = new AbortController()
    let sent = 0
    const writer = async (agent: Agent): Promise<void> => {
      while (!stop.signal.aborted) {
        const result = await post(process, agent, key, `n${(sent += 1)}`)
        if (result === 'refused') {
          refusedAt.push(performance.now())
          return
        }
        ended.push(result)
      }
    }
    // A new connection for each request: a kept one may close while the next request is on its way, which
    // no server can help and every client repeats.
    const agents = Array.from({ length: 16 }, () => new Agent({ keepAlive: false }))
    const writers = agents.map(writer)
    while (ended.length < 100) await new Promise((resolve) => setTimeout(resolve, 5))
    const signalledAt = performance.now()
    process.kill('SIGTERM')
    // As a load balancer does: none to one that is not ready.
    while (await isReady(process)) await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    await Promise.all(writers)
    const code = await process.exited
    expect(ended.filter((result) => result !== 'answered')).toEqual([])
    // Where this process was held up, the API saw no new connection for so long, and closed its port.
    expect(refusedAt.filter((at) => at < signalledAt + QUIET_MS)).toEqual([])
    expect(code).toBe(0)
    expect(await api.db.client.count({ where: { organizationId: row.id } })).toBe(ended.length)
  })

  it('ends connections that are kept open without a request, and waits for one whose body is on its way', async () => {
    const { key } = await api.organization({ requireClientIdentifier: false })
    const process = await startApiProcess(api, { LOG_LEVEL: 'warn' })
    const { hostname, port } = new URL(process.url)
    const idle = openSocket(Number(port), hostname)
    const slow = openSocket(Number(port), hostname)
    const idleClosed = new Promise((resolve) => idle.once('close', resolve))
    let received = ''
    slow.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    const slowClosed = new Promise((resolve) => slow.once('close', resolve))
    const body = '{"first_name":"Ana"}'
    slow.write(
      `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        `Expect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
    )
    // So the server says that it has the request, and so it has the connection that was opened before.
    const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
    await fact('the word to go on', () => received === goOn)
    process.kill('SIGTERM')
    // Were it not ended for its silence, it would end with all others, and the slow one with it.
    await idleClosed
    expect(slow.closed).toBe(false)
    slow.write(body.slice(5))
    await slowClosed
    expect(received.slice(goOn.length)).toMatch(/^HTTP\/1\.1 201 Created/)
    expect(await process.exited).toBe(0)
  })

  it('ends streams at once, so that their clients open them again elsewhere', async () => {
    const clinic = await api.organization()
    const cookie = await sessionCookie(api, await createUser(api, clinic))
    const process = await startApiProcess(api, { LOG_LEVEL: 'warn' })
    const other = await startApiProcess(api, { LOG_LEVEL: 'warn' })
    const stream = await openStream(process, { cookie })
    await stream.until(({ messages }) => messages.length > 0)
    const signalledAt = performance.now()
    process.kill('SIGTERM')
    await stream.closed
    expect(performance.now() - signalledAt).toBeLessThan(1500)
    // After these, tRPC's client would not come again.
    const kinds = stream.sent.map(({ event }) => event)
    expect(kinds.filter((kind) => kind === 'return' || kind === 'serialized-error')).toEqual([])
    const lastEventId = stream.messages[0]?.id ?? ''
    await openStream(other, { cookie, lastEventId }).then((again) =>
      again.until(({ messages }) => messages.length > 0),
    )
    expect(await process.exited).toBe(0)
    expect(performance.now() - signalledAt).toBeLessThan(6000)
    const { rows } = await api.connection.pool.query(
      'SELECT FROM live_watch WHERE organization_id = $1',
      [clinic.row.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('twice does no harm', async () => {
    const process = await startApiProcess(api)
    process.kill('SIGTERM')
    process.kill('SIGTERM')
    expect(await process.exited).toBe(0)
  })
})
