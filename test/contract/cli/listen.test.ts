/** `listen`: a receiver on this machine, with real deliveries and with what strangers send. */
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { serviceSignature, standardSignature } from '@scheduling/webhooks'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestOrganization, useOwnApi } from '../../support/api.ts'
import { linesOf, openShell, UNFIT, type Running, type Shell } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { createdWebhook, endpointsPerTest } from '../../support/webhooks.ts'
import { fact, registerClient, workerBeside } from '../../support/worker.ts'

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='

const api = useOwnApi()
let worker: RunningWorker
let organization: TestOrganization
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
})
beforeEach(async () => {
  organization = await api.organization()
  shell = openShell({ url: api.url, key: organization.key })
})
afterEach(() => shell.close())

const openEndpoint = endpointsPerTest()

/** @returns the running receiver, and its port */
async function listen(...args: string[]): Promise<Running & { readonly port: number }> {
  const running = shell.start(['listen', '--port', '0', ...args])
  const [, port] = await running
    .until(/Listening on http:\/\/localhost:(\d+)|"port":(\d+)/)
    .then(([whole, words, value]) => [whole, words ?? value])
  return { ...running, port: Number(port) }
}

type Sent = {
  readonly headers?: IncomingHttpHeaders
  readonly body?: string
  readonly path?: string
}

/** A request with exactly these headers. @returns the status of the answer; null without one */
function send(
  port: number,
  { headers = {}, body = '{}', path = '/' }: Sent,
): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}

/** As the service signs it. */
function signed(body: string, secret = SECRET, type = 'client.created', age = 0): Sent {
  const seconds = Math.floor(Date.now() / 1000) - age
  const delivery = { eventId: 'evt_1', timestampSeconds: seconds, body: Buffer.from(body), secret }
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-event': type,
      'x-service-event-id': 'evt_1',
      'x-service-signature': serviceSignature(delivery),
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': standardSignature(delivery),
    },
  }
}

const EVENT = JSON.stringify({ id: 'evt_1', type: 'client.created', data: { object: { id: 1 } } })

