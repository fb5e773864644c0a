import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { createProfessional, eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue, STATUSES, today, WITHOUT_QUEUE } from '../../support/queue.ts'

const api = useSharedApi()

const procedure = 'queue.callWaiting'

describe('queue.callWaiting', () => {
  it('200: of someone who waits or was skipped, by a collaborator too', async () => {
    for (const role of ['owner', 'manager'] as const) {
      const queue = await openQueue(api)
      const user = await signIn(api, queue.organization, role)
      for (const from of ['WAITING', 'SKIPPED'] as const) {
        const entry = await queue.entry(from)
        const { status, body } = await user.mutate(procedure, {
          entry_id: entry.id,
          place: 'Sala 1',
        })
        expect([status, body.status, body.call_count, body.called_at]).toEqual([
          200,
          'CALLED',
          1,
          today('08:00'),
        ])
        const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
        expect(row.place).toBe('Sala 1')
      }
      expect(await eventsOf(api.db, queue.organization.row)).toMatchObject([
        { type: 'queue.entry.called', context: { actor: { type: 'user' }, source: 'dashboard' } },
        { type: 'queue.entry.called' },
      ])
    }
  })

  it('409 queue_entry_not_editable: of someone who is called already, or is not there any more', async () => {
    const queue = await openQueue(api)
    const owner = await signIn(api, queue.organization)
    for (const from of STATUSES.filter((one) => one !== 'WAITING' && one !== 'SKIPPED')) {
      const entry = await queue.entry(from)
      const { problem } = await owner.mutate(procedure, { entry_id: entry.id })
      expect([from, problem.status, problem.code]).toEqual([from, 409, 'queue_entry_not_editable'])
      expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
    }
  })

  it('409 professional_cannot_perform_service, 404 not_found', async () => {
    const queue = await openQueue(api)
    const owner = await signIn(api, queue.organization)
    const other = await createProfessional(api.db, queue.organization.row)
    const entry = await queue.entry('WAITING')
    const input = { entry_id: entry.id, professional_id: other.id }
    const { problem } = await owner.mutate(procedure, input)
    expect([problem.status, problem.code]).toEqual([409, 'professional_cannot_perform_service'])
    const theirs = await (await openQueue(api)).entry('WAITING')
    const reply = await owner.mutate(procedure, { entry_id: theirs.id })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const entry = await queue.entry('WAITING')
      const owner = await signIn(api, queue.organization)
      const { status, problem } = await owner.mutate(procedure, { entry_id: entry.id })
      expect([status, problem.code]).toEqual([403, 'feature_not_enabled'])
    }
  })

  it('200 and 409: of eight who call at one time, one does', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const owner = await signIn(api, queue.organization)
    const replies = await times(8, () => owner.mutate(procedure, { entry_id: entry.id }))
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(await eventsOf(api.db, queue.organization.row)).toHaveLength(1)
  })
})
