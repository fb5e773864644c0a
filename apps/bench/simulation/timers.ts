/** How long each job of the timetable takes where ten thousand businesses have a million appointments. */
import {
  dropExpired,
  dropOldAudit,
  dropOldMessages,
  endOverdueOffers,
  expireDeposits,
  expireHolds,
  finishErasures,
  offerFreeTime,
  readBusyCalendars,
  remindClients,
  runQueueTimers,
  settleDeposits,
  wakeClocks,
  type Service,
} from '@scheduling/core'
import { connect } from '@scheduling/database'
import { sweep } from '@scheduling/delivery'
import type { Pool } from 'pg'
import { TEST_SECRETS } from '@scheduling/test/support/secrets.ts'
import type { Bench } from '../bench.ts'
import { benchService } from '../stage/service.ts'
import { fill } from './fill.ts'
import { CLINICS } from './kinds.ts'

type Job = (service: Service, pool: Pool) => Promise<unknown>

/** By the names of the timetable in `docs/internals/worker.md`. */
export const JOBS: Readonly<Record<string, Job>> = {
  sweep: sweep,
  remind: (service) => remindClients(service),
  queue_timers: (service) => runQueueTimers(service),
  expire_holds: (service) => expireHolds(service),
  end_offers: (service) => endOverdueOffers(service),
  expire_deposits: (service) => expireDeposits(service, service.payments),
  settle_deposits: (service) => settleDeposits(service, service.payments),
  finish_erasures: finishErasures,
  read_calendars: (service) => readBusyCalendars(service, null),
  test_clocks: wakeClocks,
  sweep_waitlist: (service) => offerFreeTime(service),
  retention: async (service, pool) => {
    await dropExpired(service, pool)
    await dropOldAudit(service, pool)
    await dropOldMessages(service, pool)
  },
}

export type JobTime = {
  readonly job: string
  /** Of the run that everybody waits for: the second one, one minute after the first. */
  readonly ms: number
  readonly cpuMs: number
  readonly statements: number
}

export const TIMERS_BENCH: Bench = {
  about:
    'Each job of the timetable over 10,000 organizations with 975,000 appointments, 13,500 entries in queues and 1,000 wishes of the waitlist: the run that comes a minute after another. Most run each minute, `sweep_waitlist` every ten, `retention` daily.',
  async run(server) {
    const databaseUrl = await server.database()
    await fill(databaseUrl, { organizations: CLINICS, appointments: 30, clients: 25 })
    const times = await timeJobs(databaseUrl)
    return [
      {
        head: ['Job', 'Takes', 'CPU of the worker', 'Transactions'],
        rows: times.map(({ job, ms, cpuMs, statements }) => [
          `\`${job}\``,
          `${Math.round(ms)} ms`,
          `${Math.round(cpuMs)} ms`,
          String(statements),
        ]),
      },
    ]
  },
}

/** Runs each job twice, a minute apart by the clock of the service. */
export async function timeJobs(databaseUrl: string): Promise<JobTime[]> {
  const { db, pool, close } = connect(databaseUrl, { connections: 10, name: 'bench' })
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const service = { ...benchService(db, TEST_SECRETS), now, realNow: now }
  const times: JobTime[] = []
  try {
    for (const [job, run] of Object.entries(JOBS)) {
      await run(service, pool)
      ahead += 60_000
      const before = await statementsSoFar(pool)
      const [began, cpu] = [performance.now(), process.cpuUsage()]
      await run(service, pool)
      const [ms, used] = [performance.now() - began, process.cpuUsage(cpu)]
      const statements = (await statementsSoFar(pool)) - before
      times.push({ job, ms, cpuMs: (used.user + used.system) / 1000, statements })
    }
    return times
  } finally {
    service.sender.close()
    await close()
  }
}

/** Transactions: the jobs read with one statement each. */
async function statementsSoFar(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ count: string }>(
    'SELECT xact_commit::text AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(rows[0]?.count ?? 0)
}
