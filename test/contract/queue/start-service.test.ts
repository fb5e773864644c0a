import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue, today, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

const procedure = 'queue.startService'

describe('queue.startService', () => {
  it.each(['owner', 'manager'] as const)(
    '200: the called client is served, by the %s',
    async (role) => {
      const queue = await openQueue(api)
      const entry = await queue.entry('CALLED')
      const user = await signIn(api, queue.organization, role)
      const { status, body } = await user.mutate(procedure, { entry_id: entry.id })
      expect([status, body.status, body.started_at]).toEqual([200, 'IN_SERVICE', today('08:00')])
      const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
      expect(row.callExpiresAt).toBeNull()
      const events = await eventsOf(api.db, queue.organization.row)
      expect(events).toMatchObject([
        {
          type: 'queue.entry.in_service',
          payload: {
            object: body,
            changes: { status: { from: 'CALLED', to: 'IN_SERVICE' } },
            batch_id: null,
          },
          context: { actor: { type: 'user', name: 'Dona' }, source: 'dashboard' },
        },
      ])
      const where = { organizationId: queue.organization.row.id }
      expect(await api.db.auditEntry.findMany({ where })).toMatchObject([
        { action: 'queue.entry.in_service', recordId: String(entry.id), actorType: 'user' },
      ])
    },
  )

  it.each(['WAITING', 'IN_SERVICE', 'COMPLETED', 'SKIPPED', 'NO_SHOW', 'CANCELLED'] as const)(
    '409 queue_entry_not_editable: from %s',
    async (from) => {
      const queue = await openQueue(api)
      const entry = await queue.entry(from)
      const owner = await signIn(api, queue.organization)
      const { status, problem } = await owner.mutate(procedure, { entry_id: entry.id })
      expect([status, problem.code]).toEqual([409, 'queue_entry_not_editable'])
      expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
    },
  )

  it('409 queue_entry_not_editable: the day of the entry is over', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('CALLED', { date: YESTERDAY })
    const owner = await signIn(api, queue.organization)
    const { problem } = await owner.mutate(procedure, { entry_id: entry.id })
    expect([problem.code, problem.detail]).toEqual([
      'queue_entry_not_editable',
      expect.stringContaining('over'),
    ])
  })

  it('404 not_found: no one has this id, or only another organization', async () => {
    const queue = await openQueue(api)
    const stranger = await openQueue(api)
    const theirs = await stranger.entry('CALLED')
    const owner = await signIn(api, queue.organization)
    for (const entry_id of [theirs.id, 2_147_483_647]) {
      const { status, problem } = await owner.mutate(procedure, { entry_id })
      expect([status, problem.code]).toEqual([404, 'not_found'])
    }
    expect(await api.db.queueEntry.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
  })

  it('200 and 409: of eight who start at one time, one does', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('CALLED')
    const owner = await signIn(api, queue.organization)
    const replies = await times(8, () => owner.mutate(procedure, { entry_id: entry.id }))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await eventsOf(api.db, queue.organization.row)).toHaveLength(1)
  })
})
