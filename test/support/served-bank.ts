/** A played bank behind a real server, for processes of their own. */
import type { PlayedBank } from '@scheduling/payments/testing'
import { getResponse } from 'msw'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

export type ServedBank = {
  /** Settings of a process that knows the bank, under its name. */
  readonly env: Readonly<Record<string, string>>
}

export async function serveBank(bank: PlayedBank): Promise<ServedBank> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  })
  const server = createServer({ key: made.private, cert: made.cert }, async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { url = '', method = 'GET', headers } = request
    const { baseUrl, tokenUrl } = bank.bank
    const target = url === '/token' ? tokenUrl : `${baseUrl}${url.slice('/v2'.length)}`
    const body = Buffer.concat(pieces)
    const asked = new Request(target, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body.length === 0 ? {} : { body }),
    })
    const answer = await getResponse([...bank.handlers], asked)
    if (answer === undefined || answer.type === 'error') {
      response.destroy()
      return
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'bank-'))
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, made.cert)
  const base = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    env: {
      PIX_BANKS: `${bank.bank.name}=${base}/v2|${base}/token`,
      NODE_EXTRA_CA_CERTS: authority,
    },
  }
}
