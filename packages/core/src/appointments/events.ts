import { EVENT_TYPES, type EventType } from '@scheduling/events'
import { changesBetween, type NewEvent } from '../events/new-event.ts'
import type { AppointmentRecord } from './appointment.ts'

type AppointmentEventType = Extract<EventType, `appointment.${string}`>

/**
 * @param before the record before the change; its difference from `after` becomes `changes`, null where the
 *   type has none
 */
export function appointmentEvent(
  type: Exclude<AppointmentEventType, 'appointment.deleted'>,
  after: AppointmentRecord,
  before: AppointmentRecord | null = null,
): NewEvent {
  const { changes } = EVENT_TYPES[type]
  return {
    type,
    object: after,
    changes: before === null || changes === null ? null : changesBetween(before, after, changes),
    filters: {
      professionalIds: [after.professional_id],
      serviceIds: after.service_ids,
      status: after.status,
      type: after.type,
      source: type === 'appointment.created' ? after.source : null,
    },
  }
}
