import { beforeEach, describe, expect, it } from 'vitest'
import { runQueueTimers, startService } from '@scheduling/core'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { createDepositRow, eventsOf } from '../../support/clinic.ts'
import { overtaken } from '../../support/overtaking.ts'
import {
  asSystem,
  openQueue,
  TODAY,
  today,
  YESTERDAY,
  type OpenQueue,
} from '../../support/queue.ts'

const api = useOwnApi()

// Timers look at every organization: each test begins with empty queues.
beforeEach(async () => {
  await api.db.deposit.deleteMany()
  await api.db.queueEntry.deleteMany()
  api.setNow(TEST_NOW)
  api.logged.length = 0
})

const MINUTE_MS = 60_000
const statusOf = async (id: number) =>
  (await api.db.queueEntry.findUniqueOrThrow({ where: { id } })).status
const call = (queue: OpenQueue, id: number) =>
  queue.call('POST', `/v1/queue/entries/${id}/call`, { body: {} })

describe('call timeout', () => {
  it('makes a no-show of a call that no one answered, not a moment before its time', async () => {
    const queue = await openQueue(api)
    const entry = await queue.entry('WAITING')
    await call(queue, entry.id)
    api.setNow(TEST_NOW + 10 * MINUTE_MS - 1)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    api.setNow(TEST_NOW + 10 * MINUTE_MS)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 1, cancelled: 0 })
    const got = await queue.call('GET', `/v1/queue/entries/${entry.id}`)
    expect(got.body).toMatchObject({ status: 'NO_SHOW', no_show_at: today('08:10') })
    const event = (await eventsOf(api.db, queue.organization.row)).at(-1)
    expect(event).toMatchObject({
      type: 'queue.entry.no_show',
      payload: {
        changes: { status: { from: 'CALLED', to: 'NO_SHOW' } },
        batch_id: null,
      },
      context: { actor: { type: 'system', id: null, name: null }, source: 'system' },
    })
    expect(event?.context.request_id).toMatch(/^req_[0-9a-z]{26}$/)
    expect(event?.payload.object).toEqual(got.body)
  })

  it("goes by the organization's clock where it is ahead, and touches no one else's", async () => {
    const live = await openQueue(api)
    const ahead = await openQueue(api, {
      organization: { livemode: false, clockAheadSeconds: 600 },
    })
    const waits = await live.entry('CALLED', { callExpiresAt: today('08:10') })
    const due = await ahead.entry('CALLED', { callExpiresAt: today('08:10') })
    const notYet = await ahead.entry('CALLED', {
      callExpiresAt: new Date(TEST_NOW + 600_001).toISOString(),
    })
    expect(await runQueueTimers(api.service, live.organization.row.id)).toEqual({
      noShows: 0,
      cancelled: 0,
    })
    const runs = await Promise.all([1, 2].map(() => runQueueTimers(api.service)))
    expect(runs.reduce((sum, run) => sum + run.noShows, 0)).toBe(1)
    expect(await statusOf(waits.id)).toBe('CALLED')
    expect(await statusOf(due.id)).toBe('NO_SHOW')
    expect(await statusOf(notYet.id)).toBe('CALLED')
    const got = await ahead.call('GET', `/v1/queue/entries/${due.id}`)
    expect(got.body.no_show_at).toBe(today('08:10'))
  })

  it('does the same when it runs twice, at one time, or hours late', async () => {
    const queue = await openQueue(api)
    const entries = await Promise.all([1, 2, 3].map(() => queue.entry('CALLED')))
    api.setNow(TEST_NOW + 5 * 60 * MINUTE_MS)
    const runs = await Promise.all([1, 2, 3].map(() => runQueueTimers(api.service)))
    expect(runs.reduce((sum, run) => sum + run.noShows, 0)).toBe(3)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map((event) => event.payload.object['id']).sort()).toEqual(
      entries.map(({ id }) => id).sort(),
    )
  })

  it('starts again with a recall, and stops with an answer', async () => {
    const queue = await openQueue(api, { organization: { queueCallTimeoutMinutes: 5 } })
    const recalled = await queue.entry('WAITING')
    const started = await queue.entry('WAITING')
    await call(queue, recalled.id)
    await call(queue, started.id)
    api.setNow(TEST_NOW + 4 * MINUTE_MS)
    await call(queue, recalled.id)
    await asSystem(api, queue, (work) => startService(work, started.id))
    api.setNow(TEST_NOW + 8 * MINUTE_MS)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    api.setNow(TEST_NOW + 9 * MINUTE_MS)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 1, cancelled: 0 })
    expect(await statusOf(recalled.id)).toBe('NO_SHOW')
    expect(await statusOf(started.id)).toBe('IN_SERVICE')
  })

  it('leaves a client who is called again, or is served, while it waits for the entry', async () => {
    const queue = await openQueue(api)
    for (const [change, status] of [
      [
        `call_count = call_count + 1, call_expires_at = call_expires_at + interval '10 minutes'`,
        'CALLED',
      ],
      [`status = 'IN_SERVICE'`, 'IN_SERVICE'],
      [`status = 'SKIPPED', call_expires_at = NULL`, 'SKIPPED'],
    ] as const) {
      const entry = await queue.entry('CALLED', { callExpiresAt: today('07:59') })
      const done = await overtaken(api, {
        lock: (session) =>
          session.query('SELECT FROM queue_entry WHERE id = $1 FOR UPDATE', [entry.id]),
        slow: () => runQueueTimers(api.service),
        change: (session) =>
          session.query(`UPDATE queue_entry SET ${change} WHERE id = $1`, [entry.id]),
      })
      expect(done).toEqual({ noShows: 0, cancelled: 0 })
      expect(await statusOf(entry.id)).toBe(status)
      await api.db.queueEntry.delete({ where: { id: entry.id } })
    }
    expect(await eventsOf(api.db, queue.organization.row)).toEqual([])
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('gives way to a client who comes first at the last moment', async () => {
    const queue = await openQueue(api)
    for (let round = 0; round < 6; round += 1) {
      const entry = await queue.entry('CALLED', { callExpiresAt: today('08:00') })
      const [, reply] = await Promise.all([
        runQueueTimers(api.service),
        queue.call('POST', `/v1/queue/entries/${entry.id}/complete`),
      ])
      expect(await statusOf(entry.id)).toBe(reply.status === 200 ? 'COMPLETED' : 'NO_SHOW')
    }
  })

  it('goes on with the others when one of them fails', async () => {
    const queue = await openQueue(api)
    const bad = await queue.entry('CALLED', { callExpiresAt: today('07:58') })
    const good = await queue.entry('CALLED', { callExpiresAt: today('07:59') })
    await api.db.$executeRawUnsafe(
      `ALTER TABLE queue_entry ADD CONSTRAINT broken CHECK (id <> ${bad.id} OR status <> 'NO_SHOW')`,
    )
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 1, cancelled: 0 })
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['CALLED', 'NO_SHOW'])
    const failures = api.logged.filter(({ level }) => level === 'error')
    expect(failures).toMatchObject([{ message: 'a queue timer failed' }])
    await api.db.$executeRawUnsafe('ALTER TABLE queue_entry DROP CONSTRAINT broken')
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 1, cancelled: 0 })
  })
})

