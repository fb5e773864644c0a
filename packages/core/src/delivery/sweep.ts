import type { Service } from '../context.ts'
import type { ServedRow } from './health.ts'
import { busyLanesOf, IS_FREE } from './lease-terms.ts'
import { statement, type Runner } from './statement.ts'
import { warnOwners } from './settle.ts'
import { isStill } from './standstill-terms.ts'
import { discardAfterStandstill, endStandstills } from './standstill.ts'
import { wakesIfFree, wakeLanes } from './wake.ts'

const overdue = statement<
  {
    id: string
    due: number
    format: string
    busy: number
  } & ServedRow
>(
  'overdue webhooks',
  `SELECT d.webhook_id AS id, d.due, coalesce(w.format, '') AS format, h.slow_ms, h.consecutive_failures, h.open_lanes,
     ${busyLanesOf('d.webhook_id')} AS busy
   FROM (SELECT webhook_id, count(*)::int AS due FROM delivery
     WHERE state = 'pending' AND next_attempt_at <= $1 AND ${IS_FREE}
     GROUP BY webhook_id) AS d
   LEFT JOIN webhook w ON w.id = d.webhook_id LEFT JOIN webhook_health h ON h.webhook_id = d.webhook_id
   LEFT JOIN organization o ON o.id = w.organization_id
   WHERE (h.paused_until IS NULL OR h.paused_until <= $1) AND NOT ${isStill('o')}`,
)

/**
 * Wakes the lanes of everything that is due and nobody works on: what a killed worker left behind, and
 * any wake-up that was lost. Run each minute, it bounds how late a delivery can be. Warns of webhooks that
 * have failed for six days, and ends standstills.
 */
export async function sweep(service: Service, runner: Runner): Promise<number> {
  await endStandstills(runner, service.now())
  await discardAfterStandstill(runner, service.now())
  await warnOwners(runner, service.now())
  const rows = await overdue(runner, [new Date(service.now())])
  await wakeLanes(
    runner,
    rows.flatMap((row) => wakesIfFree(row, row.due, row.busy)),
  )
  return rows.length
}
