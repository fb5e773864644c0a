import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The caller's address as rate limits count it: a whole IPv4 address, or the /64 of an IPv6 address.
 *
 * @param trustedProxies how many proxies of ours are in front. Each appends the address that it saw to
 *   `X-Forwarded-For`. The caller wrote what is further left, so it is ignored.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return countedAddress(direct)
  const header = request.headers['x-forwarded-for'] ?? ''
  const hops = lastHops(Array.isArray(header) ? header.join(',') : header, trustedProxies)
  return countedAddress(hops[0] ?? direct)
}

/** The last addresses of the header, at most this many. The ones before them are not read. */
function lastHops(header: string, most: number): string[] {
  const hops: string[] = []
  for (let end = header.length; hops.length < most && end > 0;) {
    const comma = header.lastIndexOf(',', end - 1)
    const hop = header.slice(comma + 1, end).trim()
    if (hop !== '') hops.unshift(hop)
    end = comma
  }
  return hops
}

/** The whole of an IPv4 address, also when it is mapped into IPv6; the /64 of an IPv6 address. */
export function countedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::')
    ? [
        ...left,
        ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
        ...right,
      ]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
