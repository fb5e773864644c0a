import type { SandboxPayments } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { at, openClinic, type BookableClinic } from '../../support/booking.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { depositOf, failing, openPayments, typesOf } from '../../support/deposits.ts'
import { openQueue, today } from '../../support/queue.ts'

const api = useOwnApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
  Object.assign(api.service, { payments: provider })
})

const DAY_MS = 86_400_000

async function booked(organization = {}) {
  const clinic = await openClinic(api, { organization })
  const { body } = await clinic.book()
  const owner = await signIn(api, clinic.organization)
  const charge = (input: object = {}, who = owner) =>
    who.mutate('deposits.charge', { appointment_id: body.id, amount: '50.00', ...input })
  return { clinic, appointment: body, owner, charge }
}

const auditOf = ({ organization }: Pick<BookableClinic, 'organization'>) =>
  api.db.auditEntry.findMany({
    where: { organizationId: organization.row.id, record: 'deposit' },
    orderBy: { id: 'asc' },
  })

describe('deposits.charge', () => {
  it.each(['owner', 'manager'] as const)(
    '200: the %s charges an appointment, and the reply has the payment code',
    async (role) => {
      const { clinic, appointment, charge } = await booked({ depositExpiryMinutes: 45 })
      const { status, body } = await charge({}, await signIn(api, clinic.organization, role))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        object: 'deposit',
        status: 'PENDING',
        amount: '50.00',
        appointment_id: appointment.id,
        expires_at: today('08:45'),
        payment_code: expect.stringMatching(/^000201/),
      })
      expect((await clinic.call('GET', `/v1/deposits/${body.id}`)).body).toEqual(body)
      const events = (await eventsOf(api.db, clinic.organization.row)).slice(-2)
      const context = { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' }
      expect(events).toMatchObject([
        {
          type: 'appointment.updated',
          payload: { changes: { deposit_id: { from: null, to: body.id } }, batch_id: null },
          context,
        },
        { type: 'deposit.created', payload: { object: body, changes: null }, context },
      ])
      expect(events[1]?.context.request_id).toBe(events[0]?.context.request_id)
      expect(await auditOf(clinic)).toMatchObject([
        {
          action: 'deposit.asked',
          recordId: String(body.id),
          changes: { amount: { from: null, to: '50.00' } },
          actorType: 'user',
        },
        { action: 'deposit.created', actorType: 'user', source: 'dashboard' },
      ])
    },
  )

  it('200: a queue entry, until the moment that is asked for', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const owner = await signIn(api, queue.organization)
    const { body } = await owner.mutate('deposits.charge', {
      queue_entry_id: entry.id,
      appointment_id: null,
      amount: '0.01',
      expires_at: '2026-11-20T12:00:00Z',
      expand: ['queue_entry', 'client'],
    })
    expect(body).toMatchObject({
      queue_entry_id: entry.id,
      expires_at: today('09:00'),
      payment_code: expect.any(String),
      queue_entry: { object: 'queue_entry', deposit_id: body.id },
      client: { object: 'client', id: entry.clientId },
    })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(typesOf(events)).toEqual(['queue.entry.updated', 'deposit.created'])
    expect(events[0]?.payload).toMatchObject({
      object: { id: entry.id, deposit_id: body.id },
      changes: { deposit_id: { from: null, to: body.id } },
    })
  })

  it('200: without an answer of the provider, there is no code yet', async () => {
    const { clinic, charge } = await booked()
    Object.assign(api.service, { payments: failing(provider, 'charge') })
    const { status, body } = await charge()
    expect([status, body.status, body.payment_code]).toEqual([200, 'PENDING', null])
    const warnings = api.logged.filter(({ level }) => level === 'warn')
    expect(warnings).toMatchObject([{ fields: { deposit_id: body.id } }])
    const types = typesOf(await eventsOf(api.db, clinic.organization.row))
    expect(types).not.toContain('deposit.created')
    // It is open all the same, so that the time of the appointment is held no longer than it is.
    expect((await charge()).problem.code).toBe('action_not_allowed')
  })

  it('200: a provider that hangs does not keep the caller waiting', async () => {
    const { charge } = await booked()
    const { patience } = api.service
    const { promise, resolve } = Promise.withResolvers<{ paymentCode: string }>()
    Object.assign(api.service, {
      patience: { ...patience, providerMs: 50 },
      payments: { ...provider, charge: () => promise },
    })
    try {
      const { status, body } = await charge()
      expect([status, body.payment_code]).toEqual([200, null])
      // What comes later is written all the same.
      resolve({ paymentCode: '000201late' })
      await expect.poll(async () => (await depositOf(api, body.id)).paymentCode).toBe('000201late')
    } finally {
      Object.assign(api.service, { patience })
    }
  })

  it.each<[string, object, string, string]>([
    ['nothing', { appointment_id: null }, 'appointment_id', 'required'],
    ['both', { queue_entry_id: 1 }, 'queue_entry_id', 'mutually_exclusive'],
    ['no money', { amount: '0.00' }, 'amount', 'invalid_value'],
    ['less than nothing', { amount: '-5.00' }, 'amount', 'invalid_value'],
    ['a number', { amount: 50 }, 'amount', 'invalid_type'],
    ['a comma', { amount: '50,00' }, 'amount', 'invalid_value'],
    ['too much', { amount: '12345678901.00' }, 'amount', 'invalid_value'],
    ['too long', { amount: '1'.repeat(200) }, 'amount', 'too_long'],
    ['the past', { expires_at: '2026-11-20T08:00:00-03:00' }, 'expires_at', 'out_of_range'],
    ['another month', { expires_at: '2026-12-20T08:00:01-03:00' }, 'expires_at', 'out_of_range'],
    ['a date', { expires_at: '2026-11-21' }, 'expires_at', 'invalid_format'],
  ])('400 validation_error: %s', async (_, input, field, code) => {
    const { charge } = await booked()
    const { status, problem } = await charge(input)
    expect([status, problem.code]).toEqual([400, 'validation_error'])
    expect(problem.errors).toContainEqual(expect.objectContaining({ field, code }))
    expect(await api.db.deposit.count()).toBe(0)
  })

  it('409 action_not_allowed: there is one that is open or paid; 200: or none any more', async () => {
    const { charge, owner } = await booked()
    const { body: first } = await charge()
    expect((await charge()).problem).toMatchObject({ status: 409, code: 'action_not_allowed' })
    await owner.mutate('deposits.confirmByHand', { deposit_id: first.id })
    expect((await charge()).problem.code).toBe('action_not_allowed')
    const refund = { deposit_id: first.id, already_refunded: '0.00' }
    expect((await owner.mutate('deposits.refund', refund)).status).toBe(200)
    const { status, body: second } = await charge()
    expect([status, second.id > first.id]).toEqual([200, true])
  })

  it('409 appointment_not_editable and 409 queue_entry_not_editable: what is over', async () => {
    const { clinic, appointment, charge } = await booked()
    await clinic.call('POST', `/v1/appointments/${appointment.id}/cancel`)
    expect((await charge()).problem).toMatchObject({
      status: 409,
      code: 'appointment_not_editable',
    })
    const queue = await openQueue(api)
    const entry = await queue.entry('COMPLETED')
    const owner = await signIn(api, queue.organization)
    const input = { queue_entry_id: entry.id, amount: '10.00' }
    expect((await owner.mutate('deposits.charge', input)).problem).toMatchObject({
      status: 409,
      code: 'queue_entry_not_editable',
    })
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const { charge } = await booked()
    const stranger = await booked()
    const theirs = await openQueue(api)
    const entry = await theirs.entry('WAITING')
    for (const input of [
      { appointment_id: stranger.appointment.id },
      { appointment_id: 2_147_483_647 },
      { appointment_id: null, queue_entry_id: entry.id },
    ]) {
      expect((await charge(input)).problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await api.db.deposit.count()).toBe(0)
  })

  it('403 feature_not_enabled: deposits are off', async () => {
    const { charge } = await booked({ switchedOff: ['deposits'] })
    expect((await charge()).problem.code).toBe('feature_not_enabled')
  })

  it('200 and 409: of ten at one time one is written, and charged once', async () => {
    const { clinic, charge } = await booked()
    const replies = await times(10, () => charge())
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ problem }) => problem?.code === 'action_not_allowed')).toHaveLength(9)
    expect(await api.db.deposit.count()).toBe(1)
    const types = typesOf(await eventsOf(api.db, clinic.organization.row))
    expect(types.filter((type) => type === 'deposit.created')).toHaveLength(1)
  })

  it('an expired charge of the team frees the time, as that of a client does', async () => {
    const { clinic, charge } = await booked()
    const { body } = await charge({ expires_at: new Date(TEST_NOW + DAY_MS).toISOString() })
    expect(await clinic.starts()).not.toContain(at('09:00'))
    const row = await depositOf(api, body.id)
    expect(row.expiresAt.getTime()).toBe(TEST_NOW + DAY_MS)
    expect(row.askedBy).toMatchObject({ actor: { type: 'user' }, source: 'dashboard' })
  })
})
