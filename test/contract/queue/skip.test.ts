import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { openQueue, testEveryQueueAction, today } from '../../support/queue.ts'

const api = useSharedApi()

describe('POST /v1/queue/entries/{entry_id}/skip', () => {
  testEveryQueueAction(() => api, 'skip', { status: 'SKIPPED', event: 'queue.entry.skipped' })

  it('200: the entry keeps its arrival, lets the next one through and is called again later', async () => {
    const queue = await openQueue(api)
    const first = await queue.entry('CALLED')
    const second = await queue.entry('WAITING', { arrivedAt: today('07:30') })
    const skipped = await queue.call('POST', `/v1/queue/entries/${first.id}/skip`)
    expect(skipped.body).toMatchObject({
      status: 'SKIPPED',
      arrived_at: today('07:00'),
      skipped_at: today('08:00'),
      called_at: today('07:55'),
      position: null,
    })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: first.id } })
    expect(row.callExpiresAt).toBeNull()
    const next = await queue.call('GET', `/v1/queue/entries/${second.id}`)
    expect(next.body.position).toBe(1)
    const again = await queue.call('POST', `/v1/queue/entries/${first.id}/call`)
    expect(again.body).toMatchObject({ status: 'CALLED', call_count: 2 })
  })

  it('200 and 409 queue_entry_not_editable: of two at one time one skips', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => queue.call('POST', `/v1/queue/entries/${entry.id}/skip`)),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409])
  })
})
