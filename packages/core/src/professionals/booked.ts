/** The open appointments of the future: what a change can concern. */
import { column, query, sqlOf, type Transaction } from '@scheduling/database'
import { instantIn } from '../ground/sql-instant.ts'

/** An appointment with the time that it occupies. Instants are epoch milliseconds. */
export type Booked = {
  readonly id: number
  readonly professionalId: number
  readonly start: number
  readonly end: number
  /** With the buffers that it was booked with. */
  readonly busyFrom: number
  readonly busyTo: number
  readonly serviceIds: readonly number[]
  /** Its session and its place among the seats, by age, from 0. Null: it shares no seats. */
  readonly seat: { readonly serviceId: number; readonly place: number } | null
}

/** Epoch milliseconds: all that `to_timestamp` can name. */
export const EVER = { from: 0, until: 8_640_000_000_000_000 } as const

export type Reach = {
  readonly professionalIds: readonly number[]
  /** Only what occupies some of this time. Epoch milliseconds. */
  readonly within: { readonly from: number; readonly until: number }
  /** Only appointments with this service. Null: with any. */
  readonly serviceId: number | null
}

const OPEN = `a.status IN ('PENDING', 'CONFIRMED')`

const BOOKED = {
  id: column.int,
  professionalId: column.int,
  start: column.instant,
  end: column.instant,
  busyFrom: column.instant,
  busyTo: column.instant,
  serviceIds: column.ints,
  seatOf: column.nullable(column.int),
  place: column.int,
}

const bookedIn = query({
  name: 'booked in the future',
  text: `
    SELECT a.id, a.professional_id AS "professionalId", a.starts_at AS start, a.ends_at AS "end",
      coalesce(h.busy_from, a.starts_at) AS "busyFrom", coalesce(h.busy_to, a.ends_at) AS "busyTo",
      ARRAY(SELECT performed.service_id FROM appointment_service performed
        WHERE performed.appointment_id = a.id ORDER BY performed.position) AS "serviceIds",
      CASE WHEN NOT h.is_overbook THEN h.service_id END AS "seatOf",
      CASE WHEN a.hold_id IS NULL THEN 0
        ELSE row_number() OVER (PARTITION BY a.hold_id ORDER BY a.id)::int - 1 END AS place
    FROM appointment a LEFT JOIN calendar_hold h ON h.id = a.hold_id
    WHERE a.organization_id = $1::int AND a.professional_id = ANY($2::int[]) AND ${OPEN}
      AND a.starts_at >= ${instantIn('$3')}
      AND coalesce(h.busy_from, a.starts_at) < ${instantIn('$5')}
      AND coalesce(h.busy_to, a.ends_at) > ${instantIn('$4')}
      AND ($6::int IS NULL OR EXISTS (SELECT FROM appointment_service performed
        WHERE performed.appointment_id = a.id AND performed.service_id = $6::int))
    ORDER BY a.starts_at, a.id`,
  row: BOOKED,
})

/**
 * What is booked and has not begun, ordered by start. One statement for any number. The caller holds the locks of the
 * professionals: a booking that committed before is seen, and one that comes later meets the change.
 *
 * @param now epoch milliseconds
 */
export async function readBooked(
  tx: Transaction,
  organizationId: number,
  reach: Reach,
  now: number,
): Promise<Booked[]> {
  return readIn(bookedIn, tx, organizationId, reach, now)
}

async function readIn(
  read: typeof bookedIn,
  tx: Transaction,
  organizationId: number,
  { professionalIds, within, serviceId }: Reach,
  now: number,
): Promise<Booked[]> {
  if (professionalIds.length === 0) return []
  const values = [organizationId, professionalIds, now, within.from, within.until, serviceId]
  const rows = await read(sqlOf(tx), values)
  return rows.map(({ seatOf, place, ...row }) => ({
    ...row,
    seat: seatOf === null ? null : { serviceId: seatOf, place },
  }))
}

const heldIn = query({
  name: 'held in the future',
  text: `
    SELECT t.id, t.professional_id AS "professionalId", t.starts_at AS start, t.ends_at AS "end",
      h.busy_from AS "busyFrom", h.busy_to AS "busyTo", t.service_ids AS "serviceIds", h.service_id AS "seatOf",
      (coalesce((SELECT session.taken FROM calendar_hold session WHERE session.professional_id = h.professional_id
        AND session.service_id = h.service_id AND session.starts_at = h.starts_at AND session.held_until IS NULL
        AND NOT session.is_overbook), 0)
        + row_number() OVER (PARTITION BY h.professional_id, h.service_id, h.starts_at ORDER BY t.id) - 1)::int AS place
    FROM time_hold t JOIN calendar_hold h ON h.time_hold_id = t.id
    WHERE t.organization_id = $1::int AND t.professional_id = ANY($2::int[]) AND t.status = 'HELD'
      AND t.expires_at > ${instantIn('$3')}
      AND h.busy_from < ${instantIn('$5')} AND h.busy_to > ${instantIn('$4')}
      AND ($6::int IS NULL OR $6::int = ANY(t.service_ids))
    ORDER BY t.id`,
  row: BOOKED,
})

/** As `readBooked`, of what callers hold and have not booked: the ids are those of holds. */
export async function readHeld(...asked: Parameters<typeof readBooked>): Promise<Booked[]> {
  return readIn(heldIn, ...asked)
}

const whoHas = query({
  name: 'professionals with a service booked',
  text: `
    SELECT DISTINCT a.professional_id AS id
    FROM appointment_service performed JOIN appointment a ON a.id = performed.appointment_id
    WHERE performed.service_id = $2::int AND a.organization_id = $1::int AND ${OPEN}
      AND a.starts_at >= ${instantIn('$3')}
    UNION
    SELECT t.professional_id FROM time_hold t WHERE t.organization_id = $1::int AND $2::int = ANY(t.service_ids)
      AND t.status = 'HELD' AND t.expires_at > ${instantIn('$3')}`,
  row: { id: column.int },
})

/**
 * Who has appointments or holds with this service, including professionals who no longer perform it.
 *
 * @param now epoch milliseconds
 */
export async function professionalsBookedFor(
  tx: Transaction,
  organizationId: number,
  serviceId: number,
  now: number,
): Promise<number[]> {
  const rows = await whoHas(sqlOf(tx), [organizationId, serviceId, now])
  return rows.map(({ id }) => id)
}

const locked = query({
  name: 'concerned appointments locked',
  text: `
    SELECT a.id, a.updated_at::text AS "updatedAt" FROM appointment a
    WHERE a.organization_id = $1::int AND a.id = ANY($2::int[]) AND ${OPEN}
    ORDER BY a.id FOR UPDATE`,
  row: { id: column.int, updatedAt: column.by('a.updated_at::text', column.text) },
})

/** Locks those of them that are still open. `updatedAt`, to the microsecond, tells whether one changes later. */
export async function lockBooked(
  tx: Transaction,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await locked(sqlOf(tx), [organizationId, ids])
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}
