/** The desks of a queue, as the team opens, closes and sets them up in the dashboard. */
import { closeDesk } from '@scheduling/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, useSharedApi } from '../../support/api.ts'
import { tally, times } from '../../support/at-once.ts'
import { createProfessional, eventsOf } from '../../support/clinic.ts'
import { signIn, type Dashboard } from '../../support/dashboard.ts'
import { lockProfessional, overtaken } from '../../support/overtaking.ts'
import {
  asSystem,
  openQueue,
  WITHOUT_QUEUE,
  YESTERDAY,
  type OpenQueue,
} from '../../support/queue.ts'

const api = useSharedApi()

beforeEach(() => api.setNow(TEST_NOW))

/** 07:00 to 12:00 on Fridays, when the clock of the test stands. */
const FRIDAY = { weekday: 5, opens_minute: 420, closes_minute: 720 }

async function opened(values: Parameters<typeof openQueue>[1] = {}) {
  const queue = await openQueue(api, values)
  const owner = await signIn(api, queue.organization)
  const desk = (procedure: string, input: object = {}, who: Dashboard = owner) =>
    who.mutate(`queue.${procedure}`, { professional_id: queue.professional.id, ...input })
  const listed = async (who: Dashboard = owner) => (await who.query('queue.listDesks')).body.data
  return { queue, owner, desk, listed }
}

const notesOf = (queue: OpenQueue) =>
  api.db.auditEntry.findMany({
    where: { organizationId: queue.organization.row.id, action: 'queue_desk.updated' },
    orderBy: { id: 'asc' },
  })

async function strangersDesk(procedure: string, input: object = {}): Promise<void> {
  const { desk } = await opened()
  const stranger = await opened({ desk: { capacity: 9 } })
  for (const professional_id of [stranger.queue.professional.id, 2_147_483_647]) {
    const { status, problem } = await desk(procedure, { ...input, professional_id })
    expect([status, problem.code]).toEqual([404, 'not_found'])
  }
  expect((await stranger.listed())[0]).toMatchObject({ is_open: true, capacity: 9 })
  expect(await notesOf(stranger.queue)).toEqual([])
}

/** It can be closed, and nothing else. */
async function deskOfTheGone(procedure: string, input: object = {}): Promise<void> {
  const { queue, desk } = await opened()
  const { id } = queue.professional
  await api.db.professional.update({ where: { id }, data: { isActive: false } })
  const { status, problem } = await desk(procedure, input)
  const isClosed = procedure === 'close'
  expect([status, problem?.code]).toEqual(isClosed ? [200, undefined] : [409, 'action_not_allowed'])
  const row = await api.db.queueDesk.findFirstOrThrow({ where: { professionalId: id } })
  expect(row).toMatchObject({ isOpen: !isClosed, capacity: null })
}

describe('queue.listDesks', () => {
  it('200: every active professional, with what is with them today', async () => {
    const { queue, listed } = await opened({ desk: { capacity: 4, hours: [FRIDAY] } })
    const other = await createProfessional(api.db, queue.organization.row, { name: 'Sem fila' })
    await createProfessional(api.db, queue.organization.row, { name: 'Saiu', isActive: false })
    for (const status of ['CALLED', 'IN_SERVICE', 'COMPLETED'] as const) await queue.entry(status)
    await queue.entry('WAITING')
    await queue.entry('WAITING', { professional: queue.professional, date: YESTERDAY })
    const desks = await listed()
    expect(desks[0]).toEqual({
      object: 'queue_desk',
      professional_id: queue.professional.id,
      professional: { id: queue.professional.id, name: 'Profissional 0' },
      is_open: true,
      is_open_now: true,
      hours: [FRIDAY],
      capacity: 4,
      active_entries: 2,
    })
    expect(desks.slice(1)).toMatchObject([
      // The one who signed in is a professional too.
      { professional: { name: 'Dona' } },
      {
        professional_id: other.id,
        is_open: false,
        is_open_now: false,
        hours: [],
        capacity: null,
        active_entries: 0,
      },
    ])
  })

  it('200: open now follows the hours in the time zone of the organization', async () => {
    const { listed } = await opened({ desk: { hours: [FRIDAY] } })
    for (const [hours, isOpen] of [
      [-1, true],
      [-1.01, false],
      [3.99, true],
      [4, false],
    ] as const) {
      api.setNow(TEST_NOW + hours * 3_600_000)
      expect([hours, (await listed())[0].is_open_now]).toEqual([hours, isOpen])
    }
  })

  it('200: a collaborator sees the desks, and no one those of others', async () => {
    const { queue, listed } = await opened()
    const stranger = await opened()
    const collaborator = await signIn(api, queue.organization, 'manager')
    const ids = (await listed(collaborator)).map((desk: any) => desk.professional_id)
    expect(ids).toContain(queue.professional.id)
    expect(ids).not.toContain(stranger.queue.professional.id)
  })
})

