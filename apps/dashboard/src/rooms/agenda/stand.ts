/** The place of an appointment: its start and its professional. */
import { formatInstant } from '@scheduling/availability'
import type { Agenda, Appointment } from './cells.ts'

/** Where an appointment is, or shall be. */
export type Stand = { readonly professionalId: number; readonly start: string }

type Present = {
  readonly status: Appointment['status']
  readonly start: string
  readonly professional_id: number
}

/** Whether a visit with this status is still to come. */
export function isAhead(status: Appointment['status']): boolean {
  return status === 'PENDING' || status === 'CONFIRMED'
}

/** Whether it can still be moved from there. */
export function standsAt(present: Present, { start, professionalId }: Stand): boolean {
  return (
    isAhead(present.status) &&
    Date.parse(present.start) === Date.parse(start) &&
    present.professional_id === professionalId
  )
}

/** The agenda with an appointment in its new place. */
export function moved(agenda: Agenda, id: number, to: Stand, zone: string): Agenda {
  return {
    ...agenda,
    appointments: agenda.appointments.map((one) => {
      if (one.id !== id) return one
      const by = Date.parse(to.start) - Date.parse(one.start)
      const later = (instant: string): string => formatInstant(Date.parse(instant) + by, zone)
      return {
        ...one,
        professional_id: to.professionalId,
        start: later(one.start),
        end: later(one.end),
        busy: one.busy && { from: later(one.busy.from), to: later(one.busy.to) },
      }
    }),
  }
}
