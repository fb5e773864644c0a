/** Many changes of appointments at once: what must hold in any order. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { clientsOf, expectSoundCalendar, tally, times } from '../../support/at-once.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('moves at the same time', () => {
  it('two appointments moved into each other’s time: no overlap, no deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const clinic = await openClinic(api, { professionals: 2 })
      const [one, two] = clinic.professionals
      const [rui, eva] = await clientsOf(api, clinic, 2)
      const a = await clinic.book({ client_id: rui, professional_id: one?.id })
      const b = await clinic.book({ client_id: eva, professional_id: two?.id })
      const replies = await Promise.all([
        clinic.call('POST', `/v1/appointments/${a.body.id}/reschedule`, {
          body: { professional_id: two?.id, start: at('09:15') },
        }),
        clinic.call('POST', `/v1/appointments/${b.body.id}/reschedule`, {
          body: { professional_id: one?.id, start: at('09:15') },
        }),
      ])
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
      await expectSoundCalendar(api, clinic)
    }
  })

  it('one appointment moved 20 times at once: every answer counts once', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { body } = await clinic.book()
    const replies = await times(20, (index) =>
      clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
        body: {
          start: at(`${10 + (index % 2)}:${index % 3 === 0 ? '00' : '15'}`),
          professional_id: [null, undefined, clinic.professionals[index % 3]?.id][index % 3],
        },
      }),
    )
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    await expectSoundCalendar(api, clinic)
    const { body: now } = await clinic.call('GET', `/v1/appointments/${body.id}`)
    const moves = (await eventsOf(api.db, clinic.organization.row)).filter(
      ({ type }) => type === 'appointment.rescheduled',
    )
    expect(now.reschedule_count).toBe(moves.length)
    expect(moves.at(-1)?.payload.object).toEqual(now)
  })

  it('moves into a session that no one has opened yet: they share it', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 6 } })
    const ids = await clientsOf(api, clinic, 6)
    const starts = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
    const booked = await Promise.all(
      starts.map((clock, index) => clinic.book({ client_id: ids[index], start: at(clock) })),
    )
    const replies = await Promise.all(
      booked.map(({ body }) =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: at('14:00') },
        }),
      ),
    )
    expect(tally(replies)).toEqual({ '200': 6 })
    await expectSoundCalendar(api, clinic)
    const holds = await api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(holds).toMatchObject([{ taken: 6 }])
  })

  it('seats exchanged between two full sessions: no deadlock, no seat lost', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 3, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const ids = await clientsOf(api, clinic, 6)
    const booked = await Promise.all(
      ids.map((client_id, index) =>
        clinic.book({ client_id, start: index < 2 ? at('09:00') : at('10:00') }),
      ),
    )
    const seated = booked.filter(({ status }) => status === 201)
    const replies = await Promise.all(
      seated.map(({ body }) =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: body.start === at('09:00') ? at('10:00') : at('09:00') },
        }),
      ),
    )
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    await expectSoundCalendar(api, clinic)
  })
})

describe('actions at the same time', () => {
  it('20 × confirm: one 200, 19 × 409 appointment_not_editable', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const replies = await times(20, () =>
      clinic.call('POST', `/v1/appointments/${body.id}/confirm`),
    )
    expect(tally(replies)).toEqual({ '200': 1, '409 appointment_not_editable': 19 })
  })

  it('complete against no-show: one wins, the other gets its 409', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    await clinic.call('POST', `/v1/appointments/${body.id}/confirm`)
    const replies = await Promise.all(
      ['complete', 'no-show'].map((action) =>
        clinic.call('POST', `/v1/appointments/${body.id}/${action}`),
      ),
    )
    expect(tally(replies)).toEqual({ '200': 1, '409 appointment_not_editable': 1 })
    await expectSoundCalendar(api, clinic)
  })

  it('confirm against cancel: the feed tells the order in which they happened', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const [confirm, cancel] = await Promise.all(
      ['confirm', 'cancel'].map((action) =>
        clinic.call('POST', `/v1/appointments/${body.id}/${action}`),
      ),
    )
    // A confirmed appointment can be cancelled, a cancelled one not confirmed.
    expect(cancel?.status).toBe(200)
    const types = (await eventsOf(api.db, clinic.organization.row)).slice(2).map((e) => e.type)
    expect(types).toEqual(
      confirm?.status === 200
        ? ['appointment.confirmed', 'appointment.cancelled']
        : ['appointment.cancelled'],
    )
    if (confirm?.status !== 200) expect(confirm?.body.code).toBe('appointment_not_editable')
    await expectSoundCalendar(api, clinic)
  })

  it('cancel against reschedule, and metadata from many hands: nothing is lost', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const replies = await Promise.all([
      clinic.call('POST', `/v1/appointments/${body.id}/cancel`),
      clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
        body: { start: at('14:00') },
      }),
      ...Array.from({ length: 10 }, (_, index) =>
        clinic.call('PATCH', `/v1/appointments/${body.id}`, {
          body: { metadata: { [`k${index}`]: 'v' } },
        }),
      ),
    ])
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { body: now } = await clinic.call('GET', `/v1/appointments/${body.id}`)
    expect(Object.keys(now.metadata)).toHaveLength(10)
    expect(now.status).toBe('CANCELLED_PROFESSIONAL')
    await expectSoundCalendar(api, clinic)
  })
})
