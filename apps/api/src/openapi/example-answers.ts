/** Example answers for the document: the sample records that templates are tried with, and a few more. */
import { appRouter, EventRecord, RequestDetails } from '@scheduling/core'
import { EVENT_TYPES, sampleEvent, type EventType } from '@scheduling/events'
import type { inferRouterOutputs } from '@trpc/server'
import { z } from 'zod'
import { kindOf, recordsOf } from './answer-schemas.ts'
import type { ExampleDays } from './example-days.ts'
import { EXAMPLE_IDS } from './example-ids.ts'

type Outputs = inferRouterOutputs<typeof appRouter>

/** The event that carries the record, by kind of record. */
const RECORD_OF = {
  appointment: 'appointment.created',
  client: 'client.created',
  queue_entry: 'queue.entry.created',
  deposit: 'deposit.paid',
  service: 'service.created',
  professional: 'professional.created',
  blocked_time: 'blocked_time.created',
} as const satisfies Record<string, EventType>

/**
 * @param output of an endpoint: one record, or a list of them
 * @returns null for an answer without a body
 */
export function exampleAnswer(output: z.ZodType, days: ExampleDays): unknown {
  const records = recordsOf(output)
  if (records === null) return exampleRecord(output, days)
  const empty = { data: [exampleRecord(records, days)], has_more: false }
  const others = output instanceof z.ZodObject ? Object.keys(output.shape) : []
  return {
    ...empty,
    ...Object.fromEntries(
      others.filter((name) => !(name in empty)).map((name) => [name, envelopeField(name)]),
    ),
  }
}

/** The fields beside `data`. This list has no next page. */
function envelopeField(name: string): unknown {
  return name === 'last_event_id' ? EXAMPLE_IDS.event : null
}

function exampleRecord(record: z.ZodType, days: ExampleDays): unknown {
  const kind = kindOf(record)
  if (kind === null) return record instanceof z.ZodObject ? exampleParts(record, days) : null
  if (record === EventRecord) return { object: 'event', ...eventOf('appointment.confirmed', days) }
  const own: unknown = Reflect.get(ownRecords(days), kind)
  if (record === RequestDetails) return requestDetails(days)
  if (own !== undefined) return own
  const type: unknown = Reflect.get(RECORD_OF, kind)
  if (!isSampleType(type)) throw new Error(`A record of the kind ${kind} has no example.`)
  return eventOf(type, days).data.object
}

/** The delivered event of a type. */
export function eventOf(type: EventType, { now }: ExampleDays) {
  return {
    ...sampleEvent(type, { organizationId: 1, timezone: 'America/Sao_Paulo', now }),
    id: EXAMPLE_IDS.event,
  }
}

/** Of an answer that is no record itself, such as a service with the impact of its change: each of its parts. */
function exampleParts(answer: z.ZodObject, days: ExampleDays): object {
  const parts = Object.entries<z.ZodType>(answer.shape).map(([name, part]) => [
    name,
    Reflect.get(OWN_PARTS, name) ?? exampleRecord(part, days),
  ])
  return Object.fromEntries(parts)
}

/** A change that concerns nothing that is booked. */
const OWN_PARTS = {
  impact: {
    version: 'q9X2v7Tq1rB3n5M8w0K4s6Z2p1L7d3Fj',
    total: 0,
    kept: 0,
    moved: 0,
    cancelled: 0,
    appointments: [],
    holds: [],
  } satisfies Outputs['services']['update']['impact'],
  unassigned_queue_entry_ids: [],
}

function isSampleType(type: unknown): type is EventType {
  return Object.values<unknown>(RECORD_OF).includes(type)
}

const figures = {
  attempts: 340,
  succeeded: 338,
  failed: 2,
  success_rate: 0.994,
  p50_ms: 84,
  p95_ms: 410,
}

function delivery(moment: string) {
  return {
    object: 'delivery',
    id: EXAMPLE_IDS.delivery,
    webhook_id: EXAMPLE_IDS.webhook,
    event_id: EXAMPLE_IDS.event,
    event_type: 'appointment.confirmed',
    trigger: 'EVENT',
    attempt: 1,
    max_attempts: 8,
    status: 'SUCCEEDED',
    response_status: 200,
    response_body: 'ok',
    duration_ms: 84,
    error_code: null,
    error_message: null,
    next_attempt_at: null,
    attempted_at: moment,
    created_at: moment,
  } satisfies Outputs['webhooks']['listDeliveries']['data'][number]
}

