import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { anotherClient, at, openClinic } from '../../support/booking.ts'
import { createService, eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()

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
      arrived_at: null,
      started_at: null,
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

  it('201: the first of each client is told, after bookings of other clients too, and not the second', async () => {
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
    const child = await clinic.book({
      start: at('11:00'),
      client: { ...inline, first_name: 'Lia', on_match: 'create' },
    })
    expect(child.body.client).toMatchObject({ name: 'Lia' })
    expect(child.body.client_id).not.toBe(clinic.client.id)
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
      'client.updated',
      'appointment.created',
      'client.created',
      'appointment.created',
      'client.first_appointment',
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

  it('201: telemedicine where the feature is on, without a room where none is set', async () => {
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
