/** The open deposit of an appointment: what is moved and confirmed depends on it. */
import { column, query, sqlOf, statement, type Queryable } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { instantIn } from '../ground/sql-instant.ts'

type Appointment = {
  readonly id: number
  readonly organizationId: number
  /** The latest deposit, or none. */
  readonly deposits: readonly { readonly id: number }[]
}

const open = query({
  name: 'open deposit of an appointment',
  text: `SELECT id FROM deposit WHERE organization_id = $1::int AND appointment_id = $2::int AND status = 'PENDING'`,
  row: { id: column.int },
})

export async function hasOpenDeposit(
  db: Queryable,
  { organizationId, id, deposits }: Appointment,
): Promise<boolean> {
  if (deposits.length === 0) return false
  return (await open(sqlOf(db), [organizationId, id])).length > 0
}

/** What the team asks for expires at the start, what a bank does before. */
const LATEST = `CASE method WHEN 'MANUAL' THEN ${instantIn('$4')} ELSE ${instantIn('$3')} END`

const shortened = statement(
  'deposit shortened',
  `UPDATE deposit SET expires_at = ${LATEST} WHERE organization_id = $1::int AND appointment_id = $2::int
    AND status = 'PENDING' AND expires_at > ${LATEST}`,
)

/**
 * Of an appointment that begins earlier now: its deposit expires before the start, but leaves some time to pay.
 *
 * @param start and now: epoch milliseconds
 */
export async function shortenDeposit(
  db: Queryable,
  { organizationId, id, deposits }: Appointment,
  start: number,
  now: number,
): Promise<void> {
  if (deposits.length === 0) return
  await shortened(sqlOf(db), [organizationId, id, latestExpiry(start, now), start])
}

/** When the deposit of an appointment expires at the latest. All are epoch milliseconds. */
export function latestExpiry(start: number, now: number): number {
  const before = start - LIMITS.depositBeforeStartMinutes * 60_000
  return Math.max(before, Math.min(now + LIMITS.depositLeastMinutes * 60_000, start))
}
