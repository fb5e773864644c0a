import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { appointmentWith } from '../../support/appointment-actions.ts'
import { anotherClient, at, holdsOf } from '../../support/booking.ts'
import {
  blockedTime,
  createDepositRow,
  createService,
  dateOverride,
  performs,
} from '../../support/clinic.ts'
import { expectSoundCalendar } from '../../support/at-once.ts'
import { lockProfessional, overtaken } from '../../support/overtaking.ts'
import {
  faultsOf,
  openDashboard,
  testEveryTeamChange,
  told,
  unchanged,
  type SignedIn,
} from '../../support/team-changes.ts'

const api = useSharedApi()

function service(clinic: SignedIn, values: Parameters<typeof createService>[2] = {}) {
  return createService(api.db, clinic.organization.row, {
    performedBy: [clinic.professional],
    ...values,
  })
}

function change(clinic: SignedIn, id: number, services: readonly { id: number }[], more = {}) {
  return clinic.owner.mutate('appointments.changeServices', {
    appointment_id: id,
    service_ids: services.map((one) => one.id),
    ...more,
  })
}

describe('appointments.changeServices', () => {
  testEveryTeamChange(() => api, {
    procedure: 'appointments.changeServices',
    input: ({ service: { id } }) => ({ service_ids: [id], price: '99.00' }),
  })

  it('200: duration, end, price and time follow from the services, with exact changes', async () => {
    const clinic = await openDashboard(api)
    const long = await service(clinic, {
      durationMinutes: 60,
      price: '70.00',
      bufferAfterMinutes: 15,
      name: 'Longa',
    })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await change(clinic, row.id, [clinic.service, long])
    expect(reply.body).toMatchObject({
      id: row.id,
      status: 'CONFIRMED',
      start: at('10:00'),
      end: at('11:30'),
      duration_minutes: 90,
      service_ids: [clinic.service.id, long.id],
      services: [{ name: 'Consulta' }, { id: long.id, name: 'Longa' }],
      price: '220.00',
      reschedule_count: 0,
    })
    const events = await told(api, clinic)
    expect(events).toMatchObject([
      { type: 'appointment.updated', payload: { object: reply.body, batch_id: null } },
    ])
    expect(events[0]?.payload.changes).toEqual({
      service_ids: { from: [clinic.service.id], to: [clinic.service.id, long.id] },
      duration_minutes: { from: 30, to: 90 },
      end: { from: at('10:30'), to: at('11:30') },
      price: { from: '150.00', to: '220.00' },
    })
    const [hold, ...others] = await holdsOf(api, clinic)
    expect(others).toEqual([])
    expect(hold).toMatchObject({
      serviceId: null,
      busyFrom: new Date(at('10:00')),
      busyTo: new Date(at('11:45')),
    })
    const stored = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect(stored.updatedAt.getTime()).toBeGreaterThan(row.updatedAt.getTime())
    const got = await clinic.call('GET', `/v1/appointments/${row.id}`)
    expect(got.body).toEqual(reply.body)
    expect((await clinic.book({ start: at('11:30') })).body.code).toBe('slot_unavailable')
    expect((await clinic.book({ start: at('11:45') })).body.code).toBe('slot_unavailable')
    await expectSoundCalendar(api, clinic)
    const back = await change(clinic, row.id, [long], { price: null })
    expect(back.body).toMatchObject({ end: at('11:00'), price: null, service_ids: [long.id] })
  })

  it('200: the order alone; updated_at grows', async () => {
    const clinic = await openDashboard(api)
    const other = await service(clinic)
    const row = await appointmentWith(api, clinic, 'PENDING', {})
    const first = await change(clinic, row.id, [clinic.service, other])
    const { updatedAt } = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    const reply = await change(clinic, row.id, [other, clinic.service])
    expect(reply.body.service_ids).toEqual([other.id, clinic.service.id])
    const event = (await told(api, clinic)).at(-1)
    expect(event?.payload.changes).toEqual({
      service_ids: { from: first.body.service_ids, to: reply.body.service_ids },
    })
    const stored = await api.db.appointment.findUniqueOrThrow({ where: { id: row.id } })
    expect(stored.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime())
  })

  it('200: the same services are priced and timed as they are now; if nothing differs, nothing changes', async () => {
    const clinic = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const same = await unchanged(api, clinic, () => change(clinic, row.id, [clinic.service]))
    expect(same.body.price).toBe('150.00')
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { price: '160.00', durationMinutes: 45, isActive: false },
    })
    const reply = await change(clinic, row.id, [clinic.service])
    expect(reply.body).toMatchObject({ price: '160.00', duration_minutes: 45, end: at('10:45') })
    await expectSoundCalendar(api, clinic)
  })

  it('200: the type follows, if the organization offers it', async () => {
    const clinic = await openDashboard(api)
    const remote = await service(clinic, { serviceType: 'TELEMEDICINE' })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    expect((await change(clinic, row.id, [remote])).body.type).toBe('TELEMEDICINE')
    const [event] = await told(api, clinic)
    expect(event?.payload.changes).toMatchObject({
      type: { from: 'IN_PERSON', to: 'TELEMEDICINE' },
    })
    await change(clinic, row.id, [clinic.service])
    await api.db.organization.update({
      where: { id: clinic.organization.row.id },
      data: { switchedOff: ['telemedicine'] },
    })
    const refused = await unchanged(api, clinic, () => change(clinic, row.id, [remote]))
    expect([refused.status, refused.problem.code]).toEqual([403, 'feature_not_enabled'])
  })

  it('200: a deposit stays as it is', async () => {
    const clinic = await openDashboard(api)
    const other = await service(clinic)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const deposit = await createDepositRow(api.db, clinic.organization.row, {
      appointment: row,
      expiresAt: at('09:00'),
      status: 'PAID',
      paidAmount: '50.00',
    })
    const reply = await change(clinic, row.id, [other], { expand: ['deposit'] })
    expect(reply.body.deposit).toMatchObject({ id: deposit.id, status: 'PAID' })
    expect(await api.db.deposit.findUnique({ where: { id: deposit.id } })).toEqual(deposit)
  })

  it('200: out of a session and into one', async () => {
    const clinic = await openDashboard(api, { professionals: 1 })
    const group = await service(clinic, { maxCapacity: 3 })
    const [rui, eva] = [await anotherClient(api, clinic), await anotherClient(api, clinic)]
    const book = (client_id: number) =>
      clinic.book({ client_id, service_ids: [group.id], start: at('14:00') })
    const first = await book(rui.id)
    await book(eva.id)
    // The others of the session are still there.
    const out = await unchanged(api, clinic, () => change(clinic, first.body.id, [clinic.service]))
    expect(out.problem.code).toBe('slot_unavailable')
    const alone = await clinic.book({ start: at('16:00') })
    const into = await change(clinic, alone.body.id, [group])
    expect(into.body.service_ids).toEqual([group.id])
    expect(
      await clinic.book({ start: at('16:00'), service_ids: [group.id], client_id: rui.id }),
    ).toMatchObject({ status: 201 })
    expect(await holdsOf(api, clinic)).toMatchObject([{ taken: 2 }, { taken: 2 }])
    await expectSoundCalendar(api, clinic)
  })

  it('200: less time is always there, whatever happened to the hours or around it', async () => {
    const clinic = await openDashboard(api)
    const short = await service(clinic, { durationMinutes: 15 })
    const rui = await anotherClient(api, clinic)
    await clinic.book({ start: at('10:00') })
    const over = await clinic.book({
      start: at('10:00'),
      client_id: rui.id,
      allow_overbook: true,
    })
    await dateOverride(api.db, clinic.organization.row, clinic.professional, '2026-11-23')
    const reply = await change(clinic, over.body.id, [short])
    expect(reply.body).toMatchObject({ duration_minutes: 15, is_overbook: true })
    await expectSoundCalendar(api, clinic)
    const more = await unchanged(api, clinic, () => change(clinic, over.body.id, [clinic.service]))
    expect(more.problem.code).toBe('slot_unavailable')
  })

  it('200: it is never too late, even after the start', async () => {
    const clinic = await openDashboard(api, { organization: { minAdvanceMinutes: 120 } })
    const other = await service(clinic, { durationMinutes: 60 })
    const row = await appointmentWith(api, clinic, 'CONFIRMED', {
      startsAt: new Date('2026-11-19T10:00:00-03:00'),
      endsAt: new Date('2026-11-19T10:30:00-03:00'),
    })
    await api.db.calendarHold.updateMany({
      where: { organizationId: clinic.organization.row.id },
      data: {
        startsAt: new Date('2026-11-19T10:00:00-03:00'),
        busyFrom: new Date('2026-11-19T10:00:00-03:00'),
        busyTo: new Date('2026-11-19T10:30:00-03:00'),
      },
    })
    expect((await change(clinic, row.id, [other])).status).toBe(200)
  })

  it('409 slot_unavailable: what comes after it, a blocked time, the end of the hours', async () => {
    const clinic = await openDashboard(api)
    const long = await service(clinic, { durationMinutes: 60 })
    const rui = await anotherClient(api, clinic)
    const first = await clinic.book({ start: at('09:00') })
    await clinic.book({ start: at('09:30'), client_id: rui.id })
    const last = await clinic.book({ start: at('11:30') })
    const blocked = await clinic.book({ start: at('14:00') })
    await blockedTime(api.db, clinic.organization.row, null, at('14:45'), at('15:00'))
    for (const { body } of [first, last, blocked]) {
      const reply = await unchanged(api, clinic, () => change(clinic, body.id, [long]))
      expect([reply.status, reply.problem.code]).toEqual([409, 'slot_unavailable'])
    }
  })

  it('409 slot_unavailable: of two that grow at once, only what fits', async () => {
    const clinic = await openDashboard(api)
    const long = await service(clinic, { durationMinutes: 60 })
    const rui = await anotherClient(api, clinic)
    const first = await clinic.book({ start: at('09:00') })
    const replies = await Promise.all([
      change(clinic, first.body.id, [long]),
      clinic.book({ start: at('09:30'), client_id: rui.id }),
    ])
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    await expectSoundCalendar(api, clinic)
  })

  it('409 professional_cannot_perform_service: even for less time', async () => {
    const clinic = await openDashboard(api)
    const other = await createService(api.db, clinic.organization.row, { durationMinutes: 15 })
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await unchanged(api, clinic, () => change(clinic, row.id, [other]))
    expect([reply.status, reply.problem.code]).toEqual([409, 'professional_cannot_perform_service'])
    await performs(api.db, clinic.organization.row, clinic.professional, other)
    expect((await change(clinic, row.id, [other])).status).toBe(200)
  })

  it('200: it is moved to a colleague while this waits, whose time it then takes', async () => {
    const clinic = await openDashboard(api, { professionals: 2 })
    const long = await service(clinic, { durationMinutes: 60, performedBy: clinic.professionals })
    const [, colleague] = clinic.professionals
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, clinic.professional),
      slow: () => change(clinic, row.id, [long]),
      change: async (session) => {
        const values = [colleague?.id, row.id]
        await session.query('UPDATE appointment SET professional_id = $1 WHERE id = $2', values)
        await session.query('UPDATE calendar_hold SET professional_id = $1 WHERE id = $2', [
          colleague?.id,
          row.holdId,
        ])
      },
    })
    expect(reply.body).toMatchObject({ professional_id: colleague?.id, duration_minutes: 60 })
    await expectSoundCalendar(api, clinic)
  })

  it.each(['COMPLETED', 'NO_SHOW', 'CANCELLED_CLIENT', 'CANCELLED_PROFESSIONAL'] as const)(
    '409 appointment_not_editable: %s',
    async (status) => {
      const clinic = await openDashboard(api)
      const other = await service(clinic)
      const row = await appointmentWith(api, clinic, status)
      const reply = await unchanged(api, clinic, () => change(clinic, row.id, [other]))
      expect([reply.status, reply.problem.code]).toEqual([409, 'appointment_not_editable'])
    },
  )

  it('400 validation_error: services that cannot be booked', async () => {
    const clinic = await openDashboard(api)
    const stranger = await openDashboard(api)
    const row = await appointmentWith(api, clinic, 'CONFIRMED')
    const inactive = await service(clinic, { isActive: false })
    const queued = await service(clinic, { bookingMode: 'QUEUE' })
    const remote = await service(clinic, { serviceType: 'TELEMEDICINE' })
    const cases: [readonly { id: number }[], string[]][] = [
      [[], ['service_ids required']],
      [[clinic.service, clinic.service], ['service_ids[1] duplicate_item']],
      [[clinic.service, stranger.service], ['service_ids[1] not_found']],
      [
        [inactive, queued],
        ['service_ids[0] inactive', 'service_ids[1] booking_mode_mismatch'],
      ],
      [[clinic.service, remote], ['service_ids type_mismatch']],
      [Array.from({ length: 11 }, (_, index) => ({ id: index + 1 })), ['service_ids too_many']],
    ]
    for (const [services, expected] of cases) {
      const reply = await unchanged(api, clinic, () => change(clinic, row.id, services))
      expect(faultsOf(reply)).toEqual(expected)
    }
    const priced = await change(clinic, row.id, [clinic.service], { price: '-1.00' })
    expect(faultsOf(priced)).toEqual(['price invalid_format'])
  })
})
