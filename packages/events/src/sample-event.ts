import { Temporal } from 'temporal-polyfill'
import type { EventEnvelope } from './envelope.ts'
import type { EventType } from './event-types.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type JsonMap = { readonly [key: string]: Json }

export type SampleSurroundings = {
  organizationId: number
  /** IANA name: the zone of every date-time of the sample. */
  timezone: string
  /** Epoch milliseconds. Events happen now, appointments a week from now. */
  now: number
}

type Changes = { readonly [field: string]: { from: Json; to: Json } }
type Sample = { object: JsonMap; changes: Changes | null }
type Moments = {
  /** Date-time at that many minutes from now. */
  at: (minutes: number) => string
  /** Date-time on that day from today, at a wall clock time such as `09:00`. */
  on: (days: number, time: string) => string
  today: string
}

const CLIENT = { id: 7301, name: 'Mariana Alves de Souza' }
const PROFESSIONAL = { id: 12, name: 'Dra. Renata Nogueira Prado' }
const SERVICES = [
  { id: 31, name: 'Limpeza de pele' },
  { id: 34, name: 'Massagem "relaxante" & drenagem' },
]
const QUEUE_SERVICE = { id: 40, name: 'Atendimento por ordem de chegada' }
const PHONE = '+5511987654321'
const EMAIL = 'mariana.souza@example.com'
const CANCELLED = 'CANCELLED_PROFESSIONAL'

/**
 * A made-up event of that type with every field of its record: valid Brazilian data of nobody, with
 * accents, quotes and an ampersand, so that a template meets them before it is saved.
 */
export function sampleEvent(type: EventType, surroundings: SampleSurroundings): EventEnvelope {
  const moments = momentsFrom(surroundings.now, surroundings.timezone)
  const sample = SAMPLES[type](moments)
  return {
    id: 'evt_01kah0z6f8x3d5m7n9p2q4r6st',
    type,
    api_version: '2026-11-01',
    created_at: moments.at(0),
    organization_id: surroundings.organizationId,
    livemode: true,
    sequence: 1024,
    data: { object: sample.object, changes: sample.changes, batch_id: null },
    context: {
      actor: { type: 'api_key', id: 'key_01k8c3v5b7n9m1q3w5e7r9t1y3', name: 'Integração do CRM' },
      source: 'api',
      request_id: 'req_01kah0z6f7a2s4d6f8g0h2j4k6',
    },
  }
}

