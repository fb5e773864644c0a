/** A small HTTP server for a process that has no other, such as a worker. */
import { LIMITS } from '@scheduling/core'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answersOf, isHidden, type Operations } from './answers.ts'

export type OperationsServer = {
  readonly port: number
  stop(): Promise<void>
}

/** Those who ask are a few probes and scrapers. */
const MOST_CONNECTIONS = 64
const ASK_WITHIN_MS = 10_000

/**
 * Answers GET and HEAD of `/healthz`, `/readyz` and `/metrics`; every other path with 404.
 *
 * @param port 0: any free one
 * @throws what Node says when the port can't be listened on
 */
export async function startOperationsServer(
  parts: Operations,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OperationsServer> {
  const answers = answersOf(parts)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    const [path = ''] = (request.url ?? '').split('?', 1)
    const found = isHidden(path, request, parts) ? null : answers(path)
    if (found === null) return refuse(response, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET')
      return refuse(response, 405)
    }
    await found(response)
  }
  const server = createServer(
    {
      maxHeaderSize: LIMITS.requestHeadBytes,
      requestTimeout: ASK_WITHIN_MS,
      connectionsCheckingInterval: 5000,
    },
    (request, response) => {
      // What it may send with a GET is not read.
      request.resume()
      answer(request, response).catch(() => {
        if (response.headersSent) response.destroy()
        else refuse(response, 503)
      })
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function refuse(response: ServerResponse, status: 404 | 405 | 503): void {
  response.statusCode = status
  response.end()
}
