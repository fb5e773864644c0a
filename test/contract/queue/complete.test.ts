import { describe, expect, it } from 'vitest'
import { startService } from '@scheduling/core'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { asSystem, openQueue, testEveryQueueAction, today, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

describe('POST /v1/queue/entries/{entry_id}/complete', () => {
  testEveryQueueAction(() => api, 'complete', {
    status: 'COMPLETED',
    event: 'queue.entry.completed',
  })

  it('200: straight from CALLED the service began when it ended', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('CALLED')
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/complete`)
    expect(reply.body).toMatchObject({
      started_at: today('08:00'),
      completed_at: today('08:00'),
      called_at: today('07:55'),
    })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.callExpiresAt).toBeNull()
  })

  it('200: after the team started the service, which has an event of its own', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('CALLED')
    const row = await asSystem(api, queue, (work) => startService(work, entry.id))
    expect(row).toMatchObject({ status: 'IN_SERVICE', callExpiresAt: null })
    api.setNow(TEST_NOW + 25 * 60_000)
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/complete`)
    api.setNow(TEST_NOW)
    expect(reply.body).toMatchObject({ started_at: today('08:00'), completed_at: today('08:25') })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type, payload }) => [type, payload.changes])).toEqual([
      ['queue.entry.in_service', { status: { from: 'CALLED', to: 'IN_SERVICE' } }],
      ['queue.entry.completed', { status: { from: 'IN_SERVICE', to: 'COMPLETED' } }],
    ])
  })

  it('200: a service that began yesterday can still be completed', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('IN_SERVICE', { date: YESTERDAY })
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/complete`)
    expect(reply.body).toMatchObject({ status: 'COMPLETED', date: YESTERDAY })
  })

  it('200: a body is not read', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('IN_SERVICE')
    const reply = await queue.call('POST', `/v1/queue/entries/${entry.id}/complete`, {
      body: '{"broken"',
    })
    expect(reply.status).toBe(200)
  })
})
