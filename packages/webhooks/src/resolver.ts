import { Resolver as DnsClient } from 'node:dns/promises'
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
 * Asks DNS servers directly: those given (`address` or `address:port`), or the machine's own. Not
 * `dns.lookup`: that runs on libuv's four threads, so a handful of names with hanging servers would
 * stop every other delivery; and it consults the hosts file and search domains, where private names
 * live.
 */
export function dnsResolver(servers?: readonly string[]): Resolver {
  return async (hostname, signal) => {
    signal?.throwIfAborted()
    // A new one each time follows changes of resolv.conf, and can be cancelled alone.
    const client = new DnsClient({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    if (servers) client.setServers(servers)
    const cancel = () => client.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await bothFamilies(client, hostname)
    } finally {
      signal?.removeEventListener('abort', cancel)
      client.cancel()
    }
  }
}

type Answer = { addresses: string[] } | { error: unknown }

async function bothFamilies(client: DnsClient, hostname: string): Promise<readonly string[]> {
  const ipv6Answer = settle(client.resolve6(hostname))
  const ipv4 = await settle(client.resolve4(hostname))
  if ('addresses' in ipv4) {
    const ipv6 = await settledWithin(ipv6Answer, SIBLING_GRACE_MS)
    return ipv6 && 'addresses' in ipv6 ? [...ipv4.addresses, ...ipv6.addresses] : ipv4.addresses
  }
  const ipv6 = await ipv6Answer
  if ('addresses' in ipv6) return ipv6.addresses
  // "No such record" says less than a server that failed: that error is the one to report.
  throw codeOf(ipv4.error) === 'ENODATA' ? ipv6.error : ipv4.error
}

async function settle(answer: Promise<string[]>): Promise<Answer> {
  try {
    return { addresses: await answer }
  } catch (error) {
    return { error }
  }
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
