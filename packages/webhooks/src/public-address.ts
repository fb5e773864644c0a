import { BlockList, isIP, SocketAddress } from 'node:net'

// Special-purpose blocks of https://www.iana.org/assignments/iana-ipv4-special-registry, those that
// are globally reachable included (no endpoint lives in them), and multicast.
const REFUSED_IPV4 = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private use'],
  ['100.64.0.0', 10, 'carrier-grade NAT; a cloud metadata service'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link local; most cloud metadata services'],
  ['172.16.0.0', 12, 'private use'],
  ['192.0.0.0', 24, 'IETF protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'AMT'],
  ['192.88.99.0', 24, 'former 6to4 relays'],
  ['192.168.0.0', 16, 'private use'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, and limited broadcast'],
  // Public by number, but inside Azure it is the platform's own host.
  ['168.63.129.16', 32, 'a cloud platform host'],
] as const

// Only 2000::/3 is given out for public use; so loopback, mapped, compatible, NAT64 (64:ff9b::/96),
// unique local, link local and multicast addresses fall outside already. These lie within it:
const REFUSED_IPV6 = [
  ['2001::', 23, 'IETF protocol assignments, Teredo among them'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4, which carries an IPv4 address inside'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3fff::', 20, 'documentation'],
] as const

const refusedIpv4 = new BlockList()
for (const [network, prefix] of REFUSED_IPV4) refusedIpv4.addSubnet(network, prefix, 'ipv4')

const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const refusedIpv6 = new BlockList()
for (const [network, prefix] of REFUSED_IPV6) refusedIpv6.addSubnet(network, prefix, 'ipv6')

/**
 * Whether a delivery must not go to this address. Takes an address as a resolver or a socket gives
 * it; whatever is not plainly a public one, text that is no address included, is refused.
 */
export function isRefusedAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) names a network card of ours.
  if (address.includes('%')) return true
  const family = isIP(address)
  if (family === 4) return refusedIpv4.check(address, 'ipv4')
  if (family !== 6) return true
  const mapped = mappedIpv4(address)
  if (mapped !== null) return refusedIpv4.check(mapped, 'ipv4')
  return !publicIpv6.check(address, 'ipv6') || refusedIpv6.check(address, 'ipv6')
}

/** Whether this is an address of this machine itself, in either family. */
export function isLoopbackAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 0) return false
  const ipv4 = family === 4 ? address : mappedIpv4(address)
  if (ipv4 !== null) return ipv4.startsWith('127.')
  return canonicalIpv6(address) === '::1'
}

/** `::ffff:192.0.2.1`, however it is spelt, is an IPv4 address to the machine that dials it. */
function mappedIpv4(address: string): string | null {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonicalIpv6(address))?.[1] ?? null
}

function canonicalIpv6(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address
}
