/** Answers over 1 KB in the encoding that is asked for; the bytes are read as they come over the wire. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { createClientRow } from '../support/clinic.ts'

let api: TestApi
let key: string
let script: string

beforeAll(async () => {
  api = await startTestApi()
  const organization = await api.organization()
  key = organization.key
  for (let index = 0; index < 50; index += 1) {
    await createClientRow(api.db, organization.row, { first_name: `Ana ${index}` })
  }
  const page = await (await fetch(`${api.url}/docs`)).text()
  script = /<script[^>]* src="(\/docs\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
})
afterAll(() => api.close())

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

function send(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url)
    const outgoing = httpRequest(
      { hostname, port, path, method, headers: { authorization: `Bearer ${key}`, ...headers } },
      (incoming) => {
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes: Buffer.concat(pieces),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const opened = {
  br: (bytes: Buffer) => brotliDecompressSync(bytes),
  gzip: (bytes: Buffer) => gunzipSync(bytes),
}

const paths = () => [
  '/v1/clients',
  '/v1/openapi.json',
  '/docs/errors',
  '/docs/llms-full.txt',
  script,
]

describe.each(['br', 'gzip'] as const)('asked for %s', (encoding) => {
  it('200: the same bytes come compressed, with their own length and tag', async () => {
    for (const path of paths()) {
      const plain = await send(path)
      const small = await send(path, { 'accept-encoding': encoding })
      expect(small.headers['content-encoding'], path).toBe(encoding)
      expect(opened[encoding](small.bytes).equals(plain.bytes), path).toBe(true)
      expect(small.bytes.length, path).toBeLessThan(plain.bytes.length / 2)
      for (const { headers, bytes } of [plain, small]) {
        expect(Number(headers['content-length']), path).toBe(bytes.length)
        expect(headers.vary, path).toMatch(/\bAccept-Encoding$/)
      }
      expect(plain.headers['content-encoding'], path).toBeUndefined()
      if (plain.headers.etag !== undefined) expect(small.headers.etag).not.toBe(plain.headers.etag)
    }
  })

  it('200: HEAD says the same and sends nothing', async () => {
    for (const path of paths()) {
      const got = await send(path, { 'accept-encoding': encoding })
      const head = await send(path, { 'accept-encoding': encoding }, { method: 'HEAD' })
      expect([path, head.status, head.bytes.length]).toEqual([path, 200, 0])
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']) {
        expect(head.headers[name], `${path} ${name}`).toBe(got.headers[name])
      }
    }
  })

  it('304: to a client that has this form, not to one that has another', async () => {
    for (const path of paths().slice(1)) {
      const asked = { 'accept-encoding': encoding }
      const { headers } = await send(path, asked)
      const known = await send(path, { ...asked, 'if-none-match': headers.etag ?? '' })
      expect([path, known.status, known.bytes.length]).toEqual([path, 304, 0])
      expect(known.headers).toMatchObject({ etag: headers.etag, vary: headers.vary })
      expect(known.headers['content-encoding']).toBeUndefined()
      expect((await send(path, { 'if-none-match': headers.etag ?? '' })).status, path).toBe(200)
    }
  })

  it('400: a long list of faults too', async () => {
    const service_ids = Array.from({ length: 40 }, () => 'x')
    const body = JSON.stringify({
      url: 'https://example.com/',
      events: ['*'],
      filters: { service_ids },
    })
    const { status, headers, bytes } = await send(
      '/v1/webhooks',
      { 'accept-encoding': encoding, 'content-type': 'application/json' },
      { method: 'POST', body },
    )
    expect([status, headers['content-encoding']]).toEqual([400, encoding])
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(opened[encoding](bytes).toString()).errors).toHaveLength(40)
  })
})

it('a small answer comes as it is', async () => {
  for (const path of ['/v1/me', '/v1/clients?limit=1', '/v1/nothing', '/docs/nothing']) {
    const { headers } = await send(path, { 'accept-encoding': 'br, gzip' })
    expect(headers['content-encoding'], path).toBeUndefined()
    expect(headers.vary, path).toBe('Accept-Encoding')
  }
})

it('a kept answer is compressed for the repetition', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'long' }
  const body = JSON.stringify({
    first_name: 'Rui',
    phone: '11987650003',
    metadata: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`key${at}`, 'a value of some length']),
    ),
  })
  const first = await send('/v1/clients', headers, { method: 'POST', body })
  const again = await send(
    '/v1/clients',
    { ...headers, 'accept-encoding': 'br' },
    { method: 'POST', body },
  )
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'content-encoding': 'br' })
  expect(opened.br(again.bytes).equals(first.bytes)).toBe(true)
})
