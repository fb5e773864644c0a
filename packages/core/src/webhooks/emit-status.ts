import { formatInstant } from '@scheduling/availability'
import { Prisma, rawRows } from '@scheduling/database'
import { isAtStandstill } from '@scheduling/delivery'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'
import { systemWork, type Work } from '../change/system-work.ts'
import type { Service } from '../context.ts'
import { NO_FILTERS } from '../events/new-event.ts'
import { ofOrganization } from '../ground/sql-organization.ts'

const STATUS_EVENTS = ['webhook.failing', 'webhook.disabled'] as const
type StatusEvent = (typeof STATUS_EVENTS)[number]

/** Of each event: when it is due, and the column that records it. `h` is the health of the webhook `w`. */
const CONDITIONS: Readonly<
  Record<StatusEvent, { readonly due: (now: Date) => Prisma.Sql; readonly done: Prisma.Sql }>
> = {
  'webhook.failing': {
    due: (now) => Prisma.sql`NOT h.failing_told AND w.active
      AND h.consecutive_failures >= ${WEBHOOK_LIMITS.failingToldAttempts}
      AND h.failing_since <= ${new Date(now.getTime() - WEBHOOK_LIMITS.failingToldMinutes * 60_000)}`,
    done: Prisma.sql`failing_told = true`,
  },
  // No event for a webhook that its owner has switched on or off since.
  'webhook.disabled': {
    due: () => Prisma.sql`NOT h.disabled_told AND NOT w.active AND w.disabled_reason <> 'MANUAL'`,
    done: Prisma.sql`disabled_told = true`,
  },
}

/**
 * Writes `webhook.failing` once per stretch of failures and `webhook.disabled` once per automatic switch-off. Run it every
 * minute, twice or late without harm. It goes by the real clock, as deliveries do.
 *
 * @param organizationId the only organization that it looks at; null: all of them
 * @returns how many events it wrote
 */
export async function emitWebhookStatus(
  service: Service,
  organizationId: number | null = null,
): Promise<number> {
  let written = 0
  for (const type of STATUS_EVENTS)
    for (const due of await dueOf(service, type, organizationId))
      if (await attempt(service, type, due)) written += 1
  return written
}

type Due = { readonly id: string; readonly organization_id: number }

/** Logs a failure, so that the other webhooks go on. The next run tries this one again. */
async function attempt(service: Service, type: StatusEvent, due: Due): Promise<boolean> {
  const { id, organization_id: organizationId } = due
  try {
    return await systemWork(
      service,
      organizationId,
      (work) => tell(work, type, id),
      'emitWebhookStatus',
    )
  } catch (error) {
    service.log.error({ webhook_id: id, err: error }, 'a webhook timer failed')
    return false
  }
}

function dueOf(service: Service, type: StatusEvent, organizationId: number | null) {
  const due = CONDITIONS[type].due(new Date(service.realNow()))
  return rawRows<Due>(
    service.db,
    Prisma.sql`
    SELECT w.id, w.organization_id FROM webhook_health h JOIN webhook w ON w.id = h.webhook_id
      JOIN organization o ON o.id = w.organization_id
    WHERE ${due} AND NOT ${Prisma.raw(isAtStandstill('o'))} AND ${ofOrganization('o.id', organizationId)}
    ORDER BY w.id LIMIT 500`,
  )
}

type StatusRow = {
  readonly id: string
  readonly name: string
  readonly failing_since: Date | null
  readonly disabled_reason: string | null
  readonly disabled_at: Date | null
}

/** Looks again: a delivery may have succeeded meanwhile, or another worker emitted the event. */
async function tell(work: Work, type: StatusEvent, id: string): Promise<boolean> {
  const { due, done } = CONDITIONS[type]
  const [row] = await rawRows<StatusRow>(
    work.tx,
    Prisma.sql`
    UPDATE webhook_health h SET ${done} FROM webhook w
    WHERE w.id = ${id} AND h.webhook_id = w.id AND ${due(new Date(work.realNow()))}
    RETURNING w.id, w.name, h.failing_since, w.disabled_reason, w.disabled_at`,
  )
  if (row === undefined) return false
  const instant = (at: Date | null) =>
    at === null ? null : formatInstant(at.getTime(), work.organization.timeZone)
  work.emit({
    type,
    object: {
      object: 'webhook_status',
      webhook_id: row.id,
      name: row.name,
      failing_since: instant(row.failing_since),
      disabled_reason: row.disabled_reason,
      disabled_at: instant(row.disabled_at),
    },
    changes: null,
    filters: NO_FILTERS,
  })
  return true
}
