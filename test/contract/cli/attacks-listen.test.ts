/** What strangers who reach the port of `scheduling listen` can do with one request. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { openShell, type Running } from '../../support/cli.ts'

const shell = openShell()
afterAll(() => shell.close())

async function listening(...more: string[]): Promise<{ running: Running; url: string }> {
  const running = shell.start(['listen', '--port', '0', ...more])
  const [, url = ''] = await running.until(/(http:\/\/localhost:\d+\/)/)
  return { running, url }
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

/** The most memory that the process ever had, in MB. */
function peakOf({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const nested = (depth: number, values: number) =>
  `${'['.repeat(depth)}${'1,'.repeat(values)}1${']'.repeat(depth)}`

describe('a body that is made to hurt', () => {
  it.each([
    ['nested 2000 deep, with many values', nested(2000, 20_000)],
    ['nested deeper than a stack', nested(100_000, 1)],
    ['nested 500 000 deep', nested(499_999, 1)],
    ['of a million values', `[${'1,'.repeat(500_000)}1]`],
    ['of one long text', JSON.stringify('x'.repeat(1_000_000))],
    ['of control characters', '\u0001'.repeat(300_000)],
  ])('%s is taken, shown in part and forgotten, and the next one arrives', async (_, body) => {
    const { running, url } = await listening()
    const before = peakOf(running)
    expect((await post(url, body)).status).toBe(200)
    expect((await post(url, '{"type":"ping"}')).status).toBe(200)
    await running.until(/#2 .*ping/)
    expect(running.out()).toContain('#1 ')
    expect(running.out().length).toBeLessThan(1_000_000)
    expect(peakOf(running) - before).toBeLessThan(150)
    await running.end('SIGINT')
  })

  it('with --json each line is JSON, also of a body that is too deep or is no JSON', async () => {
    const { running, url } = await listening('--json')
    for (const body of [nested(3000, 3), '{"a":"\u001b[2J\u202e"}', '\u001b]0;x\u0007', '{}']) {
      expect((await post(url, body)).status).toBe(200)
    }
    await running.until(/"number":4/)
    const { out } = await running.end('SIGINT')
    const lines = out.trim().split('\n')
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  })

  it('is forwarded as it came, byte for byte, though it is not shown whole', async () => {
    const bodies: Buffer[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks))
        response.writeHead(204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { running, url } = await listening('--forward-to', `http://127.0.0.1:${port}/hooks`)
    const body = nested(9000, 5)
    expect((await post(url, body)).status).toBe(204)
    expect(bodies.map(String)).toEqual([body])
    await running.end('SIGINT')
    server.close()
  })
})

describe('a request that is made to hurt', () => {
  it('headers of a terminal never reach it, and a strange request ends nothing', async () => {
    const { running, url } = await listening()
    const { port } = new URL(url)
    const raw = [
      'GET /\u001b]0;x\u0007 HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nX-Service-Event: \u009b2J\u001b[31m\r\nContent-Length: 2\r\n\r\n{}',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      `POST / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5000)}\r\n`,
      'CONNECT evil:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nContent-Length: 2\r\n\r\n{}',
      '\u0000\u0001\u0002',
    ]
    for (const text of raw) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.end(Buffer.from(text, 'latin1'))
      socket.resume()
      await once(socket, 'close')
    }
    expect((await post(url, '{"type":"still.here"}')).status).toBe(200)
    await running.until(/still\.here/)
    expect(running.out() + running.err()).not.toMatch(/[^\P{Cc}\n]/u)
    await running.end('SIGINT')
  })
})
