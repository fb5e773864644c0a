import { Resolver as DnsResolver } from 'node:dns/promises'
import { codeOf } from './error-code.ts'

/**
 * Every address of a host name, IPv4 and IPv6. Rejects with an error that carries a DNS `code`
 * (`ENOTFOUND`, `ESERVFAIL`, …) when there is none.
 */
export type Resolver = (hostname: string, signal?: AbortSignal) => Promise<readonly string[]>

const QUERY_TIMEOUT_MS = 1500
const QUERY_TRIES = 2
/** How long an IPv4 answer waits for its IPv6 sibling, whose servers are broken more often. */
const SIBLING_GRACE_MS = 500

/**
 * Asks the machine's DNS servers directly. Not `dns.lookup`: that runs on libuv's four threads, so
 * a handful of names with hanging servers would stop every other delivery; and it consults the
 * hosts file and search domains, where private names live.
 */
export async function resolvePublicName(
  hostname: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  // A new one each time reads the present resolv.conf and can be cancelled alone.
  const resolver = new DnsResolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    signal?.throwIfAborted()
    const ipv6 = resolver.resolve6(hostname).catch((error: unknown) => new Failure(error))
    const ipv4 = await resolver.resolve4(hostname).catch((error: unknown) => new Failure(error))
    if (ipv4 instanceof Failure) {
      const sibling = await ipv6
      if (sibling instanceof Failure) throw tellingError(ipv4.error, sibling.error)
      return sibling
    }
    const sibling = await settledWithin(ipv6, SIBLING_GRACE_MS)
    return Array.isArray(sibling) ? [...ipv4, ...sibling] : ipv4
  } finally {
    signal?.removeEventListener('abort', cancel)
    resolver.cancel()
  }
}

class Failure {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** "No such record" says less than a server that failed: that error is the one to report. */
function tellingError(ipv4: unknown, ipv6: unknown): unknown {
  return codeOf(ipv4) === 'ENODATA' ? ipv6 : ipv4
}

async function settledWithin<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([promise, expiry])
  } finally {
    clearTimeout(timer)
  }
}
