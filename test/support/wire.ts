/** A plain HTTP/1.1 client that sends what `fetch` refuses to, over connections that stay open. */
import { Agent, request as httpRequest } from 'node:http'
import type { Reply } from './api.ts'
import type { HostileRequest } from './hostile-request.ts'

export type Wire = {
  send(request: HostileRequest): Promise<Reply>
  close(): void
}

export function openWire(url: string, connections: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: { ...headers, 'content-length': body?.length ?? 0 },
          },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', reject)
            incoming.on('end', () => {
              const text = Buffer.concat(chunks).toString('utf8')
              const names = Object.entries(incoming.headersDistinct)
              const pairs = names.map(([name, all = []]): [string, string] => [
                name,
                all.join(', '),
              ])
              resolve({
                status: incoming.statusCode ?? 0,
                headers: new Headers(pairs),
                body: text === '' ? null : parsed(text),
                text,
              })
            })
          },
        )
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
