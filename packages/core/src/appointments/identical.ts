import { column, query, sqlOf, type Transaction } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'
import { instantIn, instantsIn } from '../ground/sql-instant.ts'

type Request = {
  readonly organizationId: number
  readonly clientId: number
  /** Epoch milliseconds. */
  readonly starts: readonly number[]
  readonly serviceIds: readonly number[]
  /** Null if the request names none. */
  readonly professionalId: number | null
  /** Hash of the `Idempotency-Key` of this request; null without one. */
  readonly keyHash: Uint8Array | null
  /** Epoch milliseconds, or a moment before. */
  readonly now: number
}

/** An appointment that has the client, one of the starts and the services of a request. */
export type Likeness = {
  readonly id: number
  /** Epoch milliseconds. */
  readonly start: number
  readonly recurrenceId: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Whether this request and that one had different keys. */
  readonly isOfOtherKey: boolean
}

const alike = query({
  name: 'appointments alike',
  text: `
    SELECT a.id, a.starts_at AS start, a.recurrence_id AS "recurrenceId", a.created_at AS "createdAt", coalesce(a.request_key_hash <> $7::bytea, false) AS "isOfOtherKey"
    FROM appointment AS a
    WHERE a.organization_id = $1::int AND a.client_id = $2::int AND a.starts_at = ANY(${instantsIn('$3')})
      AND a.status IN ('PENDING', 'CONFIRMED') AND a.created_at > ${instantIn('$4')}
      AND ($5::int IS NULL OR a.professional_id = $5::int)
      AND $6::int[] = ARRAY(SELECT service_id FROM appointment_service WHERE appointment_id = a.id ORDER BY service_id)
    ORDER BY a.id`,
  row: {
    id: column.int,
    start: column.instant,
    recurrenceId: column.nullable(column.text),
    createdAt: column.instant,
    isOfOtherKey: column.bool,
  },
})

/**
 * The appointments that this request may already have made: those with the same client, start, services and, if
 * the request names one, professional. They are active, and were created through any channel less than ten
 * minutes ago.
 *
 * The caller has locked the client, so that one of several equal requests creates the appointment and the
 * others find it.
 */
export async function appointmentsAlike(tx: Transaction, request: Request): Promise<Likeness[]> {
  const services = [...request.serviceIds].sort((one, other) => one - other)
  return alike(sqlOf(tx), [
    request.organizationId,
    request.clientId,
    request.starts,
    youngest(request.now),
    request.professionalId,
    services,
    request.keyHash,
  ])
}

/**
 * The appointment that the request has already made; null if there is none.
 *
 * @param rule.capacity seats of the service. One client may take two, if the requests had different keys
 * @param rule.now epoch milliseconds, when everything was locked
 */
export function identicalAppointment(
  found: readonly Likeness[],
  rule: { readonly capacity: number; readonly now: number },
): Likeness | null {
  const identical = found.find(
    ({ createdAt, isOfOtherKey }) =>
      createdAt >= youngest(rule.now) && !(rule.capacity > 1 && isOfOtherKey),
  )
  return identical ?? null
}

function youngest(now: number): number {
  return now - LIMITS.identicalAppointmentMinutes * 60_000
}
