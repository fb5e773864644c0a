/** A copy that is kept from the feed of events alone, as `docs/sync.md` says, and what the lists show. */
import type { Call, Reply } from './api.ts'

type Shown = Record<string, any>
export type Copy = Map<string, Shown>
type Caller = (method: string, path: string, call?: Call) => Promise<Reply>

/** Everything that a list shows. */
const LISTS = [
  '/v1/clients',
  '/v1/appointments',
  '/v1/deposits',
  '/v1/services?include_inactive=true',
  '/v1/professionals',
  // With `updated_since`: of every day.
  '/v1/queue/entries?updated_since=2000-01-01T00:00:00Z',
]

const nameOf = ({ object, id }: Shown) => `${object} ${id}`

/** What the lists show now, by the name of the record. */
export async function readLists(call: Caller): Promise<Copy> {
  const copy: Copy = new Map()
  for (const list of LISTS) {
    let path = `${list}${list.includes('?') ? '&' : '?'}limit=100`
    while (path !== '') {
      const { body } = await call('GET', path)
      for (const record of body.data) copy.set(nameOf(record), record)
      path = body.next === null ? '' : body.next.slice(body.next.indexOf('/v1/'))
    }
  }
  return copy
}

/** Where the feed ends; null: it has no event. */
export async function endOfFeed(call: Caller): Promise<string | null> {
  const { body } = await call('GET', '/v1/events?latest=true')
  return body.last_event_id
}

/** Applies what the feed has after an event. */
export async function follow(call: Caller, copy: Copy, after: string | null): Promise<void> {
  const from = after === null ? '' : `&after=${after}`
  const { body } = await call('GET', `/v1/events?limit=200${from}`)
  for (const event of body.data) apply(copy, event)
  if (body.has_more) await follow(call, copy, body.last_event_id)
}

function apply(copy: Copy, { type, data: { object } }: Shown): void {
  if (type === 'appointment.deleted') copy.delete(`appointment ${object.id}`)
  else if (type === 'client.merged') replaceClient(copy, object.id, object.merged_into)
  else if ('object' in object) copy.set(nameOf(object), object)
}

function replaceClient(copy: Copy, gone: number, by: number): void {
  copy.delete(`client ${gone}`)
  for (const record of copy.values()) {
    if (record['client_id'] !== gone) continue
    record['client_id'] = by
    record['client'] = { id: by, name: '' }
  }
}

/** Computed when a record is read, or the name that another record has now. */
const NOT_KEPT = new Set(['position', 'ahead_count', 'estimated_wait_minutes'])

/**
 * What a copy and the lists must agree in. A professional who left is in no list.
 */
export function comparable(copy: Copy): Record<string, Shown> {
  const kept = [...copy].filter(
    ([, { object, is_active: isActive, role }]) =>
      KINDS.has(object) && (object !== 'professional' || isActive || role === 'owner'),
  )
  const sorted = kept.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([name, record]) => {
      const fields = Object.entries(record).filter(
        ([field]) =>
          !NOT_KEPT.has(field) && !(record['object'] === 'deposit' && OF_DEPOSITS.has(field)),
      )
      return [name, Object.fromEntries(fields.map(([field, value]) => [field, byId(value)]))]
    }),
  )
}

/** A merge moves the one, and a move to an earlier start the other. */
const OF_DEPOSITS = new Set(['updated_at', 'expires_at'])

const KINDS = new Set([
  'client',
  'appointment',
  'deposit',
  'service',
  'professional',
  'queue_entry',
])

/** A reference has the name of now. */
function byId(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byId)
  const isReference =
    typeof value === 'object' && value !== null && Object.keys(value).join() === 'id,name'
  return isReference ? (value as { id: unknown }).id : value
}
