import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import type { ServiceRow } from '../professionals/service-base.ts'
import { toService } from './service.ts'

/** @param rows.before null when the service is new */
export function serviceEvent(
  type: 'service.created' | 'service.updated' | 'service.deactivated',
  rows: { readonly before: ServiceRow | null; readonly after: ServiceRow },
  timeZone: string,
): NewEvent {
  const { before, after } = rows
  return recordEvent(type, {
    before: before === null ? null : toService(before, timeZone),
    after: toService(after, timeZone),
    filters: { ...NO_FILTERS, serviceIds: [after.id], type: after.serviceType },
  })
}

/**
 * `service.updated` of each service that reads otherwise now, ordered by id.
 *
 * @param before and after the same services
 */
export function servicesUpdated(
  before: readonly ServiceRow[],
  after: readonly ServiceRow[],
  timeZone: string,
): NewEvent[] {
  const old = new Map(before.map((row) => [row.id, row]))
  return after
    .toSorted((one, other) => one.id - other.id)
    .flatMap((row) => {
      const event = serviceEvent(
        'service.updated',
        { before: old.get(row.id) ?? null, after: row },
        timeZone,
      )
      return event.changes === null ? [] : [event]
    })
}
