import { isSubscribed } from '@scheduling/events'
import { z } from 'zod'

/** `filters` of a subscription as stored. An empty list filters nothing. */
export const StoredFilters = z.object({
  professional_ids: z.array(z.int()).default([]),
  service_ids: z.array(z.int()).default([]),
  statuses: z.array(z.string()).default([]),
  types: z.array(z.string()).default([]),
  sources: z.array(z.string()).default([]),
})

export type Filters = z.output<typeof StoredFilters>

/** Columns of `event` that filters compare. Null or empty: the filter does not apply. */
export type FilteredEvent = {
  readonly type: string
  readonly professional_ids: readonly number[] | null
  readonly service_ids: readonly number[] | null
  readonly filter_status: string | null
  readonly filter_type: string | null
  readonly filter_source: string | null
}

/** Whether a subscription wants an event: it must match one value of every list that applies. */
export function matches(
  selectors: readonly string[],
  filters: Filters,
  event: FilteredEvent,
): boolean {
  return (
    isSubscribed(selectors, event.type) &&
    meets(filters.professional_ids, event.professional_ids) &&
    meets(filters.service_ids, event.service_ids) &&
    meets(filters.statuses, listOf(event.filter_status)) &&
    meets(filters.types, listOf(event.filter_type)) &&
    meets(filters.sources, listOf(event.filter_source))
  )
}

function listOf(value: string | null): readonly string[] | null {
  return value === null ? null : [value]
}

function meets<Value>(wanted: readonly Value[], has: readonly Value[] | null): boolean {
  return (
    wanted.length === 0 ||
    has === null ||
    has.length === 0 ||
    has.some((value) => wanted.includes(value))
  )
}
