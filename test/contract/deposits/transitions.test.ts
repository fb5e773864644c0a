import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createDeposit,
  expireDeposits,
  issueCharge,
  markPaid,
  refundDeposit,
  requestDeposit,
  sandboxPayments,
  settlePayments,
  systemWork,
  type DepositOwnerId,
  type PaymentProvider,
  type SandboxPayments,
} from '@scheduling/core'
import type { Deposit, QueueEntryStatus } from '@scheduling/database'
import { startTestApi, TEST_NOW, type TestApi } from '../../support/api.ts'
import { anotherClient, at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { blockedTime, eventsOf } from '../../support/clinic.ts'
import { openQueue, today } from '../../support/queue.ts'

let api: TestApi
let provider: SandboxPayments

beforeAll(async () => {
  api = await startTestApi()
})
// The timer looks at every organization: each test begins without deposits.
beforeEach(async () => {
  await api.db.deposit.deleteMany()
  api.setNow(TEST_NOW)
  api.logged.length = 0
  provider = sandboxPayments(api.service.now)
})
afterAll(() => api.close())

const MINUTE_MS = 60_000
const EXPIRY = TEST_NOW + 30 * MINUTE_MS

type Charged = {
  readonly clinic: BookableClinic
  readonly organizationId: number
  readonly appointmentId: number
  readonly deposit: Deposit
  readonly chargeId: string
}

/** An appointment on Monday 09:00 whose client is asked for 50.00. */
async function charged(clinic?: BookableClinic): Promise<Charged> {
  const place = clinic ?? (await openClinic(api))
  const { body } = await place.book()
  const organizationId = place.organization.row.id
  const owner = { appointmentId: body.id }
  const deposit = await createDeposit(
    api.service,
    organizationId,
    { owner, amount: '50.00' },
    provider,
  )
  return {
    clinic: place,
    organizationId,
    appointmentId: body.id,
    deposit,
    chargeId: deposit.chargeId ?? '',
  }
}

const depositOf = (id: number) => api.db.deposit.findUniqueOrThrow({ where: { id } })
const appointmentOf = (id: number) => api.db.appointment.findUniqueOrThrow({ where: { id } })

/** Types, changes and batches of what happened after the booking and the charge. */
async function eventsAfterCharge({ clinic }: Pick<Charged, 'clinic'>) {
  const events = await eventsOf(api.db, clinic.organization.row)
  const first = events.findIndex(({ type }) => type === 'deposit.created')
  return events.slice(first + 1)
}
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

/** A provider that fails until told otherwise. */
function failing(inner: SandboxPayments, ...calls: (keyof PaymentProvider)[]) {
  const state = { fails: true }
  const guarded =
    <Arguments extends unknown[], Result>(
      name: keyof PaymentProvider,
      run: (...given: Arguments) => Promise<Result>,
    ) =>
    async (...given: Arguments): Promise<Result> => {
      if (state.fails && calls.includes(name)) throw new Error('The provider is down.')
      return run(...given)
    }
  const outer: PaymentProvider = {
    createCharge: guarded('createCharge', inner.createCharge),
    payments: guarded('payments', inner.payments),
    withdrawCharge: guarded('withdrawCharge', inner.withdrawCharge),
    refund: guarded('refund', inner.refund),
  }
  return { ...outer, recover: () => (state.fails = false) }
}

describe('charge', () => {
  it('is PENDING with its code, and deposit.created comes with the code', async () => {
    const clinic = await openClinic(api, { organization: { depositExpiryMinutes: 45 } })
    const { deposit, appointmentId, organizationId } = await charged(clinic)
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
    const events = types(await eventsOf(api.db, clinic.organization.row))
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
    const { clinic, organizationId, appointmentId, deposit, chargeId } = await charged()
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
    const one = await charged()
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
    const events = await eventsAfterCharge(one)
    expect(types(events)).toEqual(['deposit.paid', 'appointment.confirmed'])
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
    const one = await charged()
    await provider.pay(one.chargeId)
    const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await Promise.all(Array.from({ length: 8 }, settle))
    await settle()
    expect(types(await eventsAfterCharge(one))).toEqual(['deposit.paid', 'appointment.confirmed'])
    expect(provider.refunded.size).toBe(0)
  })

  it('and a cancellation at one time: paid and kept, or withdrawn and given back', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await charged()
      await provider.pay(one.chargeId)
      const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
      const cancel = () => one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/cancel`)
      await Promise.all(round % 2 === 0 ? [settle(), cancel()] : [cancel(), settle()])
      const appointment = await appointmentOf(one.appointmentId)
      expect(appointment).toMatchObject({ status: 'CANCELLED_PROFESSIONAL', holdId: null })
      const told = types(await eventsAfterCharge(one)).join(' ')
      const { status } = await depositOf(one.deposit.id)
      expect([
        'PAID: deposit.paid appointment.confirmed appointment.cancelled',
        'REFUNDED: appointment.cancelled deposit.expired deposit.paid deposit.refunded',
      ]).toContain(`${status}: ${told}`)
    }
  })

  it('a notice of what nobody paid changes nothing', async () => {
    const one = await charged()
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PENDING' })
    expect(await eventsAfterCharge(one)).toEqual([])
  })

  it('a second one goes back in full, once, and the deposit stays paid', async () => {
    const one = await charged()
    await provider.pay(one.chargeId)
    const second = await provider.pay(one.chargeId)
    const settle = () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await Promise.all([settle(), settle()])
    await settle()
    expect([...provider.refunded]).toEqual([[second.id, 5000]])
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PAID' })
    expect(types(await eventsAfterCharge(one))).toEqual(['deposit.paid', 'appointment.confirmed'])
  })

  it('leaves an appointment that is confirmed, and a queue entry, as they are', async () => {
    const one = await charged()
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/confirm`)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(types(await eventsAfterCharge(one))).toEqual(['appointment.confirmed', 'deposit.paid'])

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
    expect(types(events)).toEqual(['deposit.created', 'deposit.paid'])
    expect(events[1]?.payload.batch_id).toBeNull()
  })
})

