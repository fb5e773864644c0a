/** "I will come", with the link of an appointment. */
import { linkToken, remindClients } from '@scheduling/core'
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { createDepositRow, eventsOf } from '../../support/clinic.ts'
import { openStranger } from '../../support/dashboard.ts'
import { startMailServer, type MailServer } from '../../support/mail-server.ts'
import { openClinic, type Clinic } from '../../support/messages.ts'
import { bookAs, newClient, tokenOf } from '../../support/public-booking.ts'
import { fact, letClockRun, workerBeside } from '../../support/worker.ts'

const HOUR_MS = 3_600_000

const api = useOwnApi()
let mail: MailServer
let worker: RunningWorker
let later: (milliseconds: number) => Promise<void>
beforeAll(async () => {
  ;({ later } = letClockRun(api))
  mail = await startMailServer()
  worker = await workerBeside(api, { smtpUrl: mail.url })
})
afterAll(async () => {
  await worker.stop()
  await mail.close()
})

const call = (name: string, token: string) =>
  openStranger(api).mutate(`publicBooking.${name}`, { token })

const rowOf = (id: number) => api.db.appointment.findUniqueOrThrow({ where: { id } })

const confirmedOf = async (clinic: Clinic) =>
  (await eventsOf(api.db, clinic.organization.row)).filter(
    ({ type }) => type === 'appointment.confirmed',
  )

/** Three days ahead, 14:00 in São Paulo: what is due 22 hours before it is due by day. */
function afternoonAhead(): string {
  const day = new Date(api.service.now() + 72 * HOUR_MS).toISOString().slice(0, 10)
  return `${day}T14:00:00-03:00`
}

/** A stranger's booking. */
async function booked(values: { organization?: object; client?: object } = {}) {
  const clinic = await openClinic(api, values.organization)
  await remindClients(api.service)
  const reply = await bookAs(api, clinic, {
    start: afternoonAhead(),
    client: newClient(values.client),
  })
  expect(reply.problem).toBeUndefined()
  const { id, startsAt } = await api.db.appointment.findFirstOrThrow({
    where: { organizationId: clinic.organization.row.id },
  })
  return { clinic, id, startsAt, token: tokenOf(reply.body.url) }
}

/** The clock goes on to 22 hours before the start, and the worker sends the reminder. */
async function remind({ id, startsAt }: { id: number; startsAt: Date }) {
  await later(+startsAt - api.service.now() - 22 * HOUR_MS)
  await remindClients(api.service)
  await fact('the reminder', async () => {
    const row = await api.db.message.findFirst({
      where: { record: 'appointment', recordId: id, purpose: 'reminder', status: 'SENT' },
      orderBy: { createdAt: 'desc' },
    })
    return row !== null
  })
}

/** What the page of the link shows. The seconds left of a deposit run down, so they are left out. */
async function shownAt(token: string) {
  const { body } = await call('getAppointment', token)
  return { ...body, deposit: body.deposit && { ...body.deposit, seconds_left: null } }
}

async function refusal(token: string) {
  const before = await shownAt(token)
  expect(before.can_confirm).toBe(false)
  const { status, problem } = await call('confirmAppointment', token)
  expect(await shownAt(token)).toEqual(before)
  return [status, problem.code, problem.detail]
}

