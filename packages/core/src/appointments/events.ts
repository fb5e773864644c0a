import type { EventType } from '@scheduling/events'
import { recordEvent, type FilterValues, type NewEvent } from '../events/new-event.ts'
import { toAppointment, type AppointmentRow } from './appointment.ts'

type AppointmentEventType = Exclude<
  Extract<EventType, `appointment.${string}`>,
  'appointment.deleted'
>

/** @param rows.before null when the appointment is new */
export function appointmentEvent(
  type: AppointmentEventType,
  rows: { readonly before: AppointmentRow | null; readonly after: AppointmentRow },
  timeZone: string,
): NewEvent {
  const { before, after } = rows
  return recordEvent(type, {
    before: before === null ? null : toAppointment(before, timeZone),
    after: toAppointment(after, timeZone),
    filters: {
      ...calendarFilters(after),
      status: after.status,
      type: after.type,
      source: type === 'appointment.created' ? after.source : null,
    },
  })
}

/** A deleted appointment. Its last values decide which subscribers receive the event. */
export function appointmentDeleted(row: AppointmentRow): NewEvent {
  return recordEvent('appointment.deleted', {
    before: null,
    after: { id: row.id, deleted: true },
    filters: { ...calendarFilters(row), status: row.status, type: row.type, source: null },
  })
}

/** The professional and the services whose subscribers get the events of an appointment and of its deposits. */
export function calendarFilters(
  row: Pick<AppointmentRow, 'professionalId' | 'services'>,
): Pick<FilterValues, 'professionalIds' | 'serviceIds'> {
  return {
    professionalIds: [row.professionalId],
    serviceIds: row.services.map(({ service }) => service.id),
  }
}
