import type { EventEnvelope } from './envelope.ts'
import type { EventType } from './event-types.ts'
import { momentsFrom, type Moments } from './sample-moments.ts'
import {
  appointment,
  blockedTime,
  change,
  client,
  deposit,
  message,
  professional,
  queueEntry,
  service,
  webhookStatus,
  CLIENT,
  PROFESSIONAL,
  PHONE,
  type Sample,
} from './sample-records.ts'

export type SampleSurroundings = {
  organizationId: number
  /** IANA name: the zone of every date-time of the sample. */
  timezone: string
  /** Epoch milliseconds. Events happen now, appointments a week from now. */
  now: number
}

/**
 * A made-up event of that type with every field of its record: valid Brazilian data of invented people, with
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

const CANCELLED = 'CANCELLED_PROFESSIONAL'

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
  'queue.entry.updated': (moments) =>
    queueEntry(moments, { deposit_id: 77 }, { deposit_id: change(null, 77) }),
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
      payment_url: 'https://agenda.example.com/d/Zq4mT7xKb2Rv9LcWn0HsJ5dPyE8gUaF1',
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
  'professional.updated': (moments) =>
    professional(moments, {}, { registry: change(null, 'CRM-SP 123456') }),
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
  'webhook.failing': (moments) => webhookStatus(moments.at(-60), null),
  'webhook.disabled': (moments) => webhookStatus(moments.at(-10_080), moments.at(0)),
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
