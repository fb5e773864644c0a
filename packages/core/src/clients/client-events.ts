import type { Client as ClientRow } from '@scheduling/database'
import { EVENT_TYPES } from '@scheduling/events'
import { changesBetween, NO_FILTERS, type NewEvent } from '../events/new-event.ts'
import { toClient } from './client.ts'

export function clientCreated(row: ClientRow, timeZone: string): NewEvent {
  return {
    type: 'client.created',
    object: toClient(row, timeZone),
    changes: null,
    filters: NO_FILTERS,
  }
}

export function clientUpdated(before: ClientRow, after: ClientRow, timeZone: string): NewEvent {
  const object = toClient(after, timeZone)
  return {
    type: 'client.updated',
    object,
    changes: changesBetween(
      toClient(before, timeZone),
      object,
      EVENT_TYPES['client.updated'].changes,
    ),
    filters: NO_FILTERS,
  }
}
