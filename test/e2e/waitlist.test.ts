/**
 * From a day that is full to someone who waited and has it: pages as a browser without a script sends them, a real worker,
 * and a real mail server.
 */
import type { RunningWorker } from '@scheduling/worker'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../support/api.ts'
import { COMING_MONDAY, openClinic, type BookableClinic } from '../support/booking.ts'
import { fetchPage } from '../support/fetch-page.ts'
import { startMailServer, type DeliveredMail, type MailServer } from '../support/mail-server.ts'
import { submissionId } from '../support/public-booking.ts'
import { fact, workerBeside } from '../support/worker.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let api: TestApi
let mail: MailServer
let worker: RunningWorker
let ahead = 0

beforeAll(async () => {
  api = await startTestApi({ trustedProxies: 1 })
  // Ten in the morning in São Paulo, whenever the test runs: no one is offered anything at night.
  const morning = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 13 * 60 * MINUTE_MS
  ahead = morning - Date.now()
  api.setClock(() => Date.now() + ahead)
  mail = await startMailServer()
  worker = await workerBeside(api, { smtpUrl: mail.url })
})
afterAll(async () => {
  await worker.stop()
  await mail.close()
  await api.close()
})

let visitors = 0
async function open(path: string, form?: Readonly<Record<string, string>>) {
  visitors += 1
  const response = await fetchPage(String(new URL(path, api.url)), {
    headers: { 'x-forwarded-for': `203.0.113.${visitors}` },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  return {
    status: response.status,
    html: await response.text(),
    location: response.headers.get('location') ?? '',
  }
}

/** A clinic with time for one appointment on a day, and that is taken. */
async function fullClinic(): Promise<BookableClinic & { readonly appointmentId: number }> {
  const clinic = await openClinic(api, {
    hours: { weekdays: [1], intervals: [['09:00', '09:30']] },
  })
  return { ...clinic, appointmentId: (await clinic.book()).body.id }
}

/** Looks at the day, follows the link to the waitlist, leaves a wish, and confirms it by the link of the mail. */
async function leaveWish({ organization, service }: BookableClinic, email: string): Promise<void> {
  const times = `/${organization.row.slug}/horario?servico=${service.id}&dia=${COMING_MONDAY}`
  const [, link = ''] = /href="([^"]+\/espera[^"]*)"/.exec((await open(times)).html) ?? []
  const form = await open(link.replaceAll('&amp;', '&'))
  expect(form.status).toBe(200)
  const [, from = ''] = /name="de"[^>]*value="([^"]*)"/.exec(form.html) ?? []
  const sent = await open(`/${organization.row.slug}/espera`, {
    servico: String(service.id),
    de: from,
    ate: from,
    semana: '1',
    parte: 'any',
    nome: 'Maria',
    email,
    envio: submissionId(),
  })
  expect(sent.status).toBe(303)
  const asked = await mailTo(email, 'Confirme em até um dia')
  expect((await open(`${linkIn(asked)}/confirmar`, {})).status).toBe(303)
}

function mailTo(email: string, words = 'Abriu uma vaga'): Promise<DeliveredMail> {
  return fact(`a mail to ${email}`, () =>
    mail.mails.find(({ to, text }) => to === email && text.includes(words)),
  )
}

const offersTo = (email: string) =>
  mail.mails.filter(({ to, text }) => to === email && text.includes('Abriu uma vaga'))

function linkIn({ text }: DeliveredMail): string {
  const [link] = /http[^\s"<]*\/w\/[\w-]{32}/.exec(text) ?? []
  if (link === undefined) throw new Error('The mail has no link.')
  return new URL(link).pathname
}

it('who waits is told when someone cancels, and books by the link of the mail', async () => {
  const clinic = await fullClinic()
  await leaveWish(clinic, 'maria@example.com')
  await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
  const told = await mailTo('maria@example.com')
  expect(told.text).toContain('Abriu uma vaga')
  expect(told.text).toContain('às 9h')
  const path = linkIn(told)
  expect((await open(path)).html).toContain('Abriu uma vaga para você')
  const booked = await open(`${path}/aceitar`, {})
  expect([booked.status, booked.location]).toEqual([303, expect.stringMatching(/^\/a\//)])
  expect((await open(booked.location)).status).toBe(200)
  const rows = await api.db.appointment.findMany({
    where: { organizationId: clinic.organization.row.id, status: 'PENDING' },
  })
  expect(rows).toMatchObject([{ source: 'public_booking' }])
})

it('when no one answers, the next is told, and the first finds that the offer is over', async () => {
  const clinic = await fullClinic()
  await leaveWish(clinic, 'ana@example.com')
  await leaveWish(clinic, 'rui@example.com')
  await clinic.call('POST', `/v1/appointments/${clinic.appointmentId}/cancel`)
  const first = linkIn(await mailTo('ana@example.com'))
  expect(offersTo('rui@example.com')).toEqual([])
  ahead += 20 * MINUTE_MS
  await api.connection.pool.query("SELECT graphile_worker.add_job('end_offers')")
  const second = linkIn(await mailTo('rui@example.com'))
  const late = await open(`${first}/aceitar`, {})
  expect([late.status, late.html.includes('não está mais guardada')]).toEqual([409, true])
  expect((await open(`${second}/aceitar`, {})).status).toBe(303)
  expect(offersTo('ana@example.com')).toHaveLength(1)
})
