import type { Organization } from '@scheduling/database'
import { NO_FILTERS, recordEvent, type NewEvent } from '../events/new-event.ts'
import type { ServiceRow } from '../professionals/service-base.ts'
import { toService } from './service.ts'

/** @param rows.before null when the service is new */
export function serviceEvent(
  type: 'service.created' | 'service.updated' | 'service.deactivated',
  rows: { readonly before: ServiceRow | null; readonly after: ServiceRow },
  organization: Organization,
): NewEvent {
  const { before, after } = rows
  return recordEvent(type, {
    before: before === null ? null : toService(before, organization),
    after: toService(after, organization),
    filters: { ...NO_FILTERS, serviceIds: [after.id], type: after.serviceType },
  })
}

/**
 * `service.updated` of each service that reads otherwise now, ordered by id: of those whose professionals changed.
 *
 * @param before and after the same services
 */
export function servicesUpdated(
  before: readonly ServiceRow[],
  after: readonly ServiceRow[],
  organization: Organization,
): NewEvent[] {
  const old = new Map(before.map((row) => [row.id, row]))
  return after
    .toSorted((one, other) => one.id - other.id)
    .flatMap((row) => {
      const event = serviceEvent(
        'service.updated',
        { before: old.get(row.id) ?? null, after: row },
        organization,
      )
      return event.changes === null ? [] : [event]
    })
}
