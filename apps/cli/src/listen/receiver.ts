/** The server on this machine that takes deliveries. What strangers send it is bounded in size, time and number. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure, messageOf, systemCode } from '../failure.ts'
import type { Delivery } from './delivery.ts'
import { RECEIVER } from './limits.ts'

export type Receiver = {
  readonly port: number
  /** Takes no more connections, and ends those that are open. */
  close(): Promise<void>
}

/**
 * @param port 0: any that is free
 * @param take what to do with a delivery @returns the status to answer
 * @throws Failure when the port is in use
 */
export async function openReceiver(
  port: number,
  take: (delivery: Delivery) => Promise<number>,
): Promise<Receiver> {
  const server = createServer(
    { requestTimeout: RECEIVER.requestMs, headersTimeout: RECEIVER.requestMs },
    (request, response) => void answer(request, response, take),
  )
  server.maxConnections = RECEIVER.connections
  // Looks for requests that are too slow more often than each half minute.
  server.keepAliveTimeout = 5000
  await listening(server, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Failure(
          systemCode(error) === 'EADDRINUSE'
            ? `Port ${port} is in use, perhaps by another "scheduling listen". Choose another: --port ${port === 65_535 ? 4001 : port + 1}`
            : `The receiver can't listen on port ${port}: ${messageOf(error)}.`,
        ),
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  take: (delivery: Delivery) => Promise<number>,
): Promise<void> {
  try {
    const body = await bodyOf(request)
    if (body === null) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const { method = '', url = '', rawHeaders } = request
    response.writeHead(await take({ method, path: url, rawHeaders, body })).end()
  } catch {
    // The sender has gone, or was too slow.
    response.destroy()
  }
}

/** Null for a body that is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > RECEIVER.bodyBytes) return null
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > RECEIVER.bodyBytes) return null
  }
  return Buffer.concat(chunks)
}
