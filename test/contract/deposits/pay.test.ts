import { beforeEach, describe, expect, it } from 'vitest'
import { refundDeposit, settlePayments, type SandboxPayments } from '@scheduling/core'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import {
  appointmentOf,
  charged,
  chargeEntry,
  depositOf,
  eventsAfterCharge,
  openPayments,
  typesOf,
} from '../../support/deposits.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useSharedApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

const MINUTE_MS = 60_000

describe('payment', () => {
  it('confirms the appointment, in one batch', async () => {
    const one = await charged(api, provider)
    api.setNow(TEST_NOW + MINUTE_MS)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    const { body } = await one.clinic.call('GET', `/v1/deposits/${one.deposit.id}`)
    expect(body).toMatchObject({
      status: 'PAID',
      paid_amount: '50.00',
      paid_at: today('08:01'),
      payment_code: null,
    })
    const appointment = await one.clinic.call('GET', `/v1/appointments/${one.appointmentId}`)
    expect(appointment.body).toMatchObject({ status: 'CONFIRMED', confirmed_at: today('08:01') })
    const events = await eventsAfterCharge(api, one)
    expect(typesOf(events)).toEqual(['deposit.paid', 'appointment.confirmed'])
    expect(events[0]?.payload).toMatchObject({
      object: body,
      changes: {
        status: { from: 'PENDING', to: 'PAID' },
        paid_amount: { from: null, to: '50.00' },
      },
      batch_id: expect.stringMatching(/^bat_/),
    })
    expect(events[1]?.payload).toMatchObject({
      object: appointment.body,
      batch_id: events[0]?.payload.batch_id,
    })
    expect(events[1]?.context).toMatchObject({ actor: { type: 'system' }, source: 'payment' })
  })

  it('is written once, however often and at one time its notice comes', async () => {
    const one = await charged(api, provider)
    await provider.pay(one.chargeId)
    const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await Promise.all(Array.from({ length: 8 }, settle))
    await settle()
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
    expect((await provider.refunded()).size).toBe(0)
  })

  it('and a cancellation at one time: paid and kept, or withdrawn and given back', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await charged(api, provider)
      await provider.pay(one.chargeId)
      const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
      const cancel = () => one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/cancel`)
      await Promise.all(round % 2 === 0 ? [settle(), cancel()] : [cancel(), settle()])
      const appointment = await appointmentOf(api, one.appointmentId)
      expect(appointment).toMatchObject({ status: 'CANCELLED_PROFESSIONAL', holdId: null })
      const told = typesOf(await eventsAfterCharge(api, one)).join(' ')
      const { status } = await depositOf(api, one.deposit.id)
      expect([
        'PAID: deposit.paid appointment.confirmed appointment.cancelled',
        'REFUNDED: appointment.cancelled deposit.expired deposit.paid deposit.refunded',
      ]).toContain(`${status}: ${told}`)
    }
  })

  it('a notice of what no one paid changes nothing', async () => {
    const one = await charged(api, provider)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PENDING' })
    expect(await eventsAfterCharge(api, one)).toEqual([])
  })

  it('a second one goes back in full, once, and the deposit stays paid', async () => {
    const one = await charged(api, provider)
    await provider.pay(one.chargeId)
    const second = await provider.pay(one.chargeId)
    const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await Promise.all([settle(), settle()])
    await settle()
    expect([...(await provider.refunded())]).toEqual([[second.id, '50.00']])
    expect(await depositOf(api, one.deposit.id)).toMatchObject({ status: 'PAID' })
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'deposit.paid',
      'appointment.confirmed',
    ])
  })

  it('leaves an appointment that is confirmed, and a queue entry, as they are', async () => {
    const one = await charged(api, provider)
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/confirm`)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(typesOf(await eventsAfterCharge(api, one))).toEqual([
      'appointment.confirmed',
      'deposit.paid',
    ])

    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const organizationId = queue.organization.row.id
    const deposit = await chargeEntry(api, provider, queue, entry)
    await provider.pay(deposit.chargeId ?? '')
    await settlePayments(api.service, organizationId, deposit.id, provider)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(typesOf(events)).toEqual(['queue.entry.updated', 'deposit.created', 'deposit.paid'])
    expect(events[2]?.payload.batch_id).toBeNull()
  })
})

describe('events', () => {
  it('carry what subscriptions filter by: professional and services of the appointment or entry', async () => {
    const one = await charged(api, provider)
    const { clinic, organizationId } = one
    await provider.pay(one.chargeId)
    await settlePayments(api.service, organizationId, one.deposit.id, provider)
    await refundDeposit(
      api.service,
      organizationId,
      { depositId: one.deposit.id, amount: '20.00' },
      provider,
    )
    const depositEventsOf = (id: number) =>
      api.db.event.findMany({
        where: { organizationId: id, type: { startsWith: 'deposit.' } },
        orderBy: { sequence: 'asc' },
      })
    const ofAppointment = await depositEventsOf(organizationId)
    expect(typesOf(ofAppointment)).toEqual(['deposit.created', 'deposit.paid', 'deposit.refunded'])
    for (const event of ofAppointment) {
      expect(event).toMatchObject({
        professionalIds: [clinic.professional.id],
        serviceIds: [clinic.service.id],
        filterStatus: null,
        filterType: null,
      })
    }

    const queue = await openQueue(api)
    const { id } = queue.organization.row
    for (const [columns, professionalIds] of [
      [{}, []],
      [{ professional: queue.professional }, [queue.professional.id]],
    ] as const) {
      const entry = await queue.entry('WAITING', columns)
      await chargeEntry(api, provider, queue, entry)
      await queue.call('POST', `/v1/queue/entries/${entry.id}/cancel`)
      const ofEntry = (await depositEventsOf(id)).slice(-2)
      expect(typesOf(ofEntry)).toEqual(['deposit.created', 'deposit.expired'])
      for (const event of ofEntry) {
        expect(event).toMatchObject({ professionalIds, serviceIds: [queue.service.id] })
      }
    }
  })
})
