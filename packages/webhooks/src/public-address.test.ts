import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopbackAddress, isRefusedAddress } from './public-address.ts'

// First and last address of every refused block, and their neighbours outside.
const IPV4_BLOCKS = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
] as const

const IPV6_BLOCKS = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
] as const

describe.each([...IPV4_BLOCKS, ...IPV6_BLOCKS])('%s to %s', (first, last, before, after) => {
  test('is refused from end to end, and nothing beside it', () => {
    expect([isRefusedAddress(first), isRefusedAddress(last)]).toEqual([true, true])
    for (const neighbour of [before, after]) {
      if (neighbour !== null)
        expect([neighbour, isRefusedAddress(neighbour)]).toEqual([neighbour, false])
    }
  })
})

test.each([
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['IPv4-compatible, dotted', '::127.0.0.1'],
  ['IPv4-compatible, public inside', '::8.8.8.8'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped loopback, upper case', '::FFFF:7F00:1'],
  ['mapped loopback in full', '0:0:0:0:0:ffff:7f00:0001'],
  ['mapped loopback in full, dotted', '0000:0000:0000:0000:0000:FFFF:127.0.0.1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped metadata', '::ffff:169.254.169.254'],
  ['mapped cloud platform host', '::ffff:168.63.129.16'],
  ['translated (RFC 2765), not mapped', '::ffff:0:8.8.8.8'],
  ['NAT64', '64:ff9b::127.0.0.1'],
  ['NAT64, public inside', '64:ff9b::808:808'],
  ['NAT64, local', '64:ff9b:1::1'],
  ['6to4 of a private address', '2002:0a00:0001::1'],
  ['Teredo', '2001:0:53aa:64c:0:0:0:1'],
  ['unique local', 'fd00:ec2::254'],
  ['unique local', 'fc00::1'],
  ['link local', 'fe80::1'],
  ['link local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['discard only', '100::1'],
  ['segment routing', '5f00::1'],
  ['IPv4 multicast', '239.255.255.250'],
  ['broadcast', '255.255.255.255'],
  ['cloud metadata', '169.254.169.254'],
  ['cloud metadata', '100.100.100.200'],
  ['cloud metadata', '192.0.0.192'],
])('%s %s is refused', (_kind, address) => {
  expect(isRefusedAddress(address)).toBe(true)
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '200.147.3.157',
  '2606:4700:4700::1111',
  '2804:14c::1',
  '2606:4700:4700:0:0:0:0:1111',
  '2A00:1450:4001:801::200E',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '0:0:0:0:0:FFFF:8.8.8.8',
])('%s is public', (address) => {
  expect(isRefusedAddress(address)).toBe(false)
})

test.each([
  '',
  ' ',
  'localhost',
  '8.8.8.8 ',
  ' 8.8.8.8',
  '8.8.8',
  '8.8.8.8.8',
  '134744072',
  '0x8.8.8.8',
  '010.8.8.8',
  '8.8.8.08',
  '0177.0.0.1',
  '127.1',
  '８.８.８.８',
  '8.8.8.8\u0000',
  '8.8.8.8.',
  '[2606:4700::1]',
  '2606:4700::1::1',
  '2606:4700::12345',
  '::ffff:8.8.8',
  '::ffff:0x8.8.8.8',
  '8.8.8.8/0',
])('%j is no plain address, so it is refused', (text) => {
  expect(isRefusedAddress(text)).toBe(true)
})

test('every spelling of an IPv6 address is judged alike', () => {
  const groups = fc.array(fc.constantFrom(0, 0, 1, 0xffff, 0x2001, 0x2002, 0xdb8, 0x2606, 0x7f00), {
    minLength: 8,
    maxLength: 8,
  })
  fc.assert(
    fc.property(groups, (parts) => {
      const full = parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
      const short = new URL(`http://[${full}]`).hostname.slice(1, -1)
      const [high = 0, low = 0] = parts.slice(6)
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
      const mixed = `${full.slice(0, 29)}:${dotted}`
      const answers = [full, full.toUpperCase(), short, mixed].map((text) => isRefusedAddress(text))
      expect(new Set(answers).size).toBe(1)
    }),
    { numRuns: 500 },
  )
})

test('a mapped address is judged as the IPv4 address inside', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isRefusedAddress(`::ffff:${address}`)).toBe(isRefusedAddress(address))
    }),
  )
})

test('nothing outside 2000::/3 is public, mapped addresses apart', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(!/ffff/i.test(address))
      const first = Number.parseInt(new URL(`http://[${address}]`).hostname.slice(1), 16) || 0
      if (first < 0x2000 || first > 0x3fff) expect(isRefusedAddress(address)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::7f00:1', false],
  ['::1%lo', false],
  ['10.0.0.1', false],
  ['8.8.8.8', false],
  ['localhost', false],
  ['127.1', false],
  ['0.0.0.0', false],
])('%s is loopback: %s', (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback)
})
