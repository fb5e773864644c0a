/** Records of the API as they are kept once their client is erased: in events, in the audit, in kept answers. */

/** What stands where the name of a person stood, by the language of the organization. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  pt: 'Cliente anonimizado',
  en: 'Anonymized client',
}

export function placeholderIn(language: string): string {
  return PLACEHOLDERS[language] ?? 'Anonymized client'
}

const OF_BOOKINGS = ['id', 'object', 'status', 'client_id', 'source', 'created_at', 'updated_at']
const OF_PLACES = ['professional_id', 'professional', 'cancelled_at', 'completed_at', 'no_show_at']

/**
 * The fields of each kind of record that hold no person. Whatever is not named here is lost: a field that is added
 * later can't be forgotten by being overlooked.
 */
export const KEPT_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  client: new Set(['object', 'id', 'deleted', 'merged_into', 'created_at', 'updated_at']),
  appointment: new Set([
    ...OF_BOOKINGS,
    ...OF_PLACES,
    'deleted',
    'type',
    'start',
    'end',
    'duration_minutes',
    'service_ids',
    'services',
    'price',
    'currency',
    'is_overbook',
    'recurrence_id',
    'meeting_url',
    'deposit_id',
    'invoice_issued',
    'reschedule_count',
    'ical_uid',
    'arrived_at',
    'started_at',
    'confirmed_at',
  ]),
  queue_entry: new Set([
    ...OF_BOOKINGS,
    ...OF_PLACES,
    'date',
    'service_id',
    'service',
    'position',
    'ahead_count',
    'estimated_wait_minutes',
    'call_count',
    'place',
    'tracking_url',
    'deposit_id',
    'arrived_at',
    'called_at',
    'started_at',
    'skipped_at',
  ]),
  deposit: new Set([
    ...OF_BOOKINGS,
    'amount',
    'refund',
    'charge_fault',
    'currency',
    'paid_amount',
    'refunded_amount',
    'method',
    'appointment_id',
    'queue_entry_id',
    'payment_code',
    'payment_url',
    'expires_at',
    'paid_at',
    'expired_at',
    'refunded_at',
  ]),
  message: new Set([
    ...OF_BOOKINGS,
    'direction',
    'channel',
    'kind',
    'purpose',
    'appointment_id',
    'queue_entry_id',
    'deposit_id',
    'error_code',
    'sent_at',
    'delivered_at',
    'read_at',
    'failed_at',
  ]),
}

type Json = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A record without its client. Its fields stay where they are: what is read by a schema can still be read.
 *
 * @param kind of the record where it does not say so itself, as one that is deleted
 */
export function forgottenRecord(record: Json, kind: string, placeholder: string): Json {
  const named = typeof record['object'] === 'string' ? record['object'] : kind
  const kept = KEPT_FIELDS[named]
  if (kept === undefined) return record
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      kept.has(field) ? value : lost(named, field, value, placeholder),
    ]),
  )
}

function lost(kind: string, field: string, value: unknown, placeholder: string): unknown {
  if (kind === 'client' && (field === 'first_name' || field === 'name')) return placeholder
  if (field === 'metadata') return {}
  if (!isMap(value)) return null
  if (field !== 'client') return forgottenInner(value, placeholder)
  return value['object'] === 'client'
    ? forgottenRecord(value, 'client', placeholder)
    : { id: value['id'] ?? null, name: placeholder }
}

/** A record in a record, such as the deposit of an appointment. */
function forgottenInner(value: Json, placeholder: string): Json | null {
  const kind = value['object']
  return typeof kind === 'string' && Object.hasOwn(KEPT_FIELDS, kind)
    ? forgottenRecord(value, kind, placeholder)
    : null
}

/** `{field: {from, to}}` without the values of a person. Which fields changed is still told. */
export function forgottenChanges(changes: unknown, kind: string): unknown {
  if (!isMap(changes)) return changes
  const kept = KEPT_FIELDS[kind]
  if (kept === undefined) return changes
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [
      field,
      kept.has(field) ? change : { from: null, to: null },
    ]),
  )
}

/** `data` of an event. @param kind of its record, by the catalogue */
export function forgottenPayload(payload: unknown, kind: string, placeholder: string): unknown {
  if (!isMap(payload)) return payload
  const { object, changes } = payload
  return {
    ...payload,
    ...(isMap(object) ? { object: forgottenRecord(object, kind, placeholder) } : {}),
    changes: forgottenChanges(changes, kind),
  }
}

/** `context` of an event, without the name of a client who did it. */
export function forgottenContext(context: unknown): unknown {
  if (!isMap(context) || !isMap(context['actor'])) return context
  const { actor } = context
  return actor['type'] === 'client' ? { ...context, actor: { ...actor, name: null } } : context
}

/** An answer that was kept for its `Idempotency-Key`. A refusal names no person. */
export function forgottenAnswer(answer: unknown, placeholder: string): unknown {
  return isMap(answer) ? forgottenRecord(answer, '', placeholder) : answer
}
