import { endStandstills, discardAfterStandstill } from '../health/standstill.ts'
import type { CapacityRow } from '../health/health.ts'
import { warnOwners } from '../health/warn.ts'
import { busyLanesOf, IS_FREE } from '../leases/lease-terms.ts'
import type { Runtime } from '../runtime.ts'
import { statement, type Sql } from '@scheduling/database'
import { isAtStandstill } from '../subscriptions/standstill-terms.ts'
import { wakesIfFree, wakeLanes } from './wake.ts'

type OverdueRow = { id: string; due: number; format: string; busy: number } & CapacityRow

const OVERDUE_COLUMNS = `coalesce(w.format, '') AS format, h.slow_ms, h.consecutive_failures, h.open_lanes`
const IS_DUE = `state = 'pending' AND next_attempt_at <= $1 AND ${IS_FREE}`
const MAY_SEND = `(h.paused_until IS NULL OR h.paused_until <= $1) AND NOT ${isAtStandstill('o')}`

const overdue = statement<OverdueRow>(
  'overdue webhooks',
  `SELECT d.webhook_id AS id, d.due, ${OVERDUE_COLUMNS}, ${busyLanesOf('d.webhook_id')} AS busy
   FROM (SELECT webhook_id, count(*)::int AS due FROM delivery WHERE ${IS_DUE} GROUP BY webhook_id) AS d
   LEFT JOIN webhook w ON w.id = d.webhook_id LEFT JOIN webhook_health h ON h.webhook_id = d.webhook_id
   LEFT JOIN organization o ON o.id = w.organization_id
   WHERE ${MAY_SEND}`,
)

const overdueOf = statement<OverdueRow>(
  'overdue webhooks of an organization',
  `SELECT w.id, d.due, ${OVERDUE_COLUMNS}, ${busyLanesOf('w.id')} AS busy
   FROM webhook w JOIN organization o ON o.id = w.organization_id LEFT JOIN webhook_health h ON h.webhook_id = w.id
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS due FROM delivery WHERE webhook_id = w.id AND ${IS_DUE} OFFSET 0) AS d
   WHERE w.organization_id = $2 AND d.due > 0 AND ${MAY_SEND}`,
)

/**
 * Wakes the lanes of everything that is due and not being worked on: what a killed worker left behind, and any wake-up
 * that was lost. Run each minute, it bounds how late a delivery can be. It also warns the owners of webhooks that have
 * failed for six days, and ends standstills.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many webhooks had something overdue
 */
export async function sweep(
  runtime: Pick<Runtime, 'now'>,
  client: Sql,
  organizationId: number | null = null,
): Promise<number> {
  await endStandstills(client, runtime.now(), organizationId)
  await discardAfterStandstill(client, runtime.now(), organizationId)
  await warnOwners(client, runtime.now(), organizationId)
  const now = new Date(runtime.now())
  const rows = await (organizationId === null
    ? overdue(client, [now])
    : overdueOf(client, [now, organizationId]))
  await wakeLanes(
    client,
    rows.flatMap((row) => wakesIfFree(row, row.due, row.busy)),
  )
  return rows.length
}
