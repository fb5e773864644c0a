import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createDeposit,
  issueCharge,
  refundDeposit,
  requestDeposit,
  settlePayments,
  systemWork,
  type DepositOwnerId,
  type PaymentProvider,
  type SandboxPayments,
} from '@scheduling/core'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import {
  appointmentOf,
  charged,
  depositOf,
  eventsAfterCharge,
  failing,
  openPayments,
  typesOf,
} from '../../support/deposits.ts'
import { openQueue, today } from '../../support/queue.ts'

let api: TestApi
let provider: SandboxPayments

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  provider = await openPayments(api)
})
afterAll(() => api.close())

const MINUTE_MS = 60_000

describe('charge', () => {
  it('is PENDING with its code, and deposit.created comes with the code', async () => {
    const clinic = await openClinic(api, { organization: { depositExpiryMinutes: 45 } })
    const { deposit, appointmentId, organizationId } = await charged(api, provider, clinic)
    expect(deposit).toMatchObject({ status: 'PENDING', appointmentId, queueEntryId: null })
    expect(deposit.expiresAt).toEqual(new Date(TEST_NOW + 45 * MINUTE_MS))
    expect(deposit.paymentCode).toMatch(/^000201.+6304[0-9A-F]{4}$/)
    // No page shows the code yet, so no address of one is given.
    expect(deposit.paymentUrl).toBeNull()
    const events = (await eventsOf(api.db, { id: organizationId })).slice(-2)
    expect(events).toMatchObject([
      {
        type: 'appointment.updated',
        payload: { changes: { deposit_id: { from: null, to: deposit.id } } },
        context: { source: 'system' },
      },
      {
        type: 'deposit.created',
        payload: { changes: null, batch_id: null },
        context: { actor: { type: 'system' }, source: 'payment' },
      },
    ])
    const got = await clinic.call('GET', `/v1/deposits/${deposit.id}`)
    expect(events[1]?.payload.object).toEqual(got.body)
    const appointment = await clinic.call('GET', `/v1/appointments/${appointmentId}?expand=deposit`)
    expect(appointment.body).toMatchObject({ deposit_id: deposit.id, deposit: got.body })
  })

  it('without an answer of the provider there is no code and no event, and it can be asked again', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const organizationId = clinic.organization.row.id
    const silent = failing(provider, 'createCharge')
    const owner = { appointmentId: body.id }
    await expect(
      createDeposit(api.service, organizationId, { owner, amount: '50.00' }, silent),
    ).rejects.toThrow('down')
    const row = await api.db.deposit.findFirstOrThrow({ where: owner })
    expect(row).toMatchObject({ status: 'PENDING', paymentCode: null })
    silent.recover()
    const again = await Promise.all(
      [1, 2, 3].map(() => issueCharge(api.service, organizationId, row.id, silent)),
    )
    expect(new Set(again.map(({ paymentCode }) => paymentCode)).size).toBe(1)
    const events = typesOf(await eventsOf(api.db, clinic.organization.row))
    expect(events.filter((type) => type === 'deposit.created')).toHaveLength(1)
  })

  it('of a deposit that ended before its code came is withdrawn', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const organizationId = clinic.organization.row.id
    const { id, chargeId } = await systemWork(api.service, organizationId, (work) =>
      requestDeposit(work, { owner: { appointmentId: body.id }, amount: '50.00' }),
    )
    const slow: PaymentProvider = {
      ...provider,
      async createCharge(charge) {
        await clinic.call('POST', `/v1/appointments/${body.id}/cancel`)
        return provider.createCharge(charge)
      },
    }
    const row = await issueCharge(api.service, organizationId, id, slow)
    expect(row).toMatchObject({ status: 'EXPIRED', paymentCode: null })
    await expect(provider.pay(chargeId ?? '')).rejects.toThrow('Nobody can pay')
  })

  it('is refused for what is over, charged already, not ours, or without the feature', async () => {
    const { clinic, organizationId, appointmentId, deposit, chargeId } = await charged(
      api,
      provider,
    )
    const ask = (owner: DepositOwnerId, amount = '50.00', organization = organizationId) =>
      createDeposit(api.service, organization, { owner, amount }, provider).then(
        () => 'created',
        (error: { code?: string }) => error.code,
      )
    expect(await ask({ appointmentId })).toBe('action_not_allowed')
    await provider.pay(chargeId)
    await settlePayments(api.service, organizationId, deposit.id, provider)
    expect(await ask({ appointmentId })).toBe('action_not_allowed')
    const other = await clinic.book({ start: at('11:00') })
    for (const amount of ['0.00', '-1.00', '1', '1.5', '1,50', '12345678901.00', 'NaN', '']) {
      expect(await ask({ appointmentId: other.body.id }, amount)).toBe('validation_error')
    }
    await clinic.call('POST', `/v1/appointments/${other.body.id}/cancel`)
    expect(await ask({ appointmentId: other.body.id })).toBe('appointment_not_editable')
    const stranger = await openClinic(api, { organization: { switchedOff: ['deposits'] } })
    const theirs = await stranger.book()
    expect(await ask({ appointmentId: theirs.body.id })).toBe('not_found')
    const strangerId = stranger.organization.row.id
    expect(await ask({ appointmentId: theirs.body.id }, '50.00', strangerId)).toBe(
      'feature_not_enabled',
    )
    const queue = await openQueue(api)
    const ended = await queue.entry('NO_SHOW')
    expect(await ask({ queueEntryId: ended.id }, '50.00', queue.organization.row.id)).toBe(
      'queue_entry_not_editable',
    )
    expect(await api.db.deposit.count()).toBe(1)
  })

  it('of ten requests at one time one is written', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        createDeposit(
          api.service,
          clinic.organization.row.id,
          { owner: { appointmentId: body.id }, amount: '50.00' },
          provider,
        ),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await api.db.deposit.count()).toBe(1)
  })
})

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
    expect(provider.refunded.size).toBe(0)
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

  it('a notice of what nobody paid changes nothing', async () => {
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
    expect([...provider.refunded]).toEqual([[second.id, 5000]])
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
    const owner = { queueEntryId: entry.id }
    const deposit = await createDeposit(
      api.service,
      organizationId,
      { owner, amount: '20.00' },
      provider,
    )
    await provider.pay(deposit.chargeId ?? '')
    await settlePayments(api.service, organizationId, deposit.id, provider)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(typesOf(events)).toEqual(['deposit.created', 'deposit.paid'])
    expect(events[1]?.payload.batch_id).toBeNull()
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
      await createDeposit(
        api.service,
        id,
        { owner: { queueEntryId: entry.id }, amount: '20.00' },
        provider,
      )
      await queue.call('POST', `/v1/queue/entries/${entry.id}/cancel`)
      const ofEntry = (await depositEventsOf(id)).slice(-2)
      expect(typesOf(ofEntry)).toEqual(['deposit.created', 'deposit.expired'])
      for (const event of ofEntry) {
        expect(event).toMatchObject({ professionalIds, serviceIds: [queue.service.id] })
      }
    }
  })
})