describe('queue.open', () => {
  it('200: the first opening makes a desk, and each change is noted with before and after', async () => {
    const { queue, desk, listed } = await opened({ desk: null })
    expect((await queue.join()).body.code).toBe('queue_closed')
    const reply = await desk('open')
    expect([reply.status, reply.body.is_open, reply.body.is_open_now]).toEqual([200, true, true])
    expect((await listed())[0]).toEqual(reply.body)
    expect((await queue.join()).status).toBe(201)
    expect((await desk('close')).body).toMatchObject({ is_open: false, is_open_now: false })
    expect(await notesOf(queue)).toMatchObject([
      {
        record: 'queue_desk',
        recordId: String(queue.professional.id),
        changes: { is_open: { from: false, to: true } },
        actorType: 'user',
        source: 'dashboard',
      },
      { changes: { is_open: { from: true, to: false } } },
    ])
    const types = (await eventsOf(api.db, queue.organization.row)).map(({ type }) => type)
    expect(types).toEqual(['queue.entry.created'])
  })

  it('404 not_found: no one has this id, or only another organization', () => strangersDesk('open'))

  it('409 action_not_allowed: of someone who has left', () => deskOfTheGone('open'))
})

describe('queue.close', () => {
  it('404 not_found: no one has this id, or only another organization', () =>
    strangersDesk('close'))

  it('200: of someone who has left', () => deskOfTheGone('close'))

  it('200: closing leaves who is there, and they are called and served', async () => {
    const { queue, owner, desk } = await opened()
    const { body: entry } = await queue.join()
    const closed = await desk('close')
    expect(closed.status).toBe(200)
    const newcomer = await queue.newClient()
    expect((await queue.join({ client_id: newcomer.id })).body.code).toBe('queue_closed')
    const call = { entry_id: entry.id, professional_id: queue.professional.id }
    expect((await owner.mutate('queue.callEntry', call)).body.status).toBe('CALLED')
    const input = { entry_id: entry.id }
    expect((await owner.mutate('queue.startService', input)).body.status).toBe('IN_SERVICE')
    expect((await owner.mutate('queue.completeEntry', input)).body.status).toBe('COMPLETED')
  })

  it('200: what is so already is not noted', async () => {
    const { queue, desk } = await opened()
    for (const [procedure, input] of [
      ['open', {}],
      ['setDesk', {}],
      ['setDesk', { capacity: null, hours: [] }],
    ] as const) {
      expect((await desk(procedure, input)).status).toBe(200)
    }
    expect(await notesOf(queue)).toEqual([])
  })

  it('200: a collaborator may', async () => {
    const { queue, desk } = await opened()
    const collaborator = await signIn(api, queue.organization, 'manager')
    expect((await desk('close', {}, collaborator)).body.is_open).toBe(false)
    expect((await desk('open', {}, collaborator)).body.is_open).toBe(true)
    expect((await desk('setDesk', { capacity: 3 }, collaborator)).body.capacity).toBe(3)
  })
})

