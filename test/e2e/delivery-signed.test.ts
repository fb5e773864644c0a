import type { RunningWorker } from '@scheduling/worker'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { at, COMING_MONDAY, openClinic, type BookableClinic } from '../support/booking.ts'
import { createService } from '../support/clinic.ts'
import {
  byHand,
  createdWebhook,
  endpointsPerTest,
  type Endpoint,
  type Received,
} from '../support/webhooks.ts'
import { deliveriesOf, fact, stopTimetable, workerBeside } from '../support/worker.ts'

let api: TestApi
let worker: RunningWorker

const endpoint = endpointsPerTest()

beforeAll(async () => {
  // The true time, as receivers compare the signature's with their own.
  api = await startTestApi({ now: Date.now() })
  worker = await workerBeside(api)
  await stopTimetable(api)
})
afterAll(async () => {
  await worker.stop()
  await api.close()
})

let minute = 0
/** Books the next free quarter of an hour. */
async function book(clinic: BookableClinic, body: Readonly<Record<string, unknown>> = {}) {
  const clock = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  minute = (minute + 30) % 180
  const reply = await clinic.book({ start: at(clock, COMING_MONDAY), ...body })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body
}

const types = (received: readonly Received[]) =>
  received.map((request) => request.headers['x-service-event'])

function verifiedByLibrary(request: Received, secret: string): unknown {
  return new Webhook(secret).verify(request.body, {
    'webhook-id': String(request.headers['webhook-id']),
    'webhook-timestamp': String(request.headers['webhook-timestamp']),
    'webhook-signature': String(request.headers['webhook-signature']),
  })
}

