/** Deposits of a live organization without a bank: its team asks for the money. */
import { expireDeposits, sandboxPageOf, sendMessage, settleDeposits } from '@scheduling/core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { appointmentOf, openPayments, typesOf } from '../../support/deposits.ts'
import { bookAs, joinAs, tokenOf } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'
import { rounds } from '../../support/sample.ts'

const api = useOwnApi()
const HOUR_MS = 3_600_000
const PAID = { requiresDeposit: true, depositAmount: '50.00' }

beforeEach(async () => {
  await openPayments(api)
  Object.assign(api.service, { isDemonstration: false })
})
afterAll(() => void Object.assign(api.service, { isDemonstration: true }))

const openPaid = (organization = {}) => openClinic(api, { organization, service: PAID })
type Place = { readonly organization: { readonly row: { readonly id: number } } }

const depositOf = ({ organization }: Place) =>
  api.db.deposit.findFirstOrThrow({ where: { organizationId: organization.row.id } })

const call = (name: string, url: string, more: object = {}) =>
  openStranger(api).mutate(`publicBooking.${name}`, { token: tokenOf(url), ...more })

async function textOf({ organization }: Place) {
  const row = await api.db.message.findFirstOrThrow({
    where: { organizationId: organization.row.id, purpose: 'deposit_asked' },
  })
  await sendMessage(api.service, { email: null, whatsappApiUrl: '' }, row)
  return api.db.message.findUniqueOrThrow({ where: { id: row.id } })
}

const connect = ({ organization }: Place) =>
  api.db.paymentConnection.create({
    data: {
      organizationId: organization.row.id,
      provider: 'pix',
      bank: 'any',
      accountSealed: new Uint8Array(),
    },
  })

describe('a booking on the page', () => {
  it('is a request with a deposit that has no charge, no code and no event', async () => {
    const clinic = await openPaid({ autoConfirm: true })
    const { body } = await bookAs(api, clinic)
    expect(body.appointment).toMatchObject({
      status: 'PENDING',
      deposit: { method: 'MANUAL', payment_code: null, sandbox_url: null, seconds_left: 86_400 },
    })
    const row = await depositOf(clinic)
    expect(row).toMatchObject({ method: 'MANUAL', chargeId: null, connectionId: null })
    expect(sandboxPageOf(api.service, { ...row, livemode: true })).toBeNull()
    await settleDeposits(api.service, api.service.payments)
    expect(typesOf(await eventsOf(api.db, clinic.organization.row))).not.toContain(
      'deposit.created',
    )
    const { body: record } = await clinic.call('GET', `/v1/deposits/${row.id}`)
    expect(record).toMatchObject({ method: 'MANUAL', payment_code: null, payment_url: null })
    expect(await api.db.sandboxCharge.count()).toBe(0)
  })

  it('is told at once, with what the team will do and no link to pay', async () => {
    const clinic = await openPaid()
    await bookAs(api, clinic)
    const { subject, text } = await textOf(clinic)
    expect(subject).toMatch(/^Aguardando o sinal: /)
    expect(text).toContain('A equipe vai combinar o sinal de R$ 50,00 com você.')
    expect(text).not.toMatch(/\/d\/|Pagar|confirmado|Demonstração/)
    expect(text).toMatch(/\/a\/\S+/)
  })

  it('expires after the hours of the organization, and at the start at the latest', async () => {
    const soon = await openPaid({ manualDepositHours: 100 })
    await bookAs(api, soon, { start: at('09:00') })
    expect((await depositOf(soon)).expiresAt).toEqual(new Date(at('09:00')))
    const clinic = await openPaid({ manualDepositHours: 2 })
    const { body } = await bookAs(api, clinic)
    api.setNow(TEST_NOW + 2 * HOUR_MS - 1)
    await expireDeposits(api.service, api.service.payments)
    expect((await depositOf(clinic)).status).toBe('PENDING')
    api.setNow(TEST_NOW + 2 * HOUR_MS)
    await expireDeposits(api.service, api.service.payments)
    expect((await call('getAppointment', body.url)).body).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancelled_by: 'unpaid',
      deposit: { status: 'EXPIRED' },
    })
  })

  it('moved to an earlier start, it expires there', async () => {
    const clinic = await openPaid({ manualDepositHours: 300 })
    const { body } = await bookAs(api, clinic, { start: at('17:00') })
    expect((await depositOf(clinic)).expiresAt).toEqual(new Date(at('17:00')))
    await call('rescheduleAppointment', body.url, { start: at('10:00') })
    expect((await depositOf(clinic)).expiresAt).toEqual(new Date(at('10:00')))
  })

  it('is confirmed by hand: deposit.paid and appointment.confirmed', async () => {
    const clinic = await openPaid()
    const { body } = await bookAs(api, clinic)
    const owner = await signIn(api, clinic.organization)
    const { id } = await depositOf(clinic)
    expect((await owner.mutate('deposits.confirmByHand', { deposit_id: id })).status).toBe(200)
    expect(typesOf(await eventsOf(api.db, clinic.organization.row)).slice(-2)).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
    expect((await call('getAppointment', body.url)).body.status).toBe('CONFIRMED')
  })

  it('of a place in the queue is the same', async () => {
    const queue = await openQueue(api, { service: PAID })
    const { body } = await joinAs(api, queue)
    expect(body.queue_entry.deposit).toMatchObject({ method: 'MANUAL', payment_code: null })
    const { text } = await textOf(queue)
    expect(text).toContain('A equipe vai combinar o sinal de R$ 50,00 com você.')
    expect(text).toMatch(/\/f\/\S+/)
    api.setNow(TEST_NOW + 24 * HOUR_MS)
    await expireDeposits(api.service, api.service.payments)
    expect((await call('getQueueEntry', body.url)).body.status).toBe('CANCELLED')
  })
})

