import { describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { anotherClient, at, MONDAY, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createService,
  EVERY_DAY,
} from '../../support/clinic.ts'

const api = useSharedApi()

const MINUTE_MS = 60_000

describe('POST /v1/appointments with any professional', () => {
  it.each([
    // 23 hours: half past midnight of the next day is within 24 hours of this one's midnight.
    ['2027-03-14', '2027-03-15T00:30:00-04:00', false],
    // 25 hours: half past eleven at night is past 24 hours of midnight, and still the same day.
    ['2027-11-07', '2027-11-07T23:30:00-05:00', true],
    ['2027-11-07', '2027-11-07T00:00:00-04:00', true],
    ['2027-11-07', '2027-11-06T23:59:00-04:00', false],
    ['2027-11-07', '2027-11-08T00:00:00-05:00', false],
  ])('201: on %s an appointment at %s counts for fairness: %s', async (date, taken, counts) => {
    const clinic = await openClinic(api, {
      professionals: 2,
      organization: { timeZone: 'America/New_York', maxAdvanceDays: null },
      hours: { weekdays: EVERY_DAY },
    })
    const [one, two] = clinic.professionals
    if (one === undefined || two === undefined) throw new Error('two')
    await createAppointmentRow(api.db, clinic.organization.row, {
      professional: one,
      client: clinic.client,
      services: [clinic.service],
      start: taken,
    })
    const start = new Date(`${date}T12:00:00Z`).getTime() + 3 * 3_600_000
    const reply = await clinic.book({
      professional_id: null,
      start: new Date(start).toISOString(),
    })
    // On a tie the lowest id.
    expect([reply.status, reply.body.professional_id]).toEqual([201, counts ? two.id : one.id])
  })

  it('201: seats of a group are counted for each professional apart, until all are taken', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      service: { maxCapacity: 2, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const [one, two] = clinic.professionals
    const listed = async () => {
      const path = `/v1/availability/slots?service_ids=${clinic.service.id}&date=${MONDAY}`
      const { body } = await clinic.call('GET', path)
      return body.data
        .filter(({ start }: { start: string }) => start === at('09:00'))
        .map((slot: { professional_id: number; remaining_capacity: number }) => [
          slot.professional_id,
          slot.remaining_capacity,
        ])
    }
    const seats: unknown[] = []
    for (let count = 0; count < 5; count += 1) {
      const client = await anotherClient(api, clinic)
      const before = await listed()
      const { status, body } = await clinic.book({ client_id: client.id, professional_id: null })
      seats.push([before, status, body.professional_id ?? body.code])
    }
    expect(seats).toEqual([
      [
        [
          [one?.id, 2],
          [two?.id, 2],
        ],
        201,
        one?.id,
      ],
      [
        [
          [one?.id, 1],
          [two?.id, 2],
        ],
        201,
        two?.id,
      ],
      [
        [
          [one?.id, 1],
          [two?.id, 1],
        ],
        201,
        one?.id,
      ],
      [[[two?.id, 1]], 201, two?.id],
      [[], 409, 'slot_unavailable'],
    ])
    // Another service at the same start shares no seat.
    const other = await createService(api.db, clinic.organization.row, {
      maxCapacity: 5,
      performedBy: clinic.professionals,
    })
    const refused = await clinic.book({ service_ids: [other.id], professional_id: null })
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('201: the professional with the fewest appointments on that local date; only statuses that block count', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { row } = clinic.organization
    const { client, service } = clinic
    const [one, two, three] = clinic.professionals
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    const taken = (professional: typeof one, start: string, status = 'CONFIRMED' as const) =>
      createAppointmentRow(api.db, row, {
        professional,
        client,
        services: [service],
        start,
        status,
      })
    await taken(one, at('16:00'))
    await taken(two, at('17:30'))
    await createAppointmentRow(api.db, row, {
      professional: three,
      client,
      services: [service],
      start: at('16:00'),
      status: 'NO_SHOW',
    })
    // Late in the evening before and in the morning after, in local time.
    await taken(three, '2026-11-22T23:30:00-03:00')
    await taken(three, at('09:00', '2026-11-24'))
    const reply = await clinic.book({ professional_id: null })
    expect(reply.body.professional_id).toBe(three.id)
  })

  it('201: on a tie the one who waited longest since the last assignment, then the lowest id', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const [one, two, three] = clinic.professionals.map(({ id }) => id)
    const chosen: number[] = []
    for (const [index, date] of [
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ].entries()) {
      api.setNow(TEST_NOW + index * MINUTE_MS)
      const reply = await clinic.book({ professional_id: null, start: at('09:00', date) })
      chosen.push(reply.body.professional_id)
    }
    api.setNow(TEST_NOW)
    expect(chosen).toEqual([one, two, three, one])
    const byName = await clinic.book({ start: at('11:00', '2026-11-27') })
    expect(byName.body.professional_id).toBe(one)
    const next = await clinic.book({ professional_id: null, start: at('09:00', '2026-11-30') })
    expect(next.body.professional_id).toBe(two)
  })

  it('201: only someone who performs all of the services and is free is chosen', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { row } = clinic.organization
    const [one, two, three] = clinic.professionals
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    const second = await createService(api.db, row, { performedBy: [two, three] })
    await blockedTime(api.db, row, two, at('08:00'), at('10:00'))
    const reply = await clinic.book({
      service_ids: [clinic.service.id, second.id],
      professional_id: null,
    })
    expect(reply.body.professional_id).toBe(three.id)
  })

  it('409 slot_unavailable: no one is free, or no one performs it', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    await blockedTime(api.db, clinic.organization.row, null, at('08:00'), at('10:00'))
    const busy = await clinic.book({ professional_id: null })
    expect([busy.status, busy.body.code]).toEqual([409, 'slot_unavailable'])
    const orphan = await createService(api.db, clinic.organization.row)
    const noOne = await clinic.book({ service_ids: [orphan.id], professional_id: null })
    expect([noOne.status, noOne.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('201: overbooking asks for a free one first, then for the least loaded of those at work', async () => {
    const clinic = await openClinic(api, { professionals: 3 })
    const { row } = clinic.organization
    const { client, service } = clinic
    const [one, two, three] = clinic.professionals
    if (one === undefined || two === undefined || three === undefined) throw new Error('three')
    await api.db.workingHours.deleteMany({ where: { professionalId: three.id } })
    const taken = (professional: typeof one, start: string) =>
      createAppointmentRow(api.db, row, { professional, client, services: [service], start })
    await taken(one, at('09:00'))
    await taken(one, at('17:00'))
    const rui = await anotherClient(api, clinic)
    const any = { professional_id: null, allow_overbook: true, client_id: rui.id }
    const free = await clinic.book(any)
    expect(free.body).toMatchObject({ professional_id: two.id, is_overbook: false })
    const eva = await anotherClient(api, clinic)
    const over = await clinic.book({ ...any, client_id: eva.id })
    expect(over.body).toMatchObject({ professional_id: two.id, is_overbook: true })
  })
})
