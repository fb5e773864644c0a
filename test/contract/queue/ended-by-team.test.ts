/** What the team alone can do with someone in the queue: a no-show before the call runs out, and a cancellation that says why. */
import type { QueueEntryStatus } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { useSharedApi } from '../../support/api.ts'
import { times } from '../../support/at-once.ts'
import { eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue, STATUSES, today, WITHOUT_QUEUE, YESTERDAY } from '../../support/queue.ts'

const api = useSharedApi()

type End = {
  readonly procedure: string
  readonly from: readonly QueueEntryStatus[]
  readonly to: QueueEntryStatus
  readonly at: string
  readonly event: string
  readonly reason: string | null
}

const NO_SHOW: End = {
  procedure: 'queue.markNoShow',
  from: ['CALLED'],
  to: 'NO_SHOW',
  at: 'no_show_at',
  event: 'queue.entry.no_show',
  reason: null,
}
const CANCELLED: End = {
  procedure: 'queue.cancelWithReason',
  from: ['WAITING', 'CALLED', 'SKIPPED'],
  to: 'CANCELLED',
  at: 'cancelled_at',
  event: 'queue.entry.cancelled',
  reason: 'Foi embora',
}

const inputOf = ({ reason }: End, id: number) => ({
  entry_id: id,
  ...(reason === null ? {} : { reason }),
})

async function ends(end: End): Promise<void> {
  const { procedure, to, at, event, reason } = end
  for (const role of ['owner', 'manager'] as const) {
    const queue = await openQueue(api)
    const user = await signIn(api, queue.organization, role)
    for (const status of end.from) {
      const entry = await queue.entry(status)
      const reply = await user.mutate(procedure, inputOf(end, entry.id))
      const { body } = reply
      expect([reply.status, body.status, body[at], body.cancellation_reason]).toEqual([
        200,
        to,
        today('08:00'),
        reason,
      ])
      const row = await api.db.queueEntry.findUniqueOrThrow({ where: { id: entry.id } })
      expect(row.callExpiresAt).toBeNull()
      expect((await eventsOf(api.db, queue.organization.row)).at(-1)).toMatchObject({
        type: event,
        payload: { object: body, changes: { status: { from: status, to } } },
        context: { actor: { type: 'user' }, source: 'dashboard' },
      })
    }
  }
}

async function refusesOtherStatuses(end: End): Promise<void> {
  const queue = await openQueue(api)
  const owner = await signIn(api, queue.organization)
  for (const status of STATUSES.filter((one) => !end.from.includes(one))) {
    const entry = await queue.entry(status)
    const reply = await owner.mutate(end.procedure, inputOf(end, entry.id))
    expect([status, reply.status, reply.problem.code]).toEqual([
      status,
      409,
      'queue_entry_not_editable',
    ])
    expect(await api.db.queueEntry.findUnique({ where: { id: entry.id } })).toEqual(entry)
  }
  const entry = await queue.entry('CALLED', { date: YESTERDAY })
  const { problem } = await owner.mutate(end.procedure, inputOf(end, entry.id))
  expect([problem.code, problem.detail]).toEqual([
    'queue_entry_not_editable',
    expect.stringContaining('over'),
  ])
}

async function refusesStrangers(end: End): Promise<void> {
  const queue = await openQueue(api)
  const theirs = await (await openQueue(api)).entry('CALLED')
  const owner = await signIn(api, queue.organization)
  for (const id of [theirs.id, 2_147_483_647]) {
    const { status, problem } = await owner.mutate(end.procedure, inputOf(end, id))
    expect([status, problem.code]).toEqual([404, 'not_found'])
  }
  expect(await api.db.queueEntry.findUnique({ where: { id: theirs.id } })).toEqual(theirs)
}

async function needsTheFeature(end: End): Promise<void> {
  for (const organization of WITHOUT_QUEUE) {
    const queue = await openQueue(api, { organization })
    const entry = await queue.entry('CALLED')
    const owner = await signIn(api, queue.organization)
    const { status, problem } = await owner.mutate(end.procedure, inputOf(end, entry.id))
    expect([status, problem.code]).toEqual([403, 'feature_not_enabled'])
  }
}

async function endsOnce(end: End): Promise<void> {
  const queue = await openQueue(api)
  const entry = await queue.entry('CALLED')
  const owner = await signIn(api, queue.organization)
  const replies = await times(8, () => owner.mutate(end.procedure, inputOf(end, entry.id)))
  const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other)
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await eventsOf(api.db, queue.organization.row)).toHaveLength(1)
}

describe('queue.markNoShow', () => {
  it('200: of someone who was called, by a collaborator too', () => ends(NO_SHOW))
  it('409 queue_entry_not_editable: otherwise, and when the day is over', () =>
    refusesOtherStatuses(NO_SHOW))
  it('404 not_found: no one has this id, or only another organization', () =>
    refusesStrangers(NO_SHOW))
  it('403 feature_not_enabled: the online queue is off, or not in the plan', () =>
    needsTheFeature(NO_SHOW))
  it('200 and 409: of eight at one time, one does', () => endsOnce(NO_SHOW))
})

describe('queue.cancelWithReason', () => {
  it('200: of someone who is not served yet, by a collaborator too', () => ends(CANCELLED))
  it('409 queue_entry_not_editable: otherwise, and when the day is over', () =>
    refusesOtherStatuses(CANCELLED))
  it('404 not_found: no one has this id, or only another organization', () =>
    refusesStrangers(CANCELLED))
  it('403 feature_not_enabled: the online queue is off, or not in the plan', () =>
    needsTheFeature(CANCELLED))
  it('200 and 409: of eight at one time, one does', () => endsOnce(CANCELLED))

  it('200: without a reason, it has none', async () => {
    const queue = await openQueue(api)
    const owner = await signIn(api, queue.organization)
    for (const more of [{}, { reason: null }, { reason: '  ' }]) {
      const entry = await queue.entry('WAITING')
      const { body } = await owner.mutate('queue.cancelWithReason', { entry_id: entry.id, ...more })
      expect([body.status, body.cancellation_reason]).toEqual(['CANCELLED', null])
    }
  })

  it('400 validation_error: a reason that is too long', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const owner = await signIn(api, queue.organization)
    const { problem } = await owner.mutate('queue.cancelWithReason', {
      entry_id: entry.id,
      reason: 'x'.repeat(501),
    })
    expect(problem.errors).toMatchObject([{ field: 'reason', code: 'too_long' }])
  })
})
