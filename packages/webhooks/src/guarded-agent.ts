import type { LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { TLSSocket } from 'node:tls'
import { isLoopbackHost } from './destination.ts'
import { isLoopbackAddress } from './public-address.ts'
import type { Resolver } from './resolver.ts'

/** After this an address that does not answer is passed over for the host's next one. */
const NEXT_ADDRESS_AFTER_MS = 1000

export type AgentSettings = {
  resolver: Resolver
  isRefusedAddress: (address: string) => boolean
  /** Whether `localhost`, `127.0.0.1` and `[::1]` may be dialled. */
  allowLoopback: boolean
  /** From the look-up of the name to the end of the TLS handshake. */
  connectTimeoutMs: number
  /** How long a connection without work is kept for the next delivery to the same host and port. */
  idleTimeoutMs: number
  secureContext: SecureContext | undefined
}

/** Our own failures while a connection is made; all others are Node's. */
export class DialError extends Error {
  readonly code: 'ADDRESS_REFUSED' | 'LOOKUP_FAILED' | 'LOOKUP_TIMEOUT' | 'CONNECT_TIMEOUT'
  constructor(code: DialError['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** What a connection was doing; `open` means that the request could be written. */
export type DialPhase = 'lookup' | 'connect' | 'tls' | 'open'

const phases = new WeakMap<object, DialPhase>()

export function phaseOf(socket: object | null | undefined): DialPhase | null {
  return socket ? (phases.get(socket) ?? null) : null
}

/**
 * Agents that only ever hold connections to addresses that were checked. The check is made where
 * the connection is: on a literal host, on **every** address the name has, and on the address that
 * the socket reached. What was checked is what is dialled, so a name that changes between two
 * look-ups gains nothing; a pooled connection was checked when it was opened.
 */
export function guardedAgents(settings: AgentSettings, keepAlive: boolean) {
  const common = { keepAlive, timeout: settings.idleTimeoutMs, maxFreeSockets: 32 }
  const secure = {
    ...common,
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(settings.secureContext && { secureContext: settings.secureContext }),
  } as const
  return {
    http: guard(new http.Agent(common), 'connect', settings),
    https: guard(new https.Agent(secure), 'secureConnect', settings),
  }
}

function guard<Agent extends http.Agent>(
  agent: Agent,
  openEvent: 'connect' | 'secureConnect',
  settings: AgentSettings,
): Agent {
  const dial = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const host = options.host ?? ''
    // The loopback rule belongs to the three spellings: a public name that leads there is refused.
    const isLoopback =
      settings.allowLoopback && isLoopbackHost(isIP(host) === 6 ? `[${host}]` : host)
    const isRefused = (address: string) =>
      isLoopback ? !isLoopbackAddress(address) : settings.isRefusedAddress(address)

    if (options.socketPath || (isIP(host) !== 0 && isRefused(host))) {
      callback?.(new DialError('ADDRESS_REFUSED'), new Socket())
      return undefined
    }
    const closed = new AbortController()
    const resolver = isLoopback ? loopbackAddresses : settings.resolver
    const lookup = guardedLookup(resolver, isRefused, closed.signal, (phase) => setPhase(phase))
    const overAllAddresses = {
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    }
    const socket = dial({ ...options, ...overAllAddresses, lookup })
    if (!(socket instanceof Socket)) throw new TypeError('an agent makes sockets')

    const setPhase = (phase: DialPhase) => phases.set(socket, phase)
    setPhase(isIP(host) === 0 ? 'lookup' : 'connect')
    const timer = setTimeout(() => {
      const isLookup = phaseOf(socket) === 'lookup'
      socket.destroy(new DialError(isLookup ? 'LOOKUP_TIMEOUT' : 'CONNECT_TIMEOUT'))
    }, settings.connectTimeoutMs)
    socket.prependOnceListener('connect', () => {
      const reached = socket.remoteAddress
      if (reached === undefined || isRefused(reached)) {
        socket.destroy(new DialError('ADDRESS_REFUSED'))
      } else setPhase(socket instanceof TLSSocket ? 'tls' : 'open')
    })
    socket.once(openEvent, () => {
      clearTimeout(timer)
      setPhase('open')
    })
    socket.once('close', () => {
      clearTimeout(timer)
      closed.abort()
    })
    return socket
  }
  return agent
}

/** `net.connect`'s look-up, answering with addresses that were all checked, or not at all. */
function guardedLookup(
  resolver: Resolver,
  isRefused: (address: string) => boolean,
  signal: AbortSignal,
  enter: (phase: DialPhase) => void,
): LookupFunction {
  const find = async (hostname: string): Promise<LookupAddress[] | DialError> => {
    let addresses: readonly string[]
    try {
      addresses = await resolver(hostname, signal)
    } catch (error) {
      return new DialError('LOOKUP_FAILED', error)
    }
    // One bad address spoils the name: which of several is dialled is not ours to choose.
    if (addresses.some(isRefused)) return new DialError('ADDRESS_REFUSED')
    if (addresses.length === 0) return new DialError('LOOKUP_FAILED')
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (hostname, options, callback) => {
    const tell = (found: LookupAddress[] | DialError): void => {
      if (found instanceof DialError) {
        callback(found, options.all ? [] : '')
        return
      }
      enter('connect')
      if (options.all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    }
    void find(hostname).then(tell)
  }
}

/** `localhost` is this machine by definition (RFC 6761); no server is asked. */
async function loopbackAddresses(): Promise<readonly string[]> {
  return ['127.0.0.1', '::1']
}
