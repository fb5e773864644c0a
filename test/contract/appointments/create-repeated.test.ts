import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { createService, eventsOf, workingHours } from '../../support/clinic.ts'

const api = useSharedApi()

const MINUTE_MS = 60_000

describe('POST /v1/appointments repeated', () => {
  it('200: an identical recent appointment, and nothing is written', async () => {
    const clinic = await openClinic(api)
    const first = await clinic.book({ notes: 'one' })
    const before = await eventsOf(api.db, clinic.organization.row)
    for (const body of [
      { notes: 'two', metadata: { a: 'b' } },
      { professional_id: null },
      { start: '2026-11-23T12:00:00Z' },
      { allow_overbook: true },
      { client: { first_name: 'Changed', phone: '+55 11 98765 4321', on_match: 'update' } },
    ]) {
      const again = await clinic.book(body)
      expect(again.status, JSON.stringify(body)).toBe(200)
      expect(again.body).toEqual(first.body)
    }
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual(before)
    const client = await clinic.call('GET', `/v1/clients/${clinic.client.id}`)
    expect(client.body.first_name).toBe('Ana')
  })

  it('200: the same services in another order, also with another Idempotency-Key', async () => {
    const clinic = await openClinic(api)
    const second = await createService(api.db, clinic.organization.row, {
      performedBy: [clinic.professional],
    })
    const ids = [clinic.service.id, second.id]
    const keyed = { headers: { 'Idempotency-Key': randomUUID() } }
    const first = await clinic.book({ service_ids: ids }, keyed)
    const other = { headers: { 'Idempotency-Key': randomUUID() } }
    const again = await clinic.book({ service_ids: ids.toReversed() }, other)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const part = await clinic.book()
    expect([part.status, part.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('200: after it was confirmed, and with its new state', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    await clinic.call('POST', `/v1/appointments/${body.id}/confirm`)
    const again = await clinic.book()
    expect([again.status, again.body.status]).toEqual([200, 'CONFIRMED'])
  })

  it('200: less than ten minutes ago; after that the time is simply taken', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    // Said by the database's clock, which no test sets.
    await api.db.appointment.update({
      where: { id: body.id },
      data: { createdAt: new Date(TEST_NOW) },
    })
    try {
      api.setNow(TEST_NOW + 10 * MINUTE_MS - 1000)
      expect((await clinic.book()).status).toBe(200)
      api.setNow(TEST_NOW + 10 * MINUTE_MS + 1)
      const late = await clinic.book()
      expect([late.status, late.body.code]).toEqual([409, 'slot_unavailable'])
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('201: another client, professional or start is another appointment; so is one after a cancellation', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const first = await clinic.book()
    const [, two] = clinic.professionals
    expect((await clinic.book({ professional_id: two?.id })).status).toBe(201)
    expect((await clinic.book({ start: at('10:00') })).status).toBe(201)
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    const again = await clinic.book()
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.body.id)
  })

  it('201: a repetition with the same Idempotency-Key answers the same bytes', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    const first = await clinic.book({}, call)
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    const again = await clinic.book({}, call)
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    await clinic.book({}, call)
    const other = await clinic.book({ notes: 'x' }, call)
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_request'])
  })

  it('409 slot_unavailable: kept for the key; 400 leaves it free', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    expect((await clinic.book({ service_ids: [2147483647] }, call)).status).toBe(400)
    const night = { start: at('03:00') }
    const refused = await clinic.book(night, call)
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
    await workingHours(api.db, clinic.organization.row, clinic.professional, {
      intervals: [['02:00', '04:00']],
    })
    const again = await clinic.book(night, call)
    expect(again.status).toBe(409)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await clinic.book(night)).status).toBe(201)
  })
})
