import { addDays, localDateOf, startOfLocalDay } from '@scheduling/availability'
import { column, query, type Sql } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { nextOfWebhooks } from '@scheduling/delivery'
import { nextReminderLook } from '../messaging/reminder-due.ts'
import { nextOfWaiting } from '../waitlist/timers.ts'

const nextTimers = query({
  name: 'next timers of an organization',
  text: `SELECT
     (SELECT min(expires_at) FROM deposit
      WHERE organization_id = $1::int AND status = 'PENDING' AND expires_at > $2::timestamptz) AS deposit,
     (SELECT min(call_expires_at) FROM queue_entry
      WHERE organization_id = $1::int AND status = 'CALLED' AND call_expires_at > $2::timestamptz) AS call,
     (SELECT min(next_attempt_at) FROM message
      WHERE organization_id = $1::int AND status = 'QUEUED' AND next_attempt_at > $2::timestamptz) AS message,
     (SELECT min(least(pending.starts_at, confirmed.starts_at)) - make_interval(hours => o.reminder_hours)
      FROM organization o
      LEFT JOIN LATERAL (SELECT a.starts_at FROM appointment a WHERE a.organization_id = o.id AND a.status = 'PENDING'
        AND a.starts_at > $2::timestamptz + make_interval(hours => o.reminder_hours) ORDER BY a.starts_at LIMIT 1) AS pending ON true
      LEFT JOIN LATERAL (SELECT a.starts_at FROM appointment a WHERE a.organization_id = o.id AND a.status = 'CONFIRMED'
        AND a.starts_at > $2::timestamptz + make_interval(hours => o.reminder_hours) ORDER BY a.starts_at LIMIT 1) AS confirmed ON true
      WHERE o.id = $1::int GROUP BY o.id) AS reminder,
     (SELECT min(date) FROM queue_entry
      WHERE organization_id = $1::int AND status IN ('WAITING', 'SKIPPED', 'CALLED') AND date >= $3::date) AS day,
     (SELECT min(held_until) FROM waitlist_offer
      WHERE organization_id = $1::int AND outcome = 'OPEN' AND held_until > $2::timestamptz) AS offer,
     (SELECT min(expires_at) FROM time_hold
      WHERE organization_id = $1::int AND status = 'HELD' AND expires_at > $2::timestamptz) AS hold,
     (SELECT min(waits_since) + make_interval(hours => ${LIMITS.unconfirmedWishHours}) FROM waitlist_wish
      WHERE organization_id = $1::int AND status = 'UNCONFIRMED'
        AND waits_since > $2::timestamptz - make_interval(hours => ${LIMITS.unconfirmedWishHours})) AS unconfirmed,
     (SELECT min(to_date) FROM waitlist_wish
      WHERE organization_id = $1::int AND status = 'WAITING' AND to_date >= $3::date) AS wish`,
  row: {
    deposit: column.nullable(column.instant),
    call: column.nullable(column.instant),
    message: column.nullable(column.instant),
    reminder: column.nullable(column.instant),
    day: column.nullable(column.date),
    offer: column.nullable(column.instant),
    hold: column.nullable(column.instant),
    unconfirmed: column.nullable(column.instant),
    wish: column.nullable(column.date),
  },
})

export type OrganizationClock = {
  readonly organizationId: number
  readonly timeZone: string
  /** Before the real clock. Milliseconds. */
  readonly aheadMs: number
}

/**
 * When a timer of an organization is due next: a deposit expires, a call ends, a client is reminded, a message waits until
 * then, a day with open queue entries ends, a hold expires, an offer of the
 * waitlist or a wish ends, quiet hours end for those who wait, or something of its webhooks is due. What is due by now is left out: it was done, or failed and comes again later.
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
  const { deposit = null, call = null, day = null, message = null, reminder = null } = timers ?? {}
  const { offer = null, hold = null, unconfirmed = null, wish = null } = timers ?? {}
  const instants = [
    deposit,
    call,
    message,
    reminder === null ? null : nextReminderLook(now, reminder, timeZone),
    day === null ? null : startOfLocalDay(addDays(day, 1), timeZone),
    offer,
    hold,
    unconfirmed,
    wish === null ? null : nextOfWaiting(now, wish, timeZone),
    webhooks === null ? null : webhooks.getTime() + aheadMs,
  ].filter((instant) => instant !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}
