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
  /** The webhook that the event is about. It is never sent to that webhook. */
  readonly about_webhook: string | null
  readonly professional_ids: readonly number[] | null
  readonly service_ids: readonly number[] | null
  readonly filter_status: string | null
  readonly filter_type: string | null
  readonly filter_source: string | null
}

/** The expression of `about_webhook`. @param event the alias of the table */
export const aboutWebhook = (event: string): string =>
  `CASE WHEN ${event}.type LIKE 'webhook.%' THEN ${event}.payload->'object'->>'webhook_id' END`

/** Whether a subscription wants an event: it must match one value of every list that applies. */
export function matches(
  { id, events }: { readonly id: string; readonly events: readonly string[] },
  filters: Filters,
  event: FilteredEvent,
): boolean {
  return (
    event.about_webhook !== id &&
    isSubscribed(events, event.type) &&
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
