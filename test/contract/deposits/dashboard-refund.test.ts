import { settleDeposits, settlePayments, type SandboxPayments } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { signIn } from '../../support/dashboard.ts'
import {
  charged,
  depositOf,
  eventsAfterCharge,
  failing,
  openPayments,
  typesOf,
} from '../../support/deposits.ts'
import { today } from '../../support/queue.ts'

const api = useSharedApi()
let provider: SandboxPayments

beforeEach(async () => {
  provider = await openPayments(api)
  Object.assign(api.service, { payments: provider })
})

async function paid() {
  const one = await charged(api, provider)
  await provider.pay(one.chargeId)
  await settlePayments(api.service, one.organizationId, one.deposit.id, provider)
  const owner = await signIn(api, one.clinic.organization)
  const refund = (amount: string | null, already_refunded = '0.00', who = owner) =>
    who.mutate('deposits.refund', { deposit_id: one.deposit.id, amount, already_refunded })
  return { ...one, owner, refund }
}

type Paid = Awaited<ReturnType<typeof paid>>

const refundedBy = async () => [...(await provider.refunded()).values()]
const eventsOfRefunds = async (one: Paid) =>
  (await eventsAfterCharge(api, one)).filter(({ type }) => type === 'deposit.refunded')

describe('deposits.refund', () => {
  it('200: a part stays PAID, the rest is REFUNDED, each with its event', async () => {
    const one = await paid()
    const part = await one.refund('20.00')
    expect(part.status).toBe(200)
    expect(part.body.deposit).toMatchObject({ status: 'PAID', refunded_amount: '20.00' })
    expect(part.body.refund).toMatchObject({
      object: 'refund',
      amount: '20.00',
      status: 'SETTLED',
      settled_at: today('08:00'),
    })
    const rest = await one.refund(null, '20.00')
    expect(rest.body.deposit).toMatchObject({ status: 'REFUNDED', refunded_amount: '50.00' })
    expect(rest.body.refund.amount).toBe('30.00')
    const got = await one.clinic.call('GET', `/v1/deposits/${one.deposit.id}`)
    expect(rest.body.deposit).toEqual(got.body)
    expect(await refundedBy()).toEqual(['50.00'])
    const context = { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' }
    expect(await eventsOfRefunds(one)).toMatchObject([
      {
        payload: {
          object: part.body.deposit,
          changes: { refunded_amount: { from: '0.00', to: '20.00' } },
          batch_id: null,
        },
        context,
      },
      {
        payload: {
          changes: {
            status: { from: 'PAID', to: 'REFUNDED' },
            refunded_amount: { from: '20.00', to: '50.00' },
          },
        },
        context,
      },
    ])
    const entries = await api.db.auditEntry.findMany({
      where: { organizationId: one.organizationId, record: 'deposit', actorType: 'user' },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, changes }) => [action, Object.keys(changes ?? {})])).toEqual([
      ['deposit.refund_asked', ['refund']],
      ['deposit.refunded', ['refunded_amount']],
      ['deposit.refund_asked', ['refund']],
      ['deposit.refunded', ['status', 'refunded_amount']],
    ])
    expect(entries[1]?.requestId).toBe(entries[0]?.requestId)
  })

  it('200: a collaborator may', async () => {
    const one = await paid()
    const collaborator = await signIn(api, one.clinic.organization, 'manager')
    expect((await one.refund(null, '0.00', collaborator)).body.refund.status).toBe('SETTLED')
  })

  it('200: asked for, while the provider does not answer; the timer settles it in the name of the user', async () => {
    const one = await paid()
    const silent = failing(provider, 'refund')
    Object.assign(api.service, { payments: silent })
    const { status, body } = await one.refund('20.00')
    expect(status).toBe(200)
    expect(body.deposit).toMatchObject({ status: 'PAID', refunded_amount: '0.00' })
    expect(body.refund).toMatchObject({ status: 'ASKED', settled_at: null })
    expect(await eventsOfRefunds(one)).toEqual([])
    // Neither the same again nor another one while it is under way.
    for (const amount of ['20.00', '10.00', null]) {
      const { problem } = await one.refund(amount)
      expect(problem).toMatchObject({
        status: 409,
        code: 'action_not_allowed',
        detail: 'A refund of 20.00 is under way for this deposit.',
      })
    }
    expect((await settleDeposits(api.service, silent)).refunded).toBe(0)
    silent.recover()
    const runs = await times(3, () => settleDeposits(api.service, silent))
    expect(Math.max(...runs.map(({ refunded }) => refunded))).toBe(1)
    expect(await refundedBy()).toEqual(['20.00'])
    expect(await eventsOfRefunds(one)).toMatchObject([
      { context: { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' } },
    ])
    expect((await settleDeposits(api.service, silent)).refunded).toBe(0)
    expect((await one.refund('30.00', '20.00')).body.deposit.status).toBe('REFUNDED')
    expect(await refundedBy()).toEqual(['50.00'])
  })

  it('409 action_not_allowed: a request that is repeated refunds nothing again', async () => {
    const one = await paid()
    await one.refund('20.00')
    expect((await one.refund('20.00')).problem).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      detail: '20.00 of this deposit was refunded so far, and not 0.00. Read the deposit again.',
    })
    expect(await refundedBy()).toEqual(['20.00'])
  })

  it('200 and 409: of ten at one time one wins', async () => {
    for (const amount of ['20.00', null]) {
      const one = await paid()
      const replies = await times(10, () => one.refund(amount))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ problem }) => problem?.code === 'action_not_allowed')).toHaveLength(
        9,
      )
      expect(await eventsOfRefunds(one)).toHaveLength(1)
      expect(await api.db.depositRefund.count({ where: { depositId: one.deposit.id } })).toBe(1)
    }
    expect((await refundedBy()).toSorted()).toEqual(['20.00', '50.00'])
  })

  it('200 and 409: the refund and the timer at one time are one refund', async () => {
    const one = await paid()
    const [reply] = await Promise.all([
      one.refund('20.00'),
      ...Array.from({ length: 4 }, () => settleDeposits(api.service, provider)),
    ])
    expect(reply.body.deposit.refunded_amount).toBe('20.00')
    expect(await refundedBy()).toEqual(['20.00'])
    expect(await eventsOfRefunds(one)).toHaveLength(1)
  })

  it.each<[string, object, string, string]>([
    ['more than is left', { amount: '50.01' }, 'amount', 'out_of_range'],
    ['nothing', { amount: '0.00' }, 'amount', 'out_of_range'],
    ['less than nothing', { amount: '-1.00' }, 'amount', 'invalid_format'],
    ['an exponent', { amount: '1e1' }, 'amount', 'invalid_format'],
    ['a number', { amount: 10 }, 'amount', 'invalid_type'],
    ['nothing known', { already_refunded: undefined }, 'already_refunded', 'required'],
    ['nothing readable', { already_refunded: '0' }, 'already_refunded', 'invalid_format'],
  ])('400 validation_error: %s', async (_, input, field, code) => {
    const one = await paid()
    const sent = { deposit_id: one.deposit.id, amount: '10.00', already_refunded: '0.00', ...input }
    const { status, problem } = await one.owner.mutate('deposits.refund', sent)
    expect([status, problem.code]).toEqual([400, 'validation_error'])
    expect(problem.errors).toMatchObject([{ field, code }])
    expect(await api.db.depositRefund.count({ where: { depositId: one.deposit.id } })).toBe(0)
  })

  it('409 action_not_allowed: what is not paid, or refunded already', async () => {
    const open = await charged(api, provider)
    const owner = await signIn(api, open.clinic.organization)
    const input = { deposit_id: open.deposit.id, already_refunded: '0.00' }
    expect((await owner.mutate('deposits.refund', input)).problem).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
    })
    const one = await paid()
    await one.refund(null)
    expect((await one.refund(null, '50.00')).problem.detail).toBe(
      'Only a paid deposit can be refunded.',
    )
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const one = await paid()
    const stranger = await paid()
    for (const deposit_id of [stranger.deposit.id, 2_147_483_647]) {
      const input = { deposit_id, already_refunded: '0.00' }
      const { problem } = await one.owner.mutate('deposits.refund', input)
      expect(problem).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await refundedBy()).toEqual([])
    expect(typesOf(await eventsAfterCharge(api, stranger))).not.toContain('deposit.refunded')
    expect(await depositOf(api, stranger.deposit.id)).toMatchObject({ status: 'PAID' })
  })
})