describe('end of the day', () => {
  it('cancels who waited or was skipped, makes a no-show of who was called, lets services end', async () => {
    const queue = await openQueue(api)
    const waiting = await queue.entry('WAITING')
    const skipped = await queue.entry('SKIPPED')
    const called = await queue.entry('CALLED', { callExpiresAt: '2026-11-21T00:05:00-03:00' })
    const inService = await queue.entry('IN_SERVICE')
    const done = await queue.entry('COMPLETED')
    api.setNow(Date.parse(today('23:59')) + 59_999)
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    api.setNow(Date.parse('2026-11-21T00:00:00-03:00'))
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 1, cancelled: 2 })
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    for (const { id } of [waiting, skipped]) {
      const got = await queue.call('GET', `/v1/queue/entries/${id}`)
      expect(got.body).toMatchObject({
        status: 'CANCELLED',
        cancellation_reason: 'day_closed',
        cancelled_at: '2026-11-21T00:00:00-03:00',
      })
    }
    expect(await statusOf(called.id)).toBe('NO_SHOW')
    expect(await statusOf(inService.id)).toBe('IN_SERVICE')
    expect(await statusOf(done.id)).toBe('COMPLETED')
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type, payload }) => [type, payload.changes])).toEqual([
      [
        'queue.entry.cancelled',
        {
          status: { from: 'WAITING', to: 'CANCELLED' },
          cancellation_reason: { from: null, to: 'day_closed' },
        },
      ],
      [
        'queue.entry.cancelled',
        {
          status: { from: 'SKIPPED', to: 'CANCELLED' },
          cancellation_reason: { from: null, to: 'day_closed' },
        },
      ],
      ['queue.entry.no_show', { status: { from: 'CALLED', to: 'NO_SHOW' } }],
    ])
    expect(events.every(({ context }) => context.actor.type === 'system')).toBe(true)
  })

  it('leaves an entry that was served, or moved to today, while it waits for it', async () => {
    const queue = await openQueue(api)
    for (const change of [`status = 'COMPLETED'`, `date = '${TODAY}'`]) {
      const entry = await queue.entry('WAITING', { date: YESTERDAY })
      const done = await overtaken(api, {
        lock: (session) =>
          session.query('SELECT FROM queue_entry WHERE id = $1 FOR UPDATE', [entry.id]),
        slow: () => runQueueTimers(api.service),
        change: (session) =>
          session.query(`UPDATE queue_entry SET ${change} WHERE id = $1`, [entry.id]),
      })
      expect(done).toEqual({ noShows: 0, cancelled: 0 })
    }
    expect(await eventsOf(api.db, queue.organization.row)).toEqual([])
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it("ends each organization's day by its own clock", async () => {
    const saoPaulo = await openQueue(api)
    const auckland = await openQueue(api, { organization: { timeZone: 'Pacific/Auckland' } })
    const here = await saoPaulo.entry('WAITING')
    // In Auckland it is Saturday since this very moment.
    const there = await auckland.entry('WAITING', { date: TODAY })
    const fresh = await auckland.entry('WAITING', { date: '2026-11-21' })
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 1 })
    expect(await statusOf(there.id)).toBe('CANCELLED')
    expect(await statusOf(here.id)).toBe('WAITING')
    expect(await statusOf(fresh.id)).toBe('WAITING')
  })

  it('ends the day of an organization that is ahead by its clock', async () => {
    const live = await openQueue(api)
    // To one second before midnight.
    const clockAheadSeconds = 16 * 3600 - 1
    const ahead = await openQueue(api, { organization: { livemode: false, clockAheadSeconds } })
    const [waits, ends] = [await live.entry('WAITING'), await ahead.entry('WAITING')]
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 0 })
    api.setNow(TEST_NOW + 1000)
    const runs = await Promise.all([1, 2].map(() => runQueueTimers(api.service)))
    expect(runs.reduce((sum, run) => sum + run.cancelled, 0)).toBe(1)
    expect(await statusOf(waits.id)).toBe('WAITING')
    expect(await statusOf(ends.id)).toBe('CANCELLED')
  })

  it('is done once by two who run at one time', async () => {
    const queue = await openQueue(api)
    for (const status of ['WAITING', 'SKIPPED', 'CALLED'] as const)
      await queue.entry(status, { date: YESTERDAY })
    const runs = await Promise.all([1, 2, 3].map(() => runQueueTimers(api.service)))
    expect(runs.reduce((sum, run) => sum + run.cancelled + run.noShows, 0)).toBe(3)
    expect(await eventsOf(api.db, queue.organization.row)).toHaveLength(3)
  })

  it('catches up on days that it missed, and withdraws deposits with the entries', async () => {
    const queue = await openQueue(api)
    const old = await queue.entry('WAITING', { date: '2026-11-02' })
    const deposit = await createDepositRow(api.db, queue.organization.row, {
      queueEntry: await queue.entry('SKIPPED', { date: YESTERDAY }),
      expiresAt: today('23:00'),
    })
    expect(await runQueueTimers(api.service)).toEqual({ noShows: 0, cancelled: 2 })
    expect(await statusOf(old.id)).toBe('CANCELLED')
    const row = await api.db.deposit.findUniqueOrThrow({ where: { id: deposit.id } })
    expect(row.status).toBe('EXPIRED')
    const events = await eventsOf(api.db, queue.organization.row)
    expect(events.map(({ type }) => type)).toEqual([
      'queue.entry.cancelled',
      'queue.entry.cancelled',
      'deposit.expired',
    ])
    expect(events[0]?.payload.batch_id).toBeNull()
    expect(events[2]?.payload.batch_id).toBe(events[1]?.payload.batch_id)
  })

  it('works for an organization whose feature is off by now', async () => {
    const queue = await openQueue(api, { organization: { switchedOff: ['online_queue'] } })
    const entry = await queue.entry('WAITING', { date: YESTERDAY })
    await runQueueTimers(api.service)
    expect(await statusOf(entry.id)).toBe('CANCELLED')
  })
})
