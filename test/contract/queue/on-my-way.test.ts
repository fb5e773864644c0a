/** "I am on my way", of clients in the queue, and who at the desk sees it. */
import { linkToken } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { eventsOf } from '../../support/clinic.ts'
import { openStranger, signIn } from '../../support/dashboard.ts'
import { openQueue, today, WITHOUT_QUEUE, YESTERDAY, type OpenQueue } from '../../support/queue.ts'

const api = useSharedApi()
beforeEach(() => api.setNow(TEST_NOW))

type Entry = Awaited<ReturnType<OpenQueue['entry']>>

const call = (name: string, row: Entry) =>
  openStranger(api).mutate(`publicBooking.${name}`, {
    token: linkToken(api.service, 'queue_entry', row),
  })

const rowOf = ({ id }: Entry) => api.db.queueEntry.findUniqueOrThrow({ where: { id } })

const notesOf = (queue: OpenQueue) =>
  api.db.auditEntry.findMany({
    where: { organizationId: queue.organization.row.id, action: 'queue_entry.on_my_way' },
  })

async function listed(queue: OpenQueue, role: 'owner' | 'manager' = 'owner') {
  const who = await signIn(api, queue.organization, role)
  return (await who.query('queue.listOnTheirWay')).body.data
}

describe('publicBooking.tellOnMyWay', () => {
  it.each(['WAITING', 'CALLED'] as const)(
    '200: of someone %s, once, and nothing else changes',
    async (status) => {
      const queue = await openQueue(api)
      const entry = await queue.entry(status)
      const seen = (await call('getQueueEntry', entry)).body
      expect(seen).toMatchObject({ on_my_way: false, can_tell_on_my_way: true })
      const replies = await Promise.all([1, 2, 3].map(() => call('tellOnMyWay', entry)))
      for (const { body } of replies) {
        expect(body).toEqual({ ...seen, on_my_way: true, can_tell_on_my_way: false })
      }
      api.setNow(TEST_NOW + 60_000)
      expect((await call('tellOnMyWay', entry)).status).toBe(200)
      expect(await rowOf(entry)).toEqual({ ...entry, onMyWayAt: new Date(TEST_NOW) })
      expect(await eventsOf(api.db, queue.organization.row)).toEqual([])
      expect(await notesOf(queue)).toMatchObject([
        {
          recordId: String(entry.id),
          changes: null,
          actorType: 'client',
          actorId: String(entry.clientId),
          source: 'public_booking',
        },
      ])
    },
  )

  it('200: a call leaves it; who was skipped says it again', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    await call('tellOnMyWay', entry)
    const act = (action: string, body?: object) =>
      queue.call(
        'POST',
        `/v1/queue/entries/${entry.id}/${action}`,
        body === undefined ? {} : { body },
      )
    await act('call', { professional_id: queue.professional.id })
    expect((await call('getQueueEntry', entry)).body).toMatchObject({ on_my_way: true })
    api.setNow(TEST_NOW + 60_000)
    await act('skip')
    expect((await call('getQueueEntry', entry)).body).toMatchObject({
      on_my_way: false,
      can_tell_on_my_way: false,
    })
    expect(await listed(queue)).toEqual([])
    await act('call', { professional_id: queue.professional.id })
    expect(await listed(queue)).toEqual([])
    api.setNow(TEST_NOW + 120_000)
    expect((await call('tellOnMyWay', entry)).body).toMatchObject({ on_my_way: true })
    expect(await listed(queue)).toHaveLength(1)
    expect(await notesOf(queue)).toHaveLength(2)
  })

  it.each(['IN_SERVICE', 'COMPLETED', 'SKIPPED', 'NO_SHOW', 'CANCELLED'] as const)(
    '409 queue_entry_not_editable: of someone %s',
    async (status) => {
      const queue = await openQueue(api)
      const entry = await queue.entry(status)
      const reply = await call('tellOnMyWay', entry)
      expect([reply.status, reply.problem.code]).toEqual([409, 'queue_entry_not_editable'])
      expect(await rowOf(entry)).toEqual(entry)
      expect(await notesOf(queue)).toEqual([])
    },
  )

  it('409 queue_entry_not_editable: the day is over', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING', { date: YESTERDAY })
    const reply = await call('tellOnMyWay', entry)
    expect([reply.status, reply.problem.code]).toEqual([409, 'queue_entry_not_editable'])
  })

  it('404: a link of something else, and one that was taken back', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    const wrong = linkToken(api.service, 'appointment', entry)
    const reply = await openStranger(api).mutate('publicBooking.tellOnMyWay', { token: wrong })
    expect(reply.status).toBe(404)
    await api.db.queueEntry.update({ where: { id: entry.id }, data: { linkVersion: 2 } })
    expect((await call('tellOnMyWay', entry)).status).toBe(404)
    expect((await rowOf(entry)).onMyWayAt).toBeNull()
  })
})

describe('queue.listOnTheirWay', () => {
  it('200: who waits or was called today, in the order in which they said it; a collaborator too', async () => {
    const queue = await openQueue(api)
    const [waiting, called] = [await queue.entry('WAITING'), await queue.entry('CALLED')]
    await queue.entry('WAITING')
    await queue.entry('IN_SERVICE', { onMyWayAt: today('07:40') })
    await queue.entry('WAITING', { date: YESTERDAY })
    await call('tellOnMyWay', called)
    api.setNow(TEST_NOW + 90_000)
    await call('tellOnMyWay', waiting)
    for (const role of ['owner', 'manager'] as const) {
      expect(await listed(queue, role)).toEqual([
        { entry_id: called.id, on_my_way_at: '2026-11-20T08:00:00-03:00' },
        { entry_id: waiting.id, on_my_way_at: '2026-11-20T08:01:30-03:00' },
      ])
    }
    expect(await listed(await openQueue(api))).toEqual([])
  })

  it('403 feature_not_enabled, and 401 without a session', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const queue = await openQueue(api, { organization })
      const owner = await signIn(api, queue.organization)
      const { status, problem } = await owner.query('queue.listOnTheirWay')
      expect([status, problem.code]).toEqual([403, 'feature_not_enabled'])
    }
    expect((await openStranger(api).query('queue.listOnTheirWay')).status).toBe(401)
  })
})
