import { createSecureContext, getCACertificates } from 'node:tls'
import { checkCustomHeaders } from './custom-headers.ts'
import { checkDestinationUrl } from './destination.ts'
import { timeoutFailure } from './failure.ts'
import { guardedAgents } from './guarded-agent.ts'
import { WEBHOOK_LIMITS } from './limits.ts'
import { isOwnDnsWorking, rememberedFor } from './own-network.ts'
import { isRefusedAddress } from './public-address.ts'
import { dnsResolver } from './resolver.ts'
import type { Resolver } from './resolver.ts'
import { fetchOnce } from './fetch-once.ts'
import type { Exchange, Outgoing } from './fetch-once.ts'
import { piecesOf, readAnswer, unread } from './read-result.ts'
import type { ReadResult } from './read-result.ts'
import type { SendErrorCode, SendResult } from './send-result.ts'
import { ABORTED, answered, failed } from './exchange-outcome.ts'
import type { ExchangeOutcome } from './exchange-outcome.ts'

/** In an outage, hundreds of deliveries fail together. One question answers for all of them. */
const NETWORK_ANSWER_MS = 5000

export type OutgoingRequest = {
  url: string
  method: 'POST' | 'PUT' | 'PATCH'
  contentType: string
  /** Sent, and signed, byte for byte. */
  body: Uint8Array
  /** Ours: `signatureHeaders(…)`, or `deliveryHeaders(…)` for chat formats. */
  serviceHeaders: Readonly<Record<string, string>>
  /** The customer's, from the subscription and its template; checked again here. */
  customHeaders?: Readonly<Record<string, string>>
}

export type SenderSettings = {
  /** Page about our webhooks, named in `User-Agent`. */
  docsUrl: string
  /** Development only: http and https to this machine are allowed. */
  allowLoopbackHttp?: boolean
  ownHosts?: readonly string[]
  /** Default: the machine's DNS servers. */
  resolver?: Resolver
  /** Default: `isRefusedAddress`. Only a test that plays the public internet replaces it. */
  isRefusedAddress?: (address: string) => boolean
  /** Certificate authorities (PEM) trusted besides the usual ones. */
  extraCa?: readonly string[]
  connectTimeoutMs?: number
  totalTimeoutMs?: number
  bodyTimeoutMs?: number
  idleTimeoutMs?: number
  /** Whether our own network works, asked when a failure could be ours. Default: looks up names. */
  isNetworkWorking?: () => Promise<boolean>
  /** Milliseconds of a clock that only moves forward. */
  monotonicNow?: () => number
}

export type SendOptions = { signal?: AbortSignal }

/** A file of a customer's choice that is read, and nothing is sent. */
export type ReadRequest = {
  readonly url: string
  /** Ours, such as `If-None-Match`. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the body. More is not read. */
  readonly maxBytes: number
  /** From the beginning to the last byte. */
  readonly totalMs: number
}

export type Sender = {
  /** One exchange. Never rejects: every failure is a result. */
  send: (request: OutgoingRequest, options?: SendOptions) => Promise<SendResult>
  /** One GET, by the same rules. Never rejects: every failure is a result. */
  read: (request: ReadRequest, options?: SendOptions) => Promise<ReadResult>
  /** Closes idle connections; running exchanges are ended by their own signal. */
  close: () => void
}

type Answered = Exclude<Exchange, { response?: undefined }>

/** What ended an exchange from outside. */
type Stop = 'timeout' | 'aborted'

/**
 * The one way in which requests leave for addresses that customers chose. One per process: it keeps
 * a pool of checked connections.
 */
