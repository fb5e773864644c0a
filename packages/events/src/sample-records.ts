import type { Moments } from './sample-moments.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type JsonMap = { readonly [key: string]: Json }

type Changes = { readonly [field: string]: { from: Json; to: Json } }
export type Sample = { object: JsonMap; changes: Changes | null }

export const CLIENT = { id: 7301, name: 'Mariana Alves de Souza' }
export const PROFESSIONAL = { id: 12, name: 'Dra. Renata Nogueira Prado' }
const SERVICES = [
  { id: 31, name: 'Limpeza de pele' },
  { id: 34, name: 'Massagem "relaxante" & drenagem' },
]
const QUEUE_SERVICE = { id: 40, name: 'Atendimento por ordem de chegada' }
export const PHONE = '+5511987654321'
const EMAIL = 'mariana.souza@example.com'

// Valid Brazilian data of invented people, with accents, quotes and an ampersand. Every field of a record is
// there; `own` says what differs from the usual.

export function appointment(
  moments: Moments,
  own: JsonMap,
  changes: Changes | null = null,
): Sample {
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
    arrived_at: null,
    started_at: null,
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

export function client(moments: Moments, changes: Changes | null = null): Sample {
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

export function queueEntry(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
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
    tracking_url: 'https://agenda.example.com/f/x7Yk2mQ9bT4cVn1LrD8sWz0HqKe5JpAg',
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

export function deposit(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
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

export function service(moments: Moments, own: JsonMap, changes: Changes | null = null): Sample {
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

export function professional(
  moments: Moments,
  own: JsonMap,
  changes: Changes | null = null,
): Sample {
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

export function blockedTime(moments: Moments): Sample {
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

export function message(moments: Moments, own: JsonMap): Sample {
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

/** @param failingSince and disabledAt date-times; `disabledAt` null: the webhook is still on */
export function webhookStatus(failingSince: string, disabledAt: string | null): Sample {
  const object = {
    object: 'webhook_status',
    webhook_id: 'whk_01k9m2x4z6b8d0f2h4j6k8m0p2',
    name: 'CRM',
    failing_since: failingSince,
    disabled_reason: disabledAt === null ? null : 'FAILING_7_DAYS',
    disabled_at: disabledAt,
  }
  return { object, changes: null }
}

export function change(from: Json, to: Json): Changes[string] {
  return { from, to }
}
