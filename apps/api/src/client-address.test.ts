import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, countedAddress } from './client-address.ts'

function request(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

describe('clientAddress', () => {
  it.each([
    [0, '203.0.113.9', '203.0.113.9', 'no one is trusted: the header is the caller’s own word'],
    [1, '198.51.100.7, 203.0.113.9', '203.0.113.9', 'one proxy: what it saw, not what it was told'],
    [1, '203.0.113.9', '203.0.113.9', 'one proxy, an honest caller'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9', 'two proxies'],
    [3, '203.0.113.9', '203.0.113.9', 'fewer hops than proxies: the first there is'],
    [1, ' , ,203.0.113.9 ', '203.0.113.9', 'empty hops'],
    [1, 'nonsense', 'unknown', 'no address at all counts as one'],
  ])('%i trusted, `%s` → %s: %s', (trusted, forwarded, expected) => {
    const direct = trusted === 0 ? '203.0.113.9' : '10.0.0.1'
    const header = trusted === 0 ? '6.6.6.6' : forwarded
    expect(clientAddress(request(direct, header), trusted)).toBe(expected)
  })

  it('without the header it is the connection’s, also behind a proxy', () => {
    expect(clientAddress(request('10.0.0.1'), 1)).toBe('10.0.0.1')
    expect(clientAddress(request(undefined), 0)).toBe('unknown')
  })
})

describe('countedAddress', () => {
  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['999.1.1.1', 'unknown'],
    ['', 'unknown'],
  ])('%s → %s', (address, expected) => expect(countedAddress(address)).toBe(expected))
})
