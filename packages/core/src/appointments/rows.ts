/** Rows of appointments, as they are written. */
import {
  column,
  type Prisma,
  query,
  selected,
  statement,
  type AppointmentStatus,
  type AppointmentType,
  type RowOf,
  type Sql,
} from '@scheduling/database'
import { HOLD_COLUMNS, type Hold } from '../booking/hold.ts'
import { rowChange } from '../change/row-change.ts'
import type { Language } from '../ground/language.ts'
import { instantIn } from '../ground/sql-instant.ts'
import { copiedRoom } from './meeting-url.ts'

/** The columns of the table, without those of other tables that the record shows. */
export const APPOINTMENT = {
  id: column.int,
  organizationId: column.int,
  professionalId: column.int,
  clientId: column.int,
  holdId: column.nullable(column.int),
  status: column.oneOf<AppointmentStatus>('appointment_status'),
  type: column.oneOf<AppointmentType>('appointment_type'),
  startsAt: column.dateTime,
  endsAt: column.dateTime,
  durationMinutes: column.int,
  price: column.nullable(column.decimal),
  notes: column.nullable(column.text),
  metadata: column.jsonb<Record<string, string>>(),
  isOverbook: column.bool,
  source: column.text,
  recurrenceId: column.nullable(column.text),
  meetingUrl: column.nullable(column.text),
  meetingUrlByHand: column.bool,
  invoiceIssued: column.bool,
  invoicedBy: column.nullable(column.text),
  cancellationReason: column.nullable(column.text),
  rescheduleCount: column.int,
  icalUid: column.text,
  calendarSequence: column.int,
  linkVersion: column.int,
  language: column.nullable(column.text),
  confirmedAt: column.nullable(column.dateTime),
  completedAt: column.nullable(column.dateTime),
  noShowAt: column.nullable(column.dateTime),
  cancelledAt: column.nullable(column.dateTime),
  createdAt: column.dateTime,
  updatedAt: column.dateTime,
}

export type AppointmentColumns = RowOf<typeof APPOINTMENT>

export type NewAppointmentRow = {
  readonly organizationId: number
  readonly professionalId: number
  readonly clientId: number
  readonly status: AppointmentStatus
  readonly type: AppointmentType
  /** Epoch milliseconds, as the other instants. */
  readonly start: number
  readonly durationMinutes: number
  readonly price: Prisma.Decimal | null
  readonly notes: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly isOverbook: boolean
  readonly source: string
  readonly recurrenceId: string | null
  readonly icalUid: string
  readonly requestKeyHash: Uint8Array | null
  readonly language: Language | null
  readonly confirmedAt: number | null
  /** In the order in which they are performed. */
  readonly serviceIds: readonly number[]
}

/** What a statement writes is not seen by its other parts: `isFirst` looks at the appointments that were there before. */
const inserted = query({
  name: 'appointment inserted',
  text: `
    WITH hold AS (
      INSERT INTO calendar_hold ${HOLD_COLUMNS}
      SELECT $1::int, $2::int, $18::int, ${instantIn('$7')}, ${instantIn('$19')}, ${instantIn('$20')}, $12::boolean, $21::int
      WHERE $17::int IS NULL
      RETURNING id
    ), made AS (
      INSERT INTO appointment (organization_id, professional_id, client_id, hold_id, status, type, starts_at, ends_at,
        duration_minutes, price, notes, metadata, is_overbook, source, ical_uid, request_key_hash, confirmed_at, recurrence_id,
        language, calendar_sequence, meeting_url)
      VALUES ($1::int, $2::int, $3::int, coalesce($17::int, (SELECT id FROM hold)), $4::text::appointment_status,
        $5::text::appointment_type, ${instantIn('$7')}, ${instantIn('$7')} + $6::int * interval '1 minute', $6::int, $8::text::numeric,
        $9::text, $10::jsonb, $12::boolean, $11::text, $13::text, $14::bytea, ${instantIn('$15')}, $22::text, $23::text, 0,
        CASE WHEN $5::text = 'TELEMEDICINE' THEN ${copiedRoom('$1::int', '$2::int', '$16::int[]')} END)
      RETURNING *
    ), performed AS (
      INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
      SELECT $1::int, made.id, service.place - 1, service.id
      FROM made, unnest($16::int[]) WITH ORDINALITY AS service (id, place)
    )
    SELECT ${selected(APPOINTMENT, 'made')},
      NOT EXISTS (SELECT FROM appointment WHERE organization_id = $1::int AND client_id = $3::int) AS "isFirst"
    FROM made`,
  row: { ...APPOINTMENT, isFirst: column.bool },
})

/**
 * Writes an appointment with its services, and the hold of its time.
 *
 * @returns also whether the client had no appointment before, in any status
 */
export async function insertAppointment(
  sql: Sql,
  made: NewAppointmentRow,
  hold: Hold,
): Promise<{ row: AppointmentColumns; isFirst: boolean }> {
  const [found] = await inserted(sql, [
    made.organizationId,
    made.professionalId,
    made.clientId,
    made.status,
    made.type,
    made.durationMinutes,
    made.start,
    made.price?.toFixed() ?? null,
    made.notes,
    JSON.stringify(made.metadata),
    made.source,
    made.isOverbook,
    made.icalUid,
    made.requestKeyHash,
    made.confirmedAt,
    made.serviceIds,
    hold.id,
    hold.serviceId,
    hold.busyFrom,
    hold.busyTo,
    hold.capacity,
    made.recurrenceId,
    made.language,
  ])
  if (found === undefined) throw new Error('An appointment was to be written, and none was.')
  const { isFirst, ...row } = found
  return { row, isFirst }
}

const servicesRemoved = statement(
  'services of an appointment removed',
  `DELETE FROM appointment_service WHERE organization_id = $1::int AND appointment_id = $2::int`,
)

const servicesWritten = statement(
  'services of an appointment written',
  `INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
    SELECT $1::int, $2::int, service.place - 1, service.id
    FROM unnest($3::int[]) WITH ORDINALITY AS service (id, place)`,
)

/** Gives an appointment that is locked other services. @param serviceIds in the order in which they are performed */
export async function replaceServices(
  sql: Sql,
  { organizationId, id }: { readonly organizationId: number; readonly id: number },
  serviceIds: readonly number[],
): Promise<void> {
  await Promise.all([
    servicesRemoved(sql, [organizationId, id]),
    servicesWritten(sql, [organizationId, id, serviceIds]),
  ])
}

/** Services and moves of the appointment go with it. A deposit keeps it from being removed. */
export const removeAppointmentRow = statement(
  'appointment removed',
  `DELETE FROM appointment WHERE organization_id = $1::int AND id = $2::int`,
)

/** Changes an appointment that is locked. */
export const changeAppointmentRow = rowChange({ table: 'appointment', row: APPOINTMENT })

export type AppointmentChange = Partial<AppointmentColumns>
