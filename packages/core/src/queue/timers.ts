import { localDateOf } from '@scheduling/availability'
import type { Service } from '../context.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { isPast, lockQueueEntry } from './load.ts'
import type { QueueEntryRow } from './queue-entry.ts'
import { stepLocked } from './step.ts'

type Due = { readonly id: number; readonly organizationId: number }

export type QueueTimersDone = { readonly noShows: number; readonly cancelled: number }

/**
 * Ends calls that nobody answered, and the entries of days that are over. Run it every minute. Running it twice
 * or late does no harm, and after a pause it catches up.
 */
export async function runQueueTimers(service: Service): Promise<QueueTimersDone> {
  const now = service.now()
  const statuses: string[] = []
  for (const call of await overdueCalls(service, now)) {
    const isStillDue = (row: QueueEntryRow) =>
      row.status === 'CALLED' && row.callExpiresAt?.getTime() === call.expiresAt
    statuses.push(...(await endEntry(service, call, 'call_timeout', isStillDue)))
  }
  for (const entry of await entriesOfPastDays(service, now)) {
    const isStillDue = (row: QueueEntryRow, work: Work) =>
      isPast(row, work) && ['WAITING', 'SKIPPED', 'CALLED'].includes(row.status)
    statuses.push(...(await endEntry(service, entry, 'day_end', isStillDue)))
  }
  const count = (status: string) => statuses.filter((ended) => ended === status).length
  return { noShows: count('NO_SHOW'), cancelled: count('CANCELLED') }
}

/** Checks again on the locked row: the client may have been called again, or served, in between. */
async function endEntry(
  service: Service,
  due: Due,
  trigger: 'call_timeout' | 'day_end',
  isStillDue: (row: QueueEntryRow, work: Work) => boolean,
): Promise<string[]> {
  try {
    return await systemWork(
      service,
      due.organizationId,
      async (work) => {
        const row = await lockQueueEntry(work.tx, due.organizationId, due.id)
        return isStillDue(row, work) ? [(await stepLocked(work, row, trigger)).status] : []
      },
      'endQueueEntry',
    )
  } catch (error) {
    // The other entries go on. The next run tries this one again.
    service.log.error(
      { queue_entry_id: due.id, organization_id: due.organizationId, trigger, err: error },
      'a queue timer failed',
    )
    return []
  }
}

async function overdueCalls(
  service: Service,
  now: number,
): Promise<(Due & { readonly expiresAt: number })[]> {
  const rows = await service.db.queueEntry.findMany({
    where: { status: 'CALLED', callExpiresAt: { lte: new Date(now) } },
    select: { id: true, organizationId: true, callExpiresAt: true },
    orderBy: [{ callExpiresAt: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap(({ callExpiresAt, ...due }) =>
    callExpiresAt === null ? [] : [{ ...due, expiresAt: callExpiresAt.getTime() }],
  )
}

/** The day of each organization ends in its own time zone. */
async function entriesOfPastDays(service: Service, now: number): Promise<Due[]> {
  const open = await service.db.$queryRaw<{ organizationId: number; timeZone: string }[]>`
    SELECT DISTINCT e.organization_id AS "organizationId", o.time_zone AS "timeZone"
    FROM queue_entry e JOIN organization o ON o.id = e.organization_id
    WHERE e.status IN ('WAITING', 'SKIPPED', 'CALLED')`
  const due: Due[] = []
  for (const { organizationId, timeZone } of open) {
    const today = new Date(`${localDateOf(now, timeZone)}T00:00:00Z`)
    const rows = await service.db.queueEntry.findMany({
      where: {
        organizationId,
        status: { in: ['WAITING', 'SKIPPED', 'CALLED'] },
        date: { lt: today },
      },
      select: { id: true, organizationId: true },
      orderBy: [{ arrivedAt: 'asc' }, { id: 'asc' }],
    })
    due.push(...rows)
  }
  return due
}
