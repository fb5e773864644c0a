import type { Service } from '../context.ts'
import { FIRST_HEALTH } from './health.ts'
import { statement, type Runner } from './statement.ts'
import { warnOwners } from './settle.ts'
import { wakeLanes } from './wake.ts'

const overdue = statement<{
  webhook_id: string
  due: string
  slow_ms: number | null
  consecutive_failures: number | null
  open_lanes: number | null
}>(
  'overdue webhooks',
  `SELECT d.webhook_id, count(*)::text AS due, h.slow_ms, h.consecutive_failures, h.open_lanes
   FROM delivery d LEFT JOIN webhook_health h ON h.webhook_id = d.webhook_id
   WHERE d.state = 'pending' AND d.next_attempt_at <= $1
     AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp())
     AND (h.paused_until IS NULL OR h.paused_until <= $1)
   GROUP BY d.webhook_id, h.slow_ms, h.consecutive_failures, h.open_lanes`,
)

/**
 * Wakes the lanes of everything that is due and nobody works on: what a killed worker left behind, and
 * any wake-up that was lost. Run each minute, it bounds how late a delivery can be. Warns of webhooks that
 * have failed for six days.
 */
export async function sweep(service: Service, runner: Runner): Promise<number> {
  await warnOwners(runner, service.now())
  const rows = await overdue(runner, [new Date(service.now())])
  await wakeLanes(
    runner,
    rows.map((row) => ({
      webhookId: row.webhook_id,
      health: {
        slowMs: row.slow_ms ?? FIRST_HEALTH.slowMs,
        consecutiveFailures: row.consecutive_failures ?? FIRST_HEALTH.consecutiveFailures,
        openLanes: row.open_lanes ?? FIRST_HEALTH.openLanes,
      },
      due: Number(row.due),
      at: null,
    })),
  )
  return rows.length
}
