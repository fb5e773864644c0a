import { EVENT_TYPES, type EventType } from '@scheduling/events'

export type Change = { readonly from: unknown; readonly to: unknown }
export type Changes = Readonly<Record<string, Change>>

/** What subscription filters compare; null = the filter does not apply to this event. */
export type FilterValues = {
  /** An empty list matches every `professional_ids` filter: unassigned, or everybody. */
  readonly professionalIds: readonly number[] | null
  readonly serviceIds: readonly number[] | null
  readonly status: string | null
  readonly type: string | null
  readonly source: string | null
}

export const NO_FILTERS: FilterValues = {
  professionalIds: null,
  serviceIds: null,
  status: null,
  type: null,
  source: null,
}

/** An event before it has an id and a place in the feed. */
export type NewEvent = {
  readonly type: EventType
  /** The record as the API returns it without `expand`. */
  readonly object: { readonly id?: number | string } & Readonly<Record<string, unknown>>
  readonly changes: Changes | null
  readonly filters: FilterValues
  /** False: the client gets no message about it. */
  readonly tellsClient?: boolean
  /** The message names the reason that the team gave. */
  readonly tellsReason?: boolean
}

/**
 * The event of a record that was created or changed. `changes` has the fields that the catalogue lists for the
 * type.
 *
 * @param told.before the record before the change; null when it is new
 */
export function recordEvent(
  type: EventType,
  told: {
    readonly before: NewEvent['object'] | null
    readonly after: NewEvent['object']
    readonly filters: FilterValues
  },
): NewEvent {
  const { before, after, filters } = told
  const { changes } = EVENT_TYPES[type]
  return {
    type,
    object: after,
    changes: before === null || changes === null ? null : changesBetween(before, after, changes),
    filters,
  }
}

/**
 * `{field: {from, to}}` of the fields that differ, in API format; null when none does.
 * For metadata only the keys that changed are shown, an absent key as null.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Changes | null {
  const changes: Record<string, Change> = {}
  for (const field of fields) {
    const from = before[field] ?? null
    const to = after[field] ?? null
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    changes[field] = field === 'metadata' ? metadataChange(from, to) : { from, to }
  }
  return Object.keys(changes).length === 0 ? null : changes
}

function metadataChange(from: unknown, to: unknown): Change {
  const old = asMap(from)
  const now = asMap(to)
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => old[key] !== now[key],
  )
  const pick = (map: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, Object.hasOwn(map, key) ? map[key] : null]))
  return { from: pick(old), to: pick(now) }
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
