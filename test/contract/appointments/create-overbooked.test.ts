import { describe, expect, it } from 'vitest'
import { ALL_FEATURES, useSharedApi } from '../../support/api.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { blockedTime, eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments overbooked', () => {
  it('201: over a taken or blocked time, marked, and the time blocks twice', async () => {
    const clinic = await openClinic(api)
    await clinic.book()
    const rui = await anotherClient(api, clinic)
    const over = await clinic.book({ client_id: rui.id, allow_overbook: true })
    expect([over.status, over.body.is_overbook]).toEqual([201, true])
    const event = (await eventsOf(api.db, clinic.organization.row)).find(
      ({ payload }) => payload.object['id'] === over.body.id,
    )
    expect(event).toMatchObject({
      type: 'appointment.created',
      payload: { object: { is_overbook: true } },
    })
    await blockedTime(api.db, clinic.organization.row, null, at('14:00'), at('15:00'))
    const blocked = await clinic.book({ start: at('14:00'), allow_overbook: true })
    expect(blocked.body.is_overbook).toBe(true)
  })

  it('201: an overbooked seat of a group takes time of its own, and no ordinary seat joins it', async () => {
    const clinic = await openClinic(api, {
      service: { maxCapacity: 3, durationMinutes: 60, slotIntervalMinutes: 60 },
    })
    const { row } = clinic.organization
    const seat = async (start: string, more: object = {}) => {
      const { id } = await anotherClient(api, clinic)
      const reply = await clinic.book({ client_id: id, start, ...more })
      expect(reply.status).toBe(201)
    }
    const holdsAt = async (start: string) =>
      (
        await api.db.calendarHold.findMany({
          where: { organizationId: row.id, startsAt: new Date(start) },
          orderBy: { id: 'asc' },
        })
      ).map(({ isOverbook, taken, capacity }) => [isOverbook, taken, capacity])
    await seat(at('09:00'))
    const block = await blockedTime(api.db, row, null, at('09:00'), at('11:00'))
    for (const start of [at('09:00'), at('10:00')]) await seat(start, { allow_overbook: true })
    expect(await holdsAt(at('09:00'))).toEqual([
      [false, 1, 3],
      [true, 1, 1],
    ])
    expect(await holdsAt(at('10:00'))).toEqual([[true, 1, 1]])
    await api.db.blockedTime.delete({ where: { id: block.id } })
    for (const start of [at('09:00'), at('10:00')]) await seat(start)
    expect(await holdsAt(at('09:00'))).toEqual([
      [false, 2, 3],
      [true, 1, 1],
    ])
    expect(await holdsAt(at('10:00'))).toEqual([
      [true, 1, 1],
      [false, 1, 3],
    ])
    // Everybody who sits there counts, whichever way they came.
    const full = await anotherClient(api, clinic)
    expect((await clinic.book({ client_id: full.id })).status).toBe(409)
  })

  it('201: on a free time the flag changes nothing, also where overbooking is off', async () => {
    const off = ALL_FEATURES.filter((feature) => feature !== 'overbooking')
    const clinic = await openClinic(api, { organization: { planFeatures: off } })
    const reply = await clinic.book({ allow_overbook: true })
    expect([reply.status, reply.body.is_overbook]).toEqual([201, false])
  })

  it('403 forbidden_overbook: a taken time, and the feature is off', async () => {
    const clinic = await openClinic(api, { organization: { switchedOff: ['overbooking'] } })
    await clinic.book()
    const rui = await anotherClient(api, clinic)
    for (const professional_id of [clinic.professional.id, null]) {
      const over = { client_id: rui.id, allow_overbook: true, professional_id }
      const reply = await clinic.book(over)
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_overbook'])
    }
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events).toHaveLength(2)
  })

  it('409 slot_unavailable: outside working hours, also where overbooking is off', async () => {
    const clinic = await openClinic(api, { organization: { switchedOff: ['overbooking'] } })
    for (const professional_id of [clinic.professional.id, null]) {
      const body = { start: at('12:00'), allow_overbook: true, professional_id }
      const reply = await clinic.book(body)
      expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
    }
  })

  it('409 slot_unavailable: outside working hours, flag or not', async () => {
    const clinic = await openClinic(api)
    for (const start of [at('12:00'), at('17:31'), at('08:59'), at('09:00', '2026-11-22')]) {
      const reply = await clinic.book({ start, allow_overbook: true })
      expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
    }
  })

  it('409 min_advance_violation: the flag does not lift it', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 120 } })
    const reply = await clinic.book({ start: at('09:00', '2026-11-20'), allow_overbook: true })
    expect([reply.status, reply.body.code]).toEqual([409, 'min_advance_violation'])
  })
})
