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
