import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, faults, holdsOf, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createService } from '../../support/clinic.ts'
import { held, holdStatus } from '../../support/holds.ts'

const api = useOwnApi()
beforeEach(() => api.setNow(TEST_NOW))

const MINUTE_MS = 60_000

const move = ({ call }: BookableClinic, id: number, body: object) =>
  call('POST', `/v1/appointments/${id}/reschedule`, { body })

describe('POST /v1/appointments/{appointment_id}/reschedule with hold_id', () => {
  it('200: to the start and the professional of the hold, whatever the notice says by now', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const { id } = (await clinic.book()).body
    const professional_id = clinic.professionals[1]?.id
    const hold_id = await held(clinic, { start: at('10:00'), professional_id })
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { minAdvanceMinutes: 60 * 24 * 300 },
    })
    const reply = await move(clinic, id, { hold_id })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ start: at('10:00'), professional_id, reschedule_count: 1 })
    const read = await clinic.call('GET', `/v1/holds/${hold_id}`)
    expect(read.body).toMatchObject({ status: 'BOOKED', appointment_id: id })
    expect(await holdsOf(api, clinic)).toHaveLength(1)
    const again = await move(clinic, id, { hold_id })
    expect([again.status, again.body.reschedule_count]).toEqual([200, 1])
  })

  it('200 and 409 slot_unavailable: once it has expired, it is a move as any other', async () => {
    const clinic = await openClinic(api)
    const { id } = (await clinic.book()).body
    const free = await held(clinic, { start: at('10:00'), minutes: 1 })
    const taken = await held(clinic, { start: at('11:00'), minutes: 1 })
    api.setNow(TEST_NOW + MINUTE_MS)
    await clinic.book({ start: at('11:00') })
    expect((await move(clinic, id, { hold_id: taken })).body.code).toBe('slot_unavailable')
    expect((await move(clinic, id, { hold_id: free })).body.start).toBe(at('10:00'))
    expect(await holdStatus(clinic, free)).toBe('EXPIRED')
  })

  it('200 and 409 slot_unavailable: a longer appointment needs the rest of its time free', async () => {
    const clinic = await openClinic(api)
    const { id } = (await clinic.book()).body
    await clinic.call('POST', `/v1/appointments/${id}/cancel`)
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { durationMinutes: 60 },
    })
    const long = (await clinic.book({ start: at('13:00') })).body.id
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { durationMinutes: 30 },
    })
    const hold_id = await held(clinic, { start: at('10:00') })
    const next = (await clinic.book({ start: at('10:30') })).body.id
    expect((await move(clinic, long, { hold_id })).body.code).toBe('slot_unavailable')
    expect(await holdStatus(clinic, hold_id)).toBe('HELD')
    await clinic.call('POST', `/v1/appointments/${next}/cancel`)
    const moved = await move(clinic, long, { hold_id })
    expect(moved.body).toMatchObject({ start: at('10:00'), end: at('11:00') })
  })

  it('200: a seat that was held, also when the group has fewer seats by now', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 2 } })
    await clinic.book()
    const hold_id = await held(clinic)
    const { id } = (await clinic.book({ start: at('10:00') })).body
    await api.db.service.update({ where: { id: clinic.service.id }, data: { maxCapacity: 1 } })
    expect((await move(clinic, id, { hold_id })).status).toBe(200)
    expect(await holdsOf(api, clinic)).toMatchObject([{ taken: 2, capacity: 2 }])
  })

  it('409 action_not_allowed: the hold was booked', async () => {
    const clinic = await openClinic(api)
    const first = (await clinic.book()).body.id
    const second = (await clinic.book({ start: at('10:00') })).body.id
    const hold_id = await held(clinic, { start: at('11:00') })
    await move(clinic, first, { hold_id })
    const refused = await move(clinic, second, { hold_id })
    expect([refused.status, refused.body.code]).toEqual([409, 'action_not_allowed'])
  })

  it('400 validation_error: other services, another start, and a hold of no one', async () => {
    const clinic = await openClinic(api)
    const { row } = clinic.organization
    const other = await createService(api.db, row, { performedBy: [clinic.professional] })
    const { id } = (await clinic.book()).body
    const hold_id = await held(clinic, { start: at('10:00') })
    const foreign = await held(clinic, { start: at('11:00'), service_ids: [other.id] })
    expect(faults(await move(clinic, id, { hold_id: foreign }))).toEqual(['hold_id:invalid_value'])
    expect(faults(await move(clinic, id, { hold_id, start: at('10:15') }))).toEqual([
      'start:invalid_value',
    ])
    expect(faults(await move(clinic, id, { hold_id: 999_999 }))).toEqual(['hold_id:not_found'])
    expect(faults(await move(clinic, id, { hold_id: null }))).toEqual(['start:required'])
  })
})
