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
