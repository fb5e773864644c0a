import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changeDesk, openDesk } from '@scheduling/core'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import {
  createClientRow,
  createProfessional,
  createService,
  eventsOf,
} from '../../support/clinic.ts'
import {
  asSystem,
  openQueue,
  queueService,
  today,
  WITHOUT_QUEUE,
  YESTERDAY,
} from '../../support/queue.ts'

const api = useSharedApi()

describe('POST /v1/queue/entries', () => {
  it('201 and 409 queue_closed: of ten clients at one time three get the three places', async () => {
    const queue = await openQueue(api, { professionals: 2, desk: { capacity: 1 } })
    const third = await createProfessional(api.db, queue.organization.row)
    await api.db.professionalService.create({
      data: {
        organizationId: queue.organization.row.id,
        professionalId: third.id,
        serviceId: queue.service.id,
      },
    })
    await asSystem(api, queue, (work) => changeDesk(work, third.id, { isOpen: true, capacity: 1 }))
    const clients = await Promise.all(Array.from({ length: 10 }, () => queue.newClient()))
    const replies = await Promise.all(
      clients.map((client, index) =>
        queue.join({
          client_id: client.id,
          professional_id: index % 3 === 0 ? third.id : null,
        }),
      ),
    )
    const joined = replies.filter((reply) => reply.status === 201)
    expect(joined).toHaveLength(3)
    const refused = replies.filter((reply) => reply.status === 409)
    expect(refused.map((reply) => reply.body.code)).toEqual(refused.map(() => 'queue_closed'))
    expect(joined.length + refused.length).toBe(10)
  })

  it('409 queue_closed: full, until a place is given back', async () => {
    const queue = await openQueue(api, { desk: { capacity: 2 } })
    const active = await queue.entry('WAITING', { professional: queue.professional })
    await queue.entry('SKIPPED')
    await queue.entry('COMPLETED')
    await queue.entry('WAITING', { professional: queue.professional, date: YESTERDAY })
    const full = await queue.join()
    expect([full.status, full.body.code]).toEqual([409, 'queue_closed'])
    expect(full.body.detail).toContain('full')
    await queue.call('POST', `/v1/queue/entries/${active.id}/cancel`)
    expect((await queue.join()).status).toBe(201)
  })

  it('201 and 409 queue_closed: places are counted over all desks, also with joins at one time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const queue = await openQueue(api, { professionals: 3, desk: { capacity: 1 } })
      const [first, , last] = queue.professionals
      // Two for anyone leave one place, at whichever desk.
      for (let count = 0; count < 2; count += 1) await queue.entry('WAITING')
      const replies = await Promise.all(
        [first, last].map(async (professional) => {
          const { id } = await queue.newClient()
          return queue.join({ client_id: id, professional_id: professional?.id })
        }),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    }
  })

  it('201 and 409 queue_closed: an entry for any professional makes room for one that has no choice', async () => {
    const queue = await openQueue(api, { professionals: 2, desk: { capacity: 2 } })
    const [first, second] = queue.professionals
    if (first === undefined || second === undefined) throw new Error('two')
    const join = async (professional: typeof first | null) => {
      const client = await queue.newClient()
      return queue.join({ client_id: client.id, professional_id: professional?.id ?? null })
    }
    await queue.entry('WAITING')
    await queue.entry('WAITING', { arrivedAt: today('07:01') })
    // Three of four places are taken, and the two for any can both wait for the second.
    expect((await join(first)).status).toBe(201)
    expect((await join(first)).status).toBe(201)
    for (const choice of [first, second, null]) {
      const reply = await join(choice)
      expect([reply.status, reply.body.code]).toEqual([409, 'queue_closed'])
    }
  })

  it('409 queue_closed: closed by hand, or never opened', async () => {
    const queue = await openQueue(api, { professionals: 2, desk: { isOpen: false } })
    const [first, second] = queue.professionals
    if (first === undefined || second === undefined) throw new Error('two')
    expect((await queue.join()).body.code).toBe('queue_closed')
    await asSystem(api, queue, (work) => openDesk(work, first.id))
    const other = await queue.join({ professional_id: second.id })
    expect([other.status, other.body.code]).toEqual([409, 'queue_closed'])
    expect(other.body.detail).toContain('closed')
    expect((await queue.join()).status).toBe(201)
    const never = await openQueue(api, { desk: null })
    expect((await never.join()).body.code).toBe('queue_closed')
  })

  it('409 queue_closed: no one performs the service, or its performer has left', async () => {
    const queue = await openQueue(api)
    const lonely = await queueService(api, queue.organization.row, [])
    expect((await queue.join({ service_id: lonely.id })).body.code).toBe('queue_closed')
    await api.db.professional.update({
      where: { id: queue.professional.id },
      data: { isActive: false },
    })
    expect((await queue.join()).body.code).toBe('queue_closed')
  })

  // The clock stands at Friday 08:00 in São Paulo.
  it.each([
    ['within the day', [{ weekday: 5, opens_minute: 480, closes_minute: 481 }], 201],
    ['before it opens', [{ weekday: 5, opens_minute: 481, closes_minute: 1440 }], 409],
    ['at its close', [{ weekday: 5, opens_minute: 0, closes_minute: 480 }], 409],
    ['on another weekday', [{ weekday: 4, opens_minute: 0, closes_minute: 1440 }], 409],
    [
      'a night that goes on in the morning',
      [{ weekday: 4, opens_minute: 1320, closes_minute: 481 }],
      201,
    ],
    ['a night that ended', [{ weekday: 4, opens_minute: 1320, closes_minute: 480 }], 409],
    ['a night that begins', [{ weekday: 5, opens_minute: 480, closes_minute: 60 }], 201],
    ['a whole day', [{ weekday: 5, opens_minute: 0, closes_minute: 0 }], 201],
    [
      'the second of two stretches',
      [
        { weekday: 5, opens_minute: 0, closes_minute: 60 },
        { weekday: 5, opens_minute: 420, closes_minute: 540 },
      ],
      201,
    ],
  ])('201 or 409 queue_closed: hours, %s', async (_, hours, status) => {
    const queue = await openQueue(api, { desk: { hours } })
    const reply = await queue.join()
    expect(reply.status).toBe(status)
    if (status === 409) expect(reply.body.code).toBe('queue_closed')
  })

  it("201: hours and today are the organization's, not the server's", async () => {
    const queue = await openQueue(api, {
      organization: { timeZone: 'Pacific/Auckland' },
      // 08:00 in São Paulo is Saturday 00:00 in Auckland.
      desk: { hours: [{ weekday: 6, opens_minute: 0, closes_minute: 1 }] },
    })
    const reply = await queue.join()
    expect(reply.body).toMatchObject({
      date: '2026-11-21',
      arrived_at: '2026-11-21T00:00:00+13:00',
    })
    api.setNow(TEST_NOW - 1)
    const client = await queue.newClient()
    const before = await queue.join({ client_id: client.id })
    api.setNow(TEST_NOW)
    expect(before.body.code).toBe('queue_closed')
  })

  it('409 deposit_required: before the active entry and the closed queue count', async () => {
    const queue = await openQueue(api, { desk: null })
    const paid = await queueService(api, queue.organization.row, [queue.professional], {
      requiresDeposit: true,
      depositAmount: '20.00',
    })
    await queue.entry('WAITING', { client: queue.client })
    const other = await createProfessional(api.db, queue.organization.row)
    const reply = await queue.join({ service_id: paid.id, professional_id: other.id })
    expect([reply.status, reply.body.code]).toEqual([409, 'deposit_required'])
  })

  it('409 professional_cannot_perform_service: before the active entry counts', async () => {
    const queue = await openQueue(api)
    await queue.entry('WAITING', { client: queue.client })
    const other = await createProfessional(api.db, queue.organization.row)
    const reply = await queue.join({ professional_id: other.id })
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('422 client_identifier_required: before the deposit; for an inline and for a named client', async () => {
    const queue = await openQueue(api)
    const paid = await queueService(api, queue.organization.row, [queue.professional], {
      requiresDeposit: true,
      depositAmount: '20.00',
    })
    const nameless = await createClientRow(api.db, queue.organization.row)
    for (const body of [{ client: { first_name: 'Rui' } }, { client_id: nameless.id }]) {
      const reply = await queue.join({ service_id: paid.id, ...body })
      expect([reply.status, reply.body.code]).toEqual([422, 'client_identifier_required'])
    }
    expect(await eventsOf(api.db, queue.organization.row)).toEqual([])
  })

  it('400 validation_error: references that are none, all named at once', async () => {
    const queue = await openQueue(api)
    const stranger = await openQueue(api)
    const reply = await queue.join({
      service_id: stranger.service.id,
      client_id: stranger.client.id,
      professional_id: stranger.professional.id,
    })
    expect(reply.status).toBe(400)
    expect(faults(reply).sort()).toEqual([
      'client_id:not_found',
      'professional_id:not_found',
      'service_id:not_found',
    ])
    const off = await queueService(api, queue.organization.row, [], { isActive: false })
    const booked = await createService(api.db, queue.organization.row)
    const gone = await createProfessional(api.db, queue.organization.row, { isActive: false })
    for (const [body, fault] of [
      [{ service_id: off.id }, 'service_id:inactive'],
      [{ service_id: booked.id }, 'service_id:booking_mode_mismatch'],
      [{ professional_id: gone.id }, 'professional_id:inactive'],
    ] as const) {
      expect(faults(await queue.join(body))).toEqual([fault])
    }
  })

  it.each([
    [{ service_id: undefined }, ['service_id:required']],
    [{ service_id: null }, ['service_id:invalid_type']],
    [{ service_id: '1' }, ['service_id:invalid_type']],
    [{ service_id: 1.5 }, ['service_id:invalid_type']],
    [{ service_id: 2_147_483_648 }, ['service_id:out_of_range']],
    [{ professional_id: -1 }, ['professional_id:out_of_range']],
    [{ client_id: undefined }, ['client_id:required']],
    [{ client_id: null }, ['client_id:required']],
    [{ client_id: null, client: null }, ['client_id:required']],
    [{ client: { first_name: 'A', phone: '1' } }, ['client.phone:invalid_format']],
    [{ client_id: 1, client: { first_name: 'A' } }, ['client:mutually_exclusive']],
    [{ notes: 'x'.repeat(2001) }, ['notes:too_long']],
    [{ notes: 'a\u0000b' }, ['notes:invalid_format']],
    [{ notes: 'a\u202eb' }, ['notes:invalid_format']],
    [{ notes: {} }, ['notes:invalid_type']],
  ])('400 validation_error: %j', async (body, expected) => {
    const queue = await openQueue(api)
    const reply = await queue.join(body)
    expect([reply.status, ...faults(reply)]).toEqual([400, ...expected])
    expect(await api.db.queueEntry.count({ where: { clientId: queue.client.id } })).toBe(0)
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const queue = await openQueue(api)
    const headers = { 'Idempotency-Key': randomUUID() }
    await queue.join({}, { headers })
    const reply = await queue.join({ notes: 'other' }, { headers })
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate_request'])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const queue = await openQueue(api)
    const key = await queue.organization.keyWith(['read', 'webhooks:manage'])
    const reply = await queue.join({}, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      // Before the body is even looked at.
      const reply = await queue.join({ service_id: 'x' })
      expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    }
  })
})
