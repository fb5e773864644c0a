/** Many at once: what must hold in any order. Every request is a real one, sent in parallel. */
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { clientsOf, expectSoundCalendar, tally, times } from '../../support/at-once.ts'
import { at, holdsOf, openClinic, type BookableClinic } from '../../support/booking.ts'
import { createService, eventsOf } from '../../support/clinic.ts'
import { lockProfessional, overtaken, untilWaiting } from '../../support/overtaking.ts'

const api = useSharedApi()

describe('bookings at the same time', () => {
  it('50 clients want one start: one 201, 49 × 409 slot_unavailable', async () => {
    const clinic = await openClinic(api)
    const ids = await clientsOf(api, clinic, 50)
    const replies = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    expect(tally(replies)).toEqual({ '201': 1, '409 slot_unavailable': 49 })
    await expectSoundCalendar(api, clinic)
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['appointment.created', 'client.first_appointment'])
  })

  it('50 times the same without a key: one 201, 49 × 200 of the same record, one event', async () => {
    const clinic = await openClinic(api)
    const replies = await times(50, () => clinic.book())
    expect(tally(replies)).toEqual({ '201': 1, '200': 49 })
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['appointment.created', 'client.first_appointment'])
    await expectSoundCalendar(api, clinic)
  })

  it('30 times the same with an inline client and any professional: one client, one appointment', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const client = { first_name: 'Rui', phone: '11912345678', on_match: 'update' }
    const replies = await times(30, (index) =>
      clinic.book({
        client: { ...client, phone: index % 2 === 0 ? '11912345678' : '(11) 91234-5678' },
        professional_id: null,
      }),
    )
    expect(tally(replies)).toEqual({ '201': 1, '200': 29 })
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['client.created', 'appointment.created', 'client.first_appointment'])
    await expectSoundCalendar(api, clinic)
  })

  it('20 times one Idempotency-Key: one is carried out, 19 repeat it', async () => {
    const clinic = await openClinic(api)
    const headers = { 'Idempotency-Key': 'race' }
    const replies = await times(20, () => clinic.book({}, { headers }))
    expect(tally(replies)).toEqual({ '201': 20 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const replayed = replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')
    expect(replayed).toHaveLength(19)
  })

  it('20 clients want three seats: three 201', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    const ids = await clientsOf(api, clinic, 20)
    const replies = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    expect(tally(replies)).toEqual({ '201': 3, '409 slot_unavailable': 17 })
    await expectSoundCalendar(api, clinic)
    const holds = await api.db.calendarHold.findMany({ where: { serviceId: clinic.service.id } })
    expect(holds).toMatchObject([{ taken: 3, capacity: 3 }])
  })

  it('20 clients want anyone at one start, and five are there: five 201, one each', async () => {
    const clinic = await openClinic(api, { professionals: 5 })
    const ids = await clientsOf(api, clinic, 20)
    const replies = await Promise.all(
      ids.map((client_id) => clinic.book({ client_id, professional_id: null })),
    )
    expect(tally(replies)).toEqual({ '201': 5, '409 slot_unavailable': 15 })
    await expectSoundCalendar(api, clinic)
  })

  it('overlapping services, starts and professionals in every order: no overlap, no 5xx', async () => {
    const clinic = await openClinic(api, {
      professionals: 3,
      service: { bufferBeforeMinutes: 5, bufferAfterMinutes: 10 },
    })
    const long = await createService(api.db, clinic.organization.row, {
      durationMinutes: 90,
      performedBy: clinic.professionals,
    })
    const ids = await clientsOf(api, clinic, 40)
    const replies = await Promise.all(
      ids.map((client_id, index) =>
        clinic.book({
          client_id,
          service_ids: index % 3 === 0 ? [long.id, clinic.service.id] : [clinic.service.id],
          start: at(`${9 + (index % 2)}:${['00', '07', '30'][index % 3]}`.padStart(5, '0')),
          professional_id: index % 4 === 0 ? null : clinic.professionals[index % 3]?.id,
        }),
      ),
    )
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(tally(replies)['201']).toBeGreaterThan(0)
    await expectSoundCalendar(api, clinic)
  })

  it('seats given back and taken at the same moment are counted right', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 4 } })
    const ids = await clientsOf(api, clinic, 16)
    const first = await Promise.all(ids.slice(0, 4).map((client_id) => clinic.book({ client_id })))
    const replies = await Promise.all([
      ...first.map(({ body }) => clinic.call('POST', `/v1/appointments/${body.id}/cancel`)),
      ...ids.slice(4).map((client_id) => clinic.book({ client_id })),
    ])
    expect(replies.slice(0, 4).every(({ status }) => status === 200)).toBe(true)
    expect(replies.every(({ status }) => status < 500)).toBe(true)
    await expectSoundCalendar(api, clinic)
  })

  it('all seats of a session given back at the same moment leave nothing of it', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 8 } })
    const ids = await clientsOf(api, clinic, 8)
    const booked = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    expect(tally(booked)).toEqual({ '201': 8 })
    const replies = await Promise.all(
      booked.map(({ body }) => clinic.call('POST', `/v1/appointments/${body.id}/cancel`)),
    )
    expect(tally(replies)).toEqual({ '200': 8 })
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('the last seat of a session ends it, when the last but one was just being given back', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 2 } })
    const ids = await clientsOf(api, clinic, 2)
    const [last, other] = await Promise.all(ids.map((client_id) => clinic.book({ client_id })))
    const reply = await overtaken(api, {
      lock: (session) =>
        session.query('UPDATE calendar_hold SET taken = taken - 1 WHERE service_id = $1', [
          clinic.service.id,
        ]),
      slow: () => clinic.call('POST', `/v1/appointments/${last?.body.id}/cancel`),
      change: (session) =>
        session.query(
          `UPDATE appointment SET hold_id = NULL, status = 'CANCELLED_CLIENT' WHERE id = $1`,
          [other?.body.id],
        ),
    })
    expect(reply.status).toBe(200)
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('a seat that is being taken while the last other one is given back stays taken', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 2 } })
    const { body } = await clinic.book()
    const hold = { serviceId: clinic.service.id }
    const writer = await api.connection.pool.connect()
    try {
      await writer.query('BEGIN')
      const sql = 'UPDATE calendar_hold SET taken = taken + 1 WHERE service_id = $1'
      await writer.query(sql, [clinic.service.id])
      const cancel = clinic.call('POST', `/v1/appointments/${body.id}/cancel`)
      await untilWaiting(api)
      await writer.query('COMMIT')
      expect((await cancel).status).toBe(200)
    } finally {
      writer.release()
    }
    expect(await api.db.calendarHold.findMany({ where: hold })).toMatchObject([{ taken: 1 }])
  })

  it('a first appointment is first once, whichever professional takes it', async () => {
    const clinic = await openClinic(api, { professionals: 4 })
    const replies = await Promise.all(
      clinic.professionals.map(({ id }) => clinic.book({ professional_id: id })),
    )
    expect(tally(replies)).toEqual({ '201': 4 })
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types.filter((type) => type === 'client.first_appointment')).toHaveLength(1)
  })
})

