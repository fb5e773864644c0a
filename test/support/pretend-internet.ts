/** Addresses that we don't own, played on this machine: names lead here, TLS and the guard are real. */
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSender, isRefusedAddress } from '@scheduling/webhooks'
import { certificateFor } from '@scheduling/webhooks/testing'
import type { TestApi } from './api.ts'

export type Call = {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Milliseconds of a clock that only moves forward. */
  readonly at: number
}

export type Answer = {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type PretendInternet = {
  /** Oldest first. */
  calls(host: string): Call[]
  /** How a host answers from now on. */
  answer(host: string, reply: (call: Call) => Answer): void
  close(): Promise<void>
}

/** From now on the service sends to servers of this test, whatever public host an address names. */
export async function pretendInternet(
  api: TestApi,
  hosts: readonly string[],
): Promise<PretendInternet> {
  const calls: Call[] = []
  const replies = new Map<string, (call: Call) => Answer>()
  const certificate = await certificateFor(hosts)
  const server = createServer({ key: certificate.private, cert: certificate.cert })
  server.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call: Call = {
        method: request.method ?? '',
        host: (request.headers.host ?? '').replace(/:\d+$/, ''),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: performance.now(),
      }
      calls.push(call)
      const { status, body = '', headers = {} } = replies.get(call.host)?.(call) ?? { status: 200 }
      response.writeHead(status, headers).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const guarded = createSender({
    docsUrl: 'https://api.test/docs',
    resolver: async () => ['127.0.0.1'],
    isRefusedAddress: (address) => address !== '127.0.0.1' && isRefusedAddress(address),
    extraCa: [certificate.cert],
    isNetworkWorking: async () => true,
  })
  // The one thing that is different here: port 443 belongs to the machine.
  const here = <Request extends { readonly url: string }>(request: Request): Request => {
    const url = new URL(request.url)
    if (url.port === '') url.port = String(port)
    return { ...request, url: url.href }
  }
  const sender: typeof guarded = {
    send: (request, options) => guarded.send(here(request), options),
    read: (request, options) => guarded.read(here(request), options),
    close: guarded.close,
  }
  const original = api.service.sender
  Object.assign(api.service, { sender, resolver: async () => ['93.184.215.14'] })
  return {
    calls: (host) => calls.filter((call) => call.host === host),
    answer: (host, reply) => void replies.set(host, reply),
    async close() {
      original.close()
      guarded.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