export function createSender(settings: SenderSettings): Sender {
  const resolver = settings.resolver ?? dnsResolver()
  const totalTimeoutMs = settings.totalTimeoutMs ?? WEBHOOK_LIMITS.deliverySeconds * 1000
  const bodyTimeoutMs = settings.bodyTimeoutMs ?? WEBHOOK_LIMITS.deliveryBodySeconds * 1000
  const monotonicNow = settings.monotonicNow ?? (() => performance.now())
  const isNetworkWorking = rememberedFor(
    NETWORK_ANSWER_MS,
    monotonicNow,
    settings.isNetworkWorking ?? (() => isOwnDnsWorking(resolver)),
  )
  const rules = {
    allowLoopbackHttp: settings.allowLoopbackHttp ?? false,
    ownHosts: settings.ownHosts ?? [],
  }
  const dialling = {
    resolver,
    isRefusedAddress: settings.isRefusedAddress ?? isRefusedAddress,
    allowLoopback: rules.allowLoopbackHttp,
    connectTimeoutMs: settings.connectTimeoutMs ?? WEBHOOK_LIMITS.deliveryConnectSeconds * 1000,
    idleTimeoutMs: settings.idleTimeoutMs ?? WEBHOOK_LIMITS.deliveryIdleSeconds * 1000,
    secureContext: settings.extraCa && trusting(settings.extraCa),
  }
  const pooled = guardedAgents(dialling, true)
  const fresh = guardedAgents(dialling, false)

  /**
   * One exchange through the guarded agents, until `totalMs` after its beginning.
   *
   * @param take what becomes of the answer; it is given the milliseconds that are left
   * @param fail what becomes of an exchange without one
   */
  async function exchanged<Outcome>(
    outgoing: Omit<Outgoing, 'url'>,
    totalMs: number,
    { url, signal }: { readonly url: string; readonly signal: AbortSignal | undefined },
    take: (answer: Answered, remainingMs: number) => Promise<Outcome>,
    fail: (errorCode: SendErrorCode, errorMessage: string, ownFault: boolean) => Outcome,
  ): Promise<Outcome> {
    const destination = checkDestinationUrl(url, rules)
    if (!destination.ok) return fail('address_refused', destination.message, false)
    const stopped = () => fail('aborted', ABORTED, true)
    if (signal?.aborted) return stopped()

    const startedAt = monotonicNow()
    const stopping = new AbortController()
    let stop: Stop | null = null
    const stopFor = (reason: Stop) => {
      stop ??= reason
      stopping.abort()
    }
    const onAbort = () => stopFor('aborted')
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(stopFor, totalMs, 'timeout')
    try {
      const whole = { ...outgoing, url: destination.url }
      let exchange = await fetchOnce(whole, pooled, stopping.signal)
      if (!exchange.response && exchange.isStale && stop === null) {
        exchange = await fetchOnce(whole, fresh, stopping.signal)
      }
      if (exchange.response) return await take(exchange, totalMs - (monotonicNow() - startedAt))
      const reason: Stop | null = stop
      if (reason === 'aborted') return stopped()
      const failure = reason === 'timeout' ? timeoutFailure(totalMs / 1000) : exchange.failure
      const ownFault =
        failure.blame === 'ours' || (failure.blame === 'unclear' && !(await isNetworkWorking()))
      return fail(failure.errorCode, failure.errorMessage, ownFault)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async function attempt(
    request: OutgoingRequest,
    signal: AbortSignal | undefined,
  ): Promise<ExchangeOutcome> {
    // Twice the usual number: the subscription's headers and the template's.
    const [fault] = checkCustomHeaders(
      request.customHeaders ?? {},
      2 * WEBHOOK_LIMITS.webhookHeaders,
    )
    if (fault)
      return failed('template_error', `Header ${JSON.stringify(fault.name)}: ${fault.message}`)
    const { url, method, body } = request
    return exchanged(
      { method, headers: headersOf(request, settings.docsUrl), body },
      totalTimeoutMs,
      { url, signal },
      ({ response, reader }, remainingMs) =>
        answered(response, reader, Math.min(bodyTimeoutMs, remainingMs)),
      failed,
    )
  }

  return {
    send: async (request, options = {}) => {
      const startedAt = monotonicNow()
      let outcome: ExchangeOutcome
      try {
        outcome = await attempt(request, options.signal)
      } catch {
        outcome = failed('connection_error', 'The request could not be sent.', true)
      }
      return { ...outcome, durationMs: Math.round(monotonicNow() - startedAt) }
    },
    read: async (request, options = {}) => {
      const { url, headers, maxBytes, totalMs } = request
      const outgoing = {
        method: 'GET',
        headers: [...Object.entries(headers), ...identityOf('Calendars', settings.docsUrl)],
        body: null,
        bounds: { keptBytes: maxBytes, readBytes: maxBytes, pieces: piecesOf(maxBytes) },
      }
      try {
        return await exchanged(
          outgoing,
          totalMs,
          { url, signal: options.signal },
          ({ response, reader }, remainingMs) => readAnswer(response, reader, remainingMs),
          unread,
        )
      } catch {
        return unread('connection_error', 'The request could not be sent.')
      }
    },
    close: () => {
      for (const agents of [pooled, fresh]) {
        agents.http.destroy()
        agents.https.destroy()
      }
    },
  }
}

function headersOf(request: OutgoingRequest, docsUrl: string): [string, string][] {
  return [
    ...Object.entries(request.customHeaders ?? {}),
    ...Object.entries(request.serviceHeaders),
    ['Content-Type', request.contentType],
    ...identityOf('Webhooks', docsUrl),
    ['Content-Length', String(request.body.byteLength)],
  ]
}

function identityOf(part: 'Webhooks' | 'Calendars', docsUrl: string): [string, string][] {
  return [
    ['User-Agent', `Service-${part}/1.0 (+${docsUrl})`],
    ['Accept-Encoding', 'identity'],
  ]
}

function trusting(extraCa: readonly string[]) {
  return createSecureContext({
    ca: [...getCACertificates('default'), ...extraCa],
    minVersion: 'TLSv1.2',
  })
}
