/** The tick "messages by WhatsApp" on public pages: it covers one record, and lifts no refusal. */
import { describe, expect, it } from 'vitest'
import { useOwnApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { bookAs, joinAs, newClient } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import { waitAs } from '../../support/waitlist.ts'

const api = useOwnApi()

let phones = 0
const newPhone = () => `+551198${String(7_000_000 + (phones += 1))}`

async function openConnected() {
  const clinic = await openClinic(api)
  await connect(clinic.organization.row.id)
  return clinic
}

const connect = (organizationId: number) =>
  api.db.messagingConnection.create({
    data: { organizationId, channel: 'central', status: 'CONNECTED', phone: '+551130001000' },
  })

const waysOf = async (organizationId: number) => {
  const rows = await api.db.message.findMany({
    where: { organizationId },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ purpose, channel }) => `${purpose} ${channel}`)
}

/** Books with the tick, with a phone of which this is known. */
async function booked(known: object | null, ticked: boolean | undefined, phone = newPhone()) {
  const clinic = await openConnected()
  const organizationId = clinic.organization.row.id
  if (known !== null) {
    const address = phone.replace(/^\+55119/, '+5511')
    await api.db.messagingContact.create({
      data: { organizationId, channel: 'whatsapp', address, ...known },
    })
  }
  const reply = await bookAs(api, clinic, { client: newClient({ phone }), whatsapp: ticked })
  expect(reply.status).toBe(200)
  return waysOf(organizationId)
}

const BY_WHATSAPP = ['booked whatsapp']
const BY_MAIL = ['booked email']

describe('a message about what a visitor booked', () => {
  it.each([
    ['goes by WhatsApp where that was ticked', null, true, BY_WHATSAPP],
    ['goes by e-mail where it was not', null, undefined, BY_MAIL],
    ['goes by e-mail where the phone said STOP', { remindersStoppedAt: new Date() }, true, BY_MAIL],
    ['goes by e-mail where the phone did not agree', {}, true, BY_MAIL],
    ['goes by WhatsApp where the phone agreed', { optedInAt: new Date() }, undefined, BY_WHATSAPP],
  ])('%s', async (_, known, ticked, expected) => {
    expect(await booked(known, ticked)).toEqual(expected)
  })

  it('by WhatsApp covers this record alone, also when the team changes it', async () => {
    const clinic = await openConnected()
    const organizationId = clinic.organization.row.id
    const client = newClient({ phone: newPhone() })
    await bookAs(api, clinic, { client, whatsapp: true })
    await bookAs(api, clinic, { client, start: at('11:00') })
    expect(await waysOf(organizationId)).toEqual(['booked whatsapp', 'booked email'])
    const { id } = await api.db.appointment.findFirstOrThrow({
      where: { organizationId },
      orderBy: { id: 'asc' },
    })
    const owner = await signIn(api, clinic.organization)
    await owner.mutate('appointments.cancel', { appointment_id: id })
    expect((await waysOf(organizationId)).at(-1)).toBe('cancelled whatsapp')
  })

  it('goes to no other phone: a client who is known keeps the stored one', async () => {
    const clinic = await openConnected()
    const client = newClient({ phone: newPhone() })
    await bookAs(api, clinic, { client })
    const typed = { ...client, phone: newPhone() }
    await bookAs(api, clinic, { client: typed, start: at('11:00'), whatsapp: true })
    expect(await waysOf(clinic.organization.row.id)).toEqual(['booked email', 'booked email'])
  })
})

it('the link of a place in the queue and of a wish goes the same way', async () => {
  const queue = await openQueue(api)
  await connect(queue.organization.row.id)
  await joinAs(api, queue, { client: newClient({ phone: newPhone() }), whatsapp: true })
  await joinAs(api, queue)
  expect(await waysOf(queue.organization.row.id)).toEqual(['joined whatsapp', 'joined email'])
  const clinic = await openConnected()
  await waitAs(api, clinic, { client: newClient({ phone: newPhone() }), whatsapp: true })
  expect(await waysOf(clinic.organization.row.id)).toEqual(['wish whatsapp'])
})

it('pages offer the tick while a number is connected, and say where a message should arrive', async () => {
  const channels = async (slug: string | null) =>
    (await openStranger(api).query('publicBooking.getOrganization', { slug })).body.channels
  const without = await openClinic(api)
  expect(await channels(without.organization.row.slug)).toEqual({ email: true, whatsapp: false })
  const clinic = await openConnected()
  const { slug } = clinic.organization.row
  expect(await channels(slug)).toEqual({ email: true, whatsapp: true })
  const page = async (of: typeof clinic) => {
    const query = new URLSearchParams({ servico: String(of.service.id), inicio: at('09:00') })
    return (await fetch(`${api.url}/${of.organization.row.slug}/dados?${query}`)).text()
  }
  expect(await page(clinic)).toContain('name="whatsapp" value="1"')
  expect(await page(without)).not.toContain('name="whatsapp"')
  const leadsTo = async (typed: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({
      servico: String(clinic.service.id),
      inicio: at('09:00'),
      nome: 'Ana',
      envio: crypto.randomUUID(),
      ...typed,
    })
    const init = { method: 'POST', body, redirect: 'manual' } as const
    const { headers } = await fetch(`${api.url}/${slug}/reservar`, init)
    const to = new URL(headers.get('location') ?? '', api.url)
    const html = await (await fetch(to)).text()
    return [
      to.searchParams.get('aviso'),
      /deve chegar ao (WhatsApp|e-mail)/.exec(html)?.[1] ?? null,
    ]
  }
  expect(await leadsTo({ telefone: newPhone(), whatsapp: '1', inicio: at('09:00') })).toEqual([
    'whatsapp',
    'WhatsApp',
  ])
  expect(await leadsTo({ email: 'ana@example.com', inicio: at('10:00') })).toEqual([
    'email',
    'e-mail',
  ])
  expect(await leadsTo({ telefone: newPhone(), inicio: at('11:00') })).toEqual([null, null])
})
