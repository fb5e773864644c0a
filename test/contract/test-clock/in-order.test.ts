/** What becomes due while the clock of a test organization is being moved, without webhooks. */
import { addDays, formatInstant } from '@scheduling/availability'
import { continueClock, expireDeposits, runQueueTimers } from '@scheduling/core'
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW, useOwnApi } from '../../support/api.ts'
import { anotherClient, openClinic } from '../../support/booking.ts'
import { createAppointmentRow, createDepositRow, eventsOf } from '../../support/clinic.ts'
import { signIn } from '../../support/dashboard.ts'
import { openQueue, today, TODAY } from '../../support/queue.ts'
import { arrived } from '../../support/test-clock.ts'
import { wholeOrganization } from '../../support/whole-organization.ts'

const api = useOwnApi()

beforeEach(() => api.setNow(TEST_NOW))

it('Deposits, calls and days end in the order of their times, each at its own, once, by however many workers', async () => {
  const [test, live] = [
    await openQueue(api, { organization: { livemode: false } }),
    await openQueue(api),
  ]
  const due = [
    ['queue.entry.no_show', '2026-11-20T08:07:00-03:00'],
    ['deposit.expired', '2026-11-20T08:20:30-03:00'],
    ['queue.entry.no_show', '2026-11-20T09:00:00-03:00'],
    ['deposit.expired', '2026-11-20T23:59:59-03:00'],
    ['queue.entry.cancelled', '2026-11-21T00:00:00-03:00'],
    ['deposit.expired', '2026-11-25T12:00:00-03:00'],
  ] as const
  for (const queue of [test, live]) {
    for (const [type, at] of due.toReversed()) {
      if (type === 'queue.entry.no_show') await queue.entry('CALLED', { callExpiresAt: at })
      else if (type === 'queue.entry.cancelled') await queue.entry('WAITING')
      else {
        const served = await queue.entry('IN_SERVICE')
        const { row } = queue.organization
        await createDepositRow(api.db, row, { queueEntry: served, expiresAt: at })
      }
    }
  }
  const before = await wholeOrganization(api, live.organization.row.id)
  const { id } = test.organization.row
  const owner = await signIn(api, test.organization)
  await owner.mutate('testClock.advance', { by_minutes: 10 * 1440 })
  // The timers of every minute run meanwhile too.
  await Promise.all([
    arrived(api, id),
    arrived(api, id),
    arrived(api, id),
    expireDeposits(api.service),
    runQueueTimers(api.service),
  ])
  // Messages to clients follow from these, and are sent beside them.
  const events = (await eventsOf(api.db, test.organization.row)).filter(
    ({ type }) => !type.startsWith('messaging.'),
  )
  const told = events.map(({ type, payload }) => {
    const { expired_at, cancelled_at, no_show_at } = payload.object as any
    return [type, expired_at ?? cancelled_at ?? no_show_at]
  })
  expect(told).toEqual(due)
  expect((await owner.query('testClock.get')).body).toMatchObject({
    status: 'ready',
    now: '2026-11-30T08:00:00-03:00',
  })
  expect(await wholeOrganization(api, live.organization.row.id)).toEqual(before)
})

it('Days end at local midnight, across a change of the clocks', async () => {
  const queue = await openQueue(api, {
    organization: { livemode: false, timeZone: 'America/New_York' },
  })
  // The clocks go forward on 14 March 2027, and back on 7 November.
  for (const date of ['2027-03-12', '2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07'])
    await queue.entry('WAITING', { date })
  const owner = await signIn(api, queue.organization)
  await owner.mutate('testClock.advance', { to: '2027-11-20T00:00:00Z' })
  await arrived(api, queue.organization.row.id)
  const rows = await api.db.queueEntry.findMany({
    where: { organizationId: queue.organization.row.id },
    orderBy: { date: 'asc' },
  })
  expect(
    rows.map(({ cancelledAt }) => formatInstant(Number(cancelledAt), 'America/New_York')),
  ).toEqual([
    '2027-03-13T00:00:00-05:00',
    '2027-03-14T00:00:00-05:00',
    '2027-03-15T00:00:00-04:00',
    '2027-11-07T00:00:00-04:00',
    '2027-11-08T00:00:00-05:00',
  ])
})

