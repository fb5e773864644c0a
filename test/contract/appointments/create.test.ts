import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_FEATURES, startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { anotherClient, at, faults, MONDAY, openClinic } from '../../support/booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createProfessional,
  createService,
  dateOverride,
  EVERY_DAY,
  eventsOf,
  performs,
  workingHours,
} from '../../support/clinic.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const MINUTE_MS = 60_000
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)

describe('POST /v1/appointments', () => {
  it('201: every field in the order of the document, and its events', async () => {
    const clinic = await openClinic(api)
    const { organization, professional, service, client } = clinic
    const reply = await clinic.book({
      notes: '  Primeira vez  ',
      metadata: { crm_id: '4711', empty: '' },
      type: 'IN_PERSON',
    })
    expect(reply.status).toBe(201)
    const appointment = {
      object: 'appointment',
      id: expect.any(Number),
      status: 'PENDING',
      type: 'IN_PERSON',
      start: at('09:00'),
      end: at('09:30'),
      duration_minutes: 30,
      service_ids: [service.id],
      services: [{ id: service.id, name: service.name }],
      professional_id: professional.id,
      professional: { id: professional.id, name: professional.name },
      client_id: client.id,
      client: { id: client.id, name: 'Ana Souza' },
      price: '150.00',
      currency: 'BRL',
      notes: 'Primeira vez',
      metadata: { crm_id: '4711', empty: '' },
      is_overbook: false,
      source: 'api',
      recurrence_id: null,
      meeting_url: null,
      deposit_id: null,
      deposit: null,
      invoice_issued: false,
      cancellation_reason: null,
      reschedule_count: 0,
      ical_uid: expect.stringMatching(/^[0-9a-z]{26}@api\.test$/),
      confirmed_at: null,
      completed_at: null,
      no_show_at: null,
      cancelled_at: null,
      created_at: INSTANT,
      updated_at: INSTANT,
    }
    expect(reply.body).toEqual(appointment)
    expect(Object.keys(reply.body)).toEqual(Object.keys(appointment))
    const got = await clinic.call('GET', `/v1/appointments/${reply.body.id}`)
    expect(got.body).toEqual(reply.body)
    const events = await eventsOf(api.db, organization.row)
    expect(events).toMatchObject([
      {
        type: 'appointment.created',
        payload: { object: reply.body, changes: null },
        context: { actor: { type: 'api_key' }, source: 'api' },
      },
      { type: 'client.first_appointment', payload: { object: { id: client.id }, changes: null } },
    ])
    expect(events[0]?.payload.object).toEqual(reply.body)
    expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
    expect(events[1]?.payload.batch_id).toBe(events[0]?.payload.batch_id)
    expect(await clinic.starts()).not.toContain(at('09:00'))
  })

  it('201: a second appointment of the client is not the first, whatever became of that', async () => {
    const clinic = await openClinic(api)
    const first = await clinic.book()
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    await clinic.book({ start: at('10:00') })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
      'appointment.cancelled',
      'appointment.created',
    ])
    expect(events.at(-1)?.payload.batch_id).toBeNull()
  })

  it('201: the first of each client is told, whoever booked before, and not the second', async () => {
    const clinic = await openClinic(api)
    const rui = await anotherClient(api, clinic)
    for (const [client_id, start] of [
      [clinic.client.id, at('09:00')],
      [rui.id, at('10:00')],
      [rui.id, at('11:00')],
    ]) {
      expect((await clinic.book({ client_id, start })).status).toBe(201)
    }
    const events = await eventsOf(api.db, clinic.organization.row)
    const firsts = events.filter(({ type }) => type === 'client.first_appointment')
    expect(firsts.map(({ payload }) => payload.object['id'])).toEqual([clinic.client.id, rui.id])
  })

  it('201: an inline client is created with the appointment, in one batch', async () => {
    const clinic = await openClinic(api)
    const reply = await clinic.book({
      client: { first_name: 'Rui', phone: '(11) 91234-5678', metadata: { crm: '1' } },
      metadata: { visit: '2' },
    })
    expect(reply.status).toBe(201)
    expect(reply.body.client.name).toBe('Rui')
    expect(reply.body.metadata).toEqual({ visit: '2' })
    const client = await clinic.call('GET', `/v1/clients/${reply.body.client_id}`)
    expect(client.body).toMatchObject({ phone: '+5511912345678', metadata: { crm: '1' } })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'client.created',
      'appointment.created',
      'client.first_appointment',
    ])
    expect(new Set(events.map(({ payload }) => payload.batch_id)).size).toBe(1)
  })

  it('201: notes of several lines, in any alphabet', async () => {
    const clinic = await openClinic(api)
    const notes = 'Traz exames:\n\t1. sangue\r\n\t2. raio-x 👩‍⚕️\n\nنامه\u200cها'
    const reply = await clinic.book({
      notes,
      client: { first_name: 'علی\u200cرضا', phone: '1134567890' },
    })
    expect([reply.status, reply.body.notes]).toEqual([201, notes])
    expect(reply.body.client.name).toBe('علی\u200cرضا')
  })

  it('201: null beside the one that names the client counts as left out', async () => {
    const clinic = await openClinic(api)
    const inline = { first_name: 'Rui', phone: '(11) 91234-5678' }
    const first = await clinic.book({ client: inline, client_id: null })
    expect([first.status, first.body.client?.name]).toEqual([201, 'Rui'])
    const { id } = clinic.client
    const second = await clinic.book({ start: at('10:00'), client: null, client_id: id })
    expect([second.status, second.body.client_id]).toEqual([201, id])
  })

  it('201: an inline client that exists is found; on_match decides whether it changes', async () => {
    const clinic = await openClinic(api)
    const inline = { first_name: 'Anita', phone: '11 8765-4321' }
    const found = await clinic.book({ client: inline })
    expect(found.body.client).toEqual({ id: clinic.client.id, name: 'Ana Souza' })
    const updated = await clinic.book({
      start: at('10:00'),
      client: { ...inline, on_match: 'update' },
    })
    expect(updated.body.client).toEqual({ id: clinic.client.id, name: 'Anita Souza' })
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
      'client.updated',
      'appointment.created',
    ])
    expect(events[2]?.payload.batch_id).toBe(events[3]?.payload.batch_id)
  })

  it('201: CONFIRMED from the start where the organization confirms automatically', async () => {
    const clinic = await openClinic(api, { organization: { autoConfirm: true } })
    const reply = await clinic.book()
    expect(reply.body).toMatchObject({
      status: 'CONFIRMED',
      confirmed_at: '2026-11-20T08:00:00-03:00',
    })
    const types = (await eventsOf(api.db, clinic.organization.row)).map(({ type }) => type)
    expect(types).not.toContain('appointment.confirmed')
  })

  it('201: an agent key books as agent', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['write'], 'agent')
    const reply = await clinic.book({}, { key })
    expect(reply.body.source).toBe('agent')
    const [event] = await eventsOf(api.db, clinic.organization.row)
    expect(event?.context).toMatchObject({ actor: { type: 'agent' }, source: 'agent' })
  })

  it('201: several services keep their order, sum time and prices, and occupy their outer buffers', async () => {
    const clinic = await openClinic(api, { service: { bufferBeforeMinutes: 15, price: '0.10' } })
    const { organization, professional, service } = clinic
    const second = await createService(api.db, organization.row, {
      name: 'Retorno',
      durationMinutes: 45,
      bufferAfterMinutes: 20,
      price: '0.20',
      performedBy: [professional],
    })
    const reply = await clinic.book({ service_ids: [second.id, service.id], start: at('14:00') })
    expect(reply.body).toMatchObject({
      service_ids: [second.id, service.id],
      services: [{ name: 'Retorno' }, { name: 'Consulta' }],
      end: at('15:15'),
      duration_minutes: 75,
      price: '0.30',
    })
    const reversed = await clinic.book({ service_ids: [service.id, second.id], start: at('16:00') })
    expect(reversed.status).toBe(201)
    const holds = await api.db.calendarHold.findMany({
      where: { organizationId: organization.row.id },
      orderBy: { id: 'asc' },
    })
    expect(holds.map((hold) => [hold.busyFrom, hold.busyTo, hold.serviceId])).toEqual([
      [new Date(at('14:00')), new Date(at('15:15')), null],
      [new Date(at('15:45')), new Date(at('17:35')), null],
    ])
  })

  it('201: the highest prices add up', async () => {
    const clinic = await openClinic(api, { service: { price: '9999999999.99' } })
    const second = await createService(api.db, clinic.organization.row, {
      price: '9999999999.99',
      performedBy: [clinic.professional],
    })
    const service_ids = [clinic.service.id, second.id]
    const reply = await clinic.book({ service_ids })
    expect(reply).toMatchObject({ status: 201, body: { price: '19999999999.98' } })
    const path = `/v1/availability/slots?service_ids=${service_ids.join()}&date=${at('14:00').slice(0, 10)}`
    const slots = await clinic.call('GET', path)
    expect(slots).toMatchObject({ status: 200, body: { data: expect.any(Array) } })
    expect(slots.body.data[0].price).toBe('19999999999.98')
  })

  it('201: price is null when no service has one, and stays when the service changes', async () => {
    const clinic = await openClinic(api, { service: { price: null } })
    expect((await clinic.book()).body.price).toBeNull()
    const priced = await openClinic(api)
    const { body } = await priced.book()
    await api.db.service.update({ where: { id: priced.service.id }, data: { price: '999.99' } })
    expect((await priced.call('GET', `/v1/appointments/${body.id}`)).body.price).toBe('150.00')
  })

  it('201: a start off the grid, with seconds of zero and any offset', async () => {
    const clinic = await openClinic(api)
    const reply = await clinic.book({ start: '2026-11-23T12:07:00.000Z' })
    expect(reply.status).toBe(201)
    expect(reply.body.start).toBe(at('09:07'))
    expect(await clinic.starts()).not.toContain(at('09:30'))
  })

  it('201: exactly the notice is enough, and the last minute of the hours is used', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 60 } })
    const soonest = await clinic.book({ start: at('09:00', '2026-11-20') })
    expect(soonest.status).toBe(201)
    expect((await clinic.book({ start: at('17:30', '2026-11-20') })).status).toBe(201)
  })

  it('201: telemedicine where the feature is on; there is no meeting room of ours', async () => {
    const clinic = await openClinic(api, { service: { serviceType: 'TELEMEDICINE' } })
    const reply = await clinic.book({ type: 'TELEMEDICINE' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ type: 'TELEMEDICINE', meeting_url: null })
  })

  it('201: a service that asks for a deposit on the public page asks for none here', async () => {
    const clinic = await openClinic(api, {
      service: { requiresDeposit: true, depositAmount: '50.00' },
    })
    const reply = await clinic.book()
    expect(reply.body).toMatchObject({ status: 'PENDING', deposit_id: null, deposit: null })
    expect(await api.db.deposit.count({ where: { appointmentId: reply.body.id } })).toBe(0)
  })

  it('201: expand gives full records, in the answer only', async () => {
    const clinic = await openClinic(api)
    const { client, professional, service } = clinic
    const reply = await clinic.call(
      'POST',
      '/v1/appointments?expand=client,professional&expand[]=services&expand[]=deposit',
      { body: { service_ids: [service.id], start: at('09:00'), client_id: client.id } },
    )
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      client: { object: 'client', id: client.id, phone: '+5511987654321' },
      professional: { object: 'professional', service_ids: [service.id], services: null },
      services: [
        {
          object: 'service',
          slot_interval_minutes: 15,
          professionals: [{ id: professional.id, name: professional.name }],
        },
      ],
      deposit: null,
    })
    const [event] = await eventsOf(api.db, clinic.organization.row)
    expect(event?.payload.object['client']).toEqual({ id: client.id, name: 'Ana Souza' })
  })

  it('201: unknown fields are ignored, and no caller chooses status, price, source or organization', async () => {
    const clinic = await openClinic(api)
    const reply = await clinic.book({
      status: 'COMPLETED',
      price: '0.01',
      source: 'dashboard',
      organization_id: 1,
      is_overbook: true,
      id: 77,
      favourite_colour: 'blue',
    })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      status: 'PENDING',
      price: '150.00',
      source: 'api',
      is_overbook: false,
    })
    expect(reply.body.id).not.toBe(77)
  })
})

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

  it('201: whoever has the fewest appointments on that local date; only statuses that block count', async () => {
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

  it('201: on a tie whoever waited longest since the last assignment, then the lowest id', async () => {
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

  it('201: only somebody who performs all of the services and is free is chosen', async () => {
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

  it('409 slot_unavailable: nobody is free, or nobody performs it', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    await blockedTime(api.db, clinic.organization.row, null, at('08:00'), at('10:00'))
    const busy = await clinic.book({ professional_id: null })
    expect([busy.status, busy.body.code]).toEqual([409, 'slot_unavailable'])
    const orphan = await createService(api.db, clinic.organization.row)
    const nobody = await clinic.book({ service_ids: [orphan.id], professional_id: null })
    expect([nobody.status, nobody.body.code]).toEqual([409, 'slot_unavailable'])
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

  it('201: the session stretches when the service grew, and refuses when that meets somebody else', async () => {
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

describe('POST /v1/appointments repeated', () => {
  it('200: an identical recent appointment, and nothing is written', async () => {
    const clinic = await openClinic(api)
    const first = await clinic.book({ notes: 'one' })
    const before = await eventsOf(api.db, clinic.organization.row)
    for (const body of [
      { notes: 'two', metadata: { a: 'b' } },
      { professional_id: null },
      { start: '2026-11-23T12:00:00Z' },
      { allow_overbook: true },
      { client: { first_name: 'Changed', phone: '+55 11 98765 4321', on_match: 'update' } },
    ]) {
      const again = await clinic.book(body)
      expect(again.status, JSON.stringify(body)).toBe(200)
      expect(again.body).toEqual(first.body)
    }
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual(before)
    const client = await clinic.call('GET', `/v1/clients/${clinic.client.id}`)
    expect(client.body.first_name).toBe('Ana')
  })

  it('200: the same services in another order, also with another Idempotency-Key', async () => {
    const clinic = await openClinic(api)
    const second = await createService(api.db, clinic.organization.row, {
      performedBy: [clinic.professional],
    })
    const ids = [clinic.service.id, second.id]
    const keyed = { headers: { 'Idempotency-Key': randomUUID() } }
    const first = await clinic.book({ service_ids: ids }, keyed)
    const other = { headers: { 'Idempotency-Key': randomUUID() } }
    const again = await clinic.book({ service_ids: ids.toReversed() }, other)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const part = await clinic.book()
    expect([part.status, part.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('200: after it was confirmed, and with its new state', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    await clinic.call('POST', `/v1/appointments/${body.id}/confirm`)
    const again = await clinic.book()
    expect([again.status, again.body.status]).toEqual([200, 'CONFIRMED'])
  })

  it('200: less than ten minutes ago; after that the time is simply taken', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    // Said by the database's clock, which no test sets.
    await api.db.appointment.update({
      where: { id: body.id },
      data: { createdAt: new Date(TEST_NOW) },
    })
    try {
      api.setNow(TEST_NOW + 10 * MINUTE_MS - 1000)
      expect((await clinic.book()).status).toBe(200)
      api.setNow(TEST_NOW + 10 * MINUTE_MS + 1)
      const late = await clinic.book()
      expect([late.status, late.body.code]).toEqual([409, 'slot_unavailable'])
    } finally {
      api.setNow(TEST_NOW)
    }
  })

  it('201: another client, professional or start is another appointment; so is one after a cancellation', async () => {
    const clinic = await openClinic(api, { professionals: 2 })
    const first = await clinic.book()
    const [, two] = clinic.professionals
    expect((await clinic.book({ professional_id: two?.id })).status).toBe(201)
    expect((await clinic.book({ start: at('10:00') })).status).toBe(201)
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    const again = await clinic.book()
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.body.id)
  })

  it('201: a repetition with the same Idempotency-Key answers the same bytes', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    const first = await clinic.book({}, call)
    await clinic.call('POST', `/v1/appointments/${first.body.id}/cancel`)
    const again = await clinic.book({}, call)
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('409 duplicate_request: the same Idempotency-Key with another body', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    await clinic.book({}, call)
    const other = await clinic.book({ notes: 'x' }, call)
    expect([other.status, other.body.code]).toEqual([409, 'duplicate_request'])
  })

  it('409 slot_unavailable: kept for the key; 400 leaves it free', async () => {
    const clinic = await openClinic(api)
    const call = { headers: { 'Idempotency-Key': randomUUID() } }
    expect((await clinic.book({ service_ids: [2147483647] }, call)).status).toBe(400)
    const night = { start: at('03:00') }
    const refused = await clinic.book(night, call)
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])
    await workingHours(api.db, clinic.organization.row, clinic.professional, {
      intervals: [['02:00', '04:00']],
    })
    const again = await clinic.book(night, call)
    expect(again.status).toBe(409)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await clinic.book(night)).status).toBe(201)
  })
})

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

describe('POST /v1/appointments refused', () => {
  it('400 validation_error: nothing was sent, or nothing that is needed', async () => {
    const { key } = (await openClinic(api)).organization
    const empty = await api.call('POST', '/v1/appointments', { key, body: {} })
    expect(faults(empty).sort()).toEqual([
      'client_id:required',
      'service_ids:required',
      'start:required',
    ])
    const none = await api.call('POST', '/v1/appointments', { key })
    expect(none.status).toBe(400)
  })

  it.each<[body: Readonly<Record<string, unknown>>, ...faults: string[]]>([
    [{ service_ids: [] }, 'service_ids:required'],
    [{ service_ids: 1 }, 'service_ids:invalid_type'],
    [{ service_ids: ['1'] }, 'service_ids[0]:invalid_type'],
    [{ service_ids: [1.5] }, 'service_ids[0]:invalid_type'],
    [{ service_ids: [0] }, 'service_ids[0]:out_of_range'],
    [{ service_ids: [2 ** 31] }, 'service_ids[0]:out_of_range'],
    [{ service_ids: [7, 8, 7] }, 'service_ids[2]:duplicate_item'],
    [{ service_ids: Array.from({ length: 11 }, (_, i) => i + 1) }, 'service_ids:too_many'],
    [{ start: '2026-11-23T09:00:00' }, 'start:offset_required'],
    [{ start: '2026-11-23' }, 'start:invalid_format'],
    [{ start: '2026-02-30T09:00:00-03:00' }, 'start:invalid_format'],
    [{ start: '2026-11-23T24:00:00-03:00' }, 'start:invalid_format'],
    [{ start: '2026-11-23T09:00:30-03:00' }, 'start:minute_precision'],
    [{ start: '2026-11-23T09:00:00.001-03:00' }, 'start:minute_precision'],
    [{ start: 1795435200 }, 'start:invalid_type'],
    [{ start: null }, 'start:invalid_type'],
    [{ professional_id: '1' }, 'professional_id:invalid_type'],
    [{ client_id: null }, 'client_id:required'],
    [{ client_id: null, client: null }, 'client_id:required'],
    [{ client_id: null, client: { first_name: '' } }, 'client.first_name:too_short'],
    [{ client_id: -1 }, 'client_id:out_of_range'],
    [{ type: 'ONLINE' }, 'type:invalid_value'],
    [{ notes: 'x'.repeat(2001) }, 'notes:too_long'],
    [{ notes: 'a\0b' }, 'notes:invalid_format'],
    [{ notes: 'a\u200bb' }, 'notes:invalid_format'],
    [{ notes: 5 }, 'notes:invalid_type'],
    [{ metadata: { 'no spaces': 'x' } }, 'metadata.no spaces:invalid_format'],
    [{ metadata: { a: 1 } }, 'metadata.a:invalid_type'],
    [{ allow_overbook: 'true' }, 'allow_overbook:invalid_type'],
    [{ client: { first_name: 'A' }, client_id: 1 }, 'client:mutually_exclusive'],
    [
      { client: { phone: '123', first_name: '' } },
      'client.first_name:too_short',
      'client.phone:invalid_format',
    ],
    [
      { start: 'x', service_ids: [], allow_overbook: 1 },
      'service_ids:required',
      'start:invalid_format',
      'allow_overbook:invalid_type',
    ],
  ])('400 validation_error: %j', async (body, ...expected) => {
    const clinic = await openClinic(api)
    const reply = await clinic.book(body)
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('validation_error')
    expect(faults(reply)).toEqual(expected)
    expect(await eventsOf(api.db, clinic.organization.row)).toEqual([])
  })

  it('400 validation_error: over 50 keys of metadata, an expansion that is none', async () => {
    const clinic = await openClinic(api)
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']))
    expect(faults(await clinic.book({ metadata: tooMany }))).toEqual(['metadata:too_many'])
    const expansion = await clinic.call('POST', '/v1/appointments?expand=queue', { body: {} })
    expect(faults(expansion)).toContain('expand:invalid_value')
  })

  it('400 validation_error: references, every one named at once', async () => {
    const clinic = await openClinic(api)
    const stranger = await openClinic(api)
    const { row } = clinic.organization
    const off = await createService(api.db, row, { isActive: false })
    const queue = await createService(api.db, row, { bookingMode: 'QUEUE' })
    const gone = await createProfessional(api.db, row, { isActive: false })
    await performs(api.db, row, gone, clinic.service)
    const tele = await createService(api.db, row, { serviceType: 'TELEMEDICINE' })
    const own = clinic.service.id
    for (const [body, ...expected] of [
      [{ service_ids: [own, stranger.service.id] }, 'service_ids[1]:not_found'],
      [
        { service_ids: [off.id, queue.id] },
        'service_ids[0]:inactive',
        'service_ids[1]:booking_mode_mismatch',
      ],
      [{ service_ids: [own, tele.id] }, 'service_ids:type_mismatch'],
      [{ type: 'TELEMEDICINE' }, 'type:type_mismatch'],
      [{ professional_id: stranger.professional.id }, 'professional_id:not_found'],
      [{ professional_id: gone.id }, 'professional_id:inactive'],
      [{ client_id: stranger.client.id }, 'client_id:not_found'],
      [
        { service_ids: [2147483647], professional_id: 2147483647, client_id: 2147483647 },
        'service_ids[0]:not_found',
        'professional_id:not_found',
        'client_id:not_found',
      ],
    ] as const) {
      const reply = await clinic.book(body)
      expect(reply.status, JSON.stringify(body)).toBe(400)
      expect(faults(reply), JSON.stringify(body)).toEqual(expected)
    }
    expect(await eventsOf(api.db, row)).toEqual([])
    expect(await eventsOf(api.db, stranger.organization.row)).toEqual([])
  })

  it('403 forbidden_scope: a key without write', async () => {
    const clinic = await openClinic(api)
    const key = await clinic.organization.keyWith(['read', 'webhooks:manage'])
    const reply = await clinic.book({}, { key })
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden_scope'])
  })

  it('403 feature_not_enabled: a telemedicine service where the feature is off', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const reply = await clinic.book()
    expect([reply.status, reply.body.code]).toEqual([403, 'feature_not_enabled'])
    const inline = await clinic.book({ client: { first_name: 'Rui', phone: '11912345678' } })
    expect(inline.status).toBe(403)
    // The client that came with it was not kept either.
    expect(
      await api.db.client.count({ where: { organizationId: clinic.organization.row.id } }),
    ).toBe(1)
  })

  it('409 professional_cannot_perform_service: one of the services is not theirs', async () => {
    const clinic = await openClinic(api)
    const other = await createService(api.db, clinic.organization.row)
    const reply = await clinic.book({ service_ids: [clinic.service.id, other.id] })
    expect([reply.status, reply.body.code]).toEqual([409, 'professional_cannot_perform_service'])
  })

  it('409 min_advance_violation: in the past, or sooner than the notice', async () => {
    const clinic = await openClinic(api, { organization: { minAdvanceMinutes: 60 } })
    for (const start of [
      at('09:00', '2026-11-19'),
      at('08:59', '2026-11-20'),
      '0001-01-01T00:00:00+14:00',
    ]) {
      const reply = await clinic.book({ start })
      expect([reply.status, reply.body.code], start).toEqual([409, 'min_advance_violation'])
    }
  })

  it('409 slot_unavailable: taken, blocked, off, past the horizon', async () => {
    const clinic = await openClinic(api)
    await clinic.book()
    await blockedTime(
      api.db,
      clinic.organization.row,
      clinic.professional,
      at('14:00'),
      at('14:01'),
    )
    const rui = await anotherClient(api, clinic)
    for (const start of [
      at('09:00'),
      at('09:29'),
      at('13:45'),
      at('11:45'),
      at('09:00', '2026-11-21'),
      at('09:00', '2027-02-22'),
      '9999-12-31T23:59:00-23:59',
    ]) {
      const reply = await clinic.book({ start, client_id: rui.id })
      expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
    }
    expect((await clinic.book({ start: at('09:30'), client_id: rui.id })).status).toBe(201)
  })

  it('201 and 409: after midnight the hours of the evening before count, also those of its override', async () => {
    const clinic = await openClinic(api, { hours: { weekdays: [] } })
    const { row } = clinic.organization
    await dateOverride(api.db, row, clinic.professional, '2026-11-24', [['22:00', '02:00']])
    const night = at('01:00', '2026-11-25')
    expect((await clinic.book({ start: night })).status).toBe(201)
    expect((await clinic.book({ start: at('02:00', '2026-11-25') })).body.code).toBe(
      'slot_unavailable',
    )
    // The weekday has hours past midnight, and one date is closed: its evening, and its own early hours.
    await workingHours(api.db, row, clinic.professional, { intervals: [['22:00', '02:00']] })
    await dateOverride(api.db, row, clinic.professional, '2026-11-26', [])
    for (const [start, status] of [
      [at('23:00', '2026-11-25'), 201],
      [at('01:00', '2026-11-26'), 409],
      [at('01:00', '2026-11-27'), 409],
      [at('22:00', '2026-11-27'), 201],
    ] as const) {
      expect([start, (await clinic.book({ start })).status]).toEqual([start, status])
    }
  })

  it('409 slot_unavailable: a block inside its buffer, before or after; anybody else is asked', async () => {
    const clinic = await openClinic(api, {
      professionals: 2,
      service: { bufferBeforeMinutes: 10, bufferAfterMinutes: 20 },
    })
    const [one, two] = clinic.professionals
    if (one === undefined || two === undefined) throw new Error('two professionals')
    const { row } = clinic.organization
    // 10:00 occupies 09:50 to 10:50, 14:00 occupies 13:50 to 14:50.
    await blockedTime(api.db, row, one, at('10:49'), at('10:55'))
    await blockedTime(api.db, row, one, at('13:40'), at('13:51'))
    for (const start of [at('10:00'), at('14:00')]) {
      const reply = await clinic.book({ start })
      expect([reply.status, reply.body.code], start).toEqual([409, 'slot_unavailable'])
      const any = await clinic.book({ start, professional_id: null })
      expect(any.body.professional_id).toBe(two.id)
    }
    expect((await clinic.book({ start: at('09:59') })).status).toBe(201)
    expect((await clinic.book({ start: at('14:01') })).status).toBe(201)
  })

  it('409 slot_unavailable: no limit of the horizon is no licence for the year 9999', async () => {
    const clinic = await openClinic(api, { organization: { maxAdvanceDays: null } })
    expect((await clinic.book({ start: at('09:00', '2060-11-22') })).status).toBe(201)
    const reply = await clinic.book({ start: '9999-12-31T12:00:00-03:00' })
    expect([reply.status, reply.body.code]).toEqual([409, 'slot_unavailable'])
  })

  it('422 client_identifier_required: neither inline nor by id', async () => {
    const clinic = await openClinic(api)
    const nameless = await createClientRow(api.db, clinic.organization.row, {})
    const inline = await clinic.book({ client: { first_name: 'Rui' } })
    expect([inline.status, inline.body.code]).toEqual([422, 'client_identifier_required'])
    const byId = await clinic.book({ client_id: nameless.id })
    expect([byId.status, byId.body.code]).toEqual([422, 'client_identifier_required'])
    const lenient = await openClinic(api, { organization: { requireClientIdentifier: false } })
    expect((await lenient.book({ client: { first_name: 'Rui' } })).status).toBe(201)
  })
})

describe('POST /v1/appointments: which refusal comes first', () => {
  /** Everything is wrong at once; each step repairs what was named. */
  it('400, 422, 403, 409 professional_cannot_perform_service, min_advance_violation, forbidden_overbook, slot_unavailable', async () => {
    const clinic = await openClinic(api, {
      organization: { switchedOff: ['telemedicine', 'overbooking'] },
      service: { serviceType: 'TELEMEDICINE' },
    })
    const { row } = clinic.organization
    const other = await createProfessional(api.db, row)
    await workingHours(api.db, row, other)
    await blockedTime(api.db, row, null, at('09:00'), at('12:00'))
    const switchOff = (...switchedOff: string[]) =>
      api.db.organization.update({ where: { id: row.id }, data: { switchedOff } })
    const body: Record<string, unknown> = {
      start: at('09:00', '2026-11-19'),
      professional_id: other.id,
      client: { first_name: 'Rui' },
      allow_overbook: true,
      type: 'IN_PERSON',
    }
    const code = async () => (await clinic.book(body)).body.code
    expect(await code()).toBe('validation_error')
    body['type'] = 'TELEMEDICINE'
    expect(await code()).toBe('client_identifier_required')
    body['client'] = { first_name: 'Rui', phone: '11912345678' }
    expect(await code()).toBe('feature_not_enabled')
    await switchOff('overbooking')
    expect(await code()).toBe('professional_cannot_perform_service')
    body['professional_id'] = clinic.professional.id
    expect(await code()).toBe('min_advance_violation')
    body['start'] = at('09:00')
    expect(await code()).toBe('forbidden_overbook')
    body['allow_overbook'] = false
    expect(await code()).toBe('slot_unavailable')
    body['start'] = at('13:00')
    expect((await clinic.book(body)).status).toBe(201)
  })
})
