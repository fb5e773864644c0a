import { localDateOf } from '@scheduling/availability'
import { column, Prisma, query, rawRows, sqlOf } from '@scheduling/database'
import { onClockOf, type Service } from '../context.ts'
import { ofOrganization } from '../ground/sql-organization.ts'
import { systemWork, type Work } from '../change/system-work.ts'
import { isPast, lockQueueEntry } from './load.ts'
import type { QueueEntryRow } from './queue-entry.ts'
import { stepLocked } from './step.ts'

type Due = { readonly id: number; readonly organizationId: number }

export type QueueTimersDone = { readonly noShows: number; readonly cancelled: number }

/**
 * Ends unanswered calls, and the entries of days that are over, each by the clock of its organization. Run
 * it every minute. Running it twice or late does no harm, and after a pause it catches up.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 */
export async function runQueueTimers(
  service: Service,
  organizationId: number | null = null,
): Promise<QueueTimersDone> {
  const statuses: string[] = []
  for (const call of await overdueCalls(service, organizationId)) {
    const isStillDue = (row: QueueEntryRow) =>
      row.status === 'CALLED' && row.callExpiresAt?.getTime() === call.expiresAt
    statuses.push(...(await endEntry(service, call, 'call_timeout', isStillDue)))
  }
  for (const entry of await entriesOfPastDays(service, organizationId)) {
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

/** By the real clock, and of those organizations that are ahead what is due by their own. */
async function overdueCalls(
  service: Service,
  organizationId: number | null,
): Promise<(Due & { readonly expiresAt: number })[]> {
  const now = new Date(service.now())
  const rows = await rawRows<Due & { expiresAt: Date }>(
    service.db,
    Prisma.sql`
    SELECT * FROM (
      SELECT id, organization_id AS "organizationId", call_expires_at AS "expiresAt"
      FROM queue_entry WHERE status = 'CALLED' AND call_expires_at <= ${now}
      UNION ALL
      SELECT e.id, e.organization_id, e.call_expires_at
      FROM organization o JOIN queue_entry e ON e.organization_id = o.id
      WHERE o.clock_ahead_seconds > 0 AND e.status = 'CALLED' AND e.call_expires_at > ${now}
        AND e.call_expires_at <= ${new Date(service.realNow())}::timestamptz + make_interval(secs => o.clock_ahead_seconds)
    ) AS due WHERE ${ofOrganization('"organizationId"', organizationId)} ORDER BY "expiresAt", id`,
  )
  return rows.map(({ expiresAt, ...due }) => ({ ...due, expiresAt: expiresAt.getTime() }))
}

/** The day of each organization ends in its own time zone, and by its own clock. */
async function entriesOfPastDays(service: Service, organizationId: number | null): Promise<Due[]> {
  const open = await rawRows<{
    organizationId: number
    timeZone: string
    clockAheadSeconds: number
  }>(
    service.db,
    Prisma.sql`
    SELECT o.id AS "organizationId", o.time_zone AS "timeZone", o.clock_ahead_seconds AS "clockAheadSeconds"
    FROM organization o
    WHERE o.id IN (SELECT organization_id FROM queue_entry WHERE status IN ('WAITING', 'SKIPPED', 'CALLED'))
      AND ${ofOrganization('o.id', organizationId)}`,
  )
  const days = open.map(({ timeZone, clockAheadSeconds }) =>
    localDateOf(onClockOf(service, { clockAheadSeconds }).now(), timeZone),
  )
  return entriesBefore(sqlOf(service.db), [open.map((one) => one.organizationId), days])
}

/** Of all organizations in one statement: each knows its own day. */
const entriesBefore = query({
  name: 'queue entries of past days',
  text: `SELECT e.id, e.organization_id AS "organizationId"
    FROM unnest($1::int[], $2::text[]) AS place (organization_id, today)
    JOIN queue_entry e ON e.organization_id = place.organization_id AND e.date < place.today::date
      AND e.status IN ('WAITING', 'SKIPPED', 'CALLED')
    ORDER BY e.organization_id, e.date, e.arrived_at, e.id`,
  row: {
    id: column.by('e.id', column.int),
    organizationId: column.by('e.organization_id', column.int),
  },
})
