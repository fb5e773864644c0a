import type { Professional } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { move, testEveryAction } from '../../support/appointment-actions.ts'
import { anotherClient, at, holdsOf, MONDAY, openClinic } from '../../support/booking.ts'
import { blockedTime, createAppointmentRow, eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments/{appointment_id}/reschedule', () => {
  testEveryAction(() => api, 'reschedule', {
    one: { start: at('14:00') },
    other: { start: at('15:00') },
  })

  it('200: the reason stays in the history of moves, and is told to no one', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const reply = await move(clinic, body.id, { start: at('14:00'), reason: 'Pedido do cliente' })
    await move(clinic, body.id, { start: at('14:00'), reason: 'Nada muda' })
    expect(
      await api.db.appointmentMove.findMany({ where: { appointmentId: body.id } }),
    ).toMatchObject([
      {
        fromStartsAt: new Date(at('09:00')),
        toStartsAt: new Date(at('14:00')),
        reason: 'Pedido do cliente',
        actor: { type: 'api_key' },
      },
    ])
    expect(reply.text).not.toContain('Pedido')
    const told = JSON.stringify(await eventsOf(api.db, clinic.organization.row))
    expect(told).not.toContain('Pedido')
  })

  it('200, 409 action_not_allowed: of two who move it from the same start, one does', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const replies = await Promise.all(
      [at('14:00'), at('15:00')].map((start) =>
        move(clinic, body.id, { start, expected_start: at('09:00') }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'action_not_allowed' })
    expect(refused?.body.detail).toContain('starts at another time by now')
    expect(await api.db.appointmentMove.count({ where: { appointmentId: body.id } })).toBe(1)
    // The same instant in another offset is the same start.
    const moved = replies.find(({ status }) => status === 200)?.body.start
    const expected_start = new Date(moved).toISOString()
    expect((await move(clinic, body.id, { start: at('09:00'), expected_start })).status).toBe(200)
  })

  it('200: another start; everything else stays, the old time is free and the new one taken', async () => {
    const clinic = await openClinic(api)
    const booked = await clinic.book({ notes: 'n', metadata: { a: 'b' } })
    await clinic.call('POST', `/v1/appointments/${booked.body.id}/confirm`)
    const reply = await move(clinic, booked.body.id, {
      start: at('14:00'),
      reason: 'Pedido do cliente',
      notify_client: false,
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...booked.body,
      status: 'CONFIRMED',
      start: at('14:00'),
      end: at('14:30'),
      reschedule_count: 1,
      confirmed_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await clinic.starts()).toContain(at('09:00'))
    expect(await clinic.starts()).not.toContain(at('14:00'))
    expect(await holdsOf(api, clinic)).toHaveLength(1)
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'appointment.rescheduled',
      payload: { object: reply.body, batch_id: null },
    })
    expect(event?.payload.changes).toEqual({
      start: { from: at('09:00'), to: at('14:00') },
      end: { from: at('09:30'), to: at('14:30') },
    })
  })

  it('200: its own time is no obstacle, buffers included', async () => {
    const clinic = await openClinic(api, {
      service: { durationMinutes: 60, bufferBeforeMinutes: 10, bufferAfterMinutes: 10 },
    })
    const { body } = await clinic.book({ start: at('10:00') })
    for (const start of [at('10:15'), at('09:45'), at('10:07')]) {
      expect((await move(clinic, body.id, { start })).body.start).toBe(start)
    }
    const got = await clinic.call('GET', `/v1/appointments/${body.id}`)
    expect(got.body.reschedule_count).toBe(3)
  })

  it('200: another professional, the same start', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const [one, two] = clinic.professionals
    const { body } = await clinic.book()
    const reply = await move(clinic, body.id, { professional_id: two?.id })
    expect(reply.body).toMatchObject({
      start: at('09:00'),
      professional_id: two?.id,
      professional: { id: two?.id, name: two?.name },
      reschedule_count: 1,
    })
    const event = (await eventsOf(api.db, clinic.organization.row)).at(-1)
    expect(event?.payload.changes).toEqual({ professional_id: { from: one?.id, to: two?.id } })
    expect(await clinic.starts(undefined, one)).toContain(at('09:00'))
    expect(await clinic.starts(undefined, two)).not.toContain(at('09:00'))
  })

  it('200: professional_id null keeps the present one when free, else asks by fairness', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { row } = clinic.organization
    const [one, two, three] = clinic.professionals
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    // The present one has more to do than anyone.
    await createAppointmentRow(api.db, row, {
      professional: one,
      client: clinic.client,
      services: [clinic.service],
      start: at('17:00'),
    })
    const { body } = await clinic.book()
    const kept = await move(clinic, body.id, { start: at('10:00'), professional_id: null })
    expect(kept.body).toMatchObject({ start: at('10:00'), professional_id: one.id })
    await blockedTime(api.db, row, one, at('14:00'), at('15:00'))
    await blockedTime(api.db, row, two, at('14:00'), at('15:00'))
    const moved = await move(clinic, body.id, { start: at('14:00'), professional_id: null })
    expect(moved.body.professional_id).toBe(three.id)
  })

  it.each(['start', 'professional', 'both', 'any'])(
    '200: what it has already (%s) changes nothing, and tells no one',
    async (which) => {
      const clinic = await openClinic(api)
      const { body } = await clinic.book()
      const before = await api.db.appointment.findUnique({ where: { id: body.id } })
      const events = await eventsOf(api.db, clinic.organization.row)
      const same = {
        start: { start: '2026-11-23T12:00:00Z' },
        professional: { professional_id: clinic.professional.id },
        both: { start: at('09:00'), professional_id: clinic.professional.id },
        any: { professional_id: null },
      }[which]
      const reply = await move(clinic, body.id, { ...same, reason: 'x' })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(body)
      expect(await api.db.appointment.findUnique({ where: { id: body.id } })).toEqual(before)
      expect(await eventsOf(api.db, clinic.organization.row)).toEqual(events)
    },
  )

  it('200: nothing changes also where the start has passed meanwhile', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    try {
      api.setNow(Date.parse(at('09:10')))
      expect((await move(clinic, body.id, { start: at('09:00') })).status).toBe(200)
      // And a late client can still be moved: only the new start is checked.
      expect((await move(clinic, body.id, { start: at('15:00') })).status).toBe(200)
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('200: another professional for the same start is never too late, nor too early', async () => {
    const clinic = await openClinic(api, {
      professionals: 3,
      organization: { minAdvanceMinutes: 120 },
    })
    const { row } = clinic.organization
    const [, two, three] = clinic.professionals
    const { body } = await clinic.book()
    try {
      // Inside the notice, with the colleague sick; then with the client on the chair.
      api.setNow(Date.parse(at('08:30')))
      const named = await move(clinic, body.id, { professional_id: two?.id })
      expect([named.status, named.body.professional_id]).toEqual([200, two?.id])
      api.setNow(Date.parse(at('09:10')))
      const both = await move(clinic, body.id, { start: at('09:00'), professional_id: three?.id })
      expect([both.status, both.body.professional_id]).toEqual([200, three?.id])
      await blockedTime(api.db, row, three ?? null, at('08:00'), at('18:00'))
      const any = await move(clinic, body.id, { professional_id: null })
      expect([any.status, any.body.professional_id === three?.id]).toEqual([200, false])
      expect(any.body).toMatchObject({ start: at('09:00'), reschedule_count: 3 })
    } finally {
      api.setNow(TEST_NOW)
    }
    const far = await createAppointmentRow(api.db, row, {
      professional: clinic.professional,
      client: clinic.client,
      services: [clinic.service],
      start: at('09:00', '2028-11-20'),
    })
    expect((await move(clinic, far.id, { professional_id: two?.id })).status).toBe(200)
  })

  it('200: professional_id null keeps the present one, also when the start is near or has passed', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      organization: { minAdvanceMinutes: 120 },
    })
    const { body } = await clinic.book()
    const events = await eventsOf(api.db, clinic.organization.row)
    try {
      for (const now of [at('08:30'), at('09:10')]) {
        api.setNow(Date.parse(now))
        expect((await move(clinic, body.id, { professional_id: null })).body).toEqual(body)
      }
    } finally {
      api.setNow(TEST_NOW)
    }
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual(events)
  })

  it('200: duration and price stay as booked; buffers are those of now', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { durationMinutes: 90, price: '999.00', bufferAfterMinutes: 15, isActive: false },
    })
    const reply = await move(clinic, body.id, { start: at('17:30') })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ end: at('18:00'), duration_minutes: 30, price: '150.00' })
    expect(await holdsOf(api, clinic)).toMatchObject([{ busyTo: new Date(at('18:15')) }])
  })

  it('200: an overbooked one becomes an ordinary one, and stays known as overbooked', async () => {
    const clinic = await openClinic(api)
    await clinic.book()
    const rui = await anotherClient(api, clinic)
    const over = await clinic.book({ client_id: rui.id, allow_overbook: true })
    const reply = await move(clinic, over.body.id, { start: at('14:00') })
    expect(reply.body.is_overbook).toBe(true)
    expect(await holdsOf(api, clinic)).toMatchObject([{ isOverbook: false }, { isOverbook: false }])
    expect(await clinic.starts()).not.toContain(at('14:00'))
  })

  it('200: seats move from session to session', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 2, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const [rui, eva] = [await anotherClient(api, clinic), await anotherClient(api, clinic)]
    const first = await clinic.book()
    await clinic.book({ client_id: rui.id })
    await clinic.book({ client_id: eva.id, start: at('10:00') })
    const reply = await move(clinic, first.body.id, { start: at('10:00') })
    expect(reply.status).toBe(200)
    expect((await holdsOf(api, clinic)).map(({ startsAt, taken }) => [startsAt, taken])).toEqual([
      [new Date(at('09:00')), 1],
      [new Date(at('10:00')), 2],
    ])
    const full = await anotherClient(api, clinic)
    const refused = await clinic.book({ client_id: full.id, start: at('10:00') })
    expect(refused.status).toBe(409)
  })

  it('200: any professional, out of a session that goes on without this seat', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      service: { maxCapacity: 2, durationMinutes: 60, slotIntervalMinutes: 30 },
    })
    const [one, two] = clinic.professionals
    const rui = await anotherClient(api, clinic)
    const { body } = await clinic.book()
    await clinic.book({ client_id: rui.id })
    // The session is full, but one of its seats is its own.
    const kept = await move(clinic, body.id, { start: at('09:00'), professional_id: null })
    expect(kept.body).toEqual(body)
    // Rui still sits there until ten, so the professional has no time at half past nine.
    const named = await move(clinic, body.id, { start: at('09:30'), professional_id: one?.id })
    expect([named.status, named.body.code, named.body.detail]).toEqual([
      409,
      'slot_unavailable',
      'The professional is taken at this time.',
    ])
    const any = await move(clinic, body.id, { start: at('09:30'), professional_id: null })
    expect([any.status, any.body.professional_id]).toEqual([200, two?.id])
    expect(await holdsOf(api, clinic)).toMatchObject([
      { professionalId: one?.id, taken: 1 },
      { professionalId: two?.id, taken: 1 },
    ])
  })

  it('200: any professional, with the last seat of a session that has one', async () => {
    const clinic = await openClinic(api, {
      professionals: 3,
      service: { maxCapacity: 2, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const [one, two, three] = clinic.professionals
    const seat = async (professional: Professional | undefined, start: string) => {
      const client = await anotherClient(api, clinic)
      return clinic.book({ client_id: client.id, professional_id: professional?.id, start })
    }
    for (const professional of [one, one, two]) await seat(professional, at('10:00'))
    await blockedTime(api.db, clinic.organization.row, three ?? null, at('10:00'), at('11:00'))
    const { body } = await clinic.book({ professional_id: one?.id })
    const reply = await move(clinic, body.id, { start: at('10:00'), professional_id: null })
    expect([reply.status, reply.body.professional_id]).toEqual([200, two?.id])
    const listed = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${clinic.service.id}&date=${MONDAY}`,
    )
    const seats = listed.body.data
      .filter(({ start }: { start: string }) => start === at('10:00'))
      .map((slot: { professional_id: number }) => slot.professional_id)
    expect(seats).toEqual([])
    const last = await seat(undefined, at('10:00'))
    expect(last.status).toBe(409)
  })
})
