/** `listen --feed`: deliveries made on this machine, as the service would make them. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { unwrapWebhook } from '@scheduling/sdk'
import { serviceSignature, standardSignature } from '@scheduling/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliveryHeaders } from '@scheduling/cli'
import { type TestOrganization, useSharedApi } from '../../support/api.ts'
import { linesOf, openShell, type Shell } from '../../support/cli.ts'
import { eventsOf } from '../../support/clinic.ts'
import { freePort } from '../../support/free-port.ts'
import { endpointsPerTest } from '../../support/webhooks.ts'
import { fact, registerClient } from '../../support/worker.ts'

const api = useSharedApi()
let organization: TestOrganization
let shell: Shell

beforeAll(async () => {
  api.setClock(Date.now)
})
beforeEach(async () => {
  organization = await api.organization()
  // A key that may only read is enough.
  shell = openShell({ url: api.url, key: await organization.keyWith(['read']) })
})
afterEach(() => shell.close())

const openEndpoint = endpointsPerTest()
const client = () => registerClient(api, organization)

describe('the deliveries', () => {
  it('200: have the envelope and the headers of a webhook, in the order of the feed', async () => {
    const target = await openEndpoint()
    await client()
    const running = shell.start(['listen', '--feed', '--forward-to', target.url, '--json'])
    const [, secret = ''] = await running.until(/"secret":"([^"]+)"/)
    await client()
    await client()
    await fact('two deliveries', () => target.received.length === 2)
    const events = (await eventsOf(api.db, organization.row)).slice(1)
    for (const [index, { headers, body }] of target.received.entries()) {
      const sent = JSON.parse(body)
      expect(sent.id).toBe(events[index]?.id)
      expect(Object.keys(sent)).not.toContain('object')
      const { body: whole } = await api.call('GET', `/v1/events/${sent.id}`, {
        key: organization.key,
      })
      expect({ object: 'event', ...sent }).toEqual(whole)
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-service-event': 'client.created',
        'x-service-event-id': sent.id,
        'x-service-delivery-id': expect.stringMatching(/^dlv_/),
        'x-service-webhook-id': expect.stringMatching(/^whk_/),
        'webhook-id': sent.id,
      })
      // By the SDK, and by the library of Standard Webhooks.
      expect(await unwrapWebhook(body, headers, secret)).toMatchObject({ id: sent.id })
      new Webhook(secret).verify(body, headers as Record<string, string>)
    }
    const { exit, err } = await running.end()
    expect([exit, err]).toEqual([0, expect.stringContaining(`--after ${events.at(-1)?.id}`)])
  })

  it('are signed as the service signs, with secrets of every kind', () => {
    const body = Buffer.from('{"id":"evt_1","name":"Conceição"}')
    for (const secret of [
      'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg=',
      'not-base64-at-all!',
      'abcd',
      'whsec_',
    ]) {
      const delivery = { eventId: 'evt_1', eventType: 'x', seconds: 1_793_620_800, body, secret }
      const names = deliveryHeaders(delivery)
      const headers = Object.fromEntries(
        names.flatMap((name, i) => (i % 2 === 0 ? [[name, names[i + 1]]] : [])),
      )
      const signed = { ...delivery, timestampSeconds: delivery.seconds }
      expect(headers['X-Service-Signature']).toBe(serviceSignature(signed))
      expect(headers['webhook-signature']).toBe(standardSignature(signed))
    }
  })

  it('200: --secret, --events and --after choose', async () => {
    const target = await openEndpoint()
    for (let index = 0; index < 3; index += 1) await client()
    const events = await eventsOf(api.db, organization.row)
    const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfJJHVeWLg='
    const after = events[0]?.id ?? ''
    const all = ['--secret', secret, '--forward-to', target.url, '--quiet']
    const running = shell.start(['listen', '--feed', '--after', after, ...all])
    await fact('two deliveries', () => target.received.length === 2)
    const [first] = target.received
    expect(await unwrapWebhook(first?.body ?? '', first?.headers ?? {}, secret)).toMatchObject({
      id: events[1]?.id,
    })
    await running.end()
    const other = shell.start(['listen', '--feed', '--since-start', '--events', 'queue.*', ...all])
    await other.until(/Following/)
    await client()
    await other.end()
    expect(target.received).toHaveLength(2)
  })
})

describe('a target that is down', () => {
  it('loses nothing: the event waits, those behind it too, and all come in order', async () => {
    const seen: { headers: IncomingHttpHeaders; id: string }[] = []
    const port = await freePort()
    const serve = () =>
      new Promise<Server>((resolve) => {
        const server = createServer((request, response) => {
          let body = ''
          request.on('data', (chunk: Buffer) => (body += chunk.toString()))
          request.on('end', () => {
            seen.push({ headers: request.headers, id: JSON.parse(body).id })
            response.end()
          })
        })
        server.listen(port, '127.0.0.1', () => resolve(server))
      })
    const up = await serve()
    const running = shell.start([
      'listen',
      '--feed',
      '--forward-to',
      `127.0.0.1:${port}`,
      '--quiet',
    ])
    await running.until(/Following/)
    await client()
    await fact('the first', () => seen.length === 1)
    up.closeAllConnections()
    await new Promise((resolve) => up.close(resolve))
    for (let index = 0; index < 3; index += 1) await client()
    await running.until(/#2 {2}→ .+nothing listens there .+ later events wait/)
    const again = await serve()
    await fact('all of them', () => seen.length === 4)
    const events = await eventsOf(api.db, organization.row)
    expect(seen.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    const { exit, err } = await running.end()
    expect([exit, err]).toEqual([0, expect.stringContaining(`--after ${events.at(-1)?.id}`)])
    again.closeAllConnections()
    again.close()
  })

  it('the bookmark of a stop in between leads to what was not taken', async () => {
    const args = ['listen', '--feed', '--forward-to', `127.0.0.1:${await freePort()}`, '--quiet']
    await client()
    const [first] = await eventsOf(api.db, organization.row)
    const running = shell.start(args)
    await running.until(/Following/)
    await client()
    await running.until(/NOT TAKEN/)
    const { exit, err } = await running.end()
    expect([exit, err]).toEqual([
      0,
      expect.stringContaining(`Go on from here: --after ${first?.id}`),
    ])
  })

  it('an answer is its own decision: a refusal is told, and what follows is sent', async () => {
    const target = await openEndpoint()
    target.answer(500)
    const running = shell.start(['listen', '--feed', '--forward-to', target.url, '--json'])
    await running.until(/following/)
    await client()
    await client()
    await fact('two deliveries', () => target.received.length === 2)
    target.answer(200)
    running.type('1r')
    await fact('the first again', () => target.received.length === 3)
    expect(JSON.parse(target.received[2]?.body ?? '').id).toBe(
      JSON.parse(target.received[0]?.body ?? '').id,
    )
    await running.until(/"status":200/)
    const statuses = linesOf((await running.end()).out).filter(({ kind }) => kind === 'forwarded')
    expect(statuses.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [1, 200],
    ])
  })
})