describe('a delivery of the service', () => {
  it('200: is verified by both signatures, shown, and forwarded byte by byte', async () => {
    const target = await openEndpoint()
    const running = await listen('--secret', SECRET, '--forward-to', target.url, '--json')
    const webhook = await createdWebhook(api, organization, {
      url: `http://localhost:${running.port}/in?from=service`,
      events: ['client.*'],
      headers: { 'X-Tenant': 'north' },
      secret: SECRET,
    })
    await registerClient(api, organization)
    await running.until(/"kind":"forwarded"/)
    const { exit, out } = await running.end()
    expect(exit).toBe(0)
    const [listening, delivery, forwarded] = linesOf(out)
    expect(listening).toMatchObject({ kind: 'listening', port: running.port })
    expect(delivery).toMatchObject({
      kind: 'delivery',
      number: 1,
      method: 'POST',
      path: '/in?from=service',
      event_type: 'client.created',
      webhook_id: webhook.id,
      signatures: { service: 'verified', standard: 'verified' },
      body: { type: 'client.created', data: { object: { first_name: 'Ana' } } },
    })
    expect(forwarded).toMatchObject({ kind: 'forwarded', number: 1, status: 200, problem: null })
    const [received] = target.received
    expect(JSON.parse(received?.body ?? '')).toEqual(delivery.body)
    expect(received?.headers).toMatchObject({
      'x-tenant': 'north',
      'x-service-delivery-id': delivery.delivery_id,
      'user-agent': expect.stringContaining('Service-Webhooks/1.0'),
    })
    // The target verifies what the service signed.
    const time = Number(received?.headers['x-service-timestamp'])
    const body = Buffer.from(received?.body ?? '')
    expect(received?.headers['x-service-signature']).toBe(
      serviceSignature({ timestampSeconds: time, body, secret: SECRET }),
    )
  })

  it('201: --subscribe makes the webhook, uses its secret, and deletes it after Ctrl-C', async () => {
    const running = await listen('--subscribe', '--quiet', '--events', 'client.*')
    const [webhook] = (await api.call('GET', '/v1/webhooks', { key: organization.key })).body.data
    expect(webhook).toMatchObject({
      url: `http://localhost:${running.port}/`,
      events: ['client.*'],
    })
    await registerClient(api, organization)
    await running.until(/client\.created .+Signature verified, webhook-signature verified/)
    const { exit, err } = await running.end()
    expect([exit, err]).toEqual([0, `The webhook ${webhook.id} is deleted.\n`])
    expect((await api.call('GET', '/v1/webhooks', { key: organization.key })).body.data).toEqual([])
  })

  it.each([
    ['of its own', []],
    ['of --secret', ['--secret', SECRET]],
  ])('201: --subscribe says the secret %s, by which the target verifies', async (_, given) => {
    const target = await openEndpoint()
    const running = await listen('--subscribe', '--forward-to', target.url, '--json', ...given)
    await registerClient(api, organization)
    await running.until(/"kind":"forwarded"/)
    const { out } = await running.end()
    const [{ secret }] = linesOf(out)
    if (given.length > 0) expect(secret).toBe(SECRET)
    const [received] = target.received
    expect(received?.headers['x-service-signature']).toBe(
      serviceSignature({
        timestampSeconds: Number(received?.headers['x-service-timestamp']),
        body: Buffer.from(received?.body ?? ''),
        secret,
      }),
    )
    expect(out.split(secret)).toHaveLength(2)
  })

  it('403 forbidden_scope: --subscribe with a key that may not; nothing is left', async () => {
    const key = await organization.keyWith(['read'])
    const { exit, err } = await shell.run(['listen', '--port', '0', '--subscribe'], {
      env: { SCHEDULING_API_KEY: key },
    })
    expect([exit, err]).toEqual([1, expect.stringContaining('403 forbidden_scope')])
  })

  it('exit 2: --subscribe at a service elsewhere needs an address that leads here', async () => {
    const { exit, err } = await shell.run(['listen', '--port', '0', '--subscribe'], {
      env: { SCHEDULING_URL: 'https://api.example.com' },
    })
    expect([exit, err]).toEqual([2, expect.stringContaining('--feed')])
  })

  it('exit 1: says which webhook is left when it can not be deleted', async () => {
    const running = await listen('--subscribe')
    const [webhook] = (await api.call('GET', '/v1/webhooks', { key: organization.key })).body.data
    await api.db.apiKey.updateMany({
      where: { organizationId: organization.row.id },
      data: { revokedAt: new Date() },
    })
    const { exit, err } = await running.end('SIGTERM')
    expect([exit, err]).toEqual([1, expect.stringContaining(`The webhook ${webhook.id} could not`)])
  })

  it('200: resend has the service send the latest delivery again', async () => {
    const target = await openEndpoint()
    const webhook = await createdWebhook(api, organization, { url: target.url, events: ['*'] })
    expect((await shell.run(['resend', webhook.id])).err).toContain('Nothing was delivered')
    await registerClient(api, organization)
    await fact('a delivery', async () => {
      const path = `/v1/webhooks/${webhook.id}/deliveries`
      const { body } = await api.call('GET', path, { key: organization.key })
      return body.data.some(({ status }: { status: string }) => status === 'SUCCEEDED')
    })
    const { exit, out, err } = await shell.run(['resend', webhook.id, '--json'])
    expect(exit, err).toBe(0)
    expect(linesOf(out)).toEqual([expect.objectContaining({ event_type: 'client.created' })])
    await fact('the second delivery', () => target.received.length === 2)
  })
})

describe('the signatures', () => {
  it('says of each what is wrong with it, and takes any of several secrets', async () => {
    const running = await listen(
      '--secret',
      'whsec_b3RoZXI=',
      '--secret',
      SECRET,
      '--quiet',
      '--json',
    )
    const standardAlone = signed(EVENT)
    delete standardAlone.headers?.['x-service-signature']
    const form = 'phone=1&name=Ana'
    for (const [sent, expected] of [
      [signed(EVENT), ['verified', 'verified']],
      [signed(form), ['verified', 'verified']],
      [{ ...signed(EVENT), body: `${EVENT} ` }, ['signature_wrong', 'signature_wrong']],
      [signed(EVENT, 'whsec_d3Jvbmc='), ['signature_wrong', 'signature_wrong']],
      [signed(EVENT, SECRET, 'x', 600), ['timestamp_too_old', 'timestamp_too_old']],
      [standardAlone, ['missing', 'verified']],
      [{ body: EVENT }, ['missing', 'missing']],
    ] as const) {
      const before = linesOf(running.out()).length
      expect(await send(running.port, sent)).toBe(200)
      await fact('a line', () => linesOf(running.out()).length > before)
      const { signatures } = linesOf(running.out()).at(-1)
      expect([signatures.service, signatures.standard]).toEqual(expected)
    }
  })

  it('without a secret says so', async () => {
    const running = await listen()
    await send(running.port, signed(EVENT))
    await running.until(/client\.created {2}evt_1 {2}not verified \(give --secret\)/)
    await send(running.port, { body: 'x' })
    await running.until(/POST \/ {2}not signed\nx\n/)
  })
})

