import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { closeDesk } from '@scheduling/core'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { createClientRow, eventsOf } from '../../support/clinic.ts'
import {
  asSystem,
  openQueue,
  queueService,
  STATUSES,
  TODAY,
  today,
  YESTERDAY,
} from '../../support/queue.ts'

const api = useSharedApi()

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
const LINK = /^http:\/\/api\.test\/f\/[\w-]{32}$/
const HOUR_MS = 3_600_000

describe('POST /v1/queue/entries', () => {
  it('201: every field in the order of the document, and its event', async () => {
    const queue = await openQueue(api)
    const { client, service, organization } = queue
    const reply = await queue.join({ notes: '  Com dor  ' })
    expect(reply.status).toBe(201)
    const entry = {
      object: 'queue_entry',
      id: expect.any(Number),
      status: 'WAITING',
      date: TODAY,
      professional_id: null,
      professional: null,
      service_id: service.id,
      service: { id: service.id, name: 'Curativo' },
      client_id: client.id,
      client: { id: client.id, name: 'Ana Souza' },
      position: 1,
      ahead_count: 0,
      estimated_wait_minutes: 0,
      call_count: 0,
      notes: 'Com dor',
      source: 'api',
      tracking_url: expect.stringMatching(LINK),
      deposit_id: null,
      deposit: null,
      cancellation_reason: null,
      arrived_at: today('08:00'),
      called_at: null,
      started_at: null,
      completed_at: null,
      skipped_at: null,
      no_show_at: null,
      cancelled_at: null,
      created_at: INSTANT,
      updated_at: INSTANT,
    }
    expect(reply.body).toEqual(entry)
    expect(Object.keys(reply.body)).toEqual(Object.keys(entry))
    const got = await queue.call('GET', `/v1/queue/entries/${reply.body.id}`)
    expect(got.body).toEqual(reply.body)
    const events = await eventsOf(api.db, organization.row)
    expect(events).toMatchObject([
      {
        type: 'queue.entry.created',
        payload: { changes: null, batch_id: null },
        context: { actor: { type: 'api_key' }, source: 'api' },
      },
    ])
    expect(events[0]?.payload.object).toEqual(reply.body)
    const [stored] = await api.db.event.findMany({ where: { organizationId: organization.row.id } })
    expect(stored).toMatchObject({
      professionalIds: [],
      serviceIds: [service.id],
      filterStatus: 'WAITING',
      filterType: 'IN_PERSON',
      filterSource: null,
    })
  })

  it('201: the link stays the same, and another entry has another', async () => {
    const queue = await openQueue(api)
    const reply = await queue.join()
    const called = await queue.call('POST', `/v1/queue/entries/${reply.body.id}/call`)
    const other = await queue.join({ client: { first_name: 'Bia', phone: '11987650001' } })
    expect(called.body.tracking_url).toBe(reply.body.tracking_url)
    expect(other.body.tracking_url).toMatch(LINK)
    expect(other.body.tracking_url).not.toBe(reply.body.tracking_url)
  })

  it('201: with a professional, an agent key and expand', async () => {
    const queue = await openQueue(api)
    const key = await queue.organization.keyWith(['write'], 'agent')
    const reply = await queue.call('POST', '/v1/queue/entries?expand=client,professional,service', {
      key,
      body: {
        service_id: queue.service.id,
        client_id: queue.client.id,
        professional_id: queue.professional.id,
      },
    })
    expect(reply.body).toMatchObject({
      source: 'agent',
      professional_id: queue.professional.id,
      client: { object: 'client' },
      professional: { object: 'professional' },
      service: { object: 'service' },
    })
  })

  it('201: an inline client is created with the entry, in one batch', async () => {
    const queue = await openQueue(api)
    const client = { first_name: 'Rui', phone: '(11) 91234-5678', metadata: { crm: '1' } }
    const reply = await queue.join({ client })
    expect(reply.status).toBe(201)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual(['client.created', 'queue.entry.created'])
    expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
    expect(events[1]?.payload.batch_id).toBe(events[0]?.payload.batch_id)
    expect(reply.body.client_id).toBe(events[0]?.payload.object['id'])
  })

  it('201: null beside the one that names the client counts as left out', async () => {
    const queue = await openQueue(api)
    const inline = { first_name: 'Rui', phone: '(11) 91234-5678' }
    const first = await queue.join({ client: inline, client_id: null })
    expect([first.status, first.body.client?.name]).toEqual([201, 'Rui'])
    const second = await queue.join({ client: null, client_id: queue.client.id })
    expect([second.status, second.body.client_id]).toEqual([201, queue.client.id])
  })

  it('201 and 200: an inline client is found again; on_match updates only with a new entry', async () => {
    const queue = await openQueue(api)
    const known = await createClientRow(api.db, queue.organization.row, { phone: '11987654321' })
    const client = { first_name: 'Aninha', phone: '11 8765-4321', on_match: 'update' }
    const first = await queue.join({ client })
    expect([first.status, first.body.client_id]).toEqual([201, known.id])
    expect(first.body.client.name).toBe('Aninha Souza')
    const second = await queue.join({ client: { ...client, first_name: 'Outra' } })
    expect([second.status, second.body.id]).toEqual([200, first.body.id])
    expect(second.body.client.name).toBe('Aninha Souza')
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual(['client.updated', 'queue.entry.created'])
  })

  it.each(STATUSES)('200 or 201: the client has an entry of today that is %s', async (status) => {
    const queue = await openQueue(api)
    const entry = await queue.entry(status, { client: queue.client })
    const reply = await queue.join({ notes: 'other' })
    const isActive = ['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'].includes(status)
    expect(reply.status).toBe(isActive ? 200 : 201)
    if (isActive) {
      expect(reply.body).toMatchObject({ id: entry.id, status, notes: null })
      expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
      expect(await eventsOf(api.db, queue.organization.row)).toEqual([])
    }
  })

  it('200: the active entry of any queue, though that queue is closed or full by now', async () => {
    const queue = await openQueue(api, { desk: { capacity: 1 } })
    const first = await queue.join()
    const other = await queueService(api, queue.organization.row, [queue.professional])
    expect((await queue.join({ service_id: other.id })).body.id).toBe(first.body.id)
    await asSystem(api, queue, (work) => closeDesk(work, queue.professional.id))
    const again = await queue.join()
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
  })

  it('201: an entry of yesterday is none of today', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING', { client: queue.client, date: YESTERDAY })
    expect((await queue.join()).status).toBe(201)
  })

  it('201 and 200: of 50 identical requests at one time one joins', async () => {
    const queue = await openQueue(api)
    const named = await Promise.all(Array.from({ length: 50 }, () => queue.join()))
    expect(named.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(named.filter((reply) => reply.status === 200)).toHaveLength(49)
    expect(new Set(named.map((reply) => reply.body.id)).size).toBe(1)
    const client = { first_name: 'Rui', phone: '11912345678', email: 'rui@example.com' }
    const inline = await Promise.all(Array.from({ length: 50 }, () => queue.join({ client })))
    expect(inline.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(inline.filter((reply) => reply.status === 200)).toHaveLength(49)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'queue.entry.created',
      'client.created',
      'queue.entry.created',
    ])
  })

  it('201: no identifier where the organization wants none', async () => {
    const queue = await openQueue(api, { organization: { requireClientIdentifier: false } })
    const client = { first_name: 'Rui' }
    expect((await queue.join({ client })).status).toBe(201)
    expect((await queue.join({ client })).status).toBe(201)
  })

  it('201: position, people ahead and wait grow with the line', async () => {
    const queue = await openQueue(api)
    await queue.entry('IN_SERVICE', { startedAt: today('07:53') })
    await queue.entry('WAITING', { arrivedAt: today('07:10') })
    const reply = await queue.join()
    // 20 minutes ahead, and 13 left of the one in service.
    expect(reply.body).toMatchObject({ position: 2, ahead_count: 1, estimated_wait_minutes: 35 })
  })

  it('201 again with the same Idempotency-Key, though the entry is over by then', async () => {
    const queue = await openQueue(api)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await queue.join({}, { headers })
    await queue.call('POST', `/v1/queue/entries/${first.body.id}/cancel`)
    const again = await queue.join({}, { headers })
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    api.setNow(TEST_NOW + 24 * HOUR_MS)
    const later = await queue.join({}, { headers })
    api.setNow(TEST_NOW)
    expect([later.status, later.body.date]).toEqual([201, '2026-11-21'])
  })
})