describe('someone who leaves while a booking waits for their calendar', () => {
  /** Deactivated, or without the service, after the booking has read who performs it. */
  const DEPARTURES = {
    deactivated: 'UPDATE professional SET is_active = false WHERE id = $1',
    'without the service': 'DELETE FROM professional_service WHERE professional_id = $1',
  } as const

  const bookOvertaken = (
    clinic: BookableClinic,
    departure: keyof typeof DEPARTURES,
    body: Readonly<Record<string, unknown>>,
  ) =>
    overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () => clinic.book(body),
      change: (session) => session.query(DEPARTURES[departure], [clinic.professional.id]),
    })

  it.each(['deactivated', 'without the service'] as const)(
    '%s: any professional is another one, or no one',
    async (departure) => {
      const two = await openClinic(api, { professionals: 2 })
      const [, other] = two.professionals
      const booked = await bookOvertaken(two, departure, { professional_id: null })
      expect([booked.status, booked.body.professional_id]).toEqual([201, other?.id])
      const alone = await openClinic(api)
      const refused = await bookOvertaken(alone, departure, { professional_id: null })
      expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
      expect(await holdsOf(api, alone)).toEqual([])
    },
  )

  it.each([
    ['deactivated', [400, 'validation_error']],
    ['without the service', [409, 'professional_cannot_perform_service']],
  ] as const)('%s: the one who was named is refused', async (departure, expected) => {
    const clinic = await openClinic(api)
    for (const more of [{}, { allow_overbook: true }]) {
      await api.db.professional.update({
        where: { id: clinic.professional.id },
        data: { isActive: true },
      })
      await api.db.professionalService.upsert({
        where: {
          professionalId_serviceId: {
            professionalId: clinic.professional.id,
            serviceId: clinic.service.id,
          },
        },
        create: {
          organizationId: clinic.organization.row.id,
          professionalId: clinic.professional.id,
          serviceId: clinic.service.id,
        },
        update: {},
      })
      const refused = await bookOvertaken(clinic, departure, more)
      expect([refused.status, refused.body.code]).toEqual(expected)
    }
    expect(await holdsOf(api, clinic)).toEqual([])
  })

  it('deactivated: an appointment that stays with them is not moved', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () =>
        clinic.call('POST', `/v1/appointments/${body.id}/reschedule`, {
          body: { start: at('10:00') },
        }),
      change: (session) => session.query(DEPARTURES.deactivated, [clinic.professional.id]),
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
    expect(await holdsOf(api, clinic)).toMatchObject([{ startsAt: new Date(at('09:00')) }])
  })
})
