/**
 * Moves the clocks of test organizations, as workers do it. A clock goes from one moment at which something is due to the
 * next; there everything that is due is done, and events are sent to webhooks, before it goes on. Where it is going stands
 * in the database: the worker after a killed one goes on from where the clock stands.
 */
import {
  column,
  deleteRows,
  pick,
  query,
  sqlOf,
  statement,
  tables,
  type Sql,
} from '@scheduling/database'
import { isSendingTo, moveWebhooksBack, sweep } from '@scheduling/delivery'
import { setTimeout as wait } from 'node:timers/promises'
import { systemWork } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { expireDeposits } from '../deposits/expire.ts'
import { expireHolds } from '../holds/end-hold.ts'
import { settleDeposits } from '../deposits/settle.ts'
import { remindClients } from '../messaging/reminders.ts'
import { sendOutboxOf } from '../messaging/send.ts'
import { emitWebhookStatus } from '../webhooks/emit-status.ts'
import { runQueueTimers } from '../queue/timers.ts'
import { endOverdueOffers, offerFreeTime } from '../waitlist/timers.ts'
import { nextDue, type OrganizationClock } from './next-due.ts'

/** About how long a job runs before it yields. */
const JOB_MS = 5000
/** Between two looks at whether everything was sent; each one later than the last, up to this. */
const LOOK_AGAIN_MS = 200
/** Lanes that paused are woken again: a process remembers a pause for some seconds, though the clock has passed it. */
const WAKE_EVERY_MS = 1000
/** Jobs of this kind that run at the same time, of all workers together: the others are for everybody's timers. */
const AT_ONCE = 3

const addJob = statement(
  'wake a test clock',
  `SELECT graphile_worker.add_job('advance_clock', json_build_object('organization_id', id),
     queue_name => 'test_clocks_' || id % ${AT_ONCE}, job_key => 'clock:' || id, max_attempts => 25, priority => 5)
   FROM unnest($1::int[]) AS id`,
)

/** Has a worker go on with the clock of an organization. It belongs in the transaction that says where to. */
export async function wakeClock(sql: Sql, organizationId: number): Promise<void> {
  await addJob(sql, [[organizationId]])
}

const underWay = query({
  name: 'test clocks under way',
  text: 'SELECT a.organization_id AS "organizationId" FROM clock_advance a ORDER BY a.organization_id',
  row: pick(tables.clockAdvance, 'organizationId'),
})

/** Has workers go on with every clock that is being moved. Run it every minute: it finds what lost its job. */
export async function wakeClocks(service: Service): Promise<void> {
  const under = await underWay(sqlOf(service.db), [])
  if (under.length === 0) return
  await addJob(sqlOf(service.db), [under.map(({ organizationId }) => organizationId)])
}

const readAdvance = query({
  name: 'test clock under way',
  text: `SELECT a.target, o.time_zone, o.clock_ahead_seconds,
     a.moved_at < clock_timestamp() - interval '${LIMITS.clockWaitSeconds} seconds' AS is_late
   FROM clock_advance a JOIN organization o ON o.id = a.organization_id
   WHERE o.id = $1::int AND NOT o.livemode`,
  row: {
    target: column.instant,
    time_zone: column.text,
    clock_ahead_seconds: column.int,
    is_late: column.bool,
  },
})

/** Goes on with the clock of an organization for some seconds, and leaves what is left to another job. */
export async function continueClock(service: Service, organizationId: number): Promise<void> {
  const sql = sqlOf(service.db)
  const endsAt = performance.now() + JOB_MS
  for (;;) {
    const [advance] = await readAdvance(sql, [organizationId])
    if (advance === undefined) return
    const clock = {
      organizationId,
      timeZone: advance.time_zone,
      aheadMs: advance.clock_ahead_seconds * 1000,
    }
    await settleDeposits(service, service.payments, organizationId)
    await expireDeposits(service, service.payments, organizationId)
    await runQueueTimers(service, organizationId)
    await expireHolds(service, organizationId)
    await endOverdueOffers(service, organizationId)
    await offerFreeTime(service, organizationId)
    await remindClients(service, organizationId)
    await sendOutboxOf(service, organizationId)
    await emitWebhookStatus(service, organizationId)
    const isSent = advance.is_late || (await sendDue(service, organizationId, endsAt))
    if (isSent && service.realNow() + clock.aheadMs >= advance.target) {
      await deleteRows(service.db, tables.clockAdvance, {
        organizationId,
        target: new Date(advance.target),
      })
      return
    }
    if (isSent) {
      const next = (await nextDue(sql, clock, service.realNow())) ?? advance.target
      await move(service, clock, Math.min(next, advance.target))
    }
    if (performance.now() > endsAt) return wakeClock(sql, organizationId)
  }
}

/** @returns whether everything that is due was sent to the webhooks */
async function sendDue(service: Service, organizationId: number, endsAt: number): Promise<boolean> {
  const sql = sqlOf(service.db)
  let wakesAt = 0
  for (let looks = 1; ; looks += 1) {
    if (performance.now() >= wakesAt) {
      await sweep({ now: service.realNow }, sql, organizationId)
      wakesAt = performance.now() + WAKE_EVERY_MS
    }
    if (!(await isSendingTo(sql, organizationId, service.realNow()))) return true
    if (performance.now() > endsAt) return false
    await wait(Math.min(20 * looks, LOOK_AGAIN_MS))
  }
}

const moveClock = query({
  name: 'test clock moved',
  text: `WITH moved AS (
     UPDATE organization SET clock_ahead_seconds = $2::int
     WHERE id = $1::int AND clock_ahead_seconds = $3::int AND NOT livemode RETURNING id)
   UPDATE clock_advance a SET moved_at = clock_timestamp() FROM moved WHERE a.organization_id = moved.id
   RETURNING a.organization_id`,
  row: { organization_id: column.int },
})

/** Nothing happens where another worker has moved the clock in between. @param to epoch milliseconds */
async function move(service: Service, clock: OrganizationClock, to: number): Promise<void> {
  const { organizationId } = clock
  const before = clock.aheadMs / 1000
  // In whole seconds, up: what is due at a moment must be due when the clock is there.
  const after = Math.max(before, Math.ceil((to - service.realNow()) / 1000))
  if (after === before) return
  await systemWork(service, organizationId, async ({ tx }) => {
    const moved = await moveClock(sqlOf(tx), [organizationId, after, before])
    if (moved.length > 0) await moveWebhooksBack(sqlOf(tx), organizationId, after - before)
  })
}
