/** Real deliveries of a worker, as a receiver with the SDK reads them. */
import { Scheduling, unwrapWebhook } from '@scheduling/sdk'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { type Endpoint, endpointsPerTest } from '../../support/webhooks.ts'
import { fact, workerBeside } from '../../support/worker.ts'

/** On the true time, which a receiver compares with that of the signature. */
const api = useOwnApi({ now: Date.now() })
let worker: RunningWorker

const endpoint = endpointsPerTest()

beforeAll(async () => {
  worker = await workerBeside(api)
})
afterAll(async () => {
  await worker.stop()
})

const isSignedTwice = ({ headers }: Endpoint['received'][number]) =>
  String(headers['x-service-signature']).includes('v0=')

describe('a delivery of the service', () => {
  it('is the event of the feed, and stays good while its secret changes', async () => {
    const { organization } = await openClinic(api)
    const client = new Scheduling({ baseUrl: api.url, apiKey: organization.key })
    const receiver = await endpoint()
    const webhook = await client.webhooks.create({ url: receiver.url, events: ['client.*'] })
    assert(webhook.secret !== null)
    const next = async (count: number) => {
      const { id } = await client.clients.create({
        firstName: `Ana ${count}`,
        email: `ana${count}@example.com`,
        metadata: { crm_id: String(count) },
      })
      await fact(`delivery ${count}`, () => receiver.received.length >= count)
      const received = receiver.received[count - 1]
      assert(received !== undefined)
      return { id, received }
    }

    const before = await next(1)
    const event = await unwrapWebhook(before.received.body, before.received.headers, webhook.secret)
    assert(event.type === 'client.created')
    expect(event.data.object).toMatchObject({ id: before.id, metadata: { crm_id: '1' } })
    const { object: _, ...listed } = await client.events.get(event.id)
    expect(event).toEqual(listed)

    const rotated = await client.webhooks.rotateSecret(webhook.id)
    assert(rotated.secret !== null)
    expect(rotated.secret).not.toBe(webhook.secret)
    // A change of a webhook needs a moment to reach every worker: until then the old secret signs alone.
    let after = await next(2)
    for (let count = 3; !isSignedTwice(after.received); count += 1) after = await next(count)
    for (const secrets of [webhook.secret, rotated.secret, [rotated.secret, webhook.secret]]) {
      for (const scheme of ['x-service-signature', 'webhook-signature']) {
        const { [scheme]: without, ...headers } = after.received.headers
        expect(without).toBeDefined()
        const read = await unwrapWebhook(after.received.body, headers, secrets)
        expect(read.data.object).toMatchObject({ id: after.id })
      }
    }
    const wrong = unwrapWebhook(after.received.body, after.received.headers, 'whsec_AAAA')
    await expect(wrong).rejects.toMatchObject({ code: 'signature_wrong' })

    await client.webhooks.delete(webhook.id)
  }, 30_000)

  it('of a test names the type that was asked for', async () => {
    const { organization } = await openClinic(api)
    const client = new Scheduling({ baseUrl: api.url, apiKey: organization.key })
    const receiver = await endpoint()
    const { id, secret } = await client.webhooks.create({ url: receiver.url, events: ['*'] })
    await client.webhooks.test(id)
    await client.webhooks.test(id, { eventType: 'queue.entry.called' })
    const events = await Promise.all(
      receiver.received.map(({ body, headers }) => unwrapWebhook(body, headers, secret ?? '')),
    )
    expect(events.map(({ type }) => type)).toEqual(['ping', 'queue.entry.called'])
    const [ping] = events
    assert(ping?.type === 'ping')
    expect(ping.data.object.webhookId).toBe(id)
  })
})
