import { runQueueTimers } from '@scheduling/core'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue, STATUSES, today, WITHOUT_QUEUE, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

async function opened(values: Parameters<typeof openQueue>[1] = {}) {
  const queue = await openQueue(api, values)
  const owner = await signIn(api, queue.organization)
  const undo = (id: number) => owner.mutate('queue.undo', { entry_id: id })
  return { queue, owner, undo }
}

describe('queue.undo', () => {
  it.each([
    ['queue.markNoShow', 'NO_SHOW'],
    ['queue.completeEntry', 'COMPLETED'],
  ] as const)('200: after %s it is called as before, and has time to answer', async (end, was) => {
    const { queue, owner, undo } = await opened()
    const entry = await queue.entry('CALLED')
    const before = (await queue.call('GET', `/v1/queue/entries/${entry.id}`)).body
    await owner.mutate(end, { entry_id: entry.id })
    const reply = await undo(entry.id)
    expect(reply.body).toEqual({ ...before, updated_at: reply.body.updated_at })
    const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
    expect(row.callExpiresAt).toEqual(new Date(today('08:10')))
    expect((await eventsOf(api.db, queue.organization.row)).at(-1)).toMatchObject({
      type: 'queue.entry.called',
      payload: { object: reply.body, changes: { status: { from: was, to: 'CALLED' } } },
      context: { actor: { type: 'user' }, source: 'dashboard' },
    })
    const where = { organizationId: queue.organization.row.id }
    expect(await api.db.message.count({ where })).toBe(0)
  })

  it('200: what the timer ended too', async () => {
    const { queue, undo } = await opened()
    const entry = await queue.entry('CALLED', { callExpiresAt: today('07:59') })
    await runQueueTimers(api.service, queue.organization.row.id)
    expect((await undo(entry.id)).body.status).toBe('CALLED')
  })

  it('409 queue_entry_not_editable: otherwise, and when the day is over', async () => {
    const { queue, undo } = await opened()
    for (const status of STATUSES.filter((one) => one !== 'NO_SHOW' && one !== 'COMPLETED')) {
      const { problem } = await undo((await queue.entry(status)).id)
      expect([status, problem.code]).toEqual([status, 'queue_entry_not_editable'])
    }
    const { problem } = await undo((await queue.entry('NO_SHOW', { date: YESTERDAY })).id)
    expect(problem.detail).toContain('over')
  })

  it('409 queue_entry_not_editable: the client joined again, is gone, or the professional left', async () => {
    const { queue, undo } = await opened()
    const client = await queue.newClient()
    const entry = await queue.entry('NO_SHOW', { client })
    const again = await queue.entry('WAITING', { client })
    expect((await undo(entry.id)).problem.detail).toContain('in the queue again')
    await api.db.queueEntry.delete({ where: { id: again.id } })
    await api.db.client.update({ where: { id: client.id }, data: { erasedAt: new Date() } })
    expect((await undo(entry.id)).problem.detail).toContain('erased')
    await api.db.client.update({ where: { id: client.id }, data: { erasedAt: null } })
    const { id } = queue.professional
    await api.db.professional.update({ where: { id }, data: { isActive: false } })
    expect((await undo(entry.id)).problem.detail).toContain('active')
  })

  it('404 not_found, 403 feature_not_enabled', async () => {
    const { undo } = await opened()
    const theirs = await (await openQueue(api)).entry('NO_SHOW')
    for (const id of [theirs.id, 2_147_483_647]) expect((await undo(id)).status).toBe(404)
    for (const organization of WITHOUT_QUEUE) {
      const off = await opened({ organization })
      const { problem } = await off.undo((await off.queue.entry('NO_SHOW')).id)
      expect(problem.code).toBe('feature_not_enabled')
    }
  })

  it('200 and 409: of several at one time, one does; the client has one active entry', async () => {
    const { queue, undo } = await opened()
    const client = await queue.newClient()
    const entries = await times(2, () => queue.entry('NO_SHOW', { client }))
    const replies = await Promise.all([
      ...entries.flatMap(({ id }) => [undo(id), undo(id)]),
      queue.join({ client_id: client.id }),
    ])
    expect(replies.every(({ status }) => [200, 201, 409].includes(status))).toBe(true)
    const active = await api.db.queueEntry.count({
      where: {
        clientId: client.id,
        status: { in: ['WAITING', 'CALLED', 'IN_SERVICE', 'SKIPPED'] },
      },
    })
    expect(active).toBe(1)
  })
})
