/** The online room of an appointment: copied when it is booked, or set by hand. */
import { column, composedQuery, Prisma, type AppointmentType, type Sql } from '@scheduling/database'
import type { AppointmentRow } from './appointment.ts'

/** The room that a booking takes over: of the first of its services that has one, else of the professional. */
export const copiedRoom = (
  organizationId: number,
  professionalId: number,
  serviceIds: readonly number[],
) => Prisma.sql`coalesce(
    (SELECT s.meeting_url FROM unnest(${serviceIds}::int[]) WITH ORDINALITY AS performed (id, place)
      JOIN service s ON s.organization_id = ${organizationId}::int AND s.id = performed.id
      WHERE s.meeting_url IS NOT NULL ORDER BY performed.place LIMIT 1),
    (SELECT p.meeting_url FROM professional p
      WHERE p.organization_id = ${organizationId}::int AND p.id = ${professionalId}::int))`

const room = composedQuery({
  name: 'room of a booking',
  row: { meetingUrl: column.nullable(column.text) },
})

/** The room that an appointment has once it has other services or another professional. One set by hand stays. */
export async function roomAfter(
  sql: Sql,
  before: Pick<AppointmentRow, 'organizationId' | 'meetingUrl' | 'meetingUrlByHand'>,
  {
    type,
    professionalId,
    serviceIds,
  }: {
    readonly type: AppointmentType
    readonly professionalId: number
    readonly serviceIds: readonly number[]
  },
): Promise<Pick<AppointmentRow, 'meetingUrl' | 'meetingUrlByHand'>> {
  if (type === 'IN_PERSON') return { meetingUrl: null, meetingUrlByHand: false }
  const { meetingUrl, meetingUrlByHand } = before
  if (meetingUrlByHand) return { meetingUrl, meetingUrlByHand }
  const select = Prisma.sql`SELECT ${copiedRoom(before.organizationId, professionalId, serviceIds)} AS "meetingUrl"`
  const [copied] = await room(sql, select)
  return { meetingUrl: copied?.meetingUrl ?? null, meetingUrlByHand }
}

/** What the client sees of it. */
export function shownRoom({
  status,
  meetingUrl,
}: Pick<AppointmentRow, 'status' | 'meetingUrl'>): string | null {
  return status === 'CONFIRMED' ? meetingUrl : null
}