const SAMPLES: Record<EventType, (moments: Moments) => Sample> = {
  'appointment.created': (moments) => appointment(moments, {}),
  'appointment.updated': (moments) =>
    appointment(
      moments,
      {},
      { notes: change('Primeira visita', 'Primeira visita; prefere a sala 2') },
    ),
  'appointment.rescheduled': (moments) =>
    appointment(
      moments,
      { reschedule_count: 1 },
      {
        start: change(moments.on(6, '15:00'), moments.on(7, '09:00')),
        end: change(moments.on(6, '16:30'), moments.on(7, '10:30')),
        professional_id: change(15, PROFESSIONAL.id),
      },
    ),
  'appointment.confirmed': (moments) =>
    appointment(
      moments,
      { status: 'CONFIRMED', confirmed_at: moments.at(0) },
      { status: change('PENDING', 'CONFIRMED') },
    ),
  'appointment.cancelled': (moments) =>
    appointment(
      moments,
      {
        status: CANCELLED,
        cancellation_reason: 'A cliente vai viajar',
        cancelled_at: moments.at(0),
      },
      {
        status: change('CONFIRMED', CANCELLED),
        cancellation_reason: change(null, 'A cliente vai viajar'),
      },
    ),
  'appointment.completed': (moments) =>
    appointment(
      moments,
      { status: 'COMPLETED', completed_at: moments.at(0) },
      { status: change('CONFIRMED', 'COMPLETED') },
    ),
  'appointment.no_show': (moments) =>
    appointment(
      moments,
      { status: 'NO_SHOW', no_show_at: moments.at(0) },
      { status: change('CONFIRMED', 'NO_SHOW') },
    ),
  'appointment.deleted': () => ({ object: { id: 90211, deleted: true }, changes: null }),
  'appointment.reminder_sent': (moments) => appointment(moments, { status: 'CONFIRMED' }),
  'client.created': (moments) => client(moments),
  'client.updated': (moments) =>
    client(moments, {
      phone: change('+5511912345678', PHONE),
      metadata: change({ crm_id: null }, { crm_id: 'A-1029' }),
    }),
  'client.first_appointment': (moments) => client(moments),
  'client.merged': () => ({
    object: { id: 7188, deleted: true, merged_into: CLIENT.id },
    changes: null,
  }),
  'queue.entry.created': (moments) =>
    queueEntry(moments, { position: 3, ahead_count: 2, estimated_wait_minutes: 40 }),
  'queue.entry.called': (moments) =>
    queueEntry(
      moments,
      { status: 'CALLED', called_at: moments.at(0), call_count: 1 },
      { status: change('WAITING', 'CALLED'), call_count: change(0, 1) },
    ),
  'queue.entry.in_service': (moments) =>
    queueEntry(
      moments,
      { status: 'IN_SERVICE', call_count: 1, called_at: moments.at(-4), started_at: moments.at(0) },
      { status: change('CALLED', 'IN_SERVICE') },
    ),
  'queue.entry.completed': (moments) =>
    queueEntry(
      moments,
      {
        status: 'COMPLETED',
        call_count: 1,
        called_at: moments.at(-25),
        started_at: moments.at(-20),
        completed_at: moments.at(0),
      },
      { status: change('IN_SERVICE', 'COMPLETED') },
    ),
  'queue.entry.skipped': (moments) =>
    queueEntry(
      moments,
      { status: 'SKIPPED', call_count: 1, called_at: moments.at(-5), skipped_at: moments.at(0) },
      { status: change('CALLED', 'SKIPPED') },
    ),
  'queue.entry.no_show': (moments) =>
    queueEntry(
      moments,
      { status: 'NO_SHOW', call_count: 1, called_at: moments.at(-10), no_show_at: moments.at(0) },
      { status: change('CALLED', 'NO_SHOW') },
    ),
  'queue.entry.cancelled': (moments) =>
    queueEntry(
      moments,
      {
        status: 'CANCELLED',
        cancellation_reason: 'Não pôde esperar',
        cancelled_at: moments.at(0),
      },
      {
        status: change('WAITING', 'CANCELLED'),
        cancellation_reason: change(null, 'Não pôde esperar'),
      },
    ),
  'deposit.created': (moments) =>
    deposit(moments, {
      payment_code:
        '00020101021226580014br.gov.bcb.pix0136b6f1c0de-0000-4000-8000-00000000515252040000530398654041.005802BR5909CLINICA A6009SAO PAULO62070503***63041D3D',
      payment_url: 'https://agenda.example.com/pix/5150',
    }),
  'deposit.paid': (moments) =>
    deposit(
      moments,
      { status: 'PAID', paid_amount: '50.00', paid_at: moments.at(0) },
      { status: change('PENDING', 'PAID'), paid_amount: change(null, '50.00') },
    ),
  'deposit.expired': (moments) =>
    deposit(
      moments,
      { status: 'EXPIRED', expired_at: moments.at(0) },
      { status: change('PENDING', 'EXPIRED') },
    ),
  'deposit.refunded': (moments) =>
    deposit(
      moments,
      {
        status: 'REFUNDED',
        paid_amount: '50.00',
        refunded_amount: '50.00',
        paid_at: moments.at(-1440),
        refunded_at: moments.at(0),
      },
      { status: change('PAID', 'REFUNDED'), refunded_amount: change('0.00', '50.00') },
    ),
  'service.created': (moments) => service(moments, {}),
  'service.updated': (moments) => service(moments, {}, { price: change('180.00', '190.00') }),
  'service.deactivated': (moments) =>
    service(moments, { is_active: false }, { is_active: change(true, false) }),
  'professional.created': (moments) => professional(moments, {}),
  'professional.deactivated': (moments) =>
    professional(moments, { is_active: false }, { is_active: change(true, false) }),
  'blocked_time.created': (moments) => blockedTime(moments),
  'blocked_time.deleted': (moments) => blockedTime(moments),
  'messaging.message.received': (moments) =>
    message(moments, {
      direction: 'INBOUND',
      kind: 'TEXT',
      text: 'Bom dia! Posso chegar 10 minutos depois?',
    }),
  'messaging.message.sent': (moments) =>
    message(moments, { direction: 'OUTBOUND', kind: 'CONFIRMATION' }),
  'messaging.message.failed': (moments) =>
    message(moments, { direction: 'OUTBOUND', kind: 'REMINDER', error_code: 'number_unreachable' }),
  'messaging.connection.updated': (moments) => ({
    object: {
      object: 'messaging_connection',
      channel: 'own',
      status: 'CONNECTED',
      phone: '+551133445566',
      updated_at: moments.at(0),
    },
    changes: { status: change('DISCONNECTED', 'CONNECTED') },
  }),
  ping: () => ({
    object: {
      object: 'ping',
      webhook_id: 'whk_01k9m2x4z6b8d0f2h4j6k8m0p2',
      webhook_name: 'CRM',
      message: 'Test delivery',
    },
    changes: null,
  }),
}

