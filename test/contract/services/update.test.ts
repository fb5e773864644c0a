import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at } from '../../support/booking.ts'
import { createSpecialty, eventsOf } from '../../support/clinic.ts'
import { expectOk, faultsOf, openChangingClinic, secondOf, shown } from '../../support/impact.ts'
import { testEveryImpact } from '../../support/impact-tests.ts'

const api = useSharedApi()

describe('services.update', () => {
  it('200: changes what is sent, and tells exactly that', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { service } = clinic
    const second = secondOf(clinic)
    const specialty = await createSpecialty(api.db, clinic.organization.row)
    const reply = await clinic.owner.mutate('services.update', {
      service_id: service.id,
      name: 'Retorno',
      price: null,
      duration_minutes: 30,
      specialty_id: specialty.id,
      buffer_after_minutes: 10,
      min_advance_minutes: 30,
      requires_deposit: true,
      deposit_amount: '20.00',
      professional_ids: [second.id],
    })
    expectOk(reply)
    expect(reply.body.impact.total).toBe(0)
    const [event, ...others] = await eventsOf(api.db, clinic.organization.row)
    expect(others.map(({ type }) => type)).toEqual(['professional.updated'])
    expect(event?.type).toBe('service.updated')
    expect(event?.payload).toEqual({
      object: reply.body.service,
      batch_id: expect.stringMatching(/^bat_/),
      changes: {
        name: { from: 'Consulta', to: 'Retorno' },
        specialty_id: { from: null, to: specialty.id },
        price: { from: '150.00', to: null },
        professional_ids: {
          from: clinic.professionals.map(({ id }) => id),
          to: [second.id],
        },
        buffer_after_minutes: { from: 0, to: 10 },
        min_advance_minutes: { from: 0, to: 30 },
        requires_deposit: { from: false, to: true },
        deposit_amount: { from: null, to: '20.00' },
      },
    })
    const read = await clinic.call('GET', `/v1/services/${service.id}`)
    expect(read.body).toEqual(reply.body.service)
    const own = await clinic.call('GET', `/v1/professionals/${clinic.professional.id}`)
    expect(own.body.service_ids).toEqual([])
  })

  it('200: nothing new changes nothing; null leaves notice and horizon to the organization', async () => {
    const clinic = await openChangingClinic(api, {
      service: { minAdvanceMinutes: 90, requiresDeposit: true, depositAmount: '10.00' },
    })
    const { service } = clinic
    const before = await clinic.everything()
    const same = { name: service.name, duration_minutes: 30, price: '150.00' }
    expectOk(await clinic.owner.mutate('services.update', { service_id: service.id, ...same }))
    expectOk(await clinic.owner.mutate('services.update', { service_id: service.id }))
    expect(await clinic.everything()).toBe(before)
    const reply = await clinic.owner.mutate('services.update', {
      service_id: service.id,
      min_advance_minutes: null,
      requires_deposit: false,
    })
    expect(reply.body.service).toMatchObject({ min_advance_minutes: 0, deposit_amount: null })
    const [event] = await eventsOf(api.db, clinic.organization.row)
    expect(event?.payload.changes).toEqual({
      min_advance_minutes: { from: 90, to: 0 },
      requires_deposit: { from: true, to: false },
      deposit_amount: { from: '10.00', to: null },
    })
  })

  it('200: what is booked keeps duration, buffers, price and type', async () => {
    const clinic = await openChangingClinic(api)
    const id = await clinic.bookAt('11:30')
    const reply = await clinic.owner.mutate('services.update', {
      service_id: clinic.service.id,
      duration_minutes: 120,
      buffer_after_minutes: 60,
      price: '999.00',
      service_type: 'TELEMEDICINE',
    })
    expect(expectOk(reply).body.impact.total).toBe(0)
    const { body } = await clinic.call('GET', `/v1/appointments/${id}`)
    expect(body).toMatchObject({ end: at('12:00'), price: '150.00', type: 'IN_PERSON' })
  })

  it('200: fewer seats concern those who came last', async () => {
    const clinic = await openChangingClinic(api, { service: { maxCapacity: 4 }, professionals: 2 })
    const { service, professional } = clinic
    const second = secondOf(clinic)
    const book = (digit: number) =>
      clinic.bookAt('09:00', { client: { first_name: 'Ana', phone: `1198765000${digit}` } })
    const ids = [await book(1), await book(2), await book(3), await book(4)]
    await clinic.bookAt('10:00')
    const update = (more: object) =>
      clinic.owner.mutate('services.update', { service_id: service.id, ...more })
    expect((await update({ max_capacity: 2 })).status).toBe(409)
    const reply = expectOk(
      await update({
        max_capacity: 2,
        appointments: 'move',
        decisions: [{ appointment_id: ids[3], action: 'cancel' }],
      }),
    )
    expect(shown(reply)).toEqual([
      [ids[2], 'over_capacity', 'moved', second.id],
      [ids[3], 'over_capacity', 'cancelled', null],
    ])
    const [hold] = await api.db.calendarHold.findMany({
      where: { professionalId: professional.id, startsAt: new Date(at('09:00')) },
    })
    expect(hold?.taken).toBe(2)
    const full = await clinic.book({ client: { first_name: 'Eva', phone: '11987650009' } })
    expect(full.status).toBe(409)
    // Kept beyond the capacity: no one else comes in, and it is not told again.
    const kept = expectOk(await update({ max_capacity: 1, appointments: 'keep' }))
    expect(shown(kept)).toEqual([[ids[1], 'over_capacity', 'kept', null]])
    expect(expectOk(await update({ max_capacity: 1 })).body.impact.total).toBe(0)
    expect(
      (await clinic.book({ client: { first_name: 'Eva', phone: '11987650009' } })).status,
    ).toBe(409)
  })

  it('200: who left performs it again on coming back, though others were named meanwhile', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { service, professional } = clinic
    const second = secondOf(clinic)
    await clinic.owner.mutate('professionals.deactivate', { professional_id: professional.id })
    const reply = await clinic.owner.mutate('services.update', {
      service_id: service.id,
      professional_ids: [second.id],
    })
    expect(expectOk(reply).body.service.professional_ids).toEqual([second.id])
    await clinic.owner.mutate('professionals.reactivate', { professional_id: professional.id })
    const read = await clinic.call('GET', `/v1/services/${service.id}`)
    expect(read.body.professional_ids).toEqual([professional.id, second.id])
  })

  it('200: `is_active: true` offers it again, with the same professionals', async () => {
    const clinic = await openChangingClinic(api)
    const { service, professional } = clinic
    await clinic.owner.mutate('services.deactivate', { service_id: service.id })
    expect((await clinic.book()).status).toBe(400)
    const before = await api.db.professional.findUniqueOrThrow({ where: { id: professional.id } })
    const reply = await clinic.owner.mutate('services.update', {
      service_id: service.id,
      is_active: true,
    })
    expect(expectOk(reply).body.service).toMatchObject({
      is_active: true,
      professional_ids: [professional.id],
    })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.slice(-2)).toMatchObject([
      { type: 'service.updated', payload: { changes: { is_active: { from: false, to: true } } } },
      {
        type: 'professional.updated',
        payload: { changes: { service_ids: { from: [], to: [service.id] } } },
      },
    ])
    expect((await clinic.book()).status).toBe(201)
    const after = await api.db.professional.findUniqueOrThrow({ where: { id: professional.id } })
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
    const away = { service_id: service.id, is_active: false }
    expect(faultsOf(await clinic.owner.mutate('services.update', away))).toEqual([
      'is_active:invalid_value',
    ])
  })

  it('200: as it is offered again, only those who perform it are touched and told of', async () => {
    const clinic = await openChangingClinic(api, { professionals: 2 })
    const { service, owner, professional } = clinic
    const { id } = secondOf(clinic)
    await api.db.service.update({ where: { id: service.id }, data: { isActive: false } })
    const before = await api.db.professional.findUniqueOrThrow({ where: { id } })
    expectOk(
      await owner.mutate('services.update', {
        service_id: service.id,
        is_active: true,
        professional_ids: [professional.id],
      }),
    )
    expect(await api.db.professional.findUniqueOrThrow({ where: { id } })).toEqual(before)
    const told = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(told).toEqual(['service.updated', 'professional.updated'])
  })

  it('400: what is not valid is named, and nothing is written', async () => {
    const clinic = await openChangingClinic(api)
    const other = await openChangingClinic(api)
    const before = await clinic.everything()
    const update = async (input: object) =>
      faultsOf(
        await clinic.owner.mutate('services.update', { service_id: clinic.service.id, ...input }),
      )
    expect(await update({ requires_deposit: true })).toEqual(['deposit_amount:required'])
    expect(await update({ deposit_amount: '1.00' })).toEqual(['deposit_amount:invalid_value'])
    expect(
      await update({ specialty_id: 2_000_000_000, professional_ids: [other.professional.id] }),
    ).toEqual(['specialty_id:not_found', 'professional_ids[0]:not_found'])
    expect(await update({ name: null, max_capacity: 0 })).toEqual([
      'name:invalid_type',
      'max_capacity:out_of_range',
    ])
    expect(await clinic.everything()).toBe(before)
  })

  it('404 not_found: another organization’s service', async () => {
    const [clinic, other] = [await openChangingClinic(api), await openChangingClinic(api)]
    const before = await other.everything()
    const input = { service_id: other.service.id, name: 'Minha' }
    const reply = await clinic.owner.mutate('services.update', input)
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    expect(await other.everything()).toBe(before)
  })

  describe('other performers', () => {
    testEveryImpact(() => api, {
      procedure: 'services.update',
      input: (clinic) => ({
        service_id: clinic.service.id,
        professional_ids: [secondOf(clinic).id],
      }),
      other: ({ service }) => ({ service_id: service.id, professional_ids: [] }),
      reason: 'professional_cannot_perform',
      canMove: true,
      events: ['service.updated', 'professional.updated'],
    })
  })

  describe('a service that goes to the queue', () => {
    testEveryImpact(() => api, {
      procedure: 'services.update',
      input: ({ service }) => ({ service_id: service.id, booking_mode: 'QUEUE' }),
      reason: 'service_not_offered',
      canMove: false,
      events: ['service.updated'],
    })
  })
})
