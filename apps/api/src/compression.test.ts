import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressed, encodingFor } from './compression.ts'

function asking(header: string | undefined): IncomingMessage {
  return { headers: { 'accept-encoding': header } } as unknown as IncomingMessage
}

describe('the encoding of an answer', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate, zstd', null],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['br; q=0.1', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity', null],
    ['identity, br;q=0.5', null],
    ['identity;q=0.1, gzip;q=0.2', 'gzip'],
    ['br;q=banana', null],
    ['br;q=2', null],
    [`${'x, '.repeat(5000)}br`, null],
  ])('asked for as %s is %s', (header, expected) => {
    expect(encodingFor(asking(header), 2000)).toBe(expected)
  })

  it('is none up to 1 KB', () => {
    expect([1024, 1025].map((bytes) => encodingFor(asking('br'), bytes))).toEqual([null, 'br'])
  })
})

it('what is compressed is what it was, much smaller', async () => {
  const text = JSON.stringify(
    Array.from({ length: 500 }, (_, id) => ({ id, name: 'Ana São Paulo' })),
  )
  for (const effort of ['quick', 'small'] as const) {
    const br = await compressed(text, 'br', effort)
    const gzip = await compressed(Buffer.from(text), 'gzip', effort)
    expect(brotliDecompressSync(br).toString()).toBe(text)
    expect(gunzipSync(gzip).toString()).toBe(text)
    expect(Math.max(br.length, gzip.length)).toBeLessThan(text.length / 5)
  }
})

describe('an answer', () => {
  const records = (count: number): string =>
    JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: `Ana ${id * 7919}` })))

  it('of up to 32 KB is compressed before anything else runs, a larger one meanwhile', async () => {
    for (const encoding of ['br', 'gzip'] as const) {
      const order: string[] = []
      const whenDone = (name: string, body: string): Promise<unknown> =>
        compressed(body, encoding, 'quick').then(() => order.push(name))
      const large = whenDone('large', records(2000))
      const small = whenDone('small', records(200))
      await small
      await Promise.resolve().then(() => order.push('next'))
      await large
      expect(order, encoding).toEqual(['small', 'next', 'large'])
    }
  })
})