it('a charge by the team is by hand too', async () => {
  const clinic = await openPaid()
  const { body } = await clinic.book()
  const owner = await signIn(api, clinic.organization)
  const asked = { appointment_id: body.id, amount: '5.00' }
  const charged = await owner.mutate('deposits.charge', asked)
  expect(charged.body).toMatchObject({ method: 'MANUAL', status: 'PENDING', payment_code: null })
  expect((await owner.query('payments.get', {})).body.provider).toBe('manual')
})

it('test organizations keep the codes of the sandbox, whose mail says that they are for demonstration', async () => {
  const clinic = await openPaid({ livemode: false })
  const { body } = await bookAs(api, clinic)
  expect(body.appointment.deposit).toMatchObject({
    method: 'PIX',
    payment_code: expect.stringMatching(/^000201/),
  })
  expect((await textOf(clinic)).text).toMatch(/Demonstração: .*ninguém paga de verdade\.$/)
})

describe('at one moment', () => {
  it('expiry and confirmation by hand: one of them, for deposit and appointment', async () => {
    for (let round = 0; round < rounds(8); round += 1) {
      api.setNow(TEST_NOW)
      const clinic = await openPaid({ manualDepositHours: 1 })
      await bookAs(api, clinic)
      const owner = await signIn(api, clinic.organization)
      const { id } = await depositOf(clinic)
      api.setNow(TEST_NOW + HOUR_MS)
      const acts = [
        () => owner.mutate('deposits.confirmByHand', { deposit_id: id }),
        () => expireDeposits(api.service, api.service.payments),
      ]
      await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
      const deposit = await depositOf(clinic)
      const { status } = await appointmentOf(api, deposit.appointmentId ?? 0)
      expect(['PAID CONFIRMED', 'EXPIRED CANCELLED_CLIENT']).toContain(
        `${deposit.status} ${status}`,
      )
    }
  })

  it('a bank that is connected later charges what is asked for from then on alone', async () => {
    const clinic = await openPaid()
    const { body } = await bookAs(api, clinic)
    await connect(clinic)
    await settleDeposits(api.service, api.service.payments)
    expect((await call('getAppointment', body.url)).body.deposit).toMatchObject({
      method: 'MANUAL',
      payment_code: null,
    })
    const offer = await openStranger(api).query('publicBooking.getOrganization', {
      slug: clinic.organization.row.slug,
    })
    expect(offer.body.deposit_method).toBe('PIX')
    const owner = await signIn(api, clinic.organization)
    const { id } = await depositOf(clinic)
    expect((await owner.mutate('deposits.confirmByHand', { deposit_id: id })).status).toBe(200)
  })

  it('bookings of one time: one of them, with one deposit', async () => {
    const clinic = await openPaid()
    const replies = await Promise.all([1, 2, 3, 4].map(() => bookAs(api, clinic)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const where = { organizationId: clinic.organization.row.id }
    expect(await api.db.deposit.count({ where })).toBe(1)
  })
})

it('the migration gives open deposits of the sandbox to the team, and leaves all others', async () => {
  Object.assign(api.service, { isDemonstration: true })
  const [live, test, bank] = [
    await openPaid(),
    await openPaid({ livemode: false }),
    await openPaid(),
  ]
  for (const clinic of [live, test]) await bookAs(api, clinic)
  await bookAs(api, bank)
  const { id: connectionId } = await connect(bank)
  await api.db.deposit.updateMany({
    where: { organizationId: bank.organization.row.id },
    data: { connectionId },
  })
  const file = new URL(
    '../../../prisma/migrations/20261128033000_manual_deposits/migration.sql',
    import.meta.url,
  )
  const [, update = ''] = readFileSync(file, 'utf8').split(/(?=^UPDATE )/m)
  await api.db.$executeRawUnsafe(update)
  expect(await depositOf(live)).toMatchObject({
    method: 'MANUAL',
    chargeId: null,
    paymentCode: null,
  })
  for (const clinic of [test, bank]) {
    expect(await depositOf(clinic)).toMatchObject({
      method: 'PIX',
      chargeId: expect.any(String),
      paymentCode: expect.any(String),
    })
  }
})
