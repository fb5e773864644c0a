import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import {
  createAppointmentRow,
  createClientRow,
  createDepositRow,
  createService,
} from '../../support/clinic.ts'
import { openBrowser, signIn } from '../../support/dashboard.ts'
import { expectOk, faultsOf } from '../../support/impact.ts'
import { held } from '../../support/holds.ts'

const api = useSharedApi()

const DAY = { from: MONDAY, to: MONDAY }

describe('appointments.agenda', () => {
  it('200: what takes time in these days, with buffers, and no more of a person than the name', async () => {
    const clinic = await openClinic(api, {
      service: { bufferBeforeMinutes: 10, bufferAfterMinutes: 5, color: '#1971c2' },
    })
    const { body: booked } = await clinic.book({ start: at('09:00') })
    await clinic.book({ start: at('10:00', '2026-11-24') })
    const { body: gone } = await clinic.book({ start: at('14:00') })
    await clinic.call('POST', `/v1/appointments/${gone.id}/cancel`, {
      body: { cancelled_by: 'client' },
    })
    const collaborator = await signIn(api, clinic.organization, 'manager')
    const reply = expectOk(await collaborator.query('appointments.agenda', DAY))
    expect(reply.body).toEqual({
      object: 'agenda',
      ...DAY,
      professionals: [{ id: clinic.professional.id, name: clinic.professional.name }],
      appointments: [
        {
          id: booked.id,
          professional_id: clinic.professional.id,
          client_name: booked.client.name,
          service_names: [clinic.service.name],
          service_ids: [clinic.service.id],
          color: '#1971c2',
          status: booked.status,
          type: 'IN_PERSON',
          start: at('09:00'),
          end: at('09:30'),
          busy: { from: at('08:50'), to: at('09:35') },
          is_overbook: false,
          arrived_at: null,
          started_at: null,
          deposit_status: null,
          session: null,
        },
      ],
      appointments_total: 1,
      holds: [],
    })
    const text = JSON.stringify(reply.body)
    for (const secret of ['11987654321', clinic.client.phone]) expect(text).not.toContain(secret)
    const both = await collaborator.query('appointments.agenda', { from: MONDAY, to: '2026-11-24' })
    expect(both.body.appointments_total).toBe(2)
    const all = await collaborator.query('appointments.agenda', { ...DAY, include_cancelled: true })
    expect(all.body.appointments.map(({ id, status, busy }: any) => [id, status, busy])).toEqual([
      [booked.id, booked.status, { from: at('08:50'), to: at('09:35') }],
      [gone.id, 'CANCELLED_CLIENT', null],
    ])
  })

  it('200: the seats of a group, a no-show without time, what is overbooked, the latest deposit', async () => {
    const clinic = await openClinic(api, { service: { maxCapacity: 3 } })
    const { db } = api
    const { row } = clinic.organization
    const second = await createClientRow(db, row, { first_name: 'João', phone: '11987650000' })
    await clinic.book({ start: at('09:00') })
    await clinic.book({ start: at('09:00'), client_id: second.id })
    const alone = await createService(db, row, { performedBy: [clinic.professional] })
    const parts = { professional: clinic.professional, client: clinic.client, services: [alone] }
    const paid = await createAppointmentRow(db, row, { ...parts, start: at('13:00') })
    await createDepositRow(db, row, {
      appointment: paid,
      expiresAt: at('12:00'),
      status: 'EXPIRED',
    })
    await createDepositRow(db, row, { appointment: paid, expiresAt: at('12:30') })
    await createAppointmentRow(db, row, { ...parts, start: at('13:00'), isOverbook: true })
    await createAppointmentRow(db, row, { ...parts, start: at('15:00'), status: 'NO_SHOW' })
    const owner = await signIn(api, clinic.organization)
    const { body } = expectOk(await owner.query('appointments.agenda', DAY))
    const [one, other, deposited, above, missing] = body.appointments
    expect(one.session).toEqual({ id: expect.any(Number), capacity: 3, taken: 2 })
    expect(other.session).toEqual(one.session)
    expect([deposited.deposit_status, deposited.is_overbook]).toEqual(['PENDING', false])
    expect([above.deposit_status, above.is_overbook]).toEqual([null, true])
    expect([missing.status, missing.busy, missing.session]).toEqual(['NO_SHOW', null, null])
  })

  it('200: what goes on after midnight is on both days', async () => {
    const clinic = await openClinic(api)
    const night = await createService(api.db, clinic.organization.row, { durationMinutes: 120 })
    await createAppointmentRow(api.db, clinic.organization.row, {
      professional: clinic.professional,
      client: clinic.client,
      services: [night],
      start: at('23:00'),
    })
    const owner = await signIn(api, clinic.organization)
    const on = async (date: string): Promise<number> =>
      (await owner.query('appointments.agenda', { from: date, to: date })).body.appointments_total
    expect([
      await on('2026-11-22'),
      await on(MONDAY),
      await on('2026-11-24'),
      await on('2026-11-25'),
    ]).toEqual([0, 1, 1, 0])
  })

  it('200: time that is held for an offer of the waitlist, until the hold ends', async () => {
    const clinic = await openClinic(api, { service: { bufferAfterMinutes: 15 } })
    const owner = await signIn(api, clinic.organization)
    const added = expectOk(
      await owner.mutate('waitlist.add', {
        service_ids: [clinic.service.id],
        from_date: MONDAY,
        to_date: MONDAY,
        client: { first_name: 'Ana', last_name: 'Dias', email: 'ana@example.com' },
      }),
    )
    expectOk(await owner.mutate('waitlist.offer', { entry_id: added.body.id, start: at('09:00') }))
    const { body } = expectOk(await owner.query('appointments.agenda', DAY))
    expect(body.holds).toEqual([
      {
        hold_id: null,
        professional_id: clinic.professional.id,
        client_name: 'Ana Dias',
        held_by: null,
        start: at('09:00'),
        busy: { from: at('09:00'), to: at('09:45') },
        held_until: expect.any(String),
      },
    ])
    expect(body.professionals).toEqual([
      { id: clinic.professional.id, name: clinic.professional.name },
    ])
    await api.db.calendarHold.updateMany({
      where: { offerId: { not: null } },
      data: { heldUntil: new Date(0) },
    })
    expect((await owner.query('appointments.agenda', DAY)).body.holds).toEqual([])
  })

  it('200: time that a key holds, with the name of the key, until it is released', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const hold_id = await held(clinic)
    const { body } = expectOk(await owner.query('appointments.agenda', DAY))
    const key = await api.db.apiKey.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
    })
    expect(body.holds).toEqual([
      {
        hold_id,
        professional_id: clinic.professional.id,
        client_name: null,
        held_by: key.name,
        start: at('09:00'),
        busy: { from: at('09:00'), to: at('09:30') },
        held_until: expect.any(String),
      },
    ])
    expectOk(await owner.mutate('holds.release', { hold_id }))
    expect((await owner.query('appointments.agenda', DAY)).body.holds).toEqual([])
  })

  it('400: windows of no day, of too many, and of dates that are none', async () => {
    const clinic = await openClinic(api)
    const owner = await signIn(api, clinic.organization)
    const get = (from: string, to: string) => owner.query('appointments.agenda', { from, to })
    expectOk(await get('2026-11-23', '2026-11-30'))
    expect(faultsOf(await get('2026-11-23', '2026-12-01'))).toEqual(['to:out_of_range'])
    expect(faultsOf(await get('2026-11-24', '2026-11-23'))).toEqual(['to:out_of_range'])
    expect(faultsOf(await get('2027-02-29', '2027-03-01'))).toEqual(['from:invalid_format'])
    for (const date of ['9999-12-31', '0001-01-01']) {
      expect([200, 400]).toContain((await get(date, date)).status)
    }
  })

  it('200: nothing of another organization; 401 for a stranger', async () => {
    const [clinic, other] = [await openClinic(api), await openClinic(api)]
    await other.book({ start: at('09:00') })
    const owner = await signIn(api, clinic.organization)
    const { body } = expectOk(await owner.query('appointments.agenda', DAY))
    expect([body.appointments, body.professionals, body.appointments_total]).toEqual([[], [], 0])
    expect((await openBrowser(api).query('appointments.agenda', DAY)).status).toBe(401)
  })
})