describe('the target', () => {
  it('its answer becomes that of the receiver, unless --status says another', async () => {
    const target = await openEndpoint()
    const passing = await listen('--forward-to', target.url)
    const fixed = await listen('--forward-to', target.url, '--status', '204')
    for (const status of [200, 302, 410, 503]) {
      target.answer(status)
      expect(await send(passing.port, signed(EVENT))).toBe(status)
      expect(await send(fixed.port, signed(EVENT))).toBe(204)
    }
    await passing.until(/answered 503 in \d+ ms — answered 503, so that the sender tries again/)
  })

  it('502: nothing listens there; the delivery is kept, and sent again on a key press', async () => {
    const port = await freePort()
    const running = await listen('--forward-to', `127.0.0.1:${port}`, '--secret', SECRET, '--quiet')
    expect(await send(running.port, signed(EVENT))).toBe(502)
    expect(await send(running.port, signed(EVENT.replace('evt_1', 'evt_2')))).toBe(502)
    await running.until(/#2 {2}→ .+NOT TAKEN: nothing listens there/)
    const bodies: string[] = []
    const back = createServer((incoming, response) => {
      incoming.on('data', (chunk: Buffer) => bodies.push(chunk.toString()))
      incoming.on('end', () => response.end())
    })
    await new Promise<void>((resolve) => back.listen(port, '127.0.0.1', resolve))
    try {
      running.type('r')
      await running.until(/#2 {2}→ .+answered 200 in \d+ ms — sent again with a new signature/)
      running.type('1\n')
      await running.until(/#1 {2}→ .+answered 200 in \d+ ms — sent again with a new signature/)
      running.type('77r')
      await running.until(/#77 is not kept/)
      expect(bodies).toEqual([EVENT.replace('evt_1', 'evt_2'), EVENT])
    } finally {
      back.close()
    }
  })

  it('504: it hangs; others are forwarded meanwhile', { timeout: 40_000 }, async () => {
    const hanging = createServer((incoming, response) => {
      if (incoming.url !== '/hang') response.end()
    })
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const { port } = hanging.address() as AddressInfo
    const slow = await listen('--forward-to', `http://127.0.0.1:${port}/hang`)
    const quick = await listen('--forward-to', `127.0.0.1:${port}`)
    try {
      const waiting = Array.from({ length: 5 }, () => send(slow.port, signed(EVENT)))
      expect(await send(quick.port, signed(EVENT))).toBe(200)
      expect(await Promise.all(waiting)).toEqual([504, 504, 504, 504, 504])
      await slow.until(/NOT TAKEN: no answer within 9 seconds/)
      // One that still waits does not hold up the end.
      void send(slow.port, signed(EVENT))
      await slow.until(/#6 /)
      const began = performance.now()
      expect((await slow.end()).exit).toBe(0)
      expect(performance.now() - began).toBeLessThan(5000)
    } finally {
      hanging.closeAllConnections()
      hanging.close()
    }
  })

  it('200: types that were not asked for are neither shown nor forwarded', async () => {
    const target = await openEndpoint()
    const running = await listen('--events', 'appointment.*', '--forward-to', target.url, '--quiet')
    expect(await send(running.port, signed(EVENT))).toBe(200)
    expect(await send(running.port, signed(EVENT, SECRET, 'ping'))).toBe(200)
    expect(await send(running.port, signed(EVENT, SECRET, 'appointment.created'))).toBe(200)
    await running.until(/#2 {2}→/)
    expect(running.out()).not.toContain('client.created')
    expect(target.received).toHaveLength(2)
  })
})

describe('what strangers send', () => {
  it('no sequence of a body, a header or a path reaches the terminal', async () => {
    const running = await listen()
    const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202Eevil\u2028\u{E0041}\r'
    await send(running.port, { body: JSON.stringify({ type: hostile, note: hostile }) })
    await send(running.port, { body: hostile })
    await send(running.port, {
      headers: { 'x-service-event': 'a\u009b31m', 'x-service-event-id': '\u009bx' },
    })
    await running.until(/#3 /)
    const { out, err } = await running.end()
    expect(out + err).not.toMatch(UNFIT)
    expect(out).toContain('\\u001b]0;owned\\u0007')
  })

  it('a hostile body is the same value with --json', async () => {
    const running = await listen('--json')
    const hostile = 'a\u001b[2J\u009b\u202E\u{E0041}"\\\n\té'
    await send(running.port, { body: JSON.stringify({ note: hostile }) })
    await running.until(/"number":1/)
    expect(linesOf(running.out()).at(-1).body).toEqual({ note: hostile })
    expect(running.out()).not.toMatch(UNFIT)
  })

  it('413: a body of more than 1 MB, announced or not', async () => {
    const running = await listen('--quiet')
    const huge = 'x'.repeat(1_048_577)
    const announced = await send(running.port, { body: huge })
    expect([413, null]).toContain(announced)
    const chunked = await send(running.port, {
      body: huge,
      headers: { 'transfer-encoding': 'chunked' },
    })
    expect([413, null]).toContain(chunked)
    expect(await send(running.port, { body: huge.slice(1) })).toBe(200)
    await running.until(/#1 /)
    expect(running.out()).not.toContain('#2')
  })

  it('headers that are names of objects, and many of them, are forwarded as they are', async () => {
    const target = await openEndpoint()
    const running = await listen('--forward-to', target.url, '--quiet')
    const headers: IncomingHttpHeaders = Object.fromEntries([
      ['__proto__', 'b'],
      ['constructor', 'a'],
      ['x-twice', ['1', '2']],
    ])
    expect(await send(running.port, { headers, body: 'é' })).toBe(200)
    expect(target.received[0]?.headers).toMatchObject({ constructor: 'a', 'x-twice': '1, 2' })
    expect(target.received[0]?.body).toBe('é')
  })

  it('200: 300 at the same time, and a connection that never ends beside them', async () => {
    const target = await openEndpoint()
    const running = await listen('--forward-to', target.url, '--quiet')
    const slow = connect(running.port, '127.0.0.1')
    slow.on('error', () => undefined)
    slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nx')
    const sent = []
    for (let round = 0; round < 6; round += 1) {
      sent.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => send(running.port, signed(EVENT))))),
      )
    }
    expect(new Set(sent)).toEqual(new Set([200]))
    expect(target.received).toHaveLength(300)
    running.type('100r')
    await running.until(/#100 is not kept/)
    running.type('101r')
    await running.until(/#101 {2}→ .+sent again as it came/)
    expect((await running.end()).exit).toBe(0)
    slow.destroy()
  })

  it('exit 2: a receiver that would forward to itself; two that forward to each other end', async () => {
    const first = await listen()
    const free = String(await freePort())
    const loop = await shell.run(['listen', '--port', free, '--forward-to', `localhost:${free}`])
    expect([loop.exit, loop.err]).toEqual([2, expect.stringContaining('this receiver itself')])
    const other = await listen('--quiet', '--forward-to', `127.0.0.1:${first.port}`)
    const port = first.port
    await first.end()
    const circle = shell.start([
      'listen',
      '--quiet',
      '--port',
      String(port),
      '--forward-to',
      `127.0.0.1:${other.port}`,
    ])
    await circle.until(/Listening/)
    expect(await send(other.port, { body: 'x' })).toBe(502)
    expect(await send(other.port, { body: 'x' })).toBe(502)
  })

  it('exit 1: two receivers on one port', async () => {
    const first = await listen()
    const { exit, err } = await shell.run(['listen', '--port', String(first.port)])
    expect([exit, err]).toEqual([1, expect.stringContaining(`Port ${first.port} is in use`)])
    expect(await send(first.port, { body: 'x' })).toBe(200)
  })
})
