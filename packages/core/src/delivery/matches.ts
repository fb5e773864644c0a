import { isSubscribed } from '@scheduling/events'
import { z } from 'zod'

/** `filters` of a subscription as stored. Empty lists filter nothing. */
export const StoredFilters = z.object({
  professional_ids: z.array(z.int()).default([]),
  service_ids: z.array(z.int()).default([]),
  statuses: z.array(z.string()).default([]),
  types: z.array(z.string()).default([]),
  sources: z.array(z.string()).default([]),
})

export type Filters = z.output<typeof StoredFilters>

/** What an event stored for filters when it was written. Null or empty: the filter does not apply. */
export type EventForFilters = {
  readonly type: string
  readonly professionalIds: readonly number[] | null
  readonly serviceIds: readonly number[] | null
  readonly status: string | null
  readonly appointmentType: string | null
  readonly source: string | null
}

/** Whether a subscription wants an event: alternatives within a list, all lists together. */
export function matches(
  selectors: readonly string[],
  filters: Filters,
  event: EventForFilters,
): boolean {
  return (
    isSubscribed(selectors, event.type) &&
    meets(filters.professional_ids, event.professionalIds) &&
    meets(filters.service_ids, event.serviceIds) &&
    meets(filters.statuses, event.status === null ? null : [event.status]) &&
    meets(filters.types, event.appointmentType === null ? null : [event.appointmentType]) &&
    meets(filters.sources, event.source === null ? null : [event.source])
  )
}

function meets<Value>(wanted: readonly Value[], has: readonly Value[] | null): boolean {
  return (
    wanted.length === 0 ||
    has === null ||
    has.length === 0 ||
    has.some((value) => wanted.includes(value))
  )
}
