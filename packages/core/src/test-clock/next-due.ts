import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import { column, query, type Sql } from '@scheduling/database'
import { nextOfWebhooks } from '@scheduling/delivery'

const nextTimers = query({
  name: 'next timers of an organization',
  text: `SELECT
     (SELECT min(expires_at) FROM deposit
      WHERE organization_id = $1::int AND status = 'PENDING' AND expires_at > $2::timestamptz) AS deposit,
     (SELECT min(call_expires_at) FROM queue_entry
      WHERE organization_id = $1::int AND status = 'CALLED' AND call_expires_at > $2::timestamptz) AS call,
     (SELECT min(date) FROM queue_entry
      WHERE organization_id = $1::int AND status IN ('WAITING', 'SKIPPED', 'CALLED') AND date >= $3::date) AS day`,
  row: {
    deposit: column.nullable(column.instant),
    call: column.nullable(column.instant),
    day: column.nullable(column.date),
  },
})

export type OrganizationClock = {
  readonly organizationId: number
  readonly timeZone: string
  /** Before the real clock. Milliseconds. */
  readonly aheadMs: number
}

/**
 * When a timer of an organization is due next: a deposit expires, a call ends, a day with open queue entries ends, or
 * something of its webhooks is due. What is due by now is left out: it was done, or failed and comes again later.
 *
 * @returns epoch milliseconds, by the organization's clock; null: nothing waits
 */
export async function nextDue(
  sql: Sql,
  { organizationId, timeZone, aheadMs }: OrganizationClock,
  realNow: number,
): Promise<number | null> {
  const now = realNow + aheadMs
  const today = localDateOf(now, timeZone)
  const [timers] = await nextTimers(sql, [organizationId, new Date(now), today])
  const webhooks = await nextOfWebhooks(sql, organizationId, realNow)
  const { deposit = null, call = null, day = null } = timers ?? {}
  const instants = [
    deposit,
    call,
    day === null ? null : startOfLocalDay(addDays(day, 1), timeZone),
    webhooks === null ? null : webhooks.getTime() + aheadMs,
  ].filter((instant) => instant !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}
