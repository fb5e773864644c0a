/** Against real servers: one that wants a certificate of its clients, and ones that answer badly. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isCertificateWithKey, pixPayments, type PixPayments } from './pix.ts'

type Made = { readonly private: string; readonly cert: string }
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let authority: Made
let ofServer: Made
let ofClient: Made
let stranger: Made
const open: Server[] = []

const named = (value: string) => [{ name: 'commonName', value }]

beforeAll(async () => {
  authority = await generate(named('Test authority'), {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'keyUsage', keyCertSign: true },
    ],
  })
  const signed = (name: string) =>
    generate(named(name), {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      ],
    })
  ofServer = await signed('localhost')
  ofClient = await signed('Clinic')
  stranger = await generate(named('No one'), { keyType: 'ec', algorithm: 'sha256' })
})
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => expect(open).toEqual([]))

/** A server that wants a certificate by our authority. @returns its port */
async function serve(answer: Answer): Promise<number> {
  const server = createServer(
    {
      key: ofServer.private,
      cert: ofServer.cert,
      ca: authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    },
    answer,
  )
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function bankAt(port: number, identity: { certificate?: string; key?: string }): PixPayments {
  const base = `https://localhost:${port}`
  const bank = { name: 'test', baseUrl: `${base}/v2`, tokenUrl: `${base}/token` }
  return pixPayments(
    {
      bank,
      clientId: 'id',
      clientSecret: 'secret',
      pixKey: 'key@example.com',
      authorities: authority.cert,
      ...identity,
    },
    { now: () => Date.now(), callMs: 1500 },
  )
}

const withCertificate = () => ({ certificate: ofClient.cert, key: ofClient.private })

describe('a bank that wants a certificate', () => {
  it('is sent ours with every request, and gets none from anyone else', async () => {
    const seen: string[] = []
    const port = await serve((request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      seen.push(`${request.url} ${String(subject.CN)}`)
      const isToken = request.url === '/token'
      response.writeHead(isToken ? 200 : 404, { 'content-type': 'application/json' })
      response.end(isToken ? '{"access_token":"t","expires_in":60}' : '{}')
    })
    const txid = 'a'.repeat(26)
    expect(await bankAt(port, withCertificate()).read(txid)).toEqual([])
    expect(seen).toEqual(['/token Clinic', `/v2/cob/${txid} Clinic`])
    const others = [{}, { certificate: stranger.cert, key: stranger.private }]
    for (const identity of others) {
      await expect(bankAt(port, identity).read(txid)).rejects.toMatchObject({
        fault: 'unreachable',
      })
    }
    expect(seen).toHaveLength(2)
  })

  it('whose own certificate no one knows is not spoken to', async () => {
    const port = await serve((_, response) => response.end('{"access_token":"t"}'))
    const base = `https://localhost:${port}`
    const account = { clientId: 'id', clientSecret: 's', pixKey: 'k', ...withCertificate() }
    const bank = { name: 'test', baseUrl: base, tokenUrl: base }
    const unknown = pixPayments({ ...account, bank }, { now: () => Date.now() })
    await expect(unknown.authenticate()).rejects.toMatchObject({ fault: 'unreachable' })
  })
})

describe('an answer', () => {
  it.each<[string, string, Answer]>([
    ['never ends', 'unreachable', (_, response) => void response.write('{"access')],
    ['never begins', 'unreachable', () => undefined],
    ['is far too long', 'nonsense', (_, response) => response.end('x'.repeat(2_000_000))],
    ['is no JSON', 'nonsense', (_, response) => response.end('<html>')],
    [
      'leads elsewhere',
      'denied',
      (_, response) => {
        response.writeHead(302, { location: 'https://localhost:1/' })
        response.end()
      },
    ],
    [
      'has a token with a line break',
      'nonsense',
      (_, response) => response.end(JSON.stringify({ access_token: 'a\r\nb' })),
    ],
  ])('that %s', async (_, fault, answer) => {
    const port = await serve(answer)
    await expect(bankAt(port, withCertificate()).authenticate()).rejects.toMatchObject({ fault })
  })
})

it('a certificate needs the key that belongs to it', () => {
  expect(isCertificateWithKey(ofClient.cert, ofClient.private)).toBe(true)
  expect(isCertificateWithKey(ofClient.cert, stranger.private)).toBe(false)
  expect(isCertificateWithKey('no', ofClient.private)).toBe(false)
})
