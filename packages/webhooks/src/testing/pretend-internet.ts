import { once } from 'node:events'
import * as https from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import * as net from 'node:net'
import * as tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { generate } from 'selfsigned'
import { isRefusedAddress } from '../public-address.ts'
import { createSender } from '../send.ts'
import type { OutgoingRequest, Sender, SenderSettings } from '../send.ts'

/**
 * For tests: a public internet on this machine. 127.0.0.1 plays the public addresses, every other
 * loopback address stays the private one that it is, and names lead where the test says.
 */
export type PretendInternet = Awaited<ReturnType<typeof pretendInternet>>

export type Endpoint = { port: number; url: (path?: string) => string; connections: Socket[] }

type Certificate = { private: string; cert: string }
type Where = { host?: string; certificate?: Certificate; options?: tls.TlsOptions }

export const HOST = 'hooks.example.com'

const DEAF_SERVER = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:worker_threads').parentPort.postMessage(server.address().port)
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`

export async function pretendInternet() {
  const certificate = await certificateFor([HOST, '*.example.com'])
  const servers: Server[] = []
  const senders: Sender[] = []

  const listen = async (server: Server, host = '127.0.0.1'): Promise<Endpoint> => {
    const connections: Socket[] = []
    servers.push(server)
    server.on('connection', (socket: Socket) => {
      connections.push(socket)
      socket.on('error', () => {})
    })
    server.on('tlsClientError', () => {})
    server.on('secureConnection', (socket: Socket) => socket.on('error', () => {}))
    server.listen(0, host)
    await once(server, 'listening')
    const { port } = addressOf(server)
    return { port, url: (path = '/hook') => `https://${HOST}:${port}${path}`, connections }
  }
  const tlsOptions = ({ certificate: own = certificate, options = {} }: Where) => ({
    key: own.private,
    cert: own.cert,
    ...options,
  })

  return {
    certificate,
    /** An https server. */
    serve: (listener: RequestListener, where: Where = {}) =>
      listen(https.createServer(tlsOptions(where), listener), where.host),
    /** A TLS server that speaks for itself, byte by byte. */
    speak: (onConnection: (socket: tls.TLSSocket) => void, where: Where = {}) =>
      listen(tls.createServer(tlsOptions(where), onConnection), where.host),
    /** A TCP server without TLS. */
    accept: (onConnection: (socket: Socket) => void, host?: string) =>
      listen(net.createServer(onConnection), host),
    /** A port in front of a thread that sleeps, its queue of waiting calls full. */
    deafPort: async () => {
      const worker = new Worker(DEAF_SERVER, { eval: true })
      const [port]: number[] = await once(worker, 'message')
      const fillers = Array.from({ length: 8 }, () => net.connect(port ?? 0, '127.0.0.1'))
      for (const filler of fillers) filler.on('error', () => {})
      // The queue takes one more than its length; the calls after those wait already.
      await new Promise<void>((resolve) => {
        let connected = 0
        for (const filler of fillers)
          filler.once('connect', () => (connected += 1) === 2 && resolve())
      })
      const close = () => {
        for (const filler of fillers) filler.destroy()
        void worker.terminate()
      }
      return { port: port ?? 0, close }
    },
    sender: (settings: Partial<SenderSettings> = {}): Sender => {
      const sender = createSender({
        docsUrl: 'https://docs.example.com/webhooks',
        resolver: async () => ['127.0.0.1'],
        isRefusedAddress: (address) => address !== '127.0.0.1' && isRefusedAddress(address),
        extraCa: [certificate.cert],
        isNetworkWorking: async () => true,
        ...settings,
      })
      senders.push(sender)
      return sender
    },
    close: () => {
      for (const sender of senders) sender.close()
      for (const server of servers) {
        if (server instanceof https.Server) server.closeAllConnections()
        server.close()
      }
    },
  }
}

export function requestTo(url: string, changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    url,
    method: 'POST',
    contentType: 'application/json',
    body: Buffer.from('{"id":"evt_1"}'),
    serviceHeaders: {},
    ...changes,
  }
}

/** A certificate that is its own authority, made for each run: no private key is kept anywhere. */
export async function certificateFor(
  names: readonly string[],
  days: { from: number; to: number } = { from: -1, to: 1 },
): Promise<Certificate> {
  const dayMs = 86_400_000
  return generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + days.from * dayMs),
    notAfterDate: new Date(Date.now() + days.to * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
  })
}

/** Safe: these servers listen on a port, never on a pipe. */
function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo
}
