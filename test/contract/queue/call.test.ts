import { describe, expect, it } from 'vitest'
import { closeDesk } from '@scheduling/core'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { faults } from '../../support/booking.ts'
import { createProfessional, eventsOf, performs, queueDesk } from '../../support/clinic.ts'
import {
  asSystem,
  openQueue,
  testEveryQueueAction,
  today,
  type OpenQueue,
} from '../../support/queue.ts'

const api = useSharedApi()

const call = (queue: OpenQueue, id: number, body?: unknown) =>
  queue.call('POST', `/v1/queue/entries/${id}/call`, body === undefined ? {} : { body })

describe('POST /v1/queue/entries/{entry_id}/call', () => {
  testEveryQueueAction(() => api, 'call', { status: 'CALLED', event: 'queue.entry.called' })

  it('200: an unassigned entry goes to the only one who serves', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const [, second] = queue.professionals
    if (second === undefined) throw new Error('two')
    await asSystem(api, queue, (work) => closeDesk(work, queue.professional.id))
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, { place: '  Sala 2 ' })
    expect(reply.body).toMatchObject({
      status: 'CALLED',
      professional_id: second.id,
      professional: { id: second.id, name: second.name },
      call_count: 1,
      called_at: today('08:00'),
      position: null,
      ahead_count: null,
      estimated_wait_minutes: null,
    })
    const [event] = await eventsOf(api.db, queue.organization.row)
    expect(event?.payload.changes).toEqual({
      status: { from: 'WAITING', to: 'CALLED' },
      professional_id: { from: null, to: second.id },
      call_count: { from: 0, to: 1 },
    })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row).toMatchObject({ place: 'Sala 2', callExpiresAt: new Date(today('08:10')) })
  })

  it('200: no body, {} and null all mean the defaults', async () => {
    const queue = await openQueue(api)
    for (const body of [undefined, {}, 'null', { professional_id: null }]) {
      const entry = await queue.entry('WAITING')
      const reply = await call(queue, entry.id, body)
      expect(reply.body).toMatchObject({ status: 'CALLED', professional_id: queue.professional.id })
    }
  })

  it('200: with hours, only those within them serve', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    // A Friday, 08:00.
    await api.db.queueDesk.update({
      where: {
        organizationId_professionalId: {
          organizationId: queue.organization.row.id,
          professionalId: queue.professional.id,
        },
      },
      data: { hours: [{ weekday: 5, opens_minute: 481, closes_minute: 600 }] },
    })
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id)
    expect(reply.body.professional_id).toBe(queue.professionals[1]?.id)
  })

  it('200: a recall by the same professional counts, and the time to answer starts again', async () => {
    const queue = await openQueue(api, { organization: { queueCallTimeoutMinutes: 3 } })
    const entry = await queue.entry('WAITING')
    await call(queue, entry.id, { place: 'Sala 1' })
    api.setNow(TEST_NOW + 2 * 60_000)
    const again = await call(queue, entry.id, { professional_id: queue.professional.id })
    api.setNow(TEST_NOW)
    expect(again.body).toMatchObject({ call_count: 2, called_at: today('08:02') })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row).toMatchObject({ place: 'Sala 1', callExpiresAt: new Date(today('08:05')) })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events[1]?.payload.changes).toEqual({ call_count: { from: 1, to: 2 } })
  })

  it('200: a place that is null or empty is cleared', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING', { place: 'Sala 1' })
    await call(queue, entry.id, { place: ' ' })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.place).toBeNull()
  })

  it('200: another professional takes a client over who waits or was skipped', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const [first, second] = queue.professionals
    for (const status of ['WAITING', 'SKIPPED'] as const) {
      const entry = await queue.entry(status, first === undefined ? {} : { professional: first })
      const reply = await call(queue, entry.id, { professional_id: second?.id })
      expect(reply.body).toMatchObject({ status: 'CALLED', professional_id: second?.id })
    }
  })

  it('200: a desk need not be open for its professional to call by name', async () => {
    const queue = await openQueue(api, { desk: null })
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, { professional_id: queue.professional.id })
    expect(reply.status).toBe(200)
  })

  it('409 queue_entry_not_editable: another professional calls whom one has called', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const entry = await queue.entry('CALLED')
    const reply = await call(queue, entry.id, { professional_id: queue.professionals[1]?.id })
    expect([reply.status, reply.body.code]).toEqual([409, 'queue_entry_not_editable'])
    expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
  })

  it('409 queue_entry_not_editable: of two desks that call one client at one time one wins', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    for (let round = 0; round < 8; round += 1) {
      const entry = await queue.entry('WAITING')
      const replies = await Promise.all(
        queue.professionals.map(({ id }) => call(queue, entry.id, { professional_id: id })),
      )
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
      const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
      const winner = replies.find((reply) => reply.status === 200)
      expect(row).toMatchObject({ callCount: 1, professionalId: winner?.body.professional_id })
    }
  })

  it('409 professional_cannot_perform_service: who calls does not do this', async () => {
    const queue = await openQueue(api)
    const other = await createProfessional(api.db, queue.organization.row)
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, { professional_id: other.id })
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
    expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
  })

  it('400 validation_error: no one, or more than one, could be meant', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const entry = await queue.entry('WAITING')
    const several = await call(queue, entry.id)
    expect([several.status, ...faults(several)]).toEqual([400, 'professional_id:required'])
    for (const { id } of queue.professionals) {
      await asSystem(api, queue, (work) => closeDesk(work, id))
    }
    const noOne = await call(queue, entry.id)
    expect([noOne.status, ...faults(noOne)]).toEqual([400, 'professional_id:required'])
    // What ended does not ask who calls.
    const ended = await queue.entry('CANCELLED')
    expect((await call(queue, ended.id)).status).toBe(409)
  })

  it('400 validation_error: the professional of the entry has left', async () => {
    const queue = await openQueue(api, { professionals: 2 })
    const entry = await queue.entry('WAITING', { professional: queue.professional })
    await api.db.professional.update({
      where: { id: queue.professional.id },
      data: { isActive: false },
    })
    const reply = await call(queue, entry.id)
    expect([reply.status, ...faults(reply)]).toEqual([400, 'professional_id:required'])
    const named = await call(queue, entry.id, { professional_id: queue.professional.id })
    expect([named.status, ...faults(named)]).toEqual([400, 'professional_id:inactive'])
    const other = await call(queue, entry.id, { professional_id: queue.professionals[1]?.id })
    expect(other.status).toBe(200)
  })

  it.each([
    [{ professional_id: 2_147_483_647 }, 'professional_id:not_found'],
    [{ professional_id: 0 }, 'professional_id:out_of_range'],
    [{ professional_id: '7' }, 'professional_id:invalid_type'],
    [{ place: 'x'.repeat(61) }, 'place:too_long'],
    [{ place: 7 }, 'place:invalid_type'],
    [{ place: 'Sala \u0000' }, 'place:invalid_format'],
    [{ place: 'Sala\n2' }, 'place:invalid_format'],
    [{ place: '\ud800' }, 'place:invalid_value'],
    [{ notify_client: 'yes' }, 'notify_client:invalid_type'],
    [[], 'body:invalid_type'],
    ['"call"', 'body:invalid_type'],
  ])('400 validation_error: %j', async (body, fault) => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, body)
    expect([reply.status, ...faults(reply)]).toEqual([400, fault])
    expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
  })

  it("400 validation_error: a stranger's professional is none of ours", async () => {
    const queue = await openQueue(api)
    const stranger = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, { professional_id: stranger.professional.id })
    expect([reply.status, ...faults(reply)]).toEqual([400, 'professional_id:not_found'])
  })

  it('200: 60 characters of place, and unknown fields', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const reply = await call(queue, entry.id, { place: 'x'.repeat(60), status: 'COMPLETED' })
    expect(reply.body.status).toBe('CALLED')
  })

  it('200: a service that the professional lost later can no longer be called by default', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING', { professional: queue.professional })
    await api.db.professionalService.deleteMany({ where: { serviceId: queue.service.id } })
    const refused = await call(queue, entry.id)
    expect(refused.body.code).toBe('professional_cannot_perform_service')
    const other = await createProfessional(api.db, queue.organization.row)
    await performs(api.db, queue.organization.row, other, queue.service)
    await queueDesk(api.db, queue.organization.row, other)
    expect((await call(queue, entry.id, { professional_id: other.id })).status).toBe(200)
  })
})