describe('queue.setDesk', () => {
  it('404 not_found: no one has this id, or only another organization', () =>
    strangersDesk('setDesk', { capacity: 1 }))

  it('409 action_not_allowed: of someone who has left', () =>
    deskOfTheGone('setDesk', { capacity: 1 }))

  it('200: what is left out stays, and null takes the limit away', async () => {
    const { queue, desk } = await opened()
    const night = { weekday: 6, opens_minute: 1320, closes_minute: 360 }
    const hours = [night, FRIDAY]
    expect((await desk('setDesk', { hours })).body).toMatchObject({ hours: [FRIDAY, night] })
    expect((await desk('setDesk', { capacity: 2 })).body).toMatchObject({
      hours: [FRIDAY, night],
      capacity: 2,
    })
    expect((await desk('setDesk', { capacity: null })).body.capacity).toBeNull()
    // The order in which intervals are sent says nothing.
    await desk('setDesk', { hours: [FRIDAY, night] })
    expect((await notesOf(queue)).map(({ changes }) => changes)).toEqual([
      { hours: { from: [], to: [FRIDAY, night] } },
      { capacity: { from: null, to: 2 } },
      { capacity: { from: 2, to: null } },
    ])
  })

  it('200: a limit below what is there keeps newcomers out, and sends no one away', async () => {
    const { queue, desk } = await opened()
    for (let count = 0; count < 3; count += 1) {
      expect((await queue.join({ client_id: (await queue.newClient()).id })).status).toBe(201)
    }
    expect((await desk('setDesk', { capacity: 1 })).status).toBe(200)
    const reply = await queue.join({ client_id: (await queue.newClient()).id })
    expect([reply.body.code, reply.body.detail]).toEqual([
      'queue_closed',
      expect.stringContaining('full'),
    ])
  })

  const at = (weekday: number, opens_minute: number, closes_minute: number) => ({
    weekday,
    opens_minute,
    closes_minute,
  })

  it.each<[string, object, string, string]>([
    ['twice the same', { hours: [FRIDAY, FRIDAY] }, 'hours[1]', 'invalid_value'],
    ['one in another', { hours: [at(1, 0, 600), at(1, 60, 120)] }, 'hours[1]', 'invalid_value'],
    [
      'a night and its morning',
      { hours: [at(1, 1200, 300), at(2, 240, 400)] },
      'hours[1]',
      'invalid_value',
    ],
    ['the last night', { hours: [at(0, 0, 60), at(6, 1380, 30)] }, 'hours[1]', 'invalid_value'],
    ['a whole day', { hours: [at(1, 600, 600), at(2, 599, 700)] }, 'hours[1]', 'invalid_value'],
    ['no weekday', { hours: [at(7, 0, 60)] }, 'hours[0].weekday', 'out_of_range'],
    ['no minute', { hours: [at(1, 1440, 60)] }, 'hours[0].opens_minute', 'out_of_range'],
    ['half a minute', { hours: [at(1, 0.5, 60)] }, 'hours[0].opens_minute', 'invalid_type'],
    ['too many', { hours: Array.from({ length: 29 }, () => FRIDAY) }, 'hours', 'too_many'],
    ['no one', { capacity: 0 }, 'capacity', 'out_of_range'],
    ['too large', { capacity: 1001 }, 'capacity', 'out_of_range'],
    ['text', { capacity: '3' }, 'capacity', 'invalid_type'],
  ])('400 validation_error: %s', async (_, input, field, code) => {
    const { queue, desk, listed } = await opened({ desk: { capacity: 7 } })
    const before = await listed()
    const { status, problem } = await desk('setDesk', input)
    expect([status, problem.code]).toEqual([400, 'validation_error'])
    expect(problem.errors).toContainEqual(expect.objectContaining({ field, code }))
    expect(await listed()).toEqual(before)
    expect(await notesOf(queue)).toEqual([])
  })

  it('200: intervals that only touch, over the end of the week too', async () => {
    const { desk } = await opened()
    const hours = [at(0, 30, 60), at(0, 60, 1440), at(1, 0, 600), at(6, 1380, 30)]
    expect((await desk('setDesk', { hours })).body.hours).toEqual(hours)
  })
})

describe('a desk', () => {
  const CALLS = [
    ['open', {}],
    ['close', {}],
    ['setDesk', { capacity: 1 }],
  ] as const

  it('403 feature_not_enabled: the online queue is off, or not in the plan', async () => {
    for (const organization of WITHOUT_QUEUE) {
      const { owner, desk } = await opened({ organization })
      expect((await owner.query('queue.listDesks')).problem.code).toBe('feature_not_enabled')
      for (const [procedure, input] of [...CALLS, ['startService', { entry_id: 1 }]] as const) {
        const { problem } = await desk(procedure, input)
        expect([procedure, problem.code]).toEqual([procedure, 'feature_not_enabled'])
      }
    }
  })
})

describe('desks and clients at one time', () => {
  it('409 queue_closed: the desk closes while a client waits to join', async () => {
    const queue = await openQueue(api)
    const reply = await overtaken(api, {
      lock: (session) => lockProfessional(session, queue.professional),
      slow: () => queue.join(),
      change: (session) =>
        session.query('UPDATE queue_desk SET is_open = false WHERE professional_id = $1', [
          queue.professional.id,
        ]),
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'queue_closed'])
  })

  it('closing waits for who joins, and lets no one in afterwards', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { queue, owner } = await opened({ professionals: 2, desk: { capacity: 2 } })
      const [first, second] = queue.professionals.map(({ id }) => ({ professional_id: id }))
      const clients = await times(10, () => queue.newClient())
      const [joins] = await Promise.all([
        Promise.all(clients.map(({ id }) => queue.join({ client_id: id }))),
        owner.mutate('queue.close', first),
        owner.mutate('queue.close', second),
      ])
      const counts = tally(joins)
      const organizationId = queue.organization.row.id
      const entries = await api.db.queueEntry.count({ where: { organizationId } })
      expect(counts['201'] ?? 0).toBe(entries)
      expect(entries).toBeLessThanOrEqual(4)
      expect((counts['201'] ?? 0) + (counts['409 queue_closed'] ?? 0)).toBe(10)
      expect((await queue.join()).body.code).toBe('queue_closed')
    }
  })

  it('of two changes at one time none is lost', async () => {
    const { queue, desk, listed } = await opened()
    await Promise.all([
      desk('setDesk', { capacity: 5 }),
      desk('setDesk', { hours: [FRIDAY] }),
      asSystem(api, queue, (work) => closeDesk(work, queue.professional.id)),
    ])
    expect((await listed())[0]).toMatchObject({ capacity: 5, hours: [FRIDAY], is_open: false })
    expect(await notesOf(queue)).toHaveLength(3)
  })

  it('two people who switch one desk on write one note', async () => {
    const { queue, owner, desk } = await opened({ desk: null })
    const statuses = await times(8, async () => (await desk('open', {}, owner)).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await notesOf(queue)).toHaveLength(1)
  })
})
