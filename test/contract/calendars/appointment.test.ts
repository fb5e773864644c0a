/** The appointment of a client as a file for calendar programs. */
import { linkToken } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { act, at, openClinic } from '../../support/booking.ts'
import { fetchCalendar, pathOf, readIcs } from '../../support/calendars.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { bookAs, tokenOf } from '../../support/public-booking.ts'

const DAY_MS = 86_400_000

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

async function bookedByStranger() {
  const clinic = await openClinic(api)
  const { body } = await bookAs(api, clinic)
  const row = await api.db.appointment.findFirstOrThrow({
    where: { organizationId: clinic.organization.row.id },
  })
  return { clinic, row, token: tokenOf(body.url), path: pathOf(body.appointment.calendar_url) }
}

describe('GET /calendar/{token}.ics of one appointment', () => {
  it('200: as its page shows it, as a download, with nothing of the client and no way to act', async () => {
    const { clinic, row, path, token } = await bookedByStranger()
    const reply = await fetchCalendar(api, path)
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="appointment.ics"',
    ])
    const { method, entries } = readIcs(reply.text)
    expect(method).toBe('PUBLISH')
    expect(entries).toEqual([
      {
        uid: row.icalUid,
        summary: `Consulta · ${clinic.organization.row.name}`,
        description: `Pedido recebido\n${clinic.professional.name}`,
        location: null,
        url: null,
        status: 'TENTATIVE',
        transp: 'OPAQUE',
        sequence: 0,
        start: '2026-11-23T12:00:00.000Z',
        end: '2026-11-23T12:30:00.000Z',
      },
    ])
    expect(reply.text).not.toContain('Maria')
    expect(reply.text).not.toContain(token)
  })

  it('200: it follows a move, and a cancellation by METHOD:CANCEL with the same UID and one SEQUENCE for each change', async () => {
    const { clinic, row, path, token } = await bookedByStranger()
    const first = readIcs((await fetchCalendar(api, path)).text)
    const guest = openStranger(api)
    await guest.mutate('publicBooking.rescheduleAppointment', { token, start: at('10:00') })
    const moved = readIcs((await fetchCalendar(api, path)).text)
    expect(moved.entries[0]).toMatchObject({ uid: row.icalUid, start: '2026-11-23T13:00:00.000Z' })
    await act(clinic, row.id, 'confirm')
    expect(readIcs((await fetchCalendar(api, path)).text).entries[0]?.status).toBe('CONFIRMED')
    await guest.mutate('publicBooking.cancelAppointment', { token, reason: 'Viagem' })
    const { text } = await fetchCalendar(api, path)
    const cancelled = readIcs(text)
    expect([cancelled.method, cancelled.entries[0]]).toMatchObject([
      'CANCEL',
      { uid: row.icalUid, status: 'CANCELLED', transp: 'TRANSPARENT' },
    ])
    expect(text).not.toContain('Viagem')
    const sequences = [first, moved, cancelled].map(({ entries }) => entries[0]?.sequence)
    expect(sequences).toEqual([0, 1, 3])
  })

  it('200: it is back by a higher SEQUENCE once the team takes the cancellation back, and so is its page', async () => {
    const { clinic, row, path, token } = await bookedByStranger()
    const guest = openStranger(api)
    await guest.mutate('publicBooking.cancelAppointment', { token })
    const off = readIcs((await fetchCalendar(api, path)).text)
    const owner = await signIn(api, clinic.organization)
    await owner.mutate('appointments.undo', { appointment_id: row.id })
    const back = readIcs((await fetchCalendar(api, path)).text)
    expect([back.method, back.entries[0]]).toMatchObject([
      'PUBLISH',
      { uid: row.icalUid, status: 'TENTATIVE', transp: 'OPAQUE' },
    ])
    expect(back.entries[0]?.sequence).toBe((off.entries[0]?.sequence ?? 0) + 1)
    const { body } = await guest.mutate('publicBooking.cancelAppointment', { token })
    expect(body.status).toBe('CANCELLED_CLIENT')
  })

  it('200: where the clinic is now, by the same SEQUENCE, and nowhere once it is online', async () => {
    const { clinic, row, path } = await bookedByStranger()
    const owner = await signIn(api, clinic.organization)
    const read = async () => readIcs((await fetchCalendar(api, path)).text).entries[0]
    const moveTo = (street: string) =>
      owner.mutate('organization.update', { address: { street, city: 'São Paulo' } })
    await moveTo('Rua da Paz; fundos, 2\\3')
    const location = 'Rua da Paz; fundos, 2\\3 · São Paulo'
    expect(await read()).toMatchObject({ location, sequence: 0 })
    await moveTo('Rua Harmonia')
    expect(await read()).toMatchObject({ location: 'Rua Harmonia · São Paulo', sequence: 0 })
    await api.db.appointment.update({ where: { id: row.id }, data: { type: 'TELEMEDICINE' } })
    expect((await read())?.location).toBeNull()
  })

  it('404 not_found: it dies with the link of the appointment', async () => {
    const { row, path } = await bookedByStranger()
    api.setNow(+row.endsAt + 7 * DAY_MS - 1)
    expect((await fetchCalendar(api, path)).status).toBe(200)
    api.setNow(+row.endsAt + 7 * DAY_MS)
    expect((await fetchCalendar(api, path)).status).toBe(404)
    api.setNow(TEST_NOW)
    await api.db.appointment.update({ where: { id: row.id }, data: { linkVersion: 2 } })
    expect((await fetchCalendar(api, path)).status).toBe(404)
  })

  it('404 not_found: neither token opens what the other one does', async () => {
    const { row, path, token } = await bookedByStranger()
    expect((await fetchCalendar(api, `/calendar/${token}.ics`)).status).toBe(404)
    const own = path.slice('/calendar/'.length, -'.ics'.length)
    for (const name of ['getAppointment', 'cancelAppointment']) {
      expect((await openStranger(api).mutate(`publicBooking.${name}`, { token: own })).status).toBe(
        404,
      )
    }
    expect((await fetch(`${api.url}/a/${own}`)).status).toBe(404)
    const feed = linkToken(api.service, 'calendar_feed', row)
    expect((await fetchCalendar(api, `/calendar/${feed}.ics`)).status).toBe(404)
    expect(await api.db.appointment.findUnique({ where: { id: row.id } })).toEqual(row)
  })

  it('200: the online room once it is confirmed, and names that would break a file', async () => {
    const { clinic, row, path } = await bookedByStranger()
    const name = 'Clínica "A"; B, C\\ 👩🏽‍⚕️ BEGIN:VALARM'
    await api.db.organization.update({ where: { id: clinic.organization.row.id }, data: { name } })
    const meetingUrl = 'https://meet.example.com/x?a=1;b=2'
    await api.db.appointment.update({ where: { id: row.id }, data: { meetingUrl } })
    const read = async () => readIcs((await fetchCalendar(api, path)).text).entries[0]
    expect(await read()).toMatchObject({
      summary: `Consulta · ${name}`,
      description: `Pedido recebido\n${clinic.professional.name}`,
    })
    await act(clinic, row.id, 'confirm')
    expect(await read()).toMatchObject({
      description: `Confirmado\n${clinic.professional.name}\n${meetingUrl}`,
      url: meetingUrl,
    })
  })
})