it('A year of days with entries in each, at once', async () => {
  const queue = await openQueue(api, { organization: { livemode: false } })
  for (let day = 0; day < 365; day += 5) await queue.entry('WAITING', { date: addDays(TODAY, day) })
  const owner = await signIn(api, queue.organization)
  await owner.mutate('testClock.advance', { by_minutes: 366 * 1440 })
  await arrived(api, queue.organization.row.id)
  const events = await eventsOf(api.db, queue.organization.row)
  const times = events.map(({ payload }) => (payload.object as any).cancelled_at)
  expect(times).toHaveLength(73)
  expect(times).toEqual(times.toSorted())
  expect(times.every((time: string) => time.endsWith('T00:00:00-03:00'))).toBe(true)
})

it('What cannot be done is told in the log, and holds up nothing', async () => {
  const queue = await openQueue(api, { organization: { livemode: false } })
  const { row } = queue.organization
  const served = await queue.entry('IN_SERVICE')
  const broken = await createDepositRow(api.db, row, {
    queueEntry: served,
    expiresAt: today('08:10'),
  })
  const good = await queue.entry('CALLED', { callExpiresAt: today('08:20') })
  await api.connection.pool.query(
    `CREATE FUNCTION refuse_deposit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse_deposit BEFORE UPDATE ON deposit FOR EACH ROW WHEN (OLD.id = ${broken.id})
       EXECUTE FUNCTION refuse_deposit()`,
  )
  const owner = await signIn(api, queue.organization)
  await owner.mutate('testClock.advance', { by_minutes: 60 })
  await arrived(api, row.id)
  expect(await api.db.queueEntry.findUniqueOrThrow({ where: { id: good.id } })).toMatchObject({
    status: 'NO_SHOW',
  })
  expect(api.logged.filter(({ level }) => level === 'error')).not.toEqual([])
  // The timer of the next minute tries it again.
  await api.connection.pool.query('DROP TRIGGER refuse_deposit ON deposit')
  expect(await expireDeposits(api.service)).toBe(1)
})

it('Bookings meanwhile are accepted or refused by the rules, and none is lost', async () => {
  const clinic = await openClinic(api, {
    organization: { livemode: false },
    professionals: 2,
  })
  const { row } = clinic.organization
  for (let minute = 1; minute <= 30; minute += 1) {
    const appointment = await createAppointmentRow(api.db, row, {
      professional: clinic.professional,
      client: await anotherClient(api, clinic),
      services: [clinic.service],
      start: `2026-12-${String(minute).padStart(2, '0')}T09:00:00-03:00`,
      status: 'PENDING',
    })
    const expiresAt = new Date(TEST_NOW + minute * 3_600_000).toISOString()
    await createDepositRow(api.db, row, { appointment, expiresAt })
  }
  const owner = await signIn(api, clinic.organization)
  const clients = await Promise.all(Array.from({ length: 20 }, () => anotherClient(api, clinic)))
  await owner.mutate('testClock.advance', { by_minutes: 3 * 1440 + 120 })
  const [, ...replies] = await Promise.all([
    arrived(api, row.id),
    ...clients.map((client, index) =>
      clinic.book({
        client_id: client.id,
        start: `2026-11-2${index % 2 === 0 ? 3 : 4}T${String(9 + (index % 3)).padStart(2, '0')}:00:00-03:00`,
        professional_id: null,
      }),
    ),
  ])
  const answers = replies.map(({ status, body }) => (status === 201 ? 201 : body.code))
  expect(answers).toContain(201)
  const refusals = new Set(answers.filter((answer) => answer !== 201))
  for (const code of refusals) expect(['slot_unavailable', 'min_advance_violation']).toContain(code)
  const kept = await api.db.appointment.count({
    where: { organizationId: row.id, startsAt: { lt: new Date('2026-11-26T00:00:00Z') } },
  })
  expect(kept).toBe(answers.filter((answer) => answer === 201).length)
  expect(await api.db.deposit.count({ where: { organizationId: row.id, status: 'EXPIRED' } })).toBe(
    30,
  )
})

it('A worker that knows an old time does nothing: the clock is moved from where it stands', async () => {
  const queue = await openQueue(api, { organization: { livemode: false } })
  const { id } = queue.organization.row
  await queue.entry('CALLED', { callExpiresAt: today('08:30') })
  const owner = await signIn(api, queue.organization)
  await owner.mutate('testClock.advance', { by_minutes: 120 })
  await Promise.all(Array.from({ length: 8 }, () => continueClock(api.service, id)))
  await arrived(api, id)
  const row = await api.db.organization.findUniqueOrThrow({ where: { id } })
  expect(row.clockAheadSeconds).toBe(7200)
  expect(await eventsOf(api.db, queue.organization.row)).toHaveLength(1)
})
