import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { createAppointmentRow, createService } from '../../support/clinic.ts'

const api = useSharedApi()

describe('POST /v1/appointments for sessions with seats', () => {
  const session = { service: { maxCapacity: 2, durationMinutes: 60, slotIntervalMinutes: 60 } }

  it('201: seats share one hold until the session is full', async () => {
    const clinic = await openClinic(api, session)
    const others = [await anotherClient(api, clinic), await anotherClient(api, clinic)]
    const replies = [
      await clinic.book(),
      await clinic.book({ client_id: others[0]?.id }),
      await clinic.book({ client_id: others[1]?.id }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 409])
    expect(replies[2]?.body.code).toBe('slot_unavailable')
    const holds = await api.db.calendarHold.findMany({
      where: { professionalId: clinic.professional.id },
    })
    expect(holds.map(({ taken, capacity }) => [taken, capacity])).toEqual([[2, 2]])
    await clinic.call('POST', `/v1/appointments/${replies[0]?.body.id}/cancel`)
    expect((await clinic.book({ client_id: others[1]?.id })).status).toBe(201)
  })

  it('201: the session stretches when the service grew, and refuses when that meets someone else', async () => {
    const clinic = await openClinic(api, session)
    await clinic.book()
    const rui = await anotherClient(api, clinic)
    await api.db.service.update({
      where: { id: clinic.service.id },
      data: { durationMinutes: 90, bufferBeforeMinutes: 30 },
    })
    expect((await clinic.book({ client_id: rui.id })).status).toBe(201)
    const [hold] = await api.db.calendarHold.findMany({
      where: { professionalId: clinic.professional.id },
    })
    expect([hold?.busyFrom, hold?.busyTo]).toEqual([new Date(at('08:30')), new Date(at('10:30'))])
    const later = await openClinic(api, session)
    const { organization, professional, client } = later
    await later.book()
    const plain = await createService(api.db, organization.row)
    await createAppointmentRow(api.db, organization.row, {
      professional,
      client,
      services: [plain],
      start: at('10:00'),
    })
    await api.db.service.update({ where: { id: later.service.id }, data: { durationMinutes: 90 } })
    const eva = await anotherClient(api, later)
    const refused = await later.book({ client_id: eva.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('201: seats follow the capacity that the service has now', async () => {
    const clinic = await openClinic(api, session)
    await clinic.book()
    const [rui, eva] = [await anotherClient(api, clinic), await anotherClient(api, clinic)]
    const seats = (maxCapacity: number) =>
      api.db.service.update({ where: { id: clinic.service.id }, data: { maxCapacity } })
    await seats(1)
    expect((await clinic.book({ client_id: rui.id })).status).toBe(409)
    await seats(3)
    expect((await clinic.book({ client_id: rui.id })).status).toBe(201)
    expect((await clinic.book({ client_id: eva.id })).status).toBe(201)
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('201: a full session is overbooked beside it, and counts as taken afterwards', async () => {
    const clinic = await openClinic(api, session)
    const clients = [
      clinic.client,
      ...(await Promise.all([1, 2].map(() => anotherClient(api, clinic)))),
    ]
    for (const client of clients.slice(0, 2)) await clinic.book({ client_id: client.id })
    const over = await clinic.book({ client_id: clients[2]?.id, allow_overbook: true })
    expect(over.status).toBe(201)
    expect(over.body.is_overbook).toBe(true)
    await clinic.call('POST', `/v1/appointments/${over.body.id}/cancel`)
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('201: two seats for one client when both requests carry keys that differ; else 200', async () => {
    const clinic = await openClinic(api, { service: { ...session.service, maxCapacity: 9 } })
    const withKey = (key?: string) =>
      clinic.book({}, key === undefined ? {} : { headers: { 'Idempotency-Key': key } })
    const [a, b] = [randomUUID(), randomUUID()]
    const first = await withKey(a)
    const second = await withKey(b)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
    const replay = await withKey(b)
    expect(replay.body).toEqual(second.body)
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect((await withKey()).status).toBe(200)
    const plain = await openClinic(api, session)
    expect((await plain.book()).status).toBe(201)
    expect((await plain.book({}, { headers: { 'Idempotency-Key': randomUUID() } })).status).toBe(
      200,
    )
  })
})
