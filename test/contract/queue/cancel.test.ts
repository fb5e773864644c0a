import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { createDepositRow, eventsOf } from '../../support/clinic.ts'
import { openQueue, testEveryQueueAction, today } from '../../support/queue.ts'

const api = useSharedApi()

describe('POST /v1/queue/entries/{entry_id}/cancel', () => {
  testEveryQueueAction(() => api, 'cancel', {
    status: 'CANCELLED',
    event: 'queue.entry.cancelled',
  })

  it('200: when, and without a reason', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('SKIPPED')
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/cancel`)
    expect(reply.body).toMatchObject({ cancelled_at: today('08:00'), cancellation_reason: null })
  })

  it('200: withdraws a deposit that is open, in one batch, and leaves a paid one alone', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const paid = await createDepositRow(api.db, queue.organization.row, {
      queueEntry: entry,
      expiresAt: today('08:30'),
      status: 'PAID',
      paidAmount: '50.00',
    })
    const open = await createDepositRow(api.db, queue.organization.row, {
      queueEntry: entry,
      expiresAt: today('08:30'),
    })
    const path = `/v1/queue/entries/${entry.id}/cancel?expand=deposit`
    const reply = await queue.call('POST', path)
    expect(reply.body.deposit).toMatchObject({ id: open.id, status: 'EXPIRED', payment_code: null })
    expect(await api.db.deposit.findUnique({ where: { id: paid.id } })).toEqual(paid)
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual(['queue.entry.cancelled', 'deposit.expired'])
    expect(events[0]?.payload.batch_id).toMatch(/^bat_/)
    expect(events[1]?.payload).toMatchObject({
      batch_id: events[0]?.payload.batch_id,
      changes: { status: { from: 'PENDING', to: 'EXPIRED' } },
    })
  })

  it('200: the client may join again at once', async () => {
    const queue = await openQueue(api)
    const first = await queue.join()
    await queue.call('POST', `/v1/queue/entries/${first.body.id}/cancel`)
    const second = await queue.join()
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('200 and 409 queue_entry_not_editable: called and cancelled at one time, both in some order', async () => {
    const queue = await openQueue(api)
    for (let round = 0; round < 8; round += 1) {
      const entry = await queue.entry('IN_SERVICE', { status: 'WAITING' })
      const [called, cancelled] = await Promise.all([
        queue.call('POST', `/v1/queue/entries/${entry.id}/call`),
        queue.call('POST', `/v1/queue/entries/${entry.id}/cancel`),
      ])
      // A called client may leave; a client who left cannot be called.
      expect(cancelled.status).toBe(200)
      expect([200, 409]).toContain(called.status)
      const events = (await eventsOf(api.db, queue.organization.row)).filter(
        (event) => event.payload.object['id'] === entry.id,
      )
      expect(events.map(({ type }) => type)).toEqual(
        called.status === 200
          ? ['queue.entry.called', 'queue.entry.cancelled']
          : ['queue.entry.cancelled'],
      )
      const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
      expect(row).toMatchObject({ status: 'CANCELLED', callExpiresAt: null })
    }
  })
})
