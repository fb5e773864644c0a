import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The caller's address as counters know it: IPv4 whole, IPv6 by its /64.
 *
 * @param trustedProxies how many proxies of ours stand in front. Each appends the address that it saw to
 *   `X-Forwarded-For`; what stands further left was written by the caller and is not believed.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return countedAddress(direct)
  const header = request.headers['x-forwarded-for'] ?? ''
  const hops = lastHops(Array.isArray(header) ? header.join(',') : header, trustedProxies)
  return countedAddress(hops[0] ?? direct)
}

/** The last ones, as many as there are and no more than asked for; what stands before them is not looked at. */
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

/** IPv4 whole, also when mapped into IPv6; IPv6 by its /64. */
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
