/** Hands a delivery to a server of the developer: the body and the headers as they came. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { messageOf, Misuse, systemCode } from '../failure.ts'
import { pairs, type Delivery } from './delivery.ts'

export type Forwarded = {
  /** What the server answered; null when there was no answer. */
  readonly status: number | null
  /** In words, when there was no answer. */
  readonly problem: string | null
  readonly isTimeout: boolean
  readonly milliseconds: number
}

/** Headers that belong to one connection. `Host` names the server, and `Content-Length` is counted again. */
const OF_A_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Where deliveries are forwarded to. `3000` and `localhost:3000/hooks` are short for an address on this machine.
 *
 * @throws Misuse for what is not an address
 */
export function forwardTarget(text: string): URL {
  const isPort = /^\d{1,5}$/.test(text)
  const isWhole = text.includes('://')
  const address = isPort ? `http://localhost:${text}/` : isWhole ? text : `http://${text}`
  if (URL.canParse(address)) {
    const url = new URL(address)
    const isHttp = /^https?:$/.test(url.protocol) && url.username === ''
    if (isHttp && url.hostname !== '') return url
  }
  throw new Misuse('--forward-to takes an address, such as http://localhost:3000/hooks, or a port.')
}

/** Never throws: what went wrong is in the result. @param withinMs until the headers of the answer are there */
export function forward(
  delivery: Delivery,
  target: URL,
  options: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<Forwarded> {
  const began = performance.now()
  const done = (result: Partial<Forwarded>): Forwarded => ({
    status: null,
    problem: null,
    isTimeout: false,
    milliseconds: Math.round(performance.now() - began),
    ...result,
  })
  return new Promise((resolve) => {
    const deadline = AbortSignal.timeout(options.withinMs)
    const failed = (error: unknown) => {
      const isTimeout = deadline.aborted
      const problem = isTimeout
        ? `no answer within ${options.withinMs / 1000} seconds`
        : options.signal.aborted
          ? 'stopped'
          : systemCode(error) === 'ECONNREFUSED'
            ? 'nothing listens there'
            : messageOf(error)
      resolve(done({ problem, isTimeout }))
    }
    try {
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest
      const sent = send(target, {
        method: delivery.method,
        headers: forwardedHeaders(delivery),
        signal: AbortSignal.any([deadline, options.signal]),
        agent: false,
      })
      sent.once('error', failed)
      sent.once('response', (response: IncomingMessage) => {
        // Like the service, this reads no more of the answer than its status.
        response.once('error', () => undefined)
        response.destroy()
        resolve(done({ status: response.statusCode ?? 0 }))
      })
      sent.end(delivery.body)
    } catch (error) {
      failed(error)
    }
  })
}

function forwardedHeaders({ rawHeaders, body }: Delivery): Record<string, string[]> {
  const byName = new Map<string, [name: string, values: string[]]>()
  for (const [name, value] of pairs(rawHeaders)) {
    const key = name.toLowerCase()
    if (OF_A_CONNECTION.has(key)) continue
    const known = byName.get(key)
    if (known === undefined) byName.set(key, [name, [value]])
    else known[1].push(value)
  }
  return Object.fromEntries([...byName.values(), ['Content-Length', [String(body.length)]]])
}