function appointment(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
  const object = {
    object: 'appointment',
    id: 90211,
    status: 'PENDING',
    type: 'IN_PERSON',
    start: moments.on(7, '09:00'),
    end: moments.on(7, '10:30'),
    duration_minutes: 90,
    service_ids: SERVICES.map(({ id }) => id),
    services: SERVICES,
    professional_id: PROFESSIONAL.id,
    professional: PROFESSIONAL,
    client_id: CLIENT.id,
    client: CLIENT,
    price: '1250.00',
    currency: 'BRL',
    notes: 'Primeira visita; prefere a sala 2',
    metadata: { crm_id: 'A-1029', campanha: 'Primavera' },
    is_overbook: false,
    source: 'api',
    recurrence_id: null,
    meeting_url: null,
    deposit_id: null,
    deposit: null,
    invoice_issued: false,
    cancellation_reason: null,
    reschedule_count: 0,
    ical_uid: 'appointment-90211@agenda.example.com',
    confirmed_at: null,
    completed_at: null,
    no_show_at: null,
    cancelled_at: null,
    created_at: moments.at(-60),
    updated_at: moments.at(0),
    ...own,
  }
  return { object, changes }
}

function client(moments: Moments, changes: Changes | null = null): Sample {
  const object = {
    object: 'client',
    id: CLIENT.id,
    first_name: 'Mariana',
    last_name: 'Alves de Souza',
    name: CLIENT.name,
    email: EMAIL,
    phone: PHONE,
    cpf: '52998224725',
    birth_date: '1991-05-17',
    metadata: { crm_id: 'A-1029' },
    created_at: moments.at(-1440),
    updated_at: moments.at(0),
  }
  return { object, changes }
}

function queueEntry(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
  const object = {
    object: 'queue_entry',
    id: 4410,
    status: 'WAITING',
    date: moments.today,
    professional_id: PROFESSIONAL.id,
    professional: PROFESSIONAL,
    service_id: QUEUE_SERVICE.id,
    service: QUEUE_SERVICE,
    client_id: CLIENT.id,
    client: CLIENT,
    position: null,
    ahead_count: null,
    estimated_wait_minutes: null,
    call_count: 0,
    notes: 'Chegou com acompanhante',
    source: 'public_booking',
    tracking_url: 'https://agenda.example.com/fila/x7Yk2mQ9',
    deposit_id: null,
    deposit: null,
    cancellation_reason: null,
    arrived_at: moments.at(-35),
    called_at: null,
    started_at: null,
    completed_at: null,
    skipped_at: null,
    no_show_at: null,
    cancelled_at: null,
    created_at: moments.at(-35),
    updated_at: moments.at(0),
    ...own,
  }
  return { object, changes }
}

