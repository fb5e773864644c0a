/** Rows of appointments, as they are written. */
import {
  column,
  composedQuery,
  insertion,
  narrowed,
  Prisma,
  selected,
  statement,
  tables,
  type AppointmentType,
  type NewRow,
  type Sql,
  type StoredRow,
  type Transaction,
} from '@scheduling/database'
import { newHold, type Hold } from './hold.ts'
import { changeRow } from '../change/change-row.ts'
import { copiedRoom } from './meeting-url.ts'

export const APPOINTMENT = narrowed(tables.appointment, {
  metadata: column.jsonb<Readonly<Record<string, string>>>(),
})

export type AppointmentColumns = StoredRow<typeof APPOINTMENT>

export type NewAppointment = Omit<
  NewRow<typeof APPOINTMENT>,
  'startsAt' | 'endsAt' | 'calendarSequence' | 'meetingUrl' | 'holdId'
> & {
  readonly organizationId: number
  readonly professionalId: number
  readonly clientId: number
  readonly durationMinutes: number
  readonly type: AppointmentType
  readonly isOverbook: boolean
  /** Epoch milliseconds. */
  readonly start: number
  /** In the order in which they are performed. */
  readonly serviceIds: readonly number[]
}

const inserted = composedQuery({
  name: 'appointment inserted',
  row: { ...APPOINTMENT.columns, isFirst: column.bool },
})

/**
 * Writes an appointment with its services, and the hold of its time.
 *
 * @returns also whether the client had no appointment before, in any status
 */
export async function insertAppointment(
  sql: Sql,
  { start, serviceIds, ...made }: NewAppointment,
  hold: Hold,
): Promise<{ row: AppointmentColumns; isFirst: boolean }> {
  const { organizationId, professionalId, clientId, durationMinutes } = made
  const startsAt = new Date(start)
  const time = insertion(tables.calendarHold, newHold(made, startsAt, hold))
  const appointment = insertion(APPOINTMENT, {
    ...made,
    startsAt,
    endsAt: new Date(start + durationMinutes * 60_000),
    holdId: hold.id ?? Prisma.sql`(SELECT id FROM hold)`,
    calendarSequence: 0,
    meetingUrl:
      made.type === 'TELEMEDICINE' ? copiedRoom(organizationId, professionalId, serviceIds) : null,
  })
  // What a statement writes is not seen by its other parts: `isFirst` looks at the appointments that were there before.
  const [found] = await inserted(
    sql,
    Prisma.sql`WITH ${hold.id === null ? Prisma.sql`hold AS (${time} RETURNING id),` : Prisma.empty}
      made AS (${appointment} RETURNING *),
      performed AS (
        INSERT INTO appointment_service (organization_id, appointment_id, position, service_id)
        SELECT made.organization_id, made.id, service.place - 1, service.id
        FROM made, unnest(${serviceIds}::int[]) WITH ORDINALITY AS service (id, place)
      )
    SELECT ${MADE},
      NOT EXISTS (SELECT FROM appointment
        WHERE organization_id = ${organizationId}::int AND client_id = ${clientId}::int) AS "isFirst"
    FROM made`,
  )
  if (found === undefined) throw new Error('An appointment was to be written, and none was.')
  const { isFirst, ...row } = found
  return { row, isFirst }
}

const MADE = Prisma.raw(selected(APPOINTMENT.columns, 'made'))

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
export const changeAppointmentRow = (
  tx: Transaction,
  before: Pick<AppointmentColumns, 'organizationId' | 'id' | 'status'>,
  change: AppointmentChange,
): Promise<AppointmentColumns> => changeRow(tx, APPOINTMENT, before, change)

export type AppointmentChange = Partial<AppointmentColumns>
