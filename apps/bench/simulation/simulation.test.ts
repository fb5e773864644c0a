/** A short run of the benches `simulation` and `timers`: the model, the load and the timetable over many organizations. */
import { connect } from '@scheduling/database'
import { describe, expect, it } from 'vitest'
import { arrivals, busiestSecond } from './arrivals.ts'
import { fill } from './fill.ts'
import { CHANNELS, HOURS, KINDS, RECEIVERS, ZONES } from './kinds.ts'
import { BUSIEST, burstOf, ratesAt, REQUESTS, total } from './rates.ts'
import { driveUp } from './simulation.ts'
import { openSimulation } from './stage.ts'
import { bendsOf, summary } from './step.ts'
import { JOBS } from './timers.ts'
import { benchService } from '../stage/service.ts'
import { createTestDatabase } from '@scheduling/test/support/database.ts'
import { openDatabaseProxy } from '@scheduling/test/support/database-proxy.ts'
import { TEST_SECRETS } from '@scheduling/test/support/secrets.ts'

describe('The model', () => {
  it('has shares that are a whole, and its busiest hour on Monday at eight', () => {
    const sum = (shares: readonly number[]): number => shares.reduce((all, one) => all + one, 0)
    for (const table of [KINDS, RECEIVERS, ZONES])
      expect(sum(table.map(({ share }) => share))).toBeCloseTo(1)
    expect(sum(Object.values(CHANNELS))).toBeCloseTo(1)
    expect(sum(HOURS)).toBeCloseTo(1)
    expect([BUSIEST, burstOf(BUSIEST)]).toEqual([{ weekday: 1, hour: 8 }, 3])
  })

  it('sends as much as it says, at random, and the same for the same seed', () => {
    const rates = ratesAt(BUSIEST)
    const [clinics, seconds] = [10_000, 60]
    const all = arrivals(rates, clinics, seconds, 7)
    const expected = total(rates) * clinics * seconds
    // Four standard deviations of a Poisson process.
    expect(Math.abs(all.length - expected)).toBeLessThan(4 * Math.sqrt(expected))
    for (const request of REQUESTS) {
      const mean = rates[request] * clinics * seconds
      const count = all.filter((one) => one.request === request).length
      expect(Math.abs(count - mean), request).toBeLessThan(4 * Math.sqrt(mean))
    }
    // Uneven, as calls are: the busiest second has clearly more than the mean.
    expect(busiestSecond(all)).toBeGreaterThan((all.length / seconds) * 1.05)
    expect(all.every(({ at }, place) => at >= (all[place - 1]?.at ?? 0))).toBe(true)
    expect(arrivals(rates, clinics, seconds, 7)).toEqual(all)
    expect(arrivals(rates, clinics, seconds, 8)).not.toEqual(all)
  })
})

const WIDTH = { appointments: 6, clients: 20 }

/** Statements of each job of the timetable, where nothing is due, with so many organizations. */
async function statementsOfJobs(organizations: number): Promise<Record<string, number>> {
  await using database = await createTestDatabase()
  await fill(database.url, { organizations, ...WIDTH })
  const proxy = await openDatabaseProxy(database.url)
  const { db, pool, close } = connect(proxy.url, { connections: 4 })
  // No reminder is due in this minute, nor in the next: appointments begin at whole and half hours.
  let now = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 7 * 60_000
  const service = { ...benchService(db, TEST_SECRETS), now: () => now, realNow: () => now }
  try {
    const counts: Record<string, number> = {}
    for (const [job, run] of Object.entries(JOBS)) {
      await run(service, pool)
      now += 60_000
      const { statements } = await proxy.tallyOf(async () => void (await run(service, pool)))
      counts[job] = statements.length
      now -= 60_000
    }
    return counts
  } finally {
    service.sender.close()
    await close()
    await proxy.close()
  }
}

describe('The timetable', () => {
  it('asks the database as often for many organizations as for few', async () => {
    const few = await statementsOfJobs(20)
    const many = await statementsOfJobs(60)
    // Who waits for time is looked after one organization after the other.
    const { sweep_waitlist: fewLooks = 0, ...others } = few
    expect(Object.keys(others).length).toBeGreaterThan(8)
    expect(many).toEqual({ ...others, sweep_waitlist: expect.any(Number) })
    expect(fewLooks).toBeGreaterThan(0)
  })
})

describe('The load', () => {
  it('drives the real processes as the model says: all is answered, and events arrive', async () => {
    const organizations = 20
    const width = { organizations, ...WIDTH }
    const simulation = await openSimulation({ width, driven: organizations, apis: 1, workers: 1 })
    try {
      // Two thousand clinics' worth of calls from twenty.
      const [step] = await driveUp(simulation, [0.2], 4)
      if (step === undefined) throw new Error('No step was made.')
      const { errors, refused, answered } = summary(step)
      expect(step.sent.faults).toEqual({})
      expect({ errors, refused, missing: step.missing }).toEqual({
        errors: 0,
        refused: 0,
        missing: 0,
      })
      expect(answered * step.sent.seconds).toBeGreaterThan(40)
      for (const request of ['book', 'slots', 'booking page', 'agenda'])
        expect(step.sent.kinds[request]?.statuses, request).toSatisfy(isAnswered)
      expect(step.streams).toBe(23)
      expect(step.lags.length).toBeGreaterThan(0)
      expect(step.sent.streamed).toBeGreaterThan(0)
      expect(bendsOf({ ...step, sent: { ...step.sent, seconds: 60 } })).toContain(
        'requests pile up',
      )
    } finally {
      await simulation.close()
    }
  })
})

const isAnswered = (statuses: object): boolean =>
  Object.keys(statuses).every((status) => status.startsWith('2'))