describe('A booking reaches a subscriber', () => {
  it('signed, without any sweep, as the feed shows it', async () => {
    const clinic = await openClinic(api)
    const receiver = await endpoint()
    const webhook = await createdWebhook(api, clinic.organization, {
      url: receiver.url,
      events: ['appointment.created'],
      headers: { 'X-Tenant': 'aurora' },
    })
    const appointment = await book(clinic)
    const request = await fact('the event', () => receiver.received[0])

    const { headers } = request
    const event = JSON.parse(request.body)
    expect(request.method).toBe('POST')
    expect(event).toMatchObject({
      type: 'appointment.created',
      api_version: webhook.api_version,
      organization_id: clinic.organization.row.id,
      data: { object: { id: appointment.id, status: 'PENDING' }, changes: null },
      context: { source: 'api', actor: { type: 'api_key' } },
    })
    const listed = await clinic.call('GET', `/v1/events/${event.id}`)
    expect({ object: 'event', ...event }).toEqual(listed.body)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-service-event': 'appointment.created',
      'x-service-event-id': event.id,
      'x-service-webhook-id': webhook.id,
      'webhook-id': event.id,
      'webhook-timestamp': headers['x-service-timestamp'],
      'x-tenant': 'aurora',
    })
    expect(headers['user-agent']).toMatch(/^Service-Webhooks\/1\.0 \(\+http.*\/docs\)$/)
    expect(headers['x-service-signature']).toBe(
      `t=${headers['x-service-timestamp']},v1=${byHand(request, webhook.secret)}`,
    )
    expect(verifiedByLibrary(request, webhook.secret)).toEqual(event)
    expect(() =>
      verifiedByLibrary({ ...request, body: `${request.body} ` }, webhook.secret),
    ).toThrow()

    const delivery = await fact('its record', async () =>
      (await deliveriesOf(api, clinic.organization, webhook)).find(
        (one) => one.status !== 'PENDING',
      ),
    )
    expect(delivery).toMatchObject({
      id: headers['x-service-delivery-id'],
      event_id: event.id,
      trigger: 'EVENT',
      attempt: 1,
      max_attempts: 8,
      status: 'SUCCEEDED',
      response_status: 200,
      response_body: 'ok',
      error_code: null,
      next_attempt_at: null,
    })
  })

  it('only where it is wanted: types, wildcards of a group, filters', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row, {
      name: 'Retorno',
      performedBy: clinic.professionals,
    })
    const wishes: [string, Record<string, unknown>][] = [
      ['everything', { events: ['*'] }],
      ['group', { events: ['appointment.*'] }],
      ['type', { events: ['appointment.confirmed'] }],
      ['other group', { events: ['queue.*'] }],
      ['this service', { events: ['*'], filters: { service_ids: [clinic.service.id] } }],
      ['other service', { events: ['*'], filters: { service_ids: [other.id] } }],
      ['professional', { events: ['*'], filters: { professional_ids: [clinic.professional.id] } }],
      ['both', { events: ['*'], filters: { service_ids: [other.id], statuses: ['PENDING'] } }],
      ['status', { events: ['*'], filters: { statuses: ['CONFIRMED'] } }],
      ['source', { events: ['*'], filters: { sources: ['public_booking'] } }],
    ]
    const receivers = new Map<string, Endpoint>()
    for (const [name, wish] of wishes) {
      const receiver = await endpoint()
      receivers.set(name, receiver)
      await createdWebhook(api, clinic.organization, { url: receiver.url, ...wish })
    }
    const { id } = await book(clinic)
    const confirmed = await clinic.call('POST', `/v1/appointments/${id}/confirm`)
    expect(confirmed.status).toBe(200)
    const waiting = async () => {
      const events = await api.db.event.count({
        where: { organizationId: clinic.organization.row.id },
      })
      const everything = receivers.get('everything')?.received.length ?? 0
      const open = await api.db.delivery.count({
        where: { organizationId: clinic.organization.row.id, state: 'pending' },
      })
      return everything === events && open === 0
    }
    await fact('all deliveries', waiting)
    const got = Object.fromEntries(
      [...receivers].map(([name, { received }]) => [name, types(received).toSorted()]),
    )
    const client = 'client.first_appointment'
    const [created, confirmation] = ['appointment.created', 'appointment.confirmed']
    expect(got).toEqual({
      everything: [confirmation, created, client],
      group: [confirmation, created],
      type: [confirmation],
      'other group': [],
      'this service': [confirmation, created, client],
      'other service': [client],
      professional: [confirmation, created, client],
      both: [client],
      status: [confirmation, client],
      source: [confirmation, client],
    })
  })

  it('with the old secret beside the new one for a day after a rotation', async () => {
    const clinic = await openClinic(api)
    const receiver = await endpoint()
    const webhook = await createdWebhook(api, clinic.organization, {
      url: receiver.url,
      events: ['appointment.created'],
    })
    const rotated = await clinic.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`)
    await book(clinic)
    const request = await fact('the event', () => receiver.received[0])
    const [fresh, old] = [rotated.body.secret, webhook.secret]
    expect(request.headers['x-service-signature']).toBe(
      `t=${request.headers['x-service-timestamp']},v1=${byHand(request, fresh)},v0=${byHand(request, old)}`,
    )
    const entries = String(request.headers['webhook-signature']).split(' ')
    expect(entries).toHaveLength(2)
    expect(entries.every((entry) => /^v1,[A-Za-z0-9+/]{43}=$/.test(entry))).toBe(true)
    for (const secret of [fresh, old]) verifiedByLibrary(request, secret)

    await api.db.webhook.update({
      where: { id: webhook.id },
      data: { previousSecretsExpireAt: [new Date(api.service.now() - 1000)] },
    })
    await book(clinic)
    const later = await fact('the second event', () => receiver.received[1])
    expect(later.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(() => verifiedByLibrary(later, old)).toThrow()
    verifiedByLibrary(later, fresh)
  })

  it('not to a webhook that is off, nor to one of another organization', async () => {
    const [clinic, stranger] = [await openClinic(api), await openClinic(api)]
    const [off, theirs, on] = [await endpoint(), await endpoint(), await endpoint()]
    await createdWebhook(api, clinic.organization, { url: off.url, active: false })
    await createdWebhook(api, stranger.organization, { url: theirs.url })
    await createdWebhook(api, clinic.organization, { url: on.url, events: ['appointment.created'] })
    await book(clinic)
    await fact('the event', () => on.received[0])
    const rows = await api.db.delivery.findMany({
      where: { organizationId: { in: [clinic.organization.row.id, stranger.organization.row.id] } },
    })
    expect(rows).toHaveLength(1)
    expect([off.received, theirs.received]).toEqual([[], []])
  })

  it('while sixty endpoints that never answer are served too', async () => {
    const clinic = await openClinic(api)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const hanging = await endpoint()
    hanging.onRequest = () => released
    const { sender } = api.service
    // However long this takes: by themselves they would be given up after ten seconds.
    const patient: typeof sender = {
      ...sender,
      async send(request, options) {
        const result = await sender.send(request, options)
        if (request.url.startsWith(hanging.url)) await released
        return result
      },
    }
    Object.assign(api.service, { sender: patient })
    onTestFinished(() => {
      release()
      Object.assign(api.service, { sender })
    })
    const holders = await Promise.all(Array.from({ length: 3 }, () => api.organization()))
    for (const [index, holder] of holders.entries())
      for (let count = 0; count < 20; count += 1)
        await api.db.webhook.create({
          data: await deadWebhook(holder.row.id, `${hanging.url}/${index}/${count}`),
        })
    const receiver = await endpoint()
    await createdWebhook(api, clinic.organization, {
      url: receiver.url,
      events: ['appointment.created'],
    })
    for (const holder of holders)
      await api.call('POST', '/v1/clients', {
        key: holder.key,
        body: { first_name: 'Ana', last_name: 'Lima', email: 'ana@example.com' },
      })
    await fact('all sixty hang', () => hanging.received.length === 60)
    await book(clinic)
    await fact('the event', () => receiver.received[0])
  })
})

async function deadWebhook(organizationId: number, url: string) {
  return {
    id: api.service.newId('whk'),
    organizationId,
    name: 'dead',
    url,
    urlHash: new Uint8Array(32),
    events: ['*'],
    format: 'generic',
    apiVersion: '2026-11-01',
  }
}
