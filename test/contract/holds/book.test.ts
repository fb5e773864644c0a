import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { anotherClient, at, faults, holdsOf, openClinic } from '../../support/booking.ts'
import { createProfessional, createService, eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { bookHold, held, holdStatus } from '../../support/holds.ts'

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

const MINUTE_MS = 60_000

describe('POST /v1/appointments with hold_id', () => {
  it('201: needs a client and nothing else, and is an appointment as any other', async () => {
    const clinic = await openClinic(api, {
      service: { bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
    })
    const id = await held(clinic)
    const [before] = await holdsOf(api, clinic)
    const reply = await bookHold(clinic, id, { notes: 'Paid elsewhere.' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      start: at('09:00'),
      end: at('09:30'),
      professional_id: clinic.professional.id,
      price: '150.00',
      notes: 'Paid elsewhere.',
      is_overbook: false,
    })
    expect(await holdStatus(clinic, id)).toBe('BOOKED')
    const [after, ...others] = await holdsOf(api, clinic)
    expect(others).toEqual([])
    expect(after).toMatchObject({
      busyFrom: before?.busyFrom,
      busyTo: before?.busyTo,
      heldUntil: null,
      timeHoldId: null,
    })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
    ])
    const cancelled = await clinic.call('POST', `/v1/appointments/${reply.body.id}/cancel`)
    expect(cancelled.status).toBe(200)
    expect(await clinic.starts()).toContain(at('09:00'))
  })

  it('201: what is sent beside the hold agrees with it', async () => {
    const clinic = await openClinic(api)
    const same = { service_ids: [clinic.service.id], start: '2026-11-23T12:00:00Z' }
    const id = await held(clinic)
    expect((await bookHold(clinic, id, { ...same, professional_id: null })).status).toBe(201)
    const next = await held(clinic, { start: at('10:00') })
    const { id: professional_id } = clinic.professional
    const client_id = (await anotherClient(api, clinic)).id
    expect((await bookHold(clinic, next, { professional_id, client_id })).status).toBe(201)
  })

  it('201: whatever changed since, at the price and with the duration of then', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const { service, professional } = clinic
    const id = await held(clinic, { minutes: 15 })
    const change = async (procedure: string, input: object) => {
      const { problem } = await owner.mutate(procedure, input)
      expect(problem, procedure).toBeUndefined()
    }
    await change('services.update', {
      service_id: service.id,
      min_advance_minutes: 60 * 24 * 300,
      max_advance_days: 1,
      price: '999.00',
      duration_minutes: 45,
    })
    await change('schedule.createBlockedTime', {
      professional_id: professional.id,
      start: '2026-11-23',
      end: '2026-11-23',
      all_day: true,
    })
    await change('schedule.setWeek', { professional_id: professional.id, intervals: [] })
    await change('services.deactivate', { service_id: service.id })
    await change('professionals.deactivate', { professional_id: professional.id })
    const reply = await bookHold(clinic, id)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ duration_minutes: 30, price: '150.00', end: at('09:30') })
  })

  it('403 feature_not_enabled: telemedicine that the organization offers no more', async () => {
    const clinic = await openClinic(api, { service: { serviceType: 'TELEMEDICINE' } })
    const id = await held(clinic)
    const where = { id: clinic.organization.row.id }
    await api.db.organization.update({ where, data: { switchedOff: ['telemedicine'] } })
    expect((await bookHold(clinic, id)).body.code).toBe('feature_not_enabled')
    await api.db.organization.update({ where, data: { switchedOff: [] } })
    expect((await bookHold(clinic, id)).status).toBe(201)
  })

  it('200 and 409 action_not_allowed: the same request again is answered alike, and another one is refused', async () => {
    const clinic = await openClinic(api)
    const id = await held(clinic)
    const first = await bookHold(clinic, id)
    const again = await bookHold(clinic, id)
    expect([again.status, again.body.id]).toEqual([200, first.body.id])
    const { id: client_id } = await anotherClient(api, clinic)
    const refused = await bookHold(clinic, id, { client_id })
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
    expect(refused.body.detail).toContain(String(first.body.id))
  })

  it('201 and 409 slot_unavailable: once it has expired or was released, it is a request without a hold', async () => {
    const clinic = await openClinic(api)
    const expired = await held(clinic, { minutes: 1 })
    const taken = await held(clinic, { minutes: 1, start: at('10:00') })
    const released = await held(clinic, { start: at('11:00') })
    await clinic.call('DELETE', `/v1/holds/${released}`)
    api.setNow(TEST_NOW + MINUTE_MS)
    await clinic.book({ start: at('10:00') })
    expect((await bookHold(clinic, expired)).status).toBe(201)
    expect(await holdStatus(clinic, expired)).toBe('EXPIRED')
    expect((await bookHold(clinic, released)).status).toBe(201)
    const { id: client_id } = await anotherClient(api, clinic)
    expect((await bookHold(clinic, taken, { client_id })).body.code).toBe('slot_unavailable')
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { isActive: false },
    })
    expect(faults(await bookHold(clinic, taken, { client_id }))).toEqual(['service_ids:inactive'])
  })

  it('400 validation_error: what disagrees, what is missing without a hold, and a hold of no one', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await createService(api.db, row, { performedBy: [clinic.professional] })
    const another = await createProfessional(api.db, row, { name: 'Outra' })
    const id = await held(clinic)
    const stranger = await openClinic(api)
    const wrong = await bookHold(clinic, id, {
      service_ids: [other.id],
      start: at('09:15'),
      professional_id: another.id,
    })
    expect(faults(wrong)).toEqual([
      'service_ids:invalid_value',
      'start:invalid_value',
      'professional_id:invalid_value',
    ])
    expect(wrong.body.errors[1].message).toContain(at('09:00'))
    expect(faults(await bookHold(clinic, id, { allow_overbook: true }))).toEqual([
      'allow_overbook:mutually_exclusive',
    ])
    expect(faults(await bookHold(clinic, id, { type: 'TELEMEDICINE' }))).toEqual([
      'type:type_mismatch',
    ])
    const none = await clinic.call('POST', '/v1/appointments', { body: { hold_id: null } })
    expect(faults(none).toSorted()).toEqual([
      'client_id:required',
      'service_ids:required',
      'start:required',
    ])
    expect(faults(await bookHold(stranger, id))).toEqual(['hold_id:not_found'])
    expect(await holdStatus(clinic, id)).toBe('HELD')
    expect((await bookHold(clinic, id)).status).toBe(201)
  })

  it('201: a seat of a group, also when the group has fewer seats by now', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    await clinic.book()
    await clinic.book({ client_id: (await anotherClient(api, clinic)).id })
    const id = await held(clinic)
    await api.db.service.update({ where: { id: clinic.service.id }, data: { maxCapacity: 2 } })
    const { id: client_id } = await anotherClient(api, clinic)
    expect((await bookHold(clinic, id, { client_id })).status).toBe(201)
    const [session, ...others] = await holdsOf(api, clinic)
    expect(others).toEqual([])
    expect(session).toMatchObject({ taken: 3, capacity: 3, heldUntil: null })
    const first = await held(clinic, { start: at('11:00') })
    expect((await bookHold(clinic, first, { client_id })).status).toBe(201)
    expect((await holdsOf(api, clinic)).map(({ taken }) => taken)).toEqual([3, 1])
  })
})
