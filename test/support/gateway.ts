/** A gateway before the API, as callers have it before theirs: it passes requests on, or fails in a way of its choice. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Passed = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

/**
 * `pass`: it passes the request on. `break before`: the connection ends, and the API is not asked. `break after`: the
 * API is asked, and its answer is lost. `half`: the connection ends within the answer. `hang`: it never answers.
 * Otherwise it answers itself.
 */
export type Fate =
  | 'pass'
  | 'break before'
  | 'break after'
  | 'half'
  | 'hang'
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }

export type Gateway = {
  readonly url: string
  readonly passed: readonly Passed[]
  /** What becomes of the next requests, in their order; then they pass. Forgets the requests so far. */
  plan(...fates: readonly Fate[]): void
  close(): Promise<void>
}

export async function openGateway(apiUrl: string): Promise<Gateway> {
  const passed: Passed[] = []
  let planned: Fate[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString()
    const { method = '', url: path = '', headers } = request
    passed.push({ method, path, headers, body, at: performance.now() })
    const fate = planned.shift() ?? 'pass'
    if (fate === 'hang') return
    if (fate === 'break before') return void request.socket.destroy()
    if (typeof fate === 'object') {
      response.writeHead(fate.status, fate.headers)
      return void response.end(fate.body)
    }
    const answer = await fetch(`${apiUrl}${path}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
      ),
      ...(body === '' ? {} : { body }),
    })
    const text = Buffer.from(await answer.text())
    if (fate === 'break after') return void request.socket.destroy()
    const kept = ['content-type', 'x-request-id', 'retry-after', 'idempotent-replayed']
    response.writeHead(answer.status, {
      ...Object.fromEntries(
        kept.flatMap((name) => {
          const value = answer.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      ),
      'content-length': text.length,
    })
    if (fate === 'pass') return void response.end(text)
    response.write(text.subarray(0, text.length / 2))
    await pause(20)
    request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan(...fates) {
      planned = [...fates]
      passed.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
