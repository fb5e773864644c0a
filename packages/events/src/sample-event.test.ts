import { describe, expect, test } from 'vitest'

import { EVENT_TYPE_NAMES, type EventType } from './event-types.ts'
import { sampleEvent } from './sample-event.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const SAMPLE = { organizationId: 7, timezone: 'America/Sao_Paulo', now: NOW }
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/
const ID = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Of a record that is gone little is told. */
const REMAINS: Partial<Record<EventType, string>> = {
  'appointment.deleted': 'id deleted',
  'client.merged': 'id deleted merged_into',
}

const FIELDS: Record<string, string> = {
  appointment:
    'object id status type start end duration_minutes service_ids services professional_id professional client_id client price currency notes metadata is_overbook source recurrence_id meeting_url deposit_id deposit invoice_issued cancellation_reason reschedule_count ical_uid arrived_at started_at confirmed_at completed_at no_show_at cancelled_at created_at updated_at',
  client:
    'object id first_name last_name name email phone cpf birth_date metadata created_at updated_at',
  queue_entry:
    'object id status date professional_id professional service_id service client_id client position ahead_count estimated_wait_minutes call_count notes source tracking_url deposit_id deposit cancellation_reason arrived_at called_at started_at completed_at skipped_at no_show_at cancelled_at created_at updated_at',
  deposit:
    'object id status amount currency paid_amount refunded_amount method appointment_id queue_entry_id appointment queue_entry client_id client payment_code payment_url expires_at paid_at expired_at refunded_at created_at updated_at',
  service:
    'object id name description specialty service_type booking_mode duration_minutes price currency color is_active hidden_from_public_booking max_capacity professional_ids created_at updated_at specialty_id professionals buffer_before_minutes buffer_after_minutes slot_interval_minutes min_advance_minutes max_advance_days requires_deposit deposit_amount',
  professional:
    'object id name email role is_active registry service_ids services created_at updated_at',
  blocked_time: 'object id professional_id professional start end all_day reason created_at',
  message:
    'object id direction channel kind phone email text client_id client appointment_id queue_entry_id error_code created_at',
  messaging_connection: 'object channel status phone updated_at',
  webhook_status: 'object webhook_id name failing_since disabled_reason disabled_at',
  ping: 'object webhook_id webhook_name message',
}

describe.each(EVENT_TYPE_NAMES)('%s', (type) => {
  const event = sampleEvent(type, SAMPLE)
  const { object, changes } = event.data

  test('has the envelope of a delivery', () => {
    expect(Object.keys(event)).toEqual([
      'id',
      'type',
      'api_version',
      'created_at',
      'organization_id',
      'livemode',
      'sequence',
      'data',
      'context',
    ])
    expect(event).toMatchObject({
      type,
      organization_id: 7,
      created_at: '2026-11-20T12:00:00-03:00',
    })
    expect(event.id).toMatch(ID)
    expect(event.context.request_id).toMatch(ID)
  })

  test('has every field of its record, in order, and no other', () => {
    const expected = REMAINS[type] ?? FIELDS[String(object['object'])]
    expect(Object.keys(object).join(' ')).toBe(expected)
  })

  test('has date-times with the offset of the zone and money with two decimals', () => {
    for (const [field, value] of Object.entries(object)) {
      if (value === null) continue
      if (/^(start|end|.*_at)$/.test(field))
        expect([field, value]).toEqual([field, expect.stringMatching(DATE_TIME)])
      if (/^(price|amount|.*_amount)$/.test(field)) expect(value).toMatch(/^\d{1,10}\.\d{2}$/)
    }
  })

  test('its changes end in what the record now holds', () => {
    for (const [field, change] of Object.entries(changes ?? {})) {
      expect(change.to).not.toEqual(change.from)
      const now = object[field]
      if (field === 'metadata') expect(now).toMatchObject(Object(change.to))
      else expect(change.to).toEqual(now)
    }
  })
})

test('creations, deletions and notices have no changes, the other types the keys of the catalogue', () => {
  const keys = (type: EventType) => {
    const { changes } = sampleEvent(type, SAMPLE).data
    return changes === null ? null : Object.keys(changes).join(' ')
  }
  expect(Object.fromEntries(EVENT_TYPE_NAMES.map((type) => [type, keys(type)]))).toEqual({
    'appointment.created': null,
    'appointment.updated': 'notes',
    'appointment.rescheduled': 'start end professional_id',
    'appointment.confirmed': 'status',
    'appointment.cancelled': 'status cancellation_reason',
    'appointment.completed': 'status',
    'appointment.no_show': 'status',
    'appointment.deleted': null,
    'appointment.reminder_sent': null,
    'client.created': null,
    'client.updated': 'phone metadata',
    'client.first_appointment': null,
    'client.merged': null,
    'queue.entry.created': null,
    'queue.entry.updated': 'deposit_id',
    'queue.entry.called': 'status call_count',
    'queue.entry.in_service': 'status',
    'queue.entry.completed': 'status',
    'queue.entry.skipped': 'status',
    'queue.entry.no_show': 'status',
    'queue.entry.cancelled': 'status cancellation_reason',
    'deposit.created': null,
    'deposit.paid': 'status paid_amount',
    'deposit.expired': 'status',
    'deposit.refunded': 'status refunded_amount',
    'service.created': null,
    'service.updated': 'price',
    'service.deactivated': 'is_active',
    'professional.created': null,
    'professional.updated': 'registry',
    'professional.deactivated': 'is_active',
    'blocked_time.created': null,
    'blocked_time.deleted': null,
    'messaging.message.received': null,
    'messaging.message.sent': null,
    'messaging.message.failed': null,
    'messaging.connection.updated': 'status',
    'webhook.failing': null,
    'webhook.disabled': null,
    ping: null,
  })
})

test('the made-up client has a valid CPF and telephone', () => {
  const { cpf, phone } = sampleEvent('client.created', SAMPLE).data.object
  const digits = Array.from(String(cpf), Number)
  const checkDigit = (length: number) => {
    const sum = digits
      .slice(0, length)
      .reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    return ((sum * 10) % 11) % 10
  }
  expect(digits.slice(9)).toEqual([checkDigit(9), checkDigit(10)])
  expect(phone).toMatch(/^\+55\d{2}9\d{8}$/)
})

test('the zone decides the offset and the local day', () => {
  const { object } = sampleEvent('queue.entry.created', { ...SAMPLE, timezone: 'Asia/Tokyo' }).data
  expect(object).toMatchObject({ date: '2026-11-21', arrived_at: '2026-11-20T23:25:00+09:00' })
})
