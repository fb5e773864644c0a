import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDeposit,
  issueCharge,
  requestDeposit,
  settlePayments,
  systemWork,
  type DepositOwnerId,
  type SandboxPayments,
} from '@scheduling/core'
import type { PaymentProvider } from '@scheduling/payments'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { at, openClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { charged, chargeEntry, failing, openPayments, typesOf } from '../../support/deposits.ts'
import { openQueue } from '../../support/queue.ts'

const api = useOwnApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
})

const MINUTE_MS = 60_000

describe('charge', () => {
  it('is PENDING with its code, and deposit.created comes with the code', async () => {
    const clinic = await openClinic(api, { organization: { depositExpiryMinutes: 45 } })
    const { deposit, appointmentId, organizationId } = await charged(api, provider, clinic)
    expect(deposit).toMatchObject({ status: 'PENDING', appointmentId, queueEntryId: null })
    expect(deposit.expiresAt).toEqual(new Date(TEST_NOW + 45 * MINUTE_MS))
    expect(deposit.paymentCode).toMatch(/^000201.+6304[0-9A-F]{4}$/)
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
    const queue = await openQueue(api)
    await chargeEntry(api, provider, queue, await queue.entry('WAITING'))
    const ofEntry = await eventsOf(api.db, queue.organization.row)
    expect(typesOf(ofEntry)).toEqual(['queue.entry.updated', 'deposit.created'])
    const got = await clinic.call('GET', `/v1/deposits/${deposit.id}`)
    expect(events[1]?.payload.object).toEqual(got.body)
    const appointment = await clinic.call('GET', `/v1/appointments/${appointmentId}?expand=deposit`)
    expect(appointment.body).toMatchObject({ deposit_id: deposit.id, deposit: got.body })
  })

  it('names the payee in plain letters, as a search for it would', async () => {
    const clinic = await openClinic(api, { organization: { name: 'Łódź Straße' } })
    const { deposit } = await charged(api, provider, clinic)
    expect(deposit.paymentCode).toContain('5912Lodz Strasse60')
  })

  it('without an answer of the provider there is no code and no event, and it can be asked again', async () => {
    const clinic = await openClinic(api)
    const { body } = await clinic.book()
    const organizationId = clinic.organization.row.id
    const silent = failing(provider, 'charge')
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
      async charge(charge) {
        await clinic.call('POST', `/v1/appointments/${body.id}/cancel`)
        return provider.charge(charge)
      },
    }
    const row = await issueCharge(api.service, organizationId, id, slow)
    expect(row).toMatchObject({ status: 'EXPIRED', paymentCode: null })
    await expect(provider.pay(chargeId ?? '')).rejects.toThrow('cannot be paid')
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
