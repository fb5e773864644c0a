import { endStandstills, discardAfterStandstill } from '../health/standstill.ts'
import type { CapacityRow } from '../health/health.ts'
import { warnOwners } from '../health/warn.ts'
import { busyLanesOf, IS_FREE } from '../leases/lease-terms.ts'
import type { Runtime } from '../runtime.ts'
import { statement, type Sql } from '@scheduling/database'
import { isAtStandstill } from '../subscriptions/standstill-terms.ts'
import { wakesIfFree, wakeLanes } from './wake.ts'

const overdue = statement<
  {
    id: string
    due: number
    format: string
    busy: number
  } & CapacityRow
>(
  'overdue webhooks',
  `SELECT d.webhook_id AS id, d.due, coalesce(w.format, '') AS format, h.slow_ms, h.consecutive_failures, h.open_lanes,
     ${busyLanesOf('d.webhook_id')} AS busy
   FROM (SELECT webhook_id, count(*)::int AS due FROM delivery
     WHERE state = 'pending' AND next_attempt_at <= $1 AND ${IS_FREE}
     GROUP BY webhook_id) AS d
   LEFT JOIN webhook w ON w.id = d.webhook_id LEFT JOIN webhook_health h ON h.webhook_id = d.webhook_id
   LEFT JOIN organization o ON o.id = w.organization_id
   WHERE (h.paused_until IS NULL OR h.paused_until <= $1) AND NOT ${isAtStandstill('o')}`,
)

/**
 * Wakes the lanes of everything that is due and nobody works on: what a killed worker left behind, and any wake-up
 * that was lost. Run each minute, it bounds how late a delivery can be. It also warns the owners of webhooks that have
 * failed for six days, and ends standstills.
 *
 * @returns how many webhooks had something overdue
 */
export async function sweep(runtime: Pick<Runtime, 'now'>, client: Sql): Promise<number> {
  await endStandstills(client, runtime.now())
  await discardAfterStandstill(client, runtime.now())
  await warnOwners(client, runtime.now())
  const rows = await overdue(client, [new Date(runtime.now())])
  await wakeLanes(
    client,
    rows.flatMap((row) => wakesIfFree(row, row.due, row.busy)),
  )
  return rows.length
}