describe('publicBooking.confirmAppointment', () => {
  it('200: once a reminder was sent, by the client; said again it changes nothing', async () => {
    const made = await booked()
    const { clinic, id, token } = made
    await remind(made)
    expect((await call('getAppointment', token)).body).toMatchObject({
      status: 'PENDING',
      can_confirm: true,
    })
    const page = await (await fetch(`${api.url}/a/${token}`)).text()
    expect(page).toContain(`<form method="post" action="/a/${token}/confirmar">`)
    const replies = await Promise.all([1, 2, 3].map(() => call('confirmAppointment', token)))
    for (const { body } of replies) {
      expect(body).toMatchObject({ status: 'CONFIRMED', can_confirm: false })
    }
    const { clientId, confirmedAt } = await rowOf(id)
    expect(confirmedAt).not.toBeNull()
    expect(await confirmedOf(clinic)).toMatchObject([
      {
        context: {
          actor: { type: 'client', id: String(clientId), name: 'Maria' },
          source: 'public_booking',
        },
        payload: { changes: { status: { from: 'PENDING', to: 'CONFIRMED' } } },
      },
    ])
  })

  it('is a button on the page, whose form leads back to it', async () => {
    const made = await booked()
    await remind(made)
    const path = `/a/${made.token}`
    const post = () =>
      fetch(`${api.url}${path}/confirmar`, {
        method: 'POST',
        body: new URLSearchParams(),
        redirect: 'manual',
      })
    const sent = await post()
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?feito=confirmar`])
    expect((await rowOf(made.id)).status).toBe('CONFIRMED')
    const html = await (await fetch(`${api.url}${path}?feito=confirmar`)).text()
    expect(html).toContain('Obrigado por confirmar')
    expect(html).not.toContain('/confirmar"')
    const other = await booked()
    const refused = await fetch(`${api.url}/a/${other.token}/confirmar`, {
      method: 'POST',
      body: new URLSearchParams(),
    })
    expect(refused.status).toBe(409)
    expect((await rowOf(other.id)).status).toBe('PENDING')
  })

  it('200: of what the team has confirmed nothing changes, reminded or not', async () => {
    const { clinic, id, token } = await booked({ organization: { autoConfirm: true } })
    const before = await rowOf(id)
    const reply = await call('confirmAppointment', token)
    expect(reply.body).toMatchObject({ status: 'CONFIRMED', can_confirm: false })
    expect(await rowOf(id)).toEqual(before)
    expect(await confirmedOf(clinic)).toEqual([])
  })

  it('409 action_not_allowed: right after booking; also after moving it, whatever was sent', async () => {
    const { clinic, id, token } = await booked()
    await fact('the message about the booking', async () =>
      (await clinic.messagesOf(id)).some(({ status }) => status === 'SENT'),
    )
    expect(await refusal(token)).toEqual([
      409,
      'action_not_allowed',
      expect.stringContaining('reminder'),
    ])
    await openStranger(api).mutate('publicBooking.rescheduleAppointment', {
      token,
      start: clinic.nextStart(),
    })
    await fact('the message about the move', async () =>
      (await clinic.messagesOf(id)).some(
        ({ purpose, status }) => purpose === 'moved' && status === 'SENT',
      ),
    )
    expect((await refusal(token))[1]).toBe('action_not_allowed')
  })

  it('409 action_not_allowed: the reminder was about another start, or went to another contact', async () => {
    const made = await booked()
    const { clinic, id, token, startsAt } = made
    await remind(made)
    await clinic.call('POST', `/v1/appointments/${id}/reschedule`, {
      start: new Date(+startsAt + 30 * HOUR_MS).toISOString(),
    })
    expect((await refusal(token))[1]).toBe('action_not_allowed')
    const other = await booked()
    await remind(other)
    const { clientId } = await rowOf(other.id)
    await other.clinic.call('PATCH', `/v1/clients/${clientId}`, { email: 'other@example.com' })
    expect((await refusal(other.token))[1]).toBe('action_not_allowed')
  })

  it('409 action_not_allowed: a deposit is open: only the payment confirms it', async () => {
    const made = await booked()
    const { clinic, id, token } = made
    await remind(made)
    const deposit = await createDepositRow(api.db, clinic.organization.row, {
      appointment: await rowOf(id),
      expiresAt: new Date(api.service.now() + HOUR_MS).toISOString(),
    })
    expect(await refusal(token)).toEqual([
      409,
      'action_not_allowed',
      expect.stringContaining('payment'),
    ])
    await api.db.deposit.delete({ where: { id: deposit.id } })
    expect((await call('confirmAppointment', token)).status).toBe(200)
  })

  it('409 action_not_allowed: it has started', async () => {
    const made = await booked()
    await remind(made)
    await later(+made.startsAt - api.service.now() + 1000)
    expect((await refusal(made.token))[1]).toBe('action_not_allowed')
  })

  it('409 appointment_not_editable: it was cancelled', async () => {
    const made = await booked()
    await remind(made)
    await made.clinic.call('POST', `/v1/appointments/${made.id}/cancel`, {})
    expect((await refusal(made.token))[1]).toBe('appointment_not_editable')
  })

  it('404: a link that was taken back, or that is of something else', async () => {
    const { id, token } = await booked()
    const row = await rowOf(id)
    for (const wrong of [
      linkToken(api.service, 'deposit', row),
      linkToken(api.service, 'appointment', { ...row, linkVersion: 2 }),
    ]) {
      expect((await call('confirmAppointment', wrong)).status).toBe(404)
    }
    await api.db.appointment.update({ where: { id }, data: { linkVersion: 2 } })
    expect((await call('confirmAppointment', token)).status).toBe(404)
  })
})