const MORNING = { opens_minute: 480, closes_minute: 720 }

const week = {
  object: 'week',
  professional_id: 1,
  intervals: [{ weekday: 1, ...MORNING }],
} satisfies Outputs['schedule']['setWeek']['week']

function requestOf(moment: string) {
  return {
    object: 'request',
    id: EXAMPLE_IDS.request,
    received_at: moment,
    api_key_id: EXAMPLE_IDS.apiKey,
    api_key: { id: EXAMPLE_IDS.apiKey, name: 'CRM' },
    method: 'POST',
    route: '/v1/appointments/{appointment_id}/confirm',
    path_ids: { appointment_id: 14 },
    status: 200,
    code: null,
    faults: [],
    duration_ms: 18,
    replayed: false,
    times: 1,
  } satisfies Outputs['requests']['list']['data'][number]
}

function requestDetails({ now, at }: ExampleDays) {
  const moment = at(new Date(now).toISOString().slice(0, 10), '09:00')
  return {
    ...requestOf(moment),
    events: [
      {
        id: EXAMPLE_IDS.event,
        type: 'appointment.confirmed',
        created_at: moment,
        deliveries: [delivery(moment)],
      },
    ],
    events_truncated: false,
  } satisfies Outputs['requests']['get']
}

/** The records that no event carries. */
function ownRecords(days: ExampleDays) {
  const { now, day, dayAfter, before, at } = days
  const moment = at(new Date(now).toISOString().slice(0, 10), '09:00')
  return {
    organization: {
      object: 'organization',
      id: 1,
      name: 'Clínica Aurora',
      slug: 'clinica-aurora',
      timezone: 'America/Sao_Paulo',
      plan: { name: 'Pro' },
      features: {
        api: true,
        webhooks: true,
        online_queue: true,
        deposits: true,
        overbooking: true,
        telemedicine: true,
        recurrence: true,
        messaging_own_number: true,
        agent: true,
      },
      api_key: {
        id: EXAMPLE_IDS.apiKey,
        name: 'CRM',
        scopes: ['read', 'write', 'webhooks:manage'],
      },
      whatsapp: { channel: null, status: null, phone: null },
    } satisfies Outputs['account']['get'],
    slot: {
      object: 'slot',
      start: at(day, '09:00'),
      end: at(day, '09:30'),
      duration_minutes: 30,
      professional_id: 1,
      professional: { id: 1, name: 'Dra. Helena Duarte' },
      service_ids: [1],
      remaining_capacity: 1,
      price: '180.00',
      currency: 'BRL',
    } satisfies Outputs['availability']['slots']['data'][number],
    available_date: {
      object: 'available_date',
      date: day,
      first_start: at(day, '08:00'),
      slot_count: 18,
      professional_ids: [1, 4],
      professionals: [
        { id: 1, name: 'Dra. Helena Duarte' },
        { id: 4, name: 'Dr. Bruno Tavares' },
      ],
    } satisfies Outputs['availability']['nextDates']['data'][number],
    schedule: {
      object: 'schedule',
      from: day,
      to: dayAfter,
      time_zone: 'America/Sao_Paulo',
      professionals: [
        {
          professional: { id: 1, name: 'Dra. Helena Duarte' },
          week: week.intervals,
          overrides: [{ date: dayAfter, intervals: [MORNING] }],
        },
      ],
      holidays: [],
      blocked_times: [],
      blocked_times_total: 0,
      busy_times: [],
      busy_times_total: 0,
    } satisfies Outputs['schedule']['get'],
    week,
    date_override: {
      object: 'date_override',
      professional_id: 1,
      date: dayAfter,
      intervals: [MORNING],
    } satisfies Outputs['schedule']['setDate']['date_override'],
    holiday: {
      object: 'holiday',
      date: `${dayAfter.slice(0, 4)}-12-25`,
      name: 'Natal',
    } satisfies Outputs['schedule']['listHolidays']['data'][number],
    waitlist_wish: {
      object: 'waitlist_wish',
      id: 1,
      status: 'WAITING',
      client_id: 1,
      client: { id: 1, name: 'Mariana Souza' },
      service_ids: [1],
      services: [{ id: 1, name: 'Consulta' }],
      professional_id: null,
      professional: null,
      from_date: day,
      to_date: dayAfter,
      weekdays: [1, 2, 3, 4, 5],
      from_minute: 1080,
      to_minute: 1200,
      language: 'pt',
      source: 'api',
      waits_since: moment,
      lapses: 0,
      offer: null,
      appointment_id: null,
      ended_at: null,
      created_at: moment,
      updated_at: moment,
    } satisfies Outputs['waitlist']['add'],
    specialty: {
      object: 'specialty',
      id: 1,
      name: 'Fisioterapia',
      service_count: 3,
    } satisfies Outputs['specialties']['rename'],
    hold: {
      object: 'hold',
      id: 1,
      status: 'HELD',
      start: at(day, '15:00'),
      end: at(day, '15:30'),
      duration_minutes: 30,
      service_ids: [1],
      services: [{ id: 1, name: 'Consulta' }],
      professional_id: 1,
      professional: { id: 1, name: 'Dra. Helena Duarte' },
      price: '180.00',
      currency: 'BRL',
      expires_at: moment.replace('09:00:00', '09:10:00'),
      appointment_id: null,
      created_at: moment,
    } satisfies Outputs['holds']['get'],
    test_clock: {
      object: 'test_clock',
      status: 'ready',
      now: moment,
      ahead_seconds: 0,
      advancing_to: null,
    } satisfies Outputs['testClock']['get'],
    webhook: {
      object: 'webhook',
      id: EXAMPLE_IDS.webhook,
      name: 'CRM',
      url: 'https://crm.example.com/hooks/scheduling',
      events: ['appointment.*', 'client.created'],
      format: 'generic',
      filters: { professional_ids: [], service_ids: [], statuses: [], types: [], sources: [] },
      headers: {},
      template: null,
      secret_names: [],
      message_template: null,
      show_full_personal_data: false,
      active: true,
      api_version: '2026-11-01',
      secret: null,
      previous_secret_expires_at: null,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      last_delivery_at: moment,
      last_success_at: moment,
      created_at: at(before, '09:00'),
      updated_at: at(before, '09:00'),
    } satisfies Outputs['webhooks']['get'],
    event_type: {
      object: 'event_type',
      type: 'appointment.confirmed',
      description: EVENT_TYPES['appointment.confirmed'].when,
      changed_fields: ['status'],
      sample: { ...eventOf('appointment.confirmed', days) },
    } satisfies Outputs['events']['listTypes']['data'][number],
    delivery_details: {
      object: 'delivery_details',
      delivery: delivery(moment),
      attempts: [delivery(moment)],
      event: { ...eventOf('appointment.confirmed', days) },
      request: {
        method: 'POST',
        url: 'https://crm.example.com/hooks/scheduling',
        headers: { 'Content-Type': 'application/json', 'webhook-signature': '***' },
        body: JSON.stringify(eventOf('appointment.confirmed', days)),
      },
      request_error: null,
    } satisfies Outputs['webhooks']['getDelivery'],
    webhook_recovery: {
      object: 'webhook_recovery',
      queued: 12,
      looked_at: 480,
      position: 9120,
      last_position: 9120,
      is_done: true,
    } satisfies Outputs['webhooks']['recover'],
    webhook_statistics: {
      object: 'webhook_statistics',
      since: moment,
      ...figures,
      waiting: 0,
      by_hour: [{ from: moment, ...figures }],
    } satisfies Outputs['webhooks']['statistics'],
    webhook_preview: {
      object: 'webhook_preview',
      kind: 'message',
      title: 'Novo agendamento',
      fields: [{ label: 'Cliente', value: 'Mariana Souza' }],
      text: 'Novo agendamento',
    } satisfies Outputs['webhooks']['preview'],
    delivery: delivery(moment),
    request: requestOf(moment),
  }
}
