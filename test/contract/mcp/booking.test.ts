/** An agent's day, through the protocol's own client. */
import { afterEach, describe, expect, it } from 'vitest'
import { closeAgents, ERAS, openAgent, requestId, textOf } from '../../support/agents.ts'
import { useSharedApi } from '../../support/api.ts'
import { MONDAY, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'

const api = useSharedApi()
afterEach(closeAgents)

describe.each(ERAS)('an agent of the %s era', (era) => {
  it('200: finds its way from a name to an appointment, moves, confirms and cancels it', async () => {
    const clinic = await openClinic(api, { organization: { language: 'en' } })
    const agent = await openAgent(api, clinic.organization, { era })
    const home = await agent.done('get_clinic')
    expect(home).toMatchObject({
      timezone: 'America/Sao_Paulo',
      language: 'en',
      now: { local: '2026-11-20T08:00', words: 'Friday 20 November, 08:00' },
      services: [{ id: clinic.service.id, name: 'Consulta', price: '150.00' }],
      professionals: [{ id: clinic.professional.id }],
    })
    const found = await agent.done('find_clients', { q: 'ana souza' })
    expect(found.clients).toEqual([
      {
        id: clinic.client.id,
        written_by_client: { name: 'Ana Souza', phone: '+5511•••••4321', email: null },
      },
    ])
    const free = await agent.done('find_free_times', {
      service_names: ['consulta'],
      date: MONDAY,
      part_of_day: 'afternoon',
    })
    expect(free.times[0]).toEqual({
      start: {
        instant: `${MONDAY}T13:00:00-03:00`,
        local: `${MONDAY}T13:00`,
        words: 'Monday 23 November, 13:00',
      },
      with: [{ id: clinic.professional.id, name: clinic.professional.name }],
    })
    expect(free.times).toHaveLength(12)
    const asked = {
      client_id: clinic.client.id,
      service_ids: [clinic.service.id],
      start: free.times[0].start.local,
      request_id: requestId(),
    }
    const { appointment, is_repeat } = await agent.done('book_appointment', asked)
    expect(is_repeat).toBe(false)
    expect(appointment).toMatchObject({ status: 'PENDING', start: free.times[0].start })
    const again = await agent.ask('book_appointment', asked)
    expect(again.structuredContent).toEqual({ result: { appointment, is_repeat: true } })
    expect(textOf(again)).toContain('Nothing was done again')
    const of = { appointment_id: appointment.id }
    const moved = await agent.done('move_appointment', {
      ...of,
      start: `${MONDAY}T18:00:00Z`,
      request_id: requestId(),
    })
    expect(moved.appointment.start.local).toBe(`${MONDAY}T15:00`)
    const sure = await agent.done('confirm_appointment', { ...of, request_id: requestId() })
    expect(sure.appointment.status).toBe('CONFIRMED')
    const gone = await agent.confirmed('cancel_appointment', { ...of, request_id: requestId() })
    expect(gone.appointment.status).toBe('CANCELLED_PROFESSIONAL')
    const events = await eventsOf(api.db, clinic.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'appointment.created',
      'client.first_appointment',
      'appointment.rescheduled',
      'appointment.confirmed',
      'appointment.cancelled',
    ])
  })

  it('200: a time is held while the person decides, and then booked by its hold', async () => {
    const clinic = await openClinic(api)
    const agent = await openAgent(api, clinic.organization)
    const time = { service_ids: [clinic.service.id], start: `${MONDAY}T09:00` }
    const { hold } = await agent.done('hold_time', {
      ...time,
      minutes: 10,
      request_id: requestId(),
    })
    expect(hold).toMatchObject({
      start: { local: `${MONDAY}T09:00` },
      professional: { id: clinic.professional.id },
      price: '150.00',
    })
    const to = { client_id: clinic.client.id, request_id: requestId() }
    expect((await agent.refused('book_appointment', { ...to, ...time })).code).toBe(
      'slot_unavailable',
    )
    const { appointment } = await agent.done('book_appointment', {
      ...to,
      hold_id: hold.id,
      request_id: requestId(),
    })
    expect(appointment.start).toEqual(hold.start)
    const nothing = await agent.refused('book_appointment', { ...to, request_id: requestId() })
    expect(nothing).toMatchObject({ code: 'validation_error' })
  })
})
