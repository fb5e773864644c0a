import type { Transaction } from '@scheduling/database'
import { LIMITS } from '../contract/limits.ts'

type Request = {
  readonly organizationId: number
  readonly clientId: number
  /** Epoch milliseconds. */
  readonly start: number
  readonly serviceIds: readonly number[]
  /** Null if the request names none. */
  readonly professionalId: number | null
  /** Seats of the service. One client may take two, if the requests had different keys. */
  readonly capacity: number
  /** Hash of the `Idempotency-Key` of this request; null without one. */
  readonly keyHash: Uint8Array<ArrayBuffer> | null
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The id of the appointment that this request has already made; null if there is none. It has the same client,
 * start, services and, if the request names one, professional. It is active, and was created through any
 * channel less than ten minutes ago.
 *
 * The caller has locked the client, so that one of several equal requests creates the appointment and the
 * others find it.
 */
export async function identicalAppointment(
  tx: Transaction,
  request: Request,
): Promise<number | null> {
  const services = [...request.serviceIds].sort((one, other) => one - other)
  const youngerThan = request.now - LIMITS.identicalAppointmentMinutes * 60_000
  const [found] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM appointment a
    WHERE organization_id = ${request.organizationId} AND client_id = ${request.clientId}
      AND starts_at = to_timestamp(${request.start / 1000}::float8)
      AND status IN ('PENDING', 'CONFIRMED')
      AND created_at > to_timestamp(${youngerThan / 1000}::float8)
      AND (${request.professionalId}::int IS NULL OR professional_id = ${request.professionalId}::int)
      AND ${services}::int[] = ARRAY(
        SELECT service_id FROM appointment_service WHERE appointment_id = a.id ORDER BY service_id)
      AND NOT (${request.capacity}::int > 1 AND coalesce(request_key_hash <> ${request.keyHash}::bytea, false))
    ORDER BY id LIMIT 1`
  return found?.id ?? null
}
