/** A visitor who books with a deposit gets one message: of the request, and of what is to be paid. */
import { LIMITS, sendMessage, settleDeposits, type SandboxPayments } from '@scheduling/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openClinic } from '../../support/booking.ts'
import { openStranger } from '../../support/dashboard.ts'
import { failing, openPayments } from '../../support/deposits.ts'
import { bookAs, joinAs, tokenOf } from '../../support/public-booking.ts'
import { openQueue } from '../../support/queue.ts'

const api = useSharedApi()
let payments: SandboxPayments
beforeEach(async () => {
  payments = await openPayments(api)
})
afterEach(() => void Object.assign(api.service, { payments }))

const WAIT_MS = LIMITS.depositCodeWaitMinutes * 60_000
const PAID = { requiresDeposit: true, depositAmount: '50.00' }

/** A test organization: what it sends stays here, and is written all the same. */
const openPaid = () => openClinic(api, { organization: { livemode: false }, service: PAID })

/** Hands over what is due. */
async function messagesOf({ organization }: { organization: { row: { id: number } } }) {
  const where = { organizationId: organization.row.id }
  const orderBy = { createdAt: 'asc' } as const
  for (const row of await api.db.message.findMany({ where, orderBy })) {
    await sendMessage(api.service, { email: null, whatsappApiUrl: '' }, row)
  }
  return api.db.message.findMany({ where, orderBy })
}

const told = (rows: Awaited<ReturnType<typeof messagesOf>>) =>
  rows.map(({ purpose, status }) => `${purpose} ${status}`)

describe('the message about a request with a deposit', () => {
  it('goes out with the code, the link to pay and the link of the booking', async () => {
    const clinic = await openPaid()
    const { body } = await bookAs(api, clinic)
    const rows = await messagesOf(clinic)
    expect(told(rows)).toEqual(['deposit_asked SENT'])
    const { subject, text } = rows[0] ?? {}
    expect(subject).toMatch(/^Aguardando o sinal: segunda, 23 de novembro, às 9h · Clínica Aurora$/)
    expect(text).toContain('R$ 50,00')
    expect(text).toMatch(/\/d\/\S+/)
    expect(text).toMatch(/\/a\/\S+/)
    expect(text).toContain(body.appointment.deposit.payment_code)
    expect(text).not.toMatch(/marcado|confirmado/i)
  })

  it('waits for the code; with it, it goes at once', async () => {
    const clinic = await openPaid()
    Object.assign(api.service, { payments: failing(payments, 'charge') })
    await bookAs(api, clinic)
    expect(told(await messagesOf(clinic))).toEqual(['deposit_asked QUEUED'])
    await settleDeposits(api.service, payments)
    const rows = await messagesOf(clinic)
    expect(told(rows)).toEqual(['deposit_asked SENT'])
    expect(rows[0]?.text).toContain('Pix copia e cola')
  })

  it('goes without a code where that takes too long; the code brings no second one', async () => {
    const clinic = await openPaid()
    Object.assign(api.service, { payments: failing(payments, 'charge') })
    await bookAs(api, clinic)
    api.setNow(api.service.now() + WAIT_MS - 1)
    expect(told(await messagesOf(clinic))).toEqual(['deposit_asked QUEUED'])
    api.setNow(api.service.now() + 1)
    const rows = await messagesOf(clinic)
    expect(told(rows)).toEqual(['deposit_asked SENT'])
    expect(rows[0]?.text).toMatch(/\/d\/\S+/)
    expect(rows[0]?.text).not.toContain('Pix copia e cola')
    await settleDeposits(api.service, payments)
    expect(told(await messagesOf(clinic))).toEqual(['deposit_asked SENT'])
  })

  it('is of no use once the booking is cancelled, which is told to whom it had reached', async () => {
    const clinic = await openPaid()
    const bookedAt = async (where: typeof clinic) => tokenOf((await bookAs(api, where)).body.url)
    const cancel = (token: string) =>
      openStranger(api).mutate('publicBooking.cancelAppointment', { token })
    Object.assign(api.service, { payments: failing(payments, 'charge') })
    await cancel(await bookedAt(clinic))
    api.setNow(api.service.now() + WAIT_MS)
    expect(told(await messagesOf(clinic))).toEqual(['deposit_asked SKIPPED', 'cancelled SKIPPED'])
    Object.assign(api.service, { payments })
    const other = await openPaid()
    const token = await bookedAt(other)
    await messagesOf(other)
    await cancel(token)
    expect(told(await messagesOf(other))).toEqual(['deposit_asked SENT', 'cancelled SENT'])
  })

  it('is the same for a place in the queue', async () => {
    const queue = await openQueue(api, { service: PAID, organization: { livemode: false } })
    await joinAs(api, queue)
    const rows = await messagesOf(queue)
    expect(told(rows)).toEqual(['deposit_asked SENT'])
    expect(rows[0]?.text).toMatch(/\/d\/\S+[^]*\/f\/\S+/)
  })
})
