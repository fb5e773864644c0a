import { describe, expect, it } from 'vitest'
import { type Reply, useSharedApi } from '../../support/api.ts'
import { at, MONDAY, openClinic } from '../../support/booking.ts'
import { blockedTime, createAppointmentRow, createService } from '../../support/clinic.ts'

const api = useSharedApi()

function startsOf(reply: Reply): string[] {
  return reply.body.data.map((slot: { start: string }) => slot.start.slice(11, 16))
}

describe('GET /v1/availability/slots', () => {
  it('200: what blocks and what does not: statuses, buffers, blocked times, overbooks', async () => {
    const clinic = await openClinic(api, { hours: { intervals: [['09:00', '18:00']] } })
    const { db } = api
    const { organization, professional, service, client } = clinic
    const long = await createService(db, organization.row, {
      durationMinutes: 60,
      bufferBeforeMinutes: 15,
      bufferAfterMinutes: 30,
    })
    const taken = { professional, client, services: [service] }
    const { row } = organization
    await createAppointmentRow(db, row, { ...taken, start: at('09:00'), status: 'PENDING' })
    await createAppointmentRow(db, row, { ...taken, start: at('10:00'), status: 'COMPLETED' })
    await createAppointmentRow(db, row, { ...taken, start: at('09:30'), status: 'NO_SHOW' })
    const cancelled = { ...taken, start: at('09:30') }
    await createAppointmentRow(db, row, { ...cancelled, status: 'CANCELLED_CLIENT' })
    await createAppointmentRow(db, row, { ...cancelled, status: 'CANCELLED_PROFESSIONAL' })
    // Occupies 10:45 to 12:30.
    await createAppointmentRow(db, row, { ...taken, services: [long], start: at('11:00') })
    await createAppointmentRow(db, row, { ...taken, start: at('13:00'), isOverbook: true })
    await blockedTime(db, row, professional, at('14:00'), at('14:20'))
    await blockedTime(db, row, null, at('15:00'), at('17:00'))
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${service.id}&date=${MONDAY}`,
    )
    expect(startsOf(reply)).toEqual(['09:30', '12:30', '13:30', '14:30', '17:00', '17:15', '17:30'])
  })

  it('200: buffers of both sides add up, and need not be open', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '12:00']] },
      service: {
        durationMinutes: 60,
        bufferBeforeMinutes: 10,
        bufferAfterMinutes: 5,
        slotIntervalMinutes: 5,
      },
    })
    const { organization, professional, client, service } = clinic
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [service],
      start: at('10:15'),
    })
    // Taken from 10:05 to 11:20: before it until 10:00 less five, after it from 11:30 on.
    expect(await clinic.starts()).toEqual([at('09:00')])
    await api.db.service.update({ where: { id: service.id }, data: { durationMinutes: 30 } })
    const later = await clinic.starts()
    expect(later.map((start) => start.slice(11, 16))).toEqual([
      '09:00',
      '09:05',
      '09:10',
      '09:15',
      '09:20',
      '09:25',
      '09:30',
      '11:30',
    ])
  })

  it('200: buffers of any length: what no calendar can hold is cut, not a fault', async () => {
    const longest = 2_147_483_647
    const clinic = await openClinic(api, {
      organization: { maxAdvanceDays: null },
      service: { bufferBeforeMinutes: longest, bufferAfterMinutes: longest },
    })
    expect(await clinic.starts()).toHaveLength(30)
    const booked = await clinic.book()
    expect(booked.status).toBe(201)
    expect(await clinic.starts('2027-11-15')).toEqual([])
    const dates = await clinic.call(
      'GET',
      `/v1/availability/next-dates?service_ids=${clinic.service.id}`,
    )
    expect([dates.status, dates.body.data]).toEqual([200, []])
    const moved = await clinic.call('POST', `/v1/appointments/${booked.body.id}/reschedule`, {
      body: { start: at('10:00') },
    })
    expect(moved.status).toBe(200)
  })

  it('200: several services take the sum of the durations, the first buffer before, the last after, the largest step', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '12:00']] },
      service: { durationMinutes: 30, bufferBeforeMinutes: 30, price: '100.00' },
    })
    const { organization, professional, client, service } = clinic
    const second = await createService(api.db, organization.row, {
      durationMinutes: 20,
      slotIntervalMinutes: 40,
      bufferBeforeMinutes: 300,
      bufferAfterMinutes: 10,
      price: '49.90',
      performedBy: [professional],
    })
    const free = await createService(api.db, organization.row, {
      durationMinutes: 10,
      price: null,
      performedBy: [professional],
    })
    const taken = await createService(api.db, organization.row, { durationMinutes: 10 })
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [taken],
      start: at('08:31'),
    })
    const ids = [service.id, free.id, second.id]
    const reply = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${ids.join(',')}&date=${MONDAY}`,
    )
    // 09:00 less 30 minutes meets the appointment at 08:31.
    expect(startsOf(reply)).toEqual(['09:40', '10:20', '11:00'])
    expect(reply.body.data[0]).toMatchObject({
      end: at('10:40'),
      duration_minutes: 60,
      service_ids: ids,
      price: '149.90',
      remaining_capacity: 1,
    })
    const onlyFree = await clinic.call(
      'GET',
      `/v1/availability/slots?service_ids=${free.id}&date=${MONDAY}`,
    )
    expect(onlyFree.body.data[0].price).toBeNull()
  })

  it('200: after several services the buffer of the last one is kept free, and of no other', async () => {
    const clinic = await openClinic(api, {
      hours: { intervals: [['09:00', '10:40']] },
      service: { bufferAfterMinutes: 90 },
    })
    const { organization, professional, client, service } = clinic
    const second = await createService(api.db, organization.row, {
      durationMinutes: 20,
      slotIntervalMinutes: 10,
      bufferAfterMinutes: 10,
      performedBy: [professional],
    })
    const taken = await createService(api.db, organization.row, { durationMinutes: 10 })
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [taken],
      start: at('10:35'),
    })
    const path = `/v1/availability/slots?service_ids=${service.id},${second.id}&date=${MONDAY}`
    // 50 minutes and 10 behind them end at 10:35 at the latest.
    expect(startsOf(await clinic.call('GET', path))).toEqual(['09:00', '09:15', '09:30'])
  })

  it('200: seats of a session are counted, a full one is gone, another service never shares it', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 3, durationMinutes: 60, slotIntervalMinutes: 60 },
      hours: { intervals: [['09:00', '12:00']] },
    })
    const { organization, professional, client, service } = clinic
    const { row } = organization
    const other = await createService(api.db, row, {
      maxCapacity: 3,
      durationMinutes: 60,
      slotIntervalMinutes: 60,
      performedBy: [professional],
    })
    const seat = { professional, client, services: [service], start: at('10:00') }
    const first = await createAppointmentRow(api.db, row, seat)
    const left = async () => {
      const path = `/v1/availability/slots?service_ids=${service.id}&date=${MONDAY}`
      const reply = await clinic.call('GET', path)
      return Object.fromEntries(
        reply.body.data.map((slot: { start: string; remaining_capacity: number }) => [
          slot.start.slice(11, 16),
          slot.remaining_capacity,
        ]),
      )
    }
    expect(await left()).toEqual({ '09:00': 3, '10:00': 2, '11:00': 3 })
    const hold = { id: first.holdId ?? 0 }
    await createAppointmentRow(api.db, row, { ...seat, hold })
    expect(await left()).toEqual({ '09:00': 3, '10:00': 1, '11:00': 3 })
    await createAppointmentRow(api.db, row, { ...seat, hold })
    expect(await left()).toEqual({ '09:00': 3, '11:00': 3 })
    const path = `/v1/availability/slots?service_ids=${other.id}&date=${MONDAY}`
    expect(startsOf(await clinic.call('GET', path))).toEqual(['09:00', '11:00'])
  })
})
