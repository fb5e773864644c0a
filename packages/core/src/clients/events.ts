import type { Client as ClientRow } from '@scheduling/database'
import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import { toClient } from './client.ts'

export function clientCreated(row: ClientRow, timeZone: string): NewEvent {
  const after = toClient(row, timeZone)
  return recordEvent('client.created', { before: null, after, filters: NO_FILTERS })
}

export function clientUpdated(before: ClientRow, after: ClientRow, timeZone: string): NewEvent {
  return recordEvent('client.updated', {
    before: toClient(before, timeZone),
    after: toClient(after, timeZone),
    filters: NO_FILTERS,
  })
}

/** The client booked for the first time. */
export function clientFirstAppointment(row: ClientRow, timeZone: string): NewEvent {
  const after = toClient(row, timeZone)
  return recordEvent('client.first_appointment', { before: null, after, filters: NO_FILTERS })
}

/** @param id of the client that is gone */
export function clientMerged(id: number, mergedInto: number): NewEvent {
  const after = { id, deleted: true, merged_into: mergedInto }
  return recordEvent('client.merged', { before: null, after, filters: NO_FILTERS })
}
