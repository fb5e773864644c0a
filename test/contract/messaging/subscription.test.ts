/** `List-Unsubscribe` of e-mails that visitors cause: a real mail, and what mail programs post. */
import { unsubscribeToken } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { useMailingWorker } from '../../support/mailing-worker.ts'
import { bookAs, newClient } from '../../support/public-booking.ts'
import { fact } from '../../support/worker.ts'

const api = useOwnApi({ trustedProxies: 1 })
const mail = useMailingWorker(api)

/** Mails to an address, once there are so many. */
const mailsTo = (address: string, count: number) =>
  fact(`mail ${count} to ${address}`, () => {
    const mails = mail.mails.filter(({ to }) => to === address)
    return mails.length >= count && mails
  })

const message = (clinic: BookableClinic, recordId: number) =>
  fact('the message', async () => {
    const where = { organizationId: clinic.organization.row.id, recordId, status: 'SKIPPED' }
    return (await api.db.message.findFirst({ where })) ?? false
  })

const linkIn = (head: string) => /^List-Unsubscribe: <([^>]+)>/m.exec(unfolded(head))?.[1] ?? null
const unfolded = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, ' ')

/** A visitor books with an e-mail, and gets one. */
async function booked() {
  const clinic = await openClinic(api)
  const client = newClient()
  await bookAs(api, clinic, { client, language: 'en' })
  const [first] = await mailsTo(client.email, 1)
  const link = linkIn(first?.head ?? '') ?? ''
  const path = new URL(link).pathname
  const open = (init: RequestInit = {}, more = '') =>
    fetch(`${api.url}${path}${more}`, { redirect: 'manual', ...init })
  const rowOf = () =>
    api.db.appointment.findFirstOrThrow({
      where: { organizationId: clinic.organization.row.id },
      orderBy: { id: 'desc' },
    })
  return { clinic, client, head: first?.head ?? '', path, open, rowOf }
}

describe('an e-mail that a visitor caused', () => {
  it('can be stopped by the mail program, and allowed again on the page', async () => {
    const { clinic, client, head, open, rowOf } = await booked()
    expect(unfolded(head)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const asked = await (await open()).text()
    expect(asked).toContain('Get no more e-mails?')
    expect(asked).not.toContain(client.email)
    // As Gmail and others send it.
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    const stopped = await open({ method: 'POST', body })
    expect([stopped.status, stopped.headers.get('location')]).toEqual([200, null])
    expect(await stopped.text()).toContain('You no longer get these e-mails')

    await bookAs(api, clinic, { client, start: at('10:00') })
    const second = await rowOf()
    expect((await message(clinic, second.id)).errorCode).toBe('unsubscribed')
    // What the team does is told all the same.
    const owner = await signIn(api, clinic.organization)
    await owner.mutate('appointments.cancel', { appointment_id: second.id })
    await mailsTo(client.email, 2)

    expect((await open({ method: 'POST' }, '/voltar')).status).toBe(200)
    await bookAs(api, clinic, { client, start: at('11:00') })
    await mailsTo(client.email, 3)
    const audit = await api.db.auditEntry.findMany({
      where: { action: 'messaging_contact.unsubscribed' },
      orderBy: { id: 'asc' },
    })
    expect(audit.map(({ changes }) => changes)).toEqual([
      { subscribed: { from: true, to: false } },
      { subscribed: { from: false, to: true } },
    ])
  })

  it('has no such link once the client used the link of a message, nor if the team caused it', async () => {
    const { clinic, client, rowOf } = await booked()
    const [first] = await mailsTo(client.email, 1)
    const token = /\/a\/([\w-]{32})/.exec(first?.text ?? '')?.[1]
    const moved = { token, start: at('10:00') }
    const reply = await openStranger(api).mutate('publicBooking.rescheduleAppointment', moved)
    expect(reply.status).toBe(200)
    const [, second] = await mailsTo(client.email, 2)
    expect(linkIn(second?.head ?? '')).toBe(null)
    expect((await rowOf()).rescheduleCount).toBe(1)
    const own = newClient()
    await clinic.book({ client: own, client_id: undefined, start: at('15:00') })
    const [ofTeam] = await mailsTo(own.email, 1)
    expect(linkIn(ofTeam?.head ?? '')).toBe(null)
  })
})

describe('publicBooking.getSubscription', () => {
  it('200: by the token of a message; 404 not_found: any other', async () => {
    const { path, clinic } = await booked()
    const token = path.slice('/u/'.length)
    const get = (one: string) =>
      openStranger(api).mutate('publicBooking.getSubscription', { token: one })
    expect((await get(token)).body).toMatchObject({
      subscribed: true,
      language: 'en',
      organization: { name: clinic.organization.row.name },
    })
    const unknown = unsubscribeToken(api.service, api.service.newId('msg'))
    const changed = `${token.slice(0, -1)}${token.endsWith('_') ? '-' : '_'}`
    for (const wrong of ['x', unknown, changed, token.replace('msg_', 'evt_')]) {
      expect((await get(wrong)).problem?.code).toBe('not_found')
    }
  })
})

describe('publicBooking.setSubscription', () => {
  it('200: again, it changes nothing; 404 not_found: the client was erased', async () => {
    const { path, clinic, rowOf } = await booked()
    const token = path.slice('/u/'.length)
    const set = (subscribed: unknown) =>
      openStranger(api).mutate('publicBooking.setSubscription', { token, subscribed })
    expect((await set('no')).problem?.errors).toMatchObject([{ field: 'subscribed' }])
    expect((await set(false)).body.subscribed).toBe(false)
    expect((await set(false)).body.subscribed).toBe(false)
    const where = {
      organizationId: clinic.organization.row.id,
      action: 'messaging_contact.unsubscribed',
    }
    expect(await api.db.auditEntry.count({ where })).toBe(1)
    const owner = await signIn(api, clinic.organization)
    const { clientId: client_id } = await rowOf()
    const { body } = await owner.mutate('clients.erase', { client_id, preview: true })
    await owner.mutate('clients.erase', { client_id, version: body.version })
    expect((await set(true)).problem?.code).toBe('not_found')
  })
})