function deposit(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
  const object = {
    object: 'deposit',
    id: 5150,
    status: 'PENDING',
    amount: '50.00',
    currency: 'BRL',
    paid_amount: null,
    refunded_amount: '0.00',
    method: 'PIX',
    appointment_id: 90211,
    queue_entry_id: null,
    appointment: null,
    queue_entry: null,
    client_id: CLIENT.id,
    client: CLIENT,
    payment_code: null,
    payment_url: null,
    expires_at: moments.at(30),
    paid_at: null,
    expired_at: null,
    refunded_at: null,
    created_at: moments.at(0),
    updated_at: moments.at(0),
    ...own,
  }
  return { object, changes }
}

function service(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
  const object = {
    object: 'service',
    id: 31,
    name: 'Limpeza de pele',
    description: 'Higienização profunda, com extração e máscara calmante.',
    specialty: { id: 3, name: 'Estética facial' },
    service_type: 'IN_PERSON',
    booking_mode: 'SCHEDULED',
    duration_minutes: 60,
    price: '190.00',
    currency: 'BRL',
    color: '#3A86FF',
    is_active: true,
    hidden_from_public_booking: false,
    max_capacity: 1,
    professional_ids: [PROFESSIONAL.id],
    created_at: moments.at(-43_200),
    updated_at: moments.at(0),
    specialty_id: 3,
    professionals: [PROFESSIONAL],
    buffer_before_minutes: 0,
    buffer_after_minutes: 10,
    slot_interval_minutes: 15,
    min_advance_minutes: 60,
    max_advance_days: 90,
    requires_deposit: true,
    deposit_amount: '50.00',
    ...own,
  }
  return { object, changes }
}

function professional(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
  const object = {
    object: 'professional',
    id: PROFESSIONAL.id,
    name: PROFESSIONAL.name,
    email: 'renata.prado@example.com',
    role: 'collaborator',
    is_active: true,
    registry: 'CRM-SP 123456',
    service_ids: [31, 34],
    services: null,
    created_at: moments.at(-43_200),
    updated_at: moments.at(0),
    ...own,
  }
  return { object, changes }
}

function blockedTime(moments: Moments): Sample {
  const object = {
    object: 'blocked_time',
    id: 880,
    professional_id: PROFESSIONAL.id,
    professional: PROFESSIONAL,
    start: moments.on(8, '12:00'),
    end: moments.on(8, '14:00'),
    all_day: false,
    reason: 'Reunião de equipe',
    created_at: moments.at(0),
  }
  return { object, changes: null }
}

function message(moments: Moments, own: JsonMap): Sample {
  const object = {
    object: 'message',
    id: 'msg_01kah0z6f9z8y7x6w5v4t3s2r1',
    direction: 'OUTBOUND',
    channel: 'MESSAGING',
    kind: 'OTHER',
    phone: PHONE,
    email: null,
    text: null,
    client_id: CLIENT.id,
    client: CLIENT,
    appointment_id: 90211,
    queue_entry_id: null,
    error_code: null,
    created_at: moments.at(0),
    ...own,
  }
  return { object, changes: null }
}

function change(from: Json, to: Json): Changes[string] {
  return { from, to }
}

function momentsFrom(now: number, timezone: string): Moments {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  const write = (moment: Temporal.ZonedDateTime) =>
    moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return {
    at: (minutes) => write(local.add({ minutes })),
    on: (days, time) => write(local.add({ days }).withPlainTime(time)),
    today: local.toPlainDate().toString(),
  }
}