describe('events', () => {
  it('carry what subscriptions filter by: professional and services of the appointment or entry', async () => {
    const one = await charged()
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
    expect(types(ofAppointment)).toEqual(['deposit.created', 'deposit.paid', 'deposit.refunded'])
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
      expect(types(ofEntry)).toEqual(['deposit.created', 'deposit.expired'])
      for (const event of ofEntry) {
        expect(event).toMatchObject({ professionalIds, serviceIds: [queue.service.id] })
      }
    }
  })
})

describe('expiry', () => {
  it('cancels the unpaid appointment and frees its time, in one batch, not a moment too soon', async () => {
    const one = await charged()
    api.setNow(EXPIRY - 1)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await one.clinic.starts()).not.toContain(at('09:00'))
    api.setNow(EXPIRY)
    const runs = await Promise.all([1, 2, 3].map(() => expireDeposits(api.service, provider)))
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await one.clinic.starts()).toContain(at('09:00'))
    const holds = { where: { organizationId: one.organizationId } }
    expect(await api.db.calendarHold.count(holds)).toBe(0)
    const appointment = await one.clinic.call('GET', `/v1/appointments/${one.appointmentId}`)
    expect(appointment.body).toMatchObject({
      status: 'CANCELLED_CLIENT',
      cancellation_reason: 'deposit_expired',
      cancelled_at: today('08:30'),
    })
    const events = await eventsAfterCharge(one)
    expect(events).toMatchObject([
      {
        type: 'deposit.expired',
        payload: { changes: { status: { from: 'PENDING', to: 'EXPIRED' } } },
        context: { actor: { type: 'system' }, source: 'system' },
      },
      {
        type: 'appointment.cancelled',
        payload: {
          object: appointment.body,
          batch_id: events[0]?.payload.batch_id,
          changes: {
            status: { from: 'PENDING', to: 'CANCELLED_CLIENT' },
            cancellation_reason: { from: null, to: 'deposit_expired' },
          },
        },
      },
    ])
    await expect(provider.pay(one.chargeId)).rejects.toThrow('Nobody can pay')
  })

  it('leaves an appointment alone that the team confirmed meanwhile', async () => {
    const one = await charged()
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/confirm`)
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service)).toBe(1)
    expect(await appointmentOf(one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each([
    ['WAITING', 'CANCELLED'],
    ['SKIPPED', 'CANCELLED'],
    ['CALLED', 'CALLED'],
    ['IN_SERVICE', 'IN_SERVICE'],
  ] as const)('a queue entry that is %s is then %s', async (status: QueueEntryStatus, then) => {
    const queue = await openQueue(api)
    const entry = await queue.entry(status)
    const owner = { queueEntryId: entry.id }
    await createDeposit(
      api.service,
      queue.organization.row.id,
      { owner, amount: '20.00' },
      provider,
    )
    api.setNow(EXPIRY)
    expect(await expireDeposits(api.service, provider)).toBe(1)
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row).toMatchObject({
      status: then,
      cancellationReason: then === 'CANCELLED' ? 'deposit_expired' : null,
    })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(types(events).slice(1)).toEqual(
      then === 'CANCELLED' ? ['deposit.expired', 'queue.entry.cancelled'] : ['deposit.expired'],
    )
  })

  it('takes a payment that the provider knows of and nobody reported', async () => {
    const one = await charged()
    await provider.pay(one.chargeId)
    api.setNow(EXPIRY + MINUTE_MS)
    expect(await expireDeposits(api.service, provider)).toBe(0)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PAID' })
    expect(await appointmentOf(one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each(['payments', 'withdrawCharge'] as const)(
    'waits 15 minutes for a provider whose %s does not answer, and no longer',
    async (call) => {
      const one = await charged()
      const silent = failing(provider, call)
      for (const minutes of [0, 1, 14]) {
        api.setNow(EXPIRY + minutes * MINUTE_MS)
        expect(await expireDeposits(api.service, silent)).toBe(0)
      }
      expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PENDING' })
      api.setNow(EXPIRY + 15 * MINUTE_MS)
      expect(await expireDeposits(api.service, silent)).toBe(1)
      expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    },
  )

  it('and a payment at one time leave one consistent end', async () => {
    const clinic = await openClinic(api)
    for (let round = 0; round < 6; round += 1) {
      api.setNow(TEST_NOW)
      const start = at(`1${round}:00`.replace('12', '17'))
      const { body } = await clinic.book({ start })
      const organizationId = clinic.organization.row.id
      const deposit = await createDeposit(
        api.service,
        organizationId,
        { owner: { appointmentId: body.id }, amount: '50.00' },
        provider,
      )
      const payment = { amount: '50.00', paidAt: EXPIRY - MINUTE_MS }
      api.setNow(EXPIRY)
      await Promise.all([
        markPaid(api.service, organizationId, { depositId: deposit.id, payment }, provider),
        expireDeposits(api.service),
      ])
      expect(await depositOf(deposit.id)).toMatchObject({ status: 'PAID', expiredAt: null })
      const appointment = await appointmentOf(body.id)
      expect(appointment).toMatchObject({ status: 'CONFIRMED', cancellationReason: null })
      expect(appointment.holdId).not.toBeNull()
    }
  })
})

describe('late notice', () => {
  /** Paid in time; the notice comes after the expiry. */
  async function expired(one: Charged) {
    api.setNow(EXPIRY - MINUTE_MS)
    await provider.pay(one.chargeId)
    api.setNow(EXPIRY)
    // The provider was not asked, so nothing was known of the payment.
    await expireDeposits(api.service)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'EXPIRED' })
    return () => settlePayments(api.service, one.organizationId, one.deposit.id, provider)
  }

  it('brings the appointment back when its time is still free', async () => {
    const one = await charged()
    const settle = await expired(one)
    await Promise.all([settle(), settle(), settle()])
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PAID', expiredAt: null })
    const appointment = await one.clinic.call('GET', `/v1/appointments/${one.appointmentId}`)
    expect(appointment.body).toMatchObject({
      status: 'CONFIRMED',
      cancellation_reason: null,
      cancelled_at: null,
    })
    expect(await one.clinic.starts()).not.toContain(at('09:00'))
    const events = await eventsAfterCharge(one)
    expect(types(events)).toEqual([
      'deposit.expired',
      'appointment.cancelled',
      'deposit.paid',
      'appointment.confirmed',
    ])
    expect(events[3]?.payload.changes).toEqual({
      status: { from: 'CANCELLED_CLIENT', to: 'CONFIRMED' },
    })
    expect(events[3]?.payload.batch_id).toBe(events[2]?.payload.batch_id)
    expect(provider.refunded.size).toBe(0)
    await expireDeposits(api.service, provider)
    expect(provider.refunded.size).toBe(0)
  })

  it.each<[string, (one: Charged) => Promise<unknown>]>([
    [
      'somebody else has the time',
      async ({ clinic }) => {
        const client = await anotherClient(api, clinic)
        const reply = await clinic.book({ client_id: client.id })
        expect(reply.status).toBe(201)
      },
    ],
    [
      'the time was blocked',
      ({ clinic }) => blockedTime(api.db, clinic.organization.row, null, at('09:00'), at('10:00')),
    ],
    ['it has begun', async () => api.setNow(Date.parse(at('09:00')) + 1)],
    [
      'the professional no longer does this',
      ({ clinic }) =>
        api.db.professionalService.deleteMany({ where: { serviceId: clinic.service.id } }),
    ],
  ])('gives the money back at once when %s', async (_, happen) => {
    const one = await charged()
    const settle = await expired(one)
    await happen(one)
    await settle()
    await settle()
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await appointmentOf(one.appointmentId)).toMatchObject({ status: 'CANCELLED_CLIENT' })
    expect([...provider.refunded.values()]).toEqual([5000])
    const events = (await eventsAfterCharge(one)).filter(({ type }) => type.startsWith('deposit.'))
    expect(events.map(({ type, payload }) => [type, payload.changes])).toMatchObject([
      ['deposit.expired', {}],
      ['deposit.paid', { status: { from: 'EXPIRED', to: 'PAID' } }],
      [
        'deposit.refunded',
        {
          status: { from: 'PAID', to: 'REFUNDED' },
          refunded_amount: { from: '0.00', to: '50.00' },
        },
      ],
    ])
  })

  it('gives the money back when it was paid after the expiry, though the time is free', async () => {
    const one = await charged()
    api.setNow(EXPIRY)
    await expireDeposits(api.service)
    api.setNow(EXPIRY + 1)
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await appointmentOf(one.appointmentId)).toMatchObject({ status: 'CANCELLED_CLIENT' })
  })

  it('does not bring back what the team cancelled', async () => {
    const one = await charged()
    await provider.pay(one.chargeId)
    await one.clinic.call('POST', `/v1/appointments/${one.appointmentId}/cancel`)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await appointmentOf(one.appointmentId)).toMatchObject({
      status: 'CANCELLED_PROFESSIONAL',
    })
    expect(types(await eventsAfterCharge(one))).toEqual([
      'appointment.cancelled',
      'deposit.expired',
      'deposit.paid',
      'deposit.refunded',
    ])
  })

  it('a queue entry does not come back', async () => {
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
    api.setNow(EXPIRY)
    await expireDeposits(api.service)
    await settlePayments(api.service, organizationId, deposit.id, provider)
    expect(await depositOf(deposit.id)).toMatchObject({ status: 'REFUNDED' })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.status).toBe('CANCELLED')
  })

  it('a refund that fails is tried again by the timer', async () => {
    const one = await charged()
    const silent = failing(provider, 'refund')
    await expired(one)
    await anotherClient(api, one.clinic).then(({ id }) => one.clinic.book({ client_id: id }))
    await expect(
      settlePayments(api.service, one.organizationId, one.deposit.id, silent),
    ).rejects.toThrow('down')
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PAID' })
    await expireDeposits(api.service, silent)
    const failures = api.logged.filter(({ level }) => level === 'error')
    expect(failures).toMatchObject([{ message: 'a deposit timer failed' }])
    silent.recover()
    await expireDeposits(api.service, silent)
    await expireDeposits(api.service, silent)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect([...provider.refunded.values()]).toEqual([5000])
  })
})

describe('refund', () => {
  async function paid(): Promise<
    Charged & { refund: (amount: string | null) => Promise<unknown> }
  > {
    const one = await charged()
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    return {
      ...one,
      refund: (amount) =>
        refundDeposit(
          api.service,
          one.organizationId,
          { depositId: one.deposit.id, amount },
          provider,
        ),
    }
  }

  it('in part stays PAID, of the rest is REFUNDED', async () => {
    const one = await paid()
    await one.refund('20.00')
    const part = await one.clinic.call('GET', `/v1/deposits/${one.deposit.id}`)
    expect(part.body).toMatchObject({ status: 'PAID', refunded_amount: '20.00' })
    expect(part.body.refunded_at).toBe(today('08:00'))
    await one.refund(null)
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    const events = (await eventsAfterCharge(one)).slice(2)
    expect(events.map(({ payload }) => payload.changes)).toEqual([
      { refunded_amount: { from: '0.00', to: '20.00' } },
      {
        status: { from: 'PAID', to: 'REFUNDED' },
        refunded_amount: { from: '20.00', to: '50.00' },
      },
    ])
    expect([...provider.refunded.values()]).toEqual([5000])
    expect(await appointmentOf(one.appointmentId)).toMatchObject({ status: 'CONFIRMED' })
  })

  it.each([
    ['50.01', 'validation_error'],
    ['0.00', 'validation_error'],
    ['-1.00', 'validation_error'],
    ['1e1', 'validation_error'],
  ])('refuses %s of 50.00', async (amount, code) => {
    const one = await paid()
    await expect(one.refund(amount)).rejects.toMatchObject({ code })
    expect(provider.refunded.size).toBe(0)
  })

  it('refuses what was not paid, and more than is left', async () => {
    const one = await charged()
    const refund = (amount: string | null) =>
      refundDeposit(
        api.service,
        one.organizationId,
        { depositId: one.deposit.id, amount },
        provider,
      )
    await expect(refund(null)).rejects.toMatchObject({ code: 'action_not_allowed' })
    await provider.pay(one.chargeId)
    await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
    await refund('30.00')
    await expect(refund('20.01')).rejects.toMatchObject({ code: 'validation_error' })
    await refund('20.00')
    await expect(refund('0.01')).rejects.toMatchObject({ code: 'action_not_allowed' })
  })

  it('of several at one time is one', async () => {
    const one = await paid()
    await Promise.all([1, 2, 3, 4].map(() => one.refund('20.00')))
    expect([...provider.refunded.values()]).toEqual([2000])
    expect((await depositOf(one.deposit.id)).refundedAmount.toFixed(2)).toBe('20.00')
    expect(
      types(await eventsAfterCharge(one)).filter((type) => type === 'deposit.refunded'),
    ).toEqual(['deposit.refunded'])
  })

  it('writes nothing when the provider fails', async () => {
    const one = await paid()
    const silent = failing(provider, 'refund')
    await expect(
      refundDeposit(
        api.service,
        one.organizationId,
        { depositId: one.deposit.id, amount: null },
        silent,
      ),
    ).rejects.toThrow('down')
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'PAID' })
  })

  it('of what was confirmed by hand goes back by hand', async () => {
    const one = await charged()
    const payment = { amount: '50.00', paidAt: TEST_NOW }
    await markPaid(
      api.service,
      one.organizationId,
      { depositId: one.deposit.id, payment },
      provider,
    )
    await refundDeposit(
      api.service,
      one.organizationId,
      { depositId: one.deposit.id, amount: null },
      provider,
    )
    expect(await depositOf(one.deposit.id)).toMatchObject({ status: 'REFUNDED' })
    expect(provider.refunded.size).toBe(0)
  })

  it('is not for strangers', async () => {
    const one = await paid()
    const stranger = await openClinic(api)
    await expect(
      refundDeposit(
        api.service,
        stranger.organization.row.id,
        { depositId: one.deposit.id, amount: null },
        provider,
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
