/** The records of a colleague in the same organization. */
import type { TestApi, TestOrganization } from '../../support/api.ts'
import { at } from '../../support/booking.ts'
import {
  blockedTime,
  createAppointmentRow,
  createClientRow,
  createHoldRow,
  createProfessional,
  createQueueEntryRow,
  createService,
} from '../../support/clinic.ts'

/** In whatever a colleague's records say. */
export const SECRET = 'Segredo'

/** Records of another professional, by the names of the fields that name them. */
export async function idsOfColleague(
  api: TestApi,
  { row }: TestOrganization,
): Promise<Readonly<Record<string, unknown>>> {
  const { db } = api
  const professional = await createProfessional(db, row, {
    name: SECRET,
    email: `${SECRET}@x.test`,
  })
  const service = await createService(db, row, { performedBy: [professional] })
  const queueService = await createService(db, row, {
    performedBy: [professional],
    bookingMode: 'QUEUE',
  })
  const client = await createClientRow(db, row, { first_name: SECRET, phone: '11977776666' })
  const appointment = await createAppointmentRow(db, row, {
    professional,
    client,
    services: [service],
    start: at('10:00'),
    status: 'PENDING',
  })
  const entry = await createQueueEntryRow(db, row, {
    professional,
    client,
    service: queueService,
    date: new Date(api.service.now() - 3 * 3_600_000).toISOString().slice(0, 10),
    arrivedAt: new Date(api.service.now() - 60_000).toISOString(),
  })
  const blocked = await blockedTime(db, row, professional, at('20:00'), at('21:00'))
  const hold = await createHoldRow(db, row, {
    professional,
    services: [service],
    start: at('15:00'),
    expiresAt: at('16:00'),
  })
  const feed = await db.calendarFeed.create({
    data: { organizationId: row.id, professionalId: professional.id, kind: 'full', linkVersion: 1 },
  })
  return {
    professional_id: professional.id,
    client_id: client.id,
    client_ids: [client.id],
    appointment_id: appointment.id,
    entry_id: entry.id,
    queue_entry_id: entry.id,
    blocked_time_id: blocked.id,
    hold_id: hold.id,
    feed_id: feed.id,
  }
}
