import { LIMITS } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, faults, holdsOf, openClinic } from '../../support/booking.ts'
import { createProfessional, createService, eventsOf } from '../../support/clinic.ts'
import { hold, held, holdStatus } from '../../support/holds.ts'

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

const MINUTE_MS = 60_000

describe('POST /v1/holds', () => {
  it('201: every field, no event, and its time with the buffers is neither listed nor booked', async () => {
    const clinic = await openClinic(api, { service: { bufferAfterMinutes: 15 } })
    const { service, professional } = clinic
    const reply = await hold(clinic, { minutes: 7, holder: 'session-1' })
    expect(reply.status).toBe(201)
    const record = {
      object: 'hold',
      id: expect.any(Number),
      status: 'HELD',
      start: at('09:00'),
      end: at('09:30'),
      duration_minutes: 30,
      service_ids: [service.id],
      services: [{ id: service.id, name: service.name }],
      professional_id: professional.id,
      professional: { id: professional.id, name: professional.name },
      price: '150.00',
      currency: 'BRL',
      expires_at: expect.any(String),
      appointment_id: null,
      created_at: expect.any(String),
    }
    expect(reply.body).toEqual(record)
    expect(Object.keys(reply.body)).toEqual(Object.keys(record))
    const { expires_at, created_at } = reply.body
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * MINUTE_MS)
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
    expect((await clinic.starts())[0]).toBe(at('09:45'))
    for (const start of [at('09:00'), at('09:30')]) {
      expect((await clinic.book({ start })).body.code).toBe('slot_unavailable')
    }
    const next = `/v1/availability/next-dates?service_ids=${service.id}&limit=1`
    expect((await clinic.call('GET', next)).body.data[0]).toMatchObject({ date: '2026-11-20' })
  })

  it('keeps the time in the database too: a row that overlaps it is refused', async () => {
    const clinic = await openClinic(api)
    await held(clinic)
    const organizationId = clinic.organization.row.id
    const row = await api.db.calendarHold.findFirstOrThrow({ where: { organizationId } })
    const data = { ...row, id: row.id + 1_000_000, timeHoldId: null, heldUntil: null }
    await expect(api.db.calendarHold.create({ data })).rejects.toThrow('23P01')
  })

  it('201: the professional is chosen now, and the next hold of the same start has another', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const chosen = async () => (await hold(clinic, { professional_id: null })).body.professional_id
    const ids = [await chosen(), await chosen()]
    expect(ids.toSorted()).toEqual(clinic.professionals.map(({ id }) => id))
    expect((await hold(clinic, { professional_id: null })).body.code).toBe('slot_unavailable')
  })

  it('201: five minutes by default; then the time is free for a hold, a booking and the list', async () => {
    const clinic = await openClinic(api)
    const first = await held(clinic)
    api.setNow(TEST_NOW + LIMITS.holdMinutes * MINUTE_MS - 1)
    expect((await hold(clinic)).body.code).toBe('slot_unavailable')
    expect(await holdStatus(clinic, first)).toBe('HELD')
    api.setNow(TEST_NOW + LIMITS.holdMinutes * MINUTE_MS)
    expect(await holdStatus(clinic, first)).toBe('EXPIRED')
    expect(await clinic.starts()).toContain(at('09:00'))
    await held(clinic)
    expect(await holdsOf(api, clinic)).toHaveLength(1)
    api.setNow(TEST_NOW + 2 * LIMITS.holdMinutes * MINUTE_MS)
    expect((await clinic.book()).status).toBe(201)
    expect(await holdsOf(api, clinic)).toHaveLength(1)
  })

  it('201: a new hold of the same holder releases the earlier one, also of the same time', async () => {
    const clinic = await openClinic(api)
    const first = await held(clinic, { holder: 'ana', minutes: 1 })
    const second = await held(clinic, { holder: 'ana', minutes: 15 })
    expect(await holdStatus(clinic, first)).toBe('RELEASED')
    const third = await held(clinic, { holder: 'ana', start: at('10:00') })
    expect(await holdStatus(clinic, second)).toBe('RELEASED')
    expect(await holdStatus(clinic, third)).toBe('HELD')
    expect(await clinic.starts()).toContain(at('09:00'))
    expect(await holdsOf(api, clinic)).toHaveLength(1)
  })

  it('409 slot_unavailable: what the holder had stays held', async () => {
    const clinic = await openClinic(api)
    const first = await held(clinic, { holder: 'ana' })
    await clinic.book({ start: at('10:00') })
    const refused = await hold(clinic, { holder: 'ana', start: at('10:00') })
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
    expect(await holdStatus(clinic, first)).toBe('HELD')
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('409 action_not_allowed: three an hour for one holder, and the hour passes', async () => {
    const clinic = await openClinic(api)
    for (let times = 0; times < LIMITS.holdsPerHolderPerHour; times += 1) {
      await held(clinic, { holder: 'ana' })
    }
    const refused = await hold(clinic, { holder: 'ana' })
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
    expect(refused.body.detail).toContain('`holder`')
    expect((await hold(clinic, { holder: 'rui', start: at('11:00') })).status).toBe(201)
    api.setNow(TEST_NOW + 60 * MINUTE_MS)
    await held(clinic, { holder: 'ana' })
  })

  it('409 action_not_allowed: ten at once for one key; a new one of a holder takes the place of the old', async () => {
    const clinic = await openClinic(api, { professionals: LIMITS.holdsPerKey + 1 })
    const [, ...others] = clinic.professionals
    await held(clinic, { holder: 'ana' })
    for (const { id } of others.slice(1)) await held(clinic, { professional_id: id })
    const beyond = { professional_id: others[0]?.id }
    const refused = await hold(clinic, beyond)
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
    expect(refused.body.detail).toContain(`can hold ${LIMITS.holdsPerKey} at once`)
    await held(clinic, { ...beyond, holder: 'ana' })
    // Those that have expired do not count.
    api.setNow(TEST_NOW + LIMITS.holdMinutes * MINUTE_MS)
    expect((await hold(clinic, { ...beyond, start: at('10:00') })).status).toBe(201)
  })

  it('400 validation_error: names each field', async () => {
    const clinic = await openClinic(api)
    const wrong = await hold(clinic, { minutes: 16, holder: 'x'.repeat(65), start: 'monday' })
    expect(faults(wrong)).toEqual([
      'start:invalid_format',
      'minutes:out_of_range',
      'holder:too_long',
    ])
    const unknown = await hold(clinic, { service_ids: [999_999], professional_id: 999_999 })
    expect(faults(unknown)).toEqual(['service_ids[0]:not_found', 'professional_id:not_found'])
    const none = await hold(clinic, { service_ids: undefined, start: undefined })
    expect(faults(none)).toEqual(['service_ids:required', 'start:required'])
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('409 min_advance_violation and 409 professional_cannot_perform_service: as a booking is refused', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const past = await hold(clinic, { start: at('09:00', '2026-11-16') })
    expect(past.body.code).toBe('min_advance_violation')
    const another = await createProfessional(api.db, row, { name: 'Outra' })
    const cannot = await hold(clinic, { professional_id: another.id })
    expect(cannot.body.code).toBe('professional_cannot_perform_service')
  })

  it('201: one seat of a group; those that are held and those that are booked are counted together', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    await clinic.book()
    await held(clinic)
    await held(clinic)
    expect((await hold(clinic)).body.code).toBe('slot_unavailable')
    expect(await clinic.starts()).not.toContain(at('09:00'))
    const other = await createService(api.db, clinic.organization.row, {
      performedBy: [clinic.professional],
    })
    const refused = await hold(clinic, { service_ids: [other.id] })
    expect(refused.body.code).toBe('slot_unavailable')
  })
})
