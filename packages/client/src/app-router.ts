// Made from the procedures of the service by `pnpm generate`. Do not edit it.
import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>
type Stream<Input, Message> = TRPCSubscriptionProcedure<{
  input: Input
  output: AsyncIterable<{ readonly id: string; readonly data: Message }>
  meta: object
}>

/** Why a call was refused. */
export type Refusal = {
  code:
    | 'validation_error'
    | 'unauthorized'
    | 'forbidden_scope'
    | 'feature_not_enabled'
    | 'forbidden_overbook'
    | 'not_found'
    | 'method_not_allowed'
    | 'slot_unavailable'
    | 'min_advance_violation'
    | 'professional_cannot_perform_service'
    | 'appointment_not_editable'
    | 'action_not_allowed'
    | 'queue_closed'
    | 'deposit_required'
    | 'queue_entry_not_editable'
    | 'duplicate_request'
    | 'webhook_limit_reached'
    | 'webhook_inactive'
    | 'client_identifier_required'
    | 'template_invalid'
    | 'rate_limited'
    | 'internal_error'
    | 'api_disabled'
    | 'request_in_progress'
    | 'service_unavailable'
    | 'outcome_unknown'
  status: number
  title: string
  detail: string
  errors: readonly {
    readonly field: string
    readonly code:
      | 'required'
      | 'invalid_type'
      | 'invalid_value'
      | 'invalid_format'
      | 'offset_required'
      | 'minute_precision'
      | 'out_of_range'
      | 'too_short'
      | 'too_long'
      | 'too_many'
      | 'duplicate_item'
      | 'not_found'
      | 'inactive'
      | 'read_only'
      | 'already_in_use'
      | 'mutually_exclusive'
      | 'booking_mode_mismatch'
      | 'type_mismatch'
      | 'unknown_field'
      | 'template_syntax'
      | 'template_forbidden'
      | 'template_result'
    readonly message: string
  }[]
  request_id: string | null
}

type Root = {
  ctx: object
  meta: object
  errorShape: {
    message: string
    data: { code: import('@trpc/server').TRPC_ERROR_CODE_KEY; httpStatus: number; problem: Refusal }
    code: import('@trpc/server').TRPC_ERROR_CODE_NUMBER
  }
  transformer: false
}

export type Organization = {
  object: 'organization'
  id: number
  name: string
  slug: string | null
  timezone: string
  plan: { name: string } | null
  features: Record<
    | 'api'
    | 'webhooks'
    | 'online_queue'
    | 'deposits'
    | 'overbooking'
    | 'telemedicine'
    | 'recurrence'
    | 'messaging_own_number'
    | 'agent',
    boolean
  >
  api_key: { id: string; name: string; scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[] }
  whatsapp: { channel: 'own' | 'central' | null; status: string | null; phone: string | null }
}

export type MiniReference = { id: number; name: string }

export type AppointmentTypeInput = 'IN_PERSON' | 'TELEMEDICINE'

export type AppointmentStatusInput =
  | 'PENDING'
  | 'CONFIRMED'
  | 'COMPLETED'
  | 'NO_SHOW'
  | 'CANCELLED_CLIENT'
  | 'CANCELLED_PROFESSIONAL'

export type AppointmentList = {
  data: Appointment[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Appointment = {
  object: 'appointment'
  id: number
  status: AppointmentStatusInput
  type: AppointmentTypeInput
  start: string
  end: string
  duration_minutes: number
  service_ids: number[]
  services: (Service | MiniReference)[]
  professional_id: number
  professional: Professional | MiniReference
  client_id: number
  client: Client | MiniReference
  price: string | null
  currency: 'BRL'
  notes: string | null
  metadata: Record<string, string>
  is_overbook: boolean
  source: string
  recurrence_id: string | null
  meeting_url: string | null
  deposit_id: number | null
  deposit: DepositBase | null
  invoice_issued: boolean
  cancellation_reason: string | null
  reschedule_count: number
  ical_uid: string
  arrived_at: string | null
  started_at: string | null
  confirmed_at: string | null
  completed_at: string | null
  no_show_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export type Service = {
  object: 'service'
  id: number
  name: string
  description: string | null
  specialty: MiniReference | null
  service_type: AppointmentTypeInput
  booking_mode: BookingMode
  duration_minutes: number
  price: string | null
  currency: 'BRL'
  color: string | null
  is_active: boolean
  hidden_from_public_booking: boolean
  max_capacity: number
  professional_ids: number[]
  created_at: string
  updated_at: string
  specialty_id: number | null
  professionals: (Professional | MiniReference)[]
  buffer_before_minutes: number
  buffer_after_minutes: number
  slot_interval_minutes: number
  min_advance_minutes: number
  max_advance_days: number | null
  requires_deposit: boolean
  deposit_amount: string | null
}

export type BookingMode = 'SCHEDULED' | 'QUEUE'

export type Professional = {
  object: 'professional'
  id: number
  name: string
  email: string | null
  role: 'owner' | 'collaborator'
  is_active: boolean
  registry: string | null
  service_ids: number[]
  services: ServiceBase[] | null
  created_at: string
  updated_at: string
}

export type ServiceBase = {
  object: 'service'
  id: number
  name: string
  description: string | null
  specialty: MiniReference | null
  service_type: AppointmentTypeInput
  booking_mode: BookingMode
  duration_minutes: number
  price: string | null
  currency: 'BRL'
  color: string | null
  is_active: boolean
  hidden_from_public_booking: boolean
  max_capacity: number
  professional_ids: number[]
  created_at: string
  updated_at: string
}

export type Client = {
  object: 'client'
  id: number
  first_name: string
  last_name: string | null
  name: string
  email: string | null
  phone: string | null
  cpf: string | null
  birth_date: string | null
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}

export type DepositBase = {
  object: 'deposit'
  id: number
  status: DepositStatus
  amount: string
  currency: 'BRL'
  paid_amount: string | null
  refunded_amount: string
  method: string
  appointment_id: number | null
  queue_entry_id: number | null
  appointment: null
  queue_entry: null
  client_id: number
  client: MiniReference
  payment_code: string | null
  payment_url: string | null
  expires_at: string
  paid_at: string | null
  expired_at: string | null
  refunded_at: string | null
  created_at: string
  updated_at: string
}

export type DepositStatus = 'PENDING' | 'PAID' | 'EXPIRED' | 'REFUNDED'

export type NewClientInput = {
  first_name: string
  last_name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  cpf?: string | null | undefined
  birth_date?: string | null | undefined
  metadata?: unknown
  on_match?: 'return' | 'update' | 'create' | undefined
}

export type AppointmentBase = {
  object: 'appointment'
  id: number
  status: AppointmentStatusInput
  type: AppointmentTypeInput
  start: string
  end: string
  duration_minutes: number
  service_ids: number[]
  services: MiniReference[]
  professional_id: number
  professional: MiniReference
  client_id: number
  client: MiniReference
  price: string | null
  currency: 'BRL'
  notes: string | null
  metadata: Record<string, string>
  is_overbook: boolean
  source: string
  recurrence_id: string | null
  meeting_url: string | null
  deposit_id: number | null
  deposit: null
  invoice_issued: boolean
  cancellation_reason: string | null
  reschedule_count: number
  ical_uid: string
  arrived_at: string | null
  started_at: string | null
  confirmed_at: string | null
  completed_at: string | null
  no_show_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export type SlotList = {
  data: Slot[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Slot = {
  object: 'slot'
  start: string
  end: string
  duration_minutes: number
  professional_id: number
  professional: MiniReference
  service_ids: number[]
  remaining_capacity: number
  price: string | null
  currency: 'BRL'
}

export type AvailableDateList = {
  data: AvailableDate[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type AvailableDate = {
  object: 'available_date'
  date: string
  first_start: string
  slot_count: number
  professional_ids: number[]
  professionals: MiniReference[]
}

export type ClientList = {
  data: Client[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type DepositList = {
  data: Deposit[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Deposit = {
  object: 'deposit'
  id: number
  status: DepositStatus
  amount: string
  currency: 'BRL'
  paid_amount: string | null
  refunded_amount: string
  method: string
  appointment_id: number | null
  queue_entry_id: number | null
  appointment: AppointmentBase | null
  queue_entry: QueueEntryBase | null
  client_id: number
  client: Client | MiniReference
  payment_code: string | null
  payment_url: string | null
  expires_at: string
  paid_at: string | null
  expired_at: string | null
  refunded_at: string | null
  created_at: string
  updated_at: string
}

export type QueueEntryBase = {
  object: 'queue_entry'
  id: number
  status: QueueEntryStatus
  date: string
  professional_id: number | null
  professional: MiniReference | null
  service_id: number
  service: MiniReference
  client_id: number
  client: MiniReference
  position: number | null
  ahead_count: number | null
  estimated_wait_minutes: number | null
  call_count: number
  notes: string | null
  source: string
  tracking_url: string | null
  deposit_id: number | null
  deposit: null
  cancellation_reason: string | null
  arrived_at: string
  called_at: string | null
  started_at: string | null
  completed_at: string | null
  skipped_at: string | null
  no_show_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export type QueueEntryStatus =
  | 'WAITING'
  | 'CALLED'
  | 'IN_SERVICE'
  | 'COMPLETED'
  | 'SKIPPED'
  | 'NO_SHOW'
  | 'CANCELLED'

export type EventList = {
  data: Event[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
  last_event_id: string | null
}

export type Event = {
  object: 'event'
  id: string
  type: string
  api_version: string
  created_at: string
  organization_id: number
  livemode: boolean
  sequence: number
  data: {
    object: Record<string, unknown>
    changes: Record<string, { from: unknown; to: unknown }> | null
    batch_id: string | null
  }
  context: {
    actor: {
      type: 'user' | 'client' | 'api_key' | 'agent' | 'system'
      id: string | null
      name: string | null
    }
    source: string
    request_id: string
  }
}

export type EventTypeList = {
  data: EventType[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type EventType = {
  object: 'event_type'
  type:
    | 'appointment.created'
    | 'appointment.updated'
    | 'appointment.rescheduled'
    | 'appointment.confirmed'
    | 'appointment.cancelled'
    | 'appointment.completed'
    | 'appointment.no_show'
    | 'appointment.deleted'
    | 'appointment.reminder_sent'
    | 'client.created'
    | 'client.updated'
    | 'client.first_appointment'
    | 'client.merged'
    | 'queue.entry.created'
    | 'queue.entry.updated'
    | 'queue.entry.called'
    | 'queue.entry.in_service'
    | 'queue.entry.completed'
    | 'queue.entry.skipped'
    | 'queue.entry.no_show'
    | 'queue.entry.cancelled'
    | 'deposit.created'
    | 'deposit.paid'
    | 'deposit.expired'
    | 'deposit.refunded'
    | 'service.created'
    | 'service.updated'
    | 'service.deactivated'
    | 'professional.created'
    | 'professional.updated'
    | 'professional.deactivated'
    | 'blocked_time.created'
    | 'blocked_time.deleted'
    | 'messaging.message.received'
    | 'messaging.message.sent'
    | 'messaging.message.failed'
    | 'messaging.connection.updated'
    | 'webhook.failing'
    | 'webhook.disabled'
  description: string
  changed_fields: string[] | null
  sample: Record<string, unknown>
}

export type HoldStatusInput = 'HELD' | 'BOOKED' | 'RELEASED' | 'EXPIRED'

export type HoldList = {
  data: Hold[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Hold = {
  object: 'hold'
  id: number
  status: 'HELD' | 'BOOKED' | 'RELEASED' | 'EXPIRED'
  start: string
  end: string
  duration_minutes: number
  service_ids: number[]
  services: MiniReference[]
  professional_id: number
  professional: MiniReference
  price: string | null
  currency: 'BRL'
  expires_at: string
  appointment_id: number | null
  created_at: string
}

export type LiveMessage = LivePosition | Event | LiveNote

export type LivePosition = { object: 'position'; last_event_id: string | null }

export type LiveNote = {
  object: 'note'
  room:
    | 'account'
    | 'apiKeys'
    | 'organization'
    | 'specialties'
    | 'appointments'
    | 'professionals'
    | 'schedule'
    | 'clients'
    | 'teamNotes'
    | 'queue'
    | 'waitlist'
    | 'deposits'
    | 'webhooks'
    | 'messaging'
    | '*'
  id: string | null
}

export type ProfessionalList = {
  data: Professional[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Impact = {
  version: string
  total: number
  kept: number
  moved: number
  cancelled: number
  appointments: {
    appointment: {
      id: number
      start: string
      professional: MiniReference
      client: MiniReference
      services: MiniReference[]
    }
    reason:
      | 'service_not_offered'
      | 'professional_inactive'
      | 'professional_cannot_perform'
      | 'holiday'
      | 'outside_hours'
      | 'blocked'
      | 'over_capacity'
    action: 'kept' | 'moved' | 'cancelled'
    moved_to: MiniReference | null
    kept_because: string | null
  }[]
  holds: {
    hold: {
      id: number
      start: string
      professional: MiniReference
      services: MiniReference[]
      expires_at: string
    }
    held_by: string
    reason:
      | 'service_not_offered'
      | 'professional_inactive'
      | 'professional_cannot_perform'
      | 'holiday'
      | 'outside_hours'
      | 'blocked'
      | 'over_capacity'
    action: 'kept' | 'released'
  }[]
}

export type WeekInterval = { weekday: number; opens_minute: number; closes_minute: number }

export type FreeDate = {
  date: string
  first_start: string
  slot_count: number
  professionals: { id: number; first_start: string }[]
}

export type VisitorInput = {
  email?: string | null | undefined
  phone?: string | null | undefined
  first_name: string
  last_name?: string | null | undefined
}

export type QueueEntryList = {
  data: QueueEntry[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type QueueEntry = {
  object: 'queue_entry'
  id: number
  status: QueueEntryStatus
  date: string
  professional_id: number | null
  professional: Professional | MiniReference | null
  service_id: number
  service: Service | MiniReference
  client_id: number
  client: Client | MiniReference
  position: number | null
  ahead_count: number | null
  estimated_wait_minutes: number | null
  call_count: number
  notes: string | null
  source: string
  tracking_url: string | null
  deposit_id: number | null
  deposit: DepositBase | null
  cancellation_reason: string | null
  arrived_at: string
  called_at: string | null
  started_at: string | null
  completed_at: string | null
  skipped_at: string | null
  no_show_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export type RequestList = {
  data: Request[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Request = {
  object: 'request'
  id: string
  received_at: string
  api_key_id: string
  api_key: { id: string; name: string } | null
  method: string
  route: string
  path_ids: Record<string, number | string | null>
  status: number
  code: string | null
  faults: { field: string; code: string }[]
  duration_ms: number
  replayed: boolean
  times: number
}

export type RequestDetails = {
  object: 'request'
  id: string
  received_at: string
  api_key_id: string
  api_key: { id: string; name: string } | null
  method: string
  route: string
  path_ids: Record<string, number | string | null>
  status: number
  code: string | null
  faults: { field: string; code: string }[]
  duration_ms: number
  replayed: boolean
  times: number
  events: { id: string; type: string; created_at: string; deliveries: Delivery[] | null }[]
  events_truncated: boolean
}

export type Delivery = {
  object: 'delivery'
  id: string
  webhook_id: string
  event_id: string
  event_type: string
  trigger: 'EVENT' | 'RETRY' | 'REDELIVERY' | 'TEST'
  attempt: number
  max_attempts: number
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED'
  response_status: number | null
  response_body: string | null
  duration_ms: number | null
  error_code:
    | 'timeout'
    | 'connect_timeout'
    | 'dns_error'
    | 'tls_error'
    | 'connection_error'
    | 'redirect_refused'
    | 'address_refused'
    | 'http_status'
    | 'template_error'
    | 'result_too_large'
    | null
  error_message: string | null
  next_attempt_at: string | null
  attempted_at: string | null
  created_at: string
}

export type Schedule = {
  object: 'schedule'
  from: string
  to: string
  time_zone: string
  professionals: {
    professional: MiniReference
    week: WeekInterval[]
    overrides: { date: string; intervals: DayInterval[] }[]
  }[]
  holidays: Holiday[]
  blocked_times: BlockedTime[]
  blocked_times_total: number
  busy_times: {
    object: 'busy_time'
    professional_id: number
    professional: MiniReference
    start: string
    end: string
  }[]
  busy_times_total: number
}

export type DayInterval = { opens_minute: number; closes_minute: number }

export type Holiday = { object: 'holiday'; date: string; name: string }

export type BlockedTime = {
  object: 'blocked_time'
  id: number
  professional_id: number | null
  professional: MiniReference | null
  start: string
  end: string
  all_day: boolean
  reason: string | null
  created_at: string
}

export type Week = { object: 'week'; professional_id: number; intervals: WeekInterval[] }

export type DateOverride = {
  object: 'date_override'
  professional_id: number
  date: string
  intervals: DayInterval[] | null
}

export type HolidayList = {
  data: Holiday[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type BlockedTimeList = {
  data: BlockedTime[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type ServiceList = {
  data: Service[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type TestClock = {
  object: 'test_clock'
  status: 'ready' | 'advancing'
  now: string
  ahead_seconds: number
  advancing_to: string | null
}

export type SpecialtyList = {
  data: Specialty[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Specialty = { object: 'specialty'; id: number; name: string; service_count: number }

export type WaitlistWishList = {
  data: WaitlistWish[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type WaitlistWish = {
  object: 'waitlist_wish'
  id: number
  status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
  client_id: number
  client: Client | MiniReference
  service_ids: number[]
  services: MiniReference[]
  professional_id: number | null
  professional: MiniReference | null
  from_date: string
  to_date: string
  weekdays: number[]
  from_minute: number
  to_minute: number
  language: 'pt' | 'en'
  source: string
  waits_since: string
  lapses: number
  offer: {
    start: string
    professional: MiniReference
    held_until: string
    outcome: 'OPEN' | 'BOOKED' | 'DECLINED' | 'LAPSED' | 'WITHDRAWN'
  } | null
  appointment_id: number | null
  ended_at: string | null
  created_at: string
  updated_at: string
}

export type WebhookList = {
  data: Webhook[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type Webhook = {
  object: 'webhook'
  id: string
  name: string
  url: string
  events: string[]
  format:
    | 'generic'
    | 'chat_format_1'
    | 'chat_format_2'
    | 'chat_format_3'
    | 'chat_format_4'
    | 'custom'
  filters: WebhookFilters
  headers: Record<string, string>
  template: WebhookTemplate | null
  secret_names: string[]
  message_template: string | null
  show_full_personal_data: boolean
  active: boolean
  api_version: string
  secret: string | null
  previous_secret_expires_at: string | null
  disabled_reason: 'MANUAL' | 'ENDPOINT_GONE' | 'FAILING_7_DAYS' | 'PLATFORM_REFUSED' | null
  disabled_at: string | null
  failing_since: string | null
  last_delivery_at: string | null
  last_success_at: string | null
  created_at: string
  updated_at: string
}

export type WebhookFilters = {
  professional_ids: number[]
  service_ids: number[]
  statuses: string[]
  types: string[]
  sources: string[]
}

export type WebhookTemplate = {
  method: 'POST' | 'PUT' | 'PATCH'
  content_type: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain'
  body: string | Record<string, string>
  headers: Record<string, string>
  query: Record<string, string>
}

export type WebhookFiltersInput = {
  professional_ids?: number[] | undefined
  service_ids?: number[] | undefined
  statuses?:
    | (
        | 'PENDING'
        | 'CONFIRMED'
        | 'COMPLETED'
        | 'NO_SHOW'
        | 'CANCELLED_CLIENT'
        | 'CANCELLED_PROFESSIONAL'
        | 'WAITING'
        | 'CALLED'
        | 'IN_SERVICE'
        | 'SKIPPED'
        | 'CANCELLED'
      )[]
    | undefined
  types?: ('TELEMEDICINE' | 'IN_PERSON')[] | undefined
  sources?: ('public_booking' | 'dashboard' | 'recurrence' | 'api' | 'agent')[] | undefined
}

export type WebhookTemplateInput = {
  method?: 'POST' | 'PUT' | 'PATCH' | undefined
  content_type?: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain' | undefined
  body: unknown
  headers?: unknown
  query?: unknown
}

export type DeliveryList = {
  data: Delivery[]
  has_more: boolean
  next_cursor: string | null
  next: string | null
}

export type DeliveryDetails = {
  object: 'delivery_details'
  delivery: Delivery
  attempts: Delivery[]
  event: EventEnvelope | null
  request: { method: string; url: string; headers: Record<string, string>; body: string } | null
  request_error: { code: string; message: string } | null
}

export type EventEnvelope = {
  id: string
  type: string
  api_version: string
  created_at: string
  organization_id: number
  livemode: boolean
  sequence: number
  data: {
    object: Record<string, unknown>
    changes: Record<string, { from: unknown; to: unknown }> | null
    batch_id: string | null
  }
  context: {
    actor: {
      type: 'user' | 'client' | 'api_key' | 'agent' | 'system'
      id: string | null
      name: string | null
    }
    source: string
    request_id: string
  }
}

export type WebhookPreview =
  | {
      object: 'webhook_preview'
      kind: 'request'
      method: string
      content_type: string
      body: string
      headers: Record<string, string>
      query: Record<string, string>
    }
  | {
      object: 'webhook_preview'
      kind: 'message'
      title: string
      fields: { label: string; value: string }[]
      text: string
    }

export type WebhookStatistics = {
  object: 'webhook_statistics'
  since: string
  attempts: number
  succeeded: number
  failed: number
  success_rate: number | null
  p50_ms: number | null
  p95_ms: number | null
  waiting: number
  by_hour: {
    from: string
    attempts: number
    succeeded: number
    failed: number
    success_rate: number | null
    p50_ms: number | null
    p95_ms: number | null
  }[]
}

export type WebhookRecovery = {
  object: 'webhook_recovery'
  queued: number
  looked_at: number
  position: number
  last_position: number
  is_done: boolean
}

export type AppRouter = TRPCBuiltRouter<
  Root,
  {
    account: {
      get: Query<{ expand?: string[] | undefined }, Organization>
      signIn: Mutation<
        { email: string; password: string },
        { name: string; access: 'owner' | 'manager' | 'reception' | 'professional' }
      >
      signOut: Mutation<void, { signed_out: true }>
      me: Query<
        Record<string, never>,
        {
          object: 'user'
          id: number
          name: string
          email: string
          access: 'owner' | 'manager' | 'reception' | 'professional'
          professional_id: number | null
          organization: {
            id: number
            name: string
            slug: string | null
            timezone: string
            language: string
            livemode: boolean
            is_suspended: boolean
            not_connected: ('mail_server' | 'number' | 'bank')[]
            country: string
            now: string
          }
        }
      >
      changePassword: Mutation<
        { current_password: string; new_password: string },
        { changed: true; ended_sessions: number }
      >
      requestPasswordReset: Mutation<{ email: string }, { requested: true; sends_mail: boolean }>
      resetPassword: Mutation<{ token: string; password: string }, { changed: true }>
      listSessions: Query<
        { user_id?: number | undefined },
        {
          data: {
            object: 'session'
            id: number
            browser: string | null
            address: string | null
            current: boolean
            opened_at: string
            last_used_at: string
            expires_at: string
          }[]
        }
      >
      endSession: Mutation<{ session_id: number }, { id: number; ended: true }>
      endOtherSessions: Mutation<{ user_id?: number | undefined }, { ended_sessions: number }>
      listUsers: Query<
        Record<string, never>,
        {
          data: {
            object: 'user'
            id: number
            name: string
            email: string
            new_email: string | null
            access: 'owner' | 'manager' | 'reception' | 'professional'
            professional_id: number | null
            is_active: boolean
            created_at: string
          }[]
          invites: {
            object: 'invite'
            id: number
            email: string
            access: 'owner' | 'manager' | 'reception' | 'professional'
            name: string
            professional: MiniReference | null
            email_in_use: boolean
            expires_at: string
            created_at: string
          }[]
        }
      >
      inviteUser: Mutation<
        {
          email: string
          access: 'owner' | 'manager' | 'reception' | 'professional'
          professional_id?: number | undefined
          name?: string | undefined
          is_professional?: boolean | undefined
        },
        {
          object: 'invite'
          id: number
          email: string
          access: 'owner' | 'manager' | 'reception' | 'professional'
          name: string
          professional: MiniReference | null
          email_in_use: boolean
          expires_at: string
          created_at: string
        }
      >
      revokeInvite: Mutation<{ invite_id: number }, { id: number; revoked: true }>
      resendInvite: Mutation<
        { invite_id: number },
        {
          object: 'invite'
          id: number
          email: string
          access: 'owner' | 'manager' | 'reception' | 'professional'
          name: string
          professional: MiniReference | null
          email_in_use: boolean
          expires_at: string
          created_at: string
        }
      >
      updateUser: Mutation<
        {
          user_id: number
          access?: 'owner' | 'manager' | 'reception' | 'professional' | undefined
          professional_id?: number | null | undefined
          email?: string | undefined
          password?: string | undefined
        },
        {
          object: 'user'
          id: number
          name: string
          email: string
          new_email: string | null
          access: 'owner' | 'manager' | 'reception' | 'professional'
          professional_id: number | null
          is_active: boolean
          created_at: string
        }
      >
      confirmEmail: Mutation<{ token: string }, { email: string }>
      removeUser: Mutation<{ user_id: number }, { id: number; removed: true }>
      readInvite: Mutation<
        { token: string },
        {
          organization_name: string
          email: string
          access: 'owner' | 'manager' | 'reception' | 'professional'
          name: string
        }
      >
      acceptInvite: Mutation<
        { token: string; password: string },
        { name: string; access: 'owner' | 'manager' | 'reception' | 'professional' }
      >
    }
    apiKeys: {
      list: Query<
        { limit?: number | undefined; cursor?: string | undefined },
        {
          data: {
            object: 'api_key'
            id: string
            name: string
            display_prefix: string
            scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[]
            kind: 'integration' | 'agent'
            show_full_personal_data: boolean
            livemode: boolean
            expires_at: string | null
            revoked_at: string | null
            last_used_at: string | null
            created_at: string
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
      create: Mutation<
        {
          name: string
          scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[]
          kind?: 'integration' | 'agent' | undefined
          expires_at?: string | null | undefined
          show_full_personal_data?: boolean | undefined
        },
        {
          object: 'api_key'
          id: string
          name: string
          display_prefix: string
          scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[]
          kind: 'integration' | 'agent'
          show_full_personal_data: boolean
          livemode: boolean
          expires_at: string | null
          revoked_at: string | null
          last_used_at: string | null
          created_at: string
          value: string
        }
      >
      update: Mutation<
        {
          api_key_id: string
          name?: string | undefined
          show_full_personal_data?: boolean | undefined
        },
        {
          object: 'api_key'
          id: string
          name: string
          display_prefix: string
          scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[]
          kind: 'integration' | 'agent'
          show_full_personal_data: boolean
          livemode: boolean
          expires_at: string | null
          revoked_at: string | null
          last_used_at: string | null
          created_at: string
        }
      >
      revoke: Mutation<
        { api_key_id: string },
        {
          object: 'api_key'
          id: string
          name: string
          display_prefix: string
          scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[]
          kind: 'integration' | 'agent'
          show_full_personal_data: boolean
          livemode: boolean
          expires_at: string | null
          revoked_at: string | null
          last_used_at: string | null
          created_at: string
        }
      >
    }
    appointments: {
      list: Query<
        {
          from?: string | undefined
          to?: string | undefined
          professional_id?: number | undefined
          client_id?: number | undefined
          service_id?: number | undefined
          type?: AppointmentTypeInput | undefined
          status?: AppointmentStatusInput[] | undefined
          updated_since?: string | undefined
          created_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        AppointmentList
      >
      agenda: Query<
        { from: string; to: string; include_cancelled?: boolean | undefined },
        {
          object: 'agenda'
          from: string
          to: string
          professionals: MiniReference[]
          appointments: {
            id: number
            professional_id: number
            client_name: string
            service_names: string[]
            service_ids: number[]
            color: string | null
            status: AppointmentStatusInput
            type: AppointmentTypeInput
            start: string
            end: string
            busy: { from: string; to: string } | null
            is_overbook: boolean
            arrived_at: string | null
            started_at: string | null
            deposit_status: string | null
            session: { id: number; capacity: number; taken: number } | null
          }[]
          appointments_total: number
          holds: {
            hold_id: number | null
            professional_id: number
            client_name: string | null
            held_by: string | null
            start: string
            busy: { from: string; to: string }
            held_until: string
          }[]
        }
      >
      create: Mutation<
        {
          service_ids?: number[] | undefined
          start?: string | undefined
          professional_id?: number | null | undefined
          client_id?: number | null | undefined
          client?: NewClientInput | null | undefined
          type?: AppointmentTypeInput | null | undefined
          notes?: string | null | undefined
          metadata?: unknown
          allow_overbook?: boolean | undefined
          notify_client?: boolean | undefined
          hold_id?: number | null | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      get: Query<{ appointment_id: number; expand?: string[] | undefined }, Appointment>
      update: Mutation<
        {
          notes?: string | null | undefined
          metadata?: unknown
          start?: unknown
          end?: unknown
          status?: unknown
          professional_id?: unknown
          service_ids?: unknown
          client_id?: unknown
          price?: unknown
          type?: unknown
          appointment_id: number
          expand?: string[] | undefined
        },
        Appointment
      >
      reschedule: Mutation<
        {
          start?: string | undefined
          professional_id?: number | null | undefined
          reason?: string | null | undefined
          hold_id?: number | null | undefined
          expected_start?: string | undefined
          notify_client?: boolean | undefined
          appointment_id: number
          expand?: string[] | undefined
        },
        Appointment
      >
      overbook: Mutation<
        {
          appointment_id: number
          start: string
          professional_id?: number | undefined
          expected_start?: string | undefined
          notify_client?: boolean | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      cancel: Mutation<
        {
          appointment_id: number
          reason?: string | null | undefined
          notify_client?: boolean | undefined
          tell_reason?: boolean | undefined
          cancelled_by?: 'professional' | 'client' | undefined
          expected_start?: string | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      confirm: Mutation<
        {
          appointment_id: number
          notify_client?: boolean | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      arrive: Mutation<{ appointment_id: number; expand?: string[] | undefined }, Appointment>
      start: Mutation<{ appointment_id: number; expand?: string[] | undefined }, Appointment>
      complete: Mutation<{ appointment_id: number; expand?: string[] | undefined }, Appointment>
      noShow: Mutation<{ appointment_id: number; expand?: string[] | undefined }, Appointment>
      changeServices: Mutation<
        {
          appointment_id: number
          service_ids: number[]
          price?: string | null | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      changePrice: Mutation<
        { appointment_id: number; price: string | null; expand?: string[] | undefined },
        Appointment
      >
      markInvoiced: Mutation<
        { issued?: boolean | undefined; appointment_id: number; expand?: string[] | undefined },
        Appointment
      >
      setMeetingUrl: Mutation<
        { meeting_url: string | null; appointment_id: number; expand?: string[] | undefined },
        Appointment
      >
      takeBackMark: Mutation<
        { appointment_id: number; mark: 'arrived' | 'started'; expand?: string[] | undefined },
        Appointment
      >
      undo: Mutation<
        {
          appointment_id: number
          notify_client?: boolean | undefined
          expand?: string[] | undefined
        },
        Appointment
      >
      delete: Mutation<{ appointment_id: number }, { id: number; deleted: true }>
      createSeries: Mutation<
        {
          service_ids: number[]
          start: string
          professional_id?: number | null | undefined
          client_id?: number | null | undefined
          client?: NewClientInput | null | undefined
          type?: AppointmentTypeInput | null | undefined
          notes?: string | null | undefined
          metadata?: unknown
          allow_overbook?: boolean | undefined
          notify_client?: boolean | undefined
          recurrence: string
          preview?: boolean | undefined
        },
        {
          object: 'series'
          recurrence_id: string
          appointments: AppointmentBase[]
          refused: {
            local_start: string
            start: string | null
            code:
              | 'validation_error'
              | 'unauthorized'
              | 'forbidden_scope'
              | 'feature_not_enabled'
              | 'forbidden_overbook'
              | 'not_found'
              | 'method_not_allowed'
              | 'slot_unavailable'
              | 'min_advance_violation'
              | 'professional_cannot_perform_service'
              | 'appointment_not_editable'
              | 'action_not_allowed'
              | 'queue_closed'
              | 'deposit_required'
              | 'queue_entry_not_editable'
              | 'duplicate_request'
              | 'webhook_limit_reached'
              | 'webhook_inactive'
              | 'client_identifier_required'
              | 'template_invalid'
              | 'rate_limited'
              | 'internal_error'
              | 'api_disabled'
              | 'request_in_progress'
              | 'service_unavailable'
              | 'outcome_unknown'
            reason: string
          }[]
        }
      >
      rescheduleSeries: Mutation<
        {
          appointment_id: number
          scope: 'one' | 'following' | 'all'
          time?: string | undefined
          shift_days?: number | undefined
          professional_id?: number | null | undefined
          reason?: string | null | undefined
          notify_client?: boolean | undefined
          preview?: boolean | undefined
        },
        {
          object: 'series_change'
          recurrence_id: string
          appointments: AppointmentBase[]
          kept: {
            appointment_id: number
            start: string
            code:
              | 'validation_error'
              | 'unauthorized'
              | 'forbidden_scope'
              | 'feature_not_enabled'
              | 'forbidden_overbook'
              | 'not_found'
              | 'method_not_allowed'
              | 'slot_unavailable'
              | 'min_advance_violation'
              | 'professional_cannot_perform_service'
              | 'appointment_not_editable'
              | 'action_not_allowed'
              | 'queue_closed'
              | 'deposit_required'
              | 'queue_entry_not_editable'
              | 'duplicate_request'
              | 'webhook_limit_reached'
              | 'webhook_inactive'
              | 'client_identifier_required'
              | 'template_invalid'
              | 'rate_limited'
              | 'internal_error'
              | 'api_disabled'
              | 'request_in_progress'
              | 'service_unavailable'
              | 'outcome_unknown'
            reason: string
          }[]
        }
      >
      rescheduleSession: Mutation<
        {
          appointment_id: number
          start: string
          expected_start?: string | undefined
          reason?: string | null | undefined
          notify_client?: boolean | undefined
        },
        { appointments: AppointmentBase[] }
      >
      cancelSeries: Mutation<
        {
          appointment_id: number
          scope: 'one' | 'following' | 'all'
          reason?: string | null | undefined
          notify_client?: boolean | undefined
          tell_reason?: boolean | undefined
          preview?: boolean | undefined
        },
        {
          object: 'series_change'
          recurrence_id: string
          appointments: AppointmentBase[]
          kept: {
            appointment_id: number
            start: string
            code:
              | 'validation_error'
              | 'unauthorized'
              | 'forbidden_scope'
              | 'feature_not_enabled'
              | 'forbidden_overbook'
              | 'not_found'
              | 'method_not_allowed'
              | 'slot_unavailable'
              | 'min_advance_violation'
              | 'professional_cannot_perform_service'
              | 'appointment_not_editable'
              | 'action_not_allowed'
              | 'queue_closed'
              | 'deposit_required'
              | 'queue_entry_not_editable'
              | 'duplicate_request'
              | 'webhook_limit_reached'
              | 'webhook_inactive'
              | 'client_identifier_required'
              | 'template_invalid'
              | 'rate_limited'
              | 'internal_error'
              | 'api_disabled'
              | 'request_in_progress'
              | 'service_unavailable'
              | 'outcome_unknown'
            reason: string
          }[]
        }
      >
    }
    audit: {
      list: Query<
        {
          from?: string | undefined
          to?: string | undefined
          actor_type?: 'user' | 'client' | 'api_key' | 'agent' | 'system' | undefined
          actor_id?: string | undefined
          action?:
            | (
                | 'api_key.created'
                | 'api_key.revoked'
                | 'api_key.updated'
                | 'appointment.cancelled'
                | 'appointment.completed'
                | 'appointment.confirmed'
                | 'appointment.created'
                | 'appointment.deleted'
                | 'appointment.link_asked'
                | 'appointment.no_show'
                | 'appointment.reminder_sent'
                | 'appointment.rescheduled'
                | 'appointment.team_notes_changed'
                | 'appointment.updated'
                | 'blocked_time.created'
                | 'blocked_time.deleted'
                | 'busy_calendar.connected'
                | 'busy_calendar.disconnected'
                | 'calendar_feed.created'
                | 'calendar_feed.revoked'
                | 'client.created'
                | 'client.erased'
                | 'client.exported'
                | 'client.first_appointment'
                | 'client.merged'
                | 'client.team_notes_changed'
                | 'client.updated'
                | 'date_override.deleted'
                | 'date_override.updated'
                | 'deposit.asked'
                | 'deposit.charge_refused'
                | 'deposit.created'
                | 'deposit.expired'
                | 'deposit.paid'
                | 'deposit.payment_returned'
                | 'deposit.refund_asked'
                | 'deposit.refund_rejected'
                | 'deposit.refunded'
                | 'hold.created'
                | 'hold.expired'
                | 'hold.released'
                | 'holiday.created'
                | 'holiday.deleted'
                | 'list.downloaded'
                | 'message.received'
                | 'message.resent'
                | 'message.written'
                | 'message_text.updated'
                | 'messaging.central_connected'
                | 'messaging.central_disconnected'
                | 'messaging.connected'
                | 'messaging.connection.updated'
                | 'messaging.message.failed'
                | 'messaging.message.received'
                | 'messaging.message.sent'
                | 'messaging_contact.unsubscribed'
                | 'messaging_contact.updated'
                | 'organization.clock_advanced'
                | 'organization.created'
                | 'organization.plan_changed'
                | 'organization.resumed'
                | 'organization.sample_data_created'
                | 'organization.suspended'
                | 'organization.updated'
                | 'payments.connected'
                | 'payments.disconnected'
                | 'professional.created'
                | 'professional.deactivated'
                | 'professional.meeting_url_changed'
                | 'professional.photo_changed'
                | 'professional.reactivated'
                | 'professional.updated'
                | 'queue.entry.called'
                | 'queue.entry.cancelled'
                | 'queue.entry.completed'
                | 'queue.entry.created'
                | 'queue.entry.in_service'
                | 'queue.entry.no_show'
                | 'queue.entry.skipped'
                | 'queue.entry.updated'
                | 'queue_desk.updated'
                | 'queue_entry.link_asked'
                | 'queue_entry.on_my_way'
                | 'service.created'
                | 'service.deactivated'
                | 'service.meeting_url_changed'
                | 'service.updated'
                | 'specialty.created'
                | 'specialty.deleted'
                | 'specialty.updated'
                | 'user.email_asked'
                | 'user.invite_resent'
                | 'user.invite_revoked'
                | 'user.invited'
                | 'user.joined'
                | 'user.password_changed'
                | 'user.password_reset'
                | 'user.removed'
                | 'user.sessions_ended'
                | 'user.signed_in'
                | 'user.updated'
                | 'waitlist_wish.added'
                | 'waitlist_wish.booked'
                | 'waitlist_wish.confirmed'
                | 'waitlist_wish.declined'
                | 'waitlist_wish.expired'
                | 'waitlist_wish.lapsed'
                | 'waitlist_wish.offered'
                | 'waitlist_wish.removed'
                | 'waitlist_wish.withdrawn'
                | 'webhook.created'
                | 'webhook.deactivated'
                | 'webhook.deleted'
                | 'webhook.disabled'
                | 'webhook.failing'
                | 'webhook.recovered'
                | 'webhook.redelivered'
                | 'webhook.secret_rotated'
                | 'webhook.updated'
                | 'working_hours.updated'
                | 'api_key.*'
                | 'appointment.*'
                | 'blocked_time.*'
                | 'busy_calendar.*'
                | 'calendar_feed.*'
                | 'client.*'
                | 'date_override.*'
                | 'deposit.*'
                | 'hold.*'
                | 'holiday.*'
                | 'list.*'
                | 'message.*'
                | 'message_text.*'
                | 'messaging.*'
                | 'messaging_contact.*'
                | 'organization.*'
                | 'payments.*'
                | 'professional.*'
                | 'queue.*'
                | 'queue_desk.*'
                | 'queue_entry.*'
                | 'service.*'
                | 'specialty.*'
                | 'user.*'
                | 'waitlist_wish.*'
                | 'webhook.*'
                | 'working_hours.*'
              )[]
            | undefined
          record?:
            | 'api_key'
            | 'appointment'
            | 'blocked_time'
            | 'calendar_feed'
            | 'client'
            | 'date_override'
            | 'deposit'
            | 'hold'
            | 'holiday'
            | 'invite'
            | 'list'
            | 'message'
            | 'message_text'
            | 'messaging_connection'
            | 'organization'
            | 'payment_connection'
            | 'professional'
            | 'queue_desk'
            | 'queue_entry'
            | 'service'
            | 'specialty'
            | 'user'
            | 'waitlist_wish'
            | 'webhook'
            | 'webhook_status'
            | 'working_hours'
            | undefined
          record_id?: string | undefined
          source?:
            | 'api'
            | 'dashboard'
            | 'public_booking'
            | 'messaging'
            | 'recurrence'
            | 'agent'
            | 'payment'
            | 'system'
            | undefined
          limit?: number | undefined
          cursor?: string | undefined
        },
        {
          data: {
            object: 'audit_entry'
            id: string
            action: string
            record: string
            record_id: string | null
            record_name: string | null
            changes: Record<string, { from: unknown; to: unknown }> | null
            actor: {
              type: 'user' | 'client' | 'api_key' | 'agent' | 'system'
              id: string | null
              name: string | null
            }
            source:
              | 'api'
              | 'dashboard'
              | 'public_booking'
              | 'messaging'
              | 'recurrence'
              | 'agent'
              | 'payment'
              | 'system'
            request_id: string
            created_at: string
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
    }
    availability: {
      slots: Query<
        {
          service_ids: number[]
          professional_id?: number | undefined
          expand?: string[] | undefined
          timezone?: string | undefined
          date?: string | undefined
          from?: string | undefined
          to?: string | undefined
        },
        SlotList
      >
      nextDates: Query<
        {
          service_ids: number[]
          professional_id?: number | undefined
          expand?: string[] | undefined
          timezone?: string | undefined
          limit?: number | undefined
        },
        AvailableDateList
      >
    }
    calendars: {
      listFeeds: Query<
        {
          professional_id?: number | undefined
          limit?: number | undefined
          cursor?: string | undefined
        },
        {
          data: {
            object: 'calendar_feed'
            id: number
            professional_id: number
            professional: MiniReference
            kind: 'busy' | 'full'
            url: string
            created_at: string
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
      createFeed: Mutation<
        { professional_id: number; kind: 'busy' | 'full' },
        {
          object: 'calendar_feed'
          id: number
          professional_id: number
          professional: MiniReference
          kind: 'busy' | 'full'
          url: string
          created_at: string
        }
      >
      revokeFeed: Mutation<{ feed_id: number }, { id: number; revoked: true }>
      getBusy: Query<
        { professional_id: number },
        {
          object: 'busy_calendar'
          professional_id: number
          professional: MiniReference
          status: 'disconnected' | 'pending' | 'ok' | 'failing'
          host: string | null
          connected_at: string | null
          tried_at: string | null
          read_at: string | null
          failing_since: string | null
          error: { code: string; message: string } | null
          busy_times: number
          unreadable_entries: number
        }
      >
      connectBusy: Mutation<
        { professional_id: number; url: string },
        {
          object: 'busy_calendar'
          professional_id: number
          professional: MiniReference
          status: 'disconnected' | 'pending' | 'ok' | 'failing'
          host: string | null
          connected_at: string | null
          tried_at: string | null
          read_at: string | null
          failing_since: string | null
          error: { code: string; message: string } | null
          busy_times: number
          unreadable_entries: number
        }
      >
      disconnectBusy: Mutation<
        { professional_id: number },
        {
          object: 'busy_calendar'
          professional_id: number
          professional: MiniReference
          status: 'disconnected' | 'pending' | 'ok' | 'failing'
          host: string | null
          connected_at: string | null
          tried_at: string | null
          read_at: string | null
          failing_since: string | null
          error: { code: string; message: string } | null
          busy_times: number
          unreadable_entries: number
        }
      >
    }
    clients: {
      list: Query<
        {
          q?: string | undefined
          phone?: string | undefined
          email?: string | undefined
          cpf?: string | undefined
          metadata?: unknown
          updated_since?: string | undefined
          created_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        ClientList
      >
      create: Mutation<
        {
          first_name: string
          last_name?: string | null | undefined
          email?: string | null | undefined
          phone?: string | null | undefined
          cpf?: string | null | undefined
          birth_date?: string | null | undefined
          metadata?: unknown
          on_match?: 'return' | 'update' | 'create' | undefined
          expand?: string[] | undefined
        },
        Client
      >
      get: Query<{ client_id: number; expand?: string[] | undefined }, Client>
      update: Mutation<
        {
          first_name?: string | undefined
          last_name?: string | null | undefined
          email?: string | null | undefined
          phone?: string | null | undefined
          cpf?: string | null | undefined
          birth_date?: string | null | undefined
          metadata?: unknown
          client_id: number
          expand?: string[] | undefined
        },
        Client
      >
      listVisits: Query<
        { client_ids: number[] },
        {
          data: { client_id: number; last_visit_at: string | null; next_visit_at: string | null }[]
        }
      >
      merge: Mutation<
        {
          client_id: number
          merged_client_id: number
          fields?:
            | {
                first_name?: 'survivor' | 'merged' | undefined
                last_name?: 'survivor' | 'merged' | undefined
                email?: 'survivor' | 'merged' | undefined
                phone?: 'survivor' | 'merged' | undefined
                cpf?: 'survivor' | 'merged' | undefined
                birth_date?: 'survivor' | 'merged' | undefined
              }
            | undefined
          preview?: boolean | undefined
        },
        {
          client: Client
          merged_client_id: number
          moved: { appointments: number; queue_entries: number; deposits: number }
        }
      >
      erase: Mutation<
        { client_id: number; preview?: boolean | undefined; version?: string | undefined },
        {
          client: Client
          version: string
          cancelled: { appointments: number; queue_entries: number }
          held: Record<string, number>
          is_complete: boolean
        }
      >
    }
    deposits: {
      list: Query<
        {
          from?: string | undefined
          to?: string | undefined
          appointment_id?: number | undefined
          updated_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        DepositList
      >
      listNewest: Query<
        {
          status?: ('PENDING' | 'PAID' | 'EXPIRED' | 'REFUNDED')[] | undefined
          client_id?: number | undefined
          from?: string | undefined
          to?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
        },
        { data: Deposit[]; has_more: boolean; next_cursor: string | null; next: string | null }
      >
      get: Query<{ deposit_id: number; expand?: string[] | undefined }, Deposit>
      charge: Mutation<
        {
          appointment_id?: number | null | undefined
          queue_entry_id?: number | null | undefined
          amount: string
          expires_at?: string | undefined
          expand?: string[] | undefined
        },
        Deposit
      >
      confirmByHand: Mutation<
        { deposit_id: number; paid_at?: string | undefined; expand?: string[] | undefined },
        Deposit
      >
      refund: Mutation<
        {
          deposit_id: number
          amount?: string | null | undefined
          already_refunded: string
          expand?: string[] | undefined
        },
        {
          deposit: Deposit
          refund: {
            object: 'refund'
            id: number
            amount: string
            status: 'ASKED' | 'SETTLED' | 'REJECTED'
            asked_at: string
            settled_at: string | null
            rejected_at: string | null
            rejection: string | null
            retry_of: number | null
          }
        }
      >
      retryRefund: Mutation<
        { refund_id: number },
        {
          deposit: Deposit
          refund: {
            object: 'refund'
            id: number
            amount: string
            status: 'ASKED' | 'SETTLED' | 'REJECTED'
            asked_at: string
            settled_at: string | null
            rejected_at: string | null
            rejection: string | null
            retry_of: number | null
          }
        }
      >
      getPayments: Query<
        { deposit_id: number },
        {
          deposit: Deposit
          provider: 'sandbox' | 'manual' | 'pix'
          charge_fault: string | null
          payments: {
            object: 'payment'
            id: number
            deposit_id: number
            client_id: number
            end_to_end_id: string
            amount: string
            accepted_amount: string
            outcome: 'ACCEPTED' | 'LATE' | 'SECOND' | 'TOO_SMALL'
            paid_at: string
            seen_at: string
            refunds: {
              object: 'refund'
              id: number
              amount: string
              status: 'ASKED' | 'SETTLED' | 'REJECTED'
              asked_at: string
              settled_at: string | null
              rejected_at: string | null
              rejection: string | null
              retry_of: number | null
            }[]
          }[]
          refunds: {
            object: 'refund'
            id: number
            amount: string
            status: 'ASKED' | 'SETTLED' | 'REJECTED'
            asked_at: string
            settled_at: string | null
            rejected_at: string | null
            rejection: string | null
            retry_of: number | null
          }[]
        }
      >
      listPayments: Query<
        {
          deposit_id?: number | undefined
          outcome?: ('ACCEPTED' | 'LATE' | 'SECOND' | 'TOO_SMALL')[] | undefined
          rejected?: true | undefined
          limit?: number | undefined
          cursor?: string | undefined
        },
        {
          data: {
            object: 'payment'
            id: number
            deposit_id: number
            client_id: number
            end_to_end_id: string
            amount: string
            accepted_amount: string
            outcome: 'ACCEPTED' | 'LATE' | 'SECOND' | 'TOO_SMALL'
            paid_at: string
            seen_at: string
            refunds: {
              object: 'refund'
              id: number
              amount: string
              status: 'ASKED' | 'SETTLED' | 'REJECTED'
              asked_at: string
              settled_at: string | null
              rejected_at: string | null
              rejection: string | null
              retry_of: number | null
            }[]
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
    }
    events: {
      list: Query<
        {
          type?:
            | (
                | 'appointment.*'
                | 'client.*'
                | 'queue.*'
                | 'deposit.*'
                | 'service.*'
                | 'professional.*'
                | 'blocked_time.*'
                | 'messaging.*'
                | 'webhook.*'
                | 'appointment.created'
                | 'appointment.updated'
                | 'appointment.rescheduled'
                | 'appointment.confirmed'
                | 'appointment.cancelled'
                | 'appointment.completed'
                | 'appointment.no_show'
                | 'appointment.deleted'
                | 'appointment.reminder_sent'
                | 'client.created'
                | 'client.updated'
                | 'client.first_appointment'
                | 'client.merged'
                | 'queue.entry.created'
                | 'queue.entry.updated'
                | 'queue.entry.called'
                | 'queue.entry.in_service'
                | 'queue.entry.completed'
                | 'queue.entry.skipped'
                | 'queue.entry.no_show'
                | 'queue.entry.cancelled'
                | 'deposit.created'
                | 'deposit.paid'
                | 'deposit.expired'
                | 'deposit.refunded'
                | 'service.created'
                | 'service.updated'
                | 'service.deactivated'
                | 'professional.created'
                | 'professional.updated'
                | 'professional.deactivated'
                | 'blocked_time.created'
                | 'blocked_time.deleted'
                | 'messaging.message.received'
                | 'messaging.message.sent'
                | 'messaging.message.failed'
                | 'messaging.connection.updated'
                | 'webhook.failing'
                | 'webhook.disabled'
              )[]
            | undefined
          after?: string | undefined
          since?: string | undefined
          latest?: boolean | undefined
          order?: 'oldest_first' | 'newest_first' | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        EventList
      >
      get: Query<{ event_id: string; expand?: string[] | undefined }, Event>
      listTypes: Query<{ expand?: string[] | undefined }, EventTypeList>
    }
    holds: {
      list: Query<
        {
          status?: HoldStatusInput[] | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        HoldList
      >
      create: Mutation<
        {
          service_ids: number[]
          start: string
          professional_id?: number | null | undefined
          minutes?: number | undefined
          holder?: string | null | undefined
          expand?: string[] | undefined
        },
        Hold
      >
      get: Query<{ hold_id: number; expand?: string[] | undefined }, Hold>
      release: Mutation<{ hold_id: number; expand?: string[] | undefined }, null>
    }
    live: {
      changes: Stream<{ after?: string | undefined; lastEventId?: string | undefined }, LiveMessage>
    }
    messaging: {
      getConnection: Query<
        Record<string, never>,
        {
          object: 'messaging_connection'
          channel: 'own' | 'central' | null
          status: 'CONNECTED' | 'DISCONNECTED' | 'PENDING' | null
          phone: string | null
          phone_number_id: string | null
          hook_url: string | null
          central_phone: string | null
          updated_at: string | null
        }
      >
      connect: Mutation<
        { phone: string; phone_number_id: string; access_token: string; app_secret: string },
        {
          object: 'messaging_connection'
          channel: 'own' | 'central' | null
          status: 'CONNECTED' | 'DISCONNECTED' | 'PENDING' | null
          phone: string | null
          phone_number_id: string | null
          hook_url: string | null
          central_phone: string | null
          updated_at: string | null
          verify_token: string
        }
      >
      connectCentral: Mutation<
        Record<string, never>,
        {
          object: 'messaging_connection'
          channel: 'own' | 'central' | null
          status: 'CONNECTED' | 'DISCONNECTED' | 'PENDING' | null
          phone: string | null
          phone_number_id: string | null
          hook_url: string | null
          central_phone: string | null
          updated_at: string | null
        }
      >
      disconnect: Mutation<
        Record<string, never>,
        {
          object: 'messaging_connection'
          channel: 'own' | 'central' | null
          status: 'CONNECTED' | 'DISCONNECTED' | 'PENDING' | null
          phone: string | null
          phone_number_id: string | null
          hook_url: string | null
          central_phone: string | null
          updated_at: string | null
        }
      >
      list: Query<
        {
          client_id?: number | undefined
          status?:
            | (
                | 'QUEUED'
                | 'SENT'
                | 'DELIVERED'
                | 'READ'
                | 'FAILED'
                | 'RECEIVED'
                | 'SKIPPED'
                | 'UNKNOWN'
              )[]
            | undefined
          purpose?:
            | (
                | 'booked'
                | 'confirmed'
                | 'moved'
                | 'room'
                | 'cancelled'
                | 'reminder'
                | 'joined'
                | 'called'
                | 'no_show'
                | 'deposit_asked'
                | 'deposit_paid'
                | 'deposit_expired'
                | 'deposit_refunded'
                | 'link'
                | 'wish'
                | 'offer'
                | 'answer_confirmed'
                | 'answer_open'
                | 'answer_unpaid'
                | 'answer_too_late'
                | 'answer_stopped'
                | 'answer_started'
                | 'text'
                | 'received'
              )[]
            | undefined
          channel?: 'whatsapp' | 'email' | undefined
          record?:
            | 'appointment'
            | 'queue_entry'
            | 'deposit'
            | 'client'
            | 'waitlist_wish'
            | 'waitlist_offer'
            | undefined
          record_id?: number | undefined
          limit?: number | undefined
          cursor?: string | undefined
        },
        {
          data: {
            object: 'message'
            id: string
            direction: string
            purpose:
              | 'booked'
              | 'confirmed'
              | 'moved'
              | 'room'
              | 'cancelled'
              | 'reminder'
              | 'joined'
              | 'called'
              | 'no_show'
              | 'deposit_asked'
              | 'deposit_paid'
              | 'deposit_expired'
              | 'deposit_refunded'
              | 'link'
              | 'wish'
              | 'offer'
              | 'answer_confirmed'
              | 'answer_open'
              | 'answer_unpaid'
              | 'answer_too_late'
              | 'answer_stopped'
              | 'answer_started'
              | 'text'
              | 'received'
            channel: 'whatsapp' | 'email'
            status:
              | 'QUEUED'
              | 'SENT'
              | 'DELIVERED'
              | 'READ'
              | 'FAILED'
              | 'RECEIVED'
              | 'SKIPPED'
              | 'UNKNOWN'
            client_id: number | null
            client: MiniReference | null
            recipient: string | null
            record:
              | 'appointment'
              | 'queue_entry'
              | 'deposit'
              | 'client'
              | 'waitlist_wish'
              | 'waitlist_offer'
              | null
            record_id: number | null
            subject: string | null
            text: string | null
            template: string | null
            error_code: string | null
            error_message: string | null
            attempts: number
            next_attempt_at: string | null
            created_at: string
            sent_at: string | null
            delivered_at: string | null
            read_at: string | null
            failed_at: string | null
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
      listConversations: Query<
        { limit?: number | undefined; cursor?: string | undefined },
        {
          data: {
            object: 'message'
            id: string
            direction: string
            purpose:
              | 'booked'
              | 'confirmed'
              | 'moved'
              | 'room'
              | 'cancelled'
              | 'reminder'
              | 'joined'
              | 'called'
              | 'no_show'
              | 'deposit_asked'
              | 'deposit_paid'
              | 'deposit_expired'
              | 'deposit_refunded'
              | 'link'
              | 'wish'
              | 'offer'
              | 'answer_confirmed'
              | 'answer_open'
              | 'answer_unpaid'
              | 'answer_too_late'
              | 'answer_stopped'
              | 'answer_started'
              | 'text'
              | 'received'
            channel: 'whatsapp' | 'email'
            status:
              | 'QUEUED'
              | 'SENT'
              | 'DELIVERED'
              | 'READ'
              | 'FAILED'
              | 'RECEIVED'
              | 'SKIPPED'
              | 'UNKNOWN'
            client_id: number | null
            client: MiniReference | null
            recipient: string | null
            record:
              | 'appointment'
              | 'queue_entry'
              | 'deposit'
              | 'client'
              | 'waitlist_wish'
              | 'waitlist_offer'
              | null
            record_id: number | null
            subject: string | null
            text: string | null
            template: string | null
            error_code: string | null
            error_message: string | null
            attempts: number
            next_attempt_at: string | null
            created_at: string
            sent_at: string | null
            delivered_at: string | null
            read_at: string | null
            failed_at: string | null
          }[]
          has_more: boolean
          next_cursor: string | null
          next: string | null
        }
      >
      resend: Mutation<
        { message_id: string },
        {
          object: 'message'
          id: string
          direction: string
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
            | 'text'
            | 'received'
          channel: 'whatsapp' | 'email'
          status:
            | 'QUEUED'
            | 'SENT'
            | 'DELIVERED'
            | 'READ'
            | 'FAILED'
            | 'RECEIVED'
            | 'SKIPPED'
            | 'UNKNOWN'
          client_id: number | null
          client: MiniReference | null
          recipient: string | null
          record:
            | 'appointment'
            | 'queue_entry'
            | 'deposit'
            | 'client'
            | 'waitlist_wish'
            | 'waitlist_offer'
            | null
          record_id: number | null
          subject: string | null
          text: string | null
          template: string | null
          error_code: string | null
          error_message: string | null
          attempts: number
          next_attempt_at: string | null
          created_at: string
          sent_at: string | null
          delivered_at: string | null
          read_at: string | null
          failed_at: string | null
        }
      >
      sendText: Mutation<
        { client_id: number; text: string | null },
        {
          object: 'message'
          id: string
          direction: string
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
            | 'text'
            | 'received'
          channel: 'whatsapp' | 'email'
          status:
            | 'QUEUED'
            | 'SENT'
            | 'DELIVERED'
            | 'READ'
            | 'FAILED'
            | 'RECEIVED'
            | 'SKIPPED'
            | 'UNKNOWN'
          client_id: number | null
          client: MiniReference | null
          recipient: string | null
          record:
            | 'appointment'
            | 'queue_entry'
            | 'deposit'
            | 'client'
            | 'waitlist_wish'
            | 'waitlist_offer'
            | null
          record_id: number | null
          subject: string | null
          text: string | null
          template: string | null
          error_code: string | null
          error_message: string | null
          attempts: number
          next_attempt_at: string | null
          created_at: string
          sent_at: string | null
          delivered_at: string | null
          read_at: string | null
          failed_at: string | null
        }
      >
      getContact: Query<
        { client_id: number },
        {
          client_id: number
          has_phone: boolean
          opted_in: boolean
          reminders_stopped: boolean
          in_conversation: boolean
        }
      >
      setOptIn: Mutation<
        { client_id: number; opted_in: boolean },
        { client_id: number; opted_in: boolean }
      >
      listTexts: Query<
        Record<string, never>,
        {
          data: {
            purpose:
              | 'booked'
              | 'confirmed'
              | 'moved'
              | 'room'
              | 'cancelled'
              | 'reminder'
              | 'joined'
              | 'called'
              | 'no_show'
              | 'deposit_asked'
              | 'deposit_paid'
              | 'deposit_expired'
              | 'deposit_refunded'
              | 'link'
              | 'wish'
              | 'offer'
              | 'answer_confirmed'
              | 'answer_open'
              | 'answer_unpaid'
              | 'answer_too_late'
              | 'answer_stopped'
              | 'answer_started'
            language: 'pt' | 'en'
            subject: string
            body: string
            is_own: boolean
            whatsapp_template: string | null
            whatsapp_places: string[]
          }[]
        }
      >
      previewText: Mutation<
        {
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
          language: 'pt' | 'en'
          subject: string
          body: string
        },
        { subject: string; text: string }
      >
      previewChange: Mutation<
        {
          appointment_id: number
          change: 'cancel' | 'move' | 'undo'
          start?: string | undefined
          professional_id?: number | null | undefined
          reason?: string | null | undefined
          cancelled_by?: 'professional' | 'client' | undefined
        },
        {
          object: 'message_preview'
          client_id: number | null
          message: {
            channel: 'whatsapp' | 'email'
            recipient: string
            subject: string
            text: string
            is_template: boolean
          } | null
          lacks: ('consent' | 'email' | 'number' | 'mail_server')[]
        }
      >
      setText: Mutation<
        {
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
          language: 'pt' | 'en'
          subject: string
          body: string
        },
        {
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
          language: 'pt' | 'en'
          subject: string
          body: string
          is_own: boolean
          whatsapp_template: string | null
          whatsapp_places: string[]
        }
      >
      resetText: Mutation<
        {
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
          language: 'pt' | 'en'
        },
        {
          purpose:
            | 'booked'
            | 'confirmed'
            | 'moved'
            | 'room'
            | 'cancelled'
            | 'reminder'
            | 'joined'
            | 'called'
            | 'no_show'
            | 'deposit_asked'
            | 'deposit_paid'
            | 'deposit_expired'
            | 'deposit_refunded'
            | 'link'
            | 'wish'
            | 'offer'
            | 'answer_confirmed'
            | 'answer_open'
            | 'answer_unpaid'
            | 'answer_too_late'
            | 'answer_stopped'
            | 'answer_started'
          language: 'pt' | 'en'
          subject: string
          body: string
          is_own: boolean
          whatsapp_template: string | null
          whatsapp_places: string[]
        }
      >
    }
    organization: {
      get: Query<
        Record<string, never>,
        {
          object: 'organization_settings'
          id: number
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          plan: { name: string } | null
          features: Record<
            | 'api'
            | 'webhooks'
            | 'online_queue'
            | 'deposits'
            | 'overbooking'
            | 'telemedicine'
            | 'recurrence'
            | 'messaging_own_number'
            | 'agent',
            { in_plan: boolean; on: boolean }
          >
          min_advance_minutes: number
          max_advance_days: number | null
          auto_confirm: boolean
          require_client_identifier: boolean
          no_show_only_after_start: boolean
          cancellation_window_minutes: number | null
          client_notice_minutes: number
          queue_call_timeout_minutes: number
          deposit_expiry_minutes: number
          manual_deposit_hours: number
          reminder_hours: number
          brand_color: string | null
          welcome_text: string | null
          search_listing: boolean
          logo_url: string | null
          created_at: string
          updated_at: string
        }
      >
      update: Mutation<
        {
          name?: string | undefined
          slug?: string | undefined
          time_zone?: string | undefined
          country?: string | undefined
          phone?: string | null | undefined
          whatsapp_phone?: string | null | undefined
          map_url?: string | null | undefined
          language?: 'pt' | 'en' | undefined
          min_advance_minutes?: number | undefined
          max_advance_days?: number | null | undefined
          auto_confirm?: boolean | undefined
          require_client_identifier?: boolean | undefined
          no_show_only_after_start?: boolean | undefined
          cancellation_window_minutes?: number | null | undefined
          client_notice_minutes?: number | undefined
          queue_call_timeout_minutes?: number | undefined
          deposit_expiry_minutes?: number | undefined
          manual_deposit_hours?: number | undefined
          reminder_hours?: number | undefined
          brand_color?: string | null | undefined
          welcome_text?: string | null | undefined
          search_listing?: boolean | undefined
          address?:
            | {
                street?: string | null | undefined
                number?: string | null | undefined
                complement?: string | null | undefined
                district?: string | null | undefined
                city?: string | null | undefined
                state?: string | null | undefined
                postal_code?: string | null | undefined
              }
            | null
            | undefined
        },
        {
          object: 'organization_settings'
          id: number
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          plan: { name: string } | null
          features: Record<
            | 'api'
            | 'webhooks'
            | 'online_queue'
            | 'deposits'
            | 'overbooking'
            | 'telemedicine'
            | 'recurrence'
            | 'messaging_own_number'
            | 'agent',
            { in_plan: boolean; on: boolean }
          >
          min_advance_minutes: number
          max_advance_days: number | null
          auto_confirm: boolean
          require_client_identifier: boolean
          no_show_only_after_start: boolean
          cancellation_window_minutes: number | null
          client_notice_minutes: number
          queue_call_timeout_minutes: number
          deposit_expiry_minutes: number
          manual_deposit_hours: number
          reminder_hours: number
          brand_color: string | null
          welcome_text: string | null
          search_listing: boolean
          logo_url: string | null
          created_at: string
          updated_at: string
        }
      >
      setFeatures: Mutation<
        {
          features: {
            api?: boolean | undefined
            webhooks?: boolean | undefined
            online_queue?: boolean | undefined
            deposits?: boolean | undefined
            overbooking?: boolean | undefined
            telemedicine?: boolean | undefined
            recurrence?: boolean | undefined
            messaging_own_number?: boolean | undefined
            agent?: boolean | undefined
          }
        },
        {
          object: 'organization_settings'
          id: number
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          plan: { name: string } | null
          features: Record<
            | 'api'
            | 'webhooks'
            | 'online_queue'
            | 'deposits'
            | 'overbooking'
            | 'telemedicine'
            | 'recurrence'
            | 'messaging_own_number'
            | 'agent',
            { in_plan: boolean; on: boolean }
          >
          min_advance_minutes: number
          max_advance_days: number | null
          auto_confirm: boolean
          require_client_identifier: boolean
          no_show_only_after_start: boolean
          cancellation_window_minutes: number | null
          client_notice_minutes: number
          queue_call_timeout_minutes: number
          deposit_expiry_minutes: number
          manual_deposit_hours: number
          reminder_hours: number
          brand_color: string | null
          welcome_text: string | null
          search_listing: boolean
          logo_url: string | null
          created_at: string
          updated_at: string
        }
      >
      setLogo: Mutation<
        { picture: string },
        {
          object: 'organization_settings'
          id: number
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          plan: { name: string } | null
          features: Record<
            | 'api'
            | 'webhooks'
            | 'online_queue'
            | 'deposits'
            | 'overbooking'
            | 'telemedicine'
            | 'recurrence'
            | 'messaging_own_number'
            | 'agent',
            { in_plan: boolean; on: boolean }
          >
          min_advance_minutes: number
          max_advance_days: number | null
          auto_confirm: boolean
          require_client_identifier: boolean
          no_show_only_after_start: boolean
          cancellation_window_minutes: number | null
          client_notice_minutes: number
          queue_call_timeout_minutes: number
          deposit_expiry_minutes: number
          manual_deposit_hours: number
          reminder_hours: number
          brand_color: string | null
          welcome_text: string | null
          search_listing: boolean
          logo_url: string | null
          created_at: string
          updated_at: string
        }
      >
      removeLogo: Mutation<
        Record<string, never>,
        {
          object: 'organization_settings'
          id: number
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          plan: { name: string } | null
          features: Record<
            | 'api'
            | 'webhooks'
            | 'online_queue'
            | 'deposits'
            | 'overbooking'
            | 'telemedicine'
            | 'recurrence'
            | 'messaging_own_number'
            | 'agent',
            { in_plan: boolean; on: boolean }
          >
          min_advance_minutes: number
          max_advance_days: number | null
          auto_confirm: boolean
          require_client_identifier: boolean
          no_show_only_after_start: boolean
          cancellation_window_minutes: number | null
          client_notice_minutes: number
          queue_call_timeout_minutes: number
          deposit_expiry_minutes: number
          manual_deposit_hours: number
          reminder_hours: number
          brand_color: string | null
          welcome_text: string | null
          search_listing: boolean
          logo_url: string | null
          created_at: string
          updated_at: string
        }
      >
      addSampleData: Mutation<
        Record<string, never>,
        { service_ids: number[]; client_ids: number[] }
      >
    }
    overview: {
      get: Query<
        { period: 'week' | 'month' },
        {
          object: 'overview'
          days: { now: { from: string; to: string }; before: { from: string; to: string } }
          currency: 'BRL'
          booked: { now: number; before: number }
          completed: { now: number; before: number }
          no_shows: { now: number; before: number }
          cancelled: { now: number; before: number }
          revenue: { now: string; before: string }
          deposits: {
            now: { count: number; paid: string }
            before: { count: number; paid: string }
          }
          professionals: {
            professional: MiniReference
            appointments: { now: number; before: number }
            taken_minutes: { now: number; before: number }
            open_minutes: { now: number; before: number }
          }[]
          services: { service: MiniReference; booked: { now: number; before: number } }[]
        }
      >
      firstDay: Query<
        Record<string, never>,
        {
          object: 'first_day'
          hours: boolean
          services: boolean
          people: boolean
          page: boolean
          number: boolean
          bank: boolean
        }
      >
    }
    payments: {
      get: Query<
        Record<string, never>,
        {
          object: 'payment_status'
          provider: 'sandbox' | 'manual' | 'pix'
          connection: {
            object: 'payment_connection'
            id: number
            provider: 'pix'
            bank: string
            connected_at: string
            fault: string | null
            fault_at: string | null
            notice_url: string
            notices_registered_at: string | null
          } | null
          banks: string[]
        }
      >
      connect: Mutation<
        {
          provider: 'pix'
          bank: string
          client_id: string
          client_secret: string
          pix_key: string
          certificate?: string | null | undefined
          certificate_key?: string | null | undefined
        },
        {
          object: 'payment_status'
          provider: 'sandbox' | 'manual' | 'pix'
          connection: {
            object: 'payment_connection'
            id: number
            provider: 'pix'
            bank: string
            connected_at: string
            fault: string | null
            fault_at: string | null
            notice_url: string
            notices_registered_at: string | null
          } | null
          banks: string[]
        }
      >
      disconnect: Mutation<
        Record<string, never>,
        {
          object: 'payment_status'
          provider: 'sandbox' | 'manual' | 'pix'
          connection: {
            object: 'payment_connection'
            id: number
            provider: 'pix'
            bank: string
            connected_at: string
            fault: string | null
            fault_at: string | null
            notice_url: string
            notices_registered_at: string | null
          } | null
          banks: string[]
        }
      >
      registerNotices: Mutation<
        Record<string, never>,
        {
          object: 'payment_status'
          provider: 'sandbox' | 'manual' | 'pix'
          connection: {
            object: 'payment_connection'
            id: number
            provider: 'pix'
            bank: string
            connected_at: string
            fault: string | null
            fault_at: string | null
            notice_url: string
            notices_registered_at: string | null
          } | null
          banks: string[]
        }
      >
    }
    professionals: {
      list: Query<
        {
          service_id?: number | undefined
          include_inactive?: boolean | undefined
          updated_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        ProfessionalList
      >
      listInactive: Query<
        { limit?: number | undefined; cursor?: string | undefined },
        { data: Professional[]; has_more: boolean; next_cursor: string | null; next: string | null }
      >
      get: Query<{ professional_id: number; expand?: string[] | undefined }, Professional>
      getMeetingUrl: Query<
        { professional_id: number },
        { object: 'professional_meeting_url'; meeting_url: string | null }
      >
      getPhoto: Query<
        { professional_id: number },
        { object: 'professional_photo'; photo_url: string | null }
      >
      setPhoto: Mutation<
        { picture: string },
        { object: 'professional_photo'; photo_url: string | null }
      >
      removePhoto: Mutation<
        { professional_id: number },
        { object: 'professional_photo'; photo_url: string | null }
      >
      create: Mutation<
        {
          name: string
          email?: string | null | undefined
          registry?: string | null | undefined
          meeting_url?: string | null | undefined
          service_ids?: number[] | undefined
          expand?: string[] | undefined
        },
        Professional
      >
      update: Mutation<
        {
          name?: string | undefined
          email?: string | null | undefined
          registry?: string | null | undefined
          meeting_url?: string | null | undefined
          service_ids?: number[] | undefined
          professional_id: number
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { professional: Professional; impact: Impact }
      >
      deactivate: Mutation<
        {
          professional_id: number
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { professional: Professional; impact: Impact; unassigned_queue_entry_ids: number[] }
      >
      reactivate: Mutation<{ professional_id: number; expand?: string[] | undefined }, Professional>
    }
    publicBooking: {
      getOrganization: Query<
        { slug: string; with_hours?: boolean | undefined },
        {
          name: string
          slug: string | null
          time_zone: string
          country: string
          phone: string | null
          whatsapp_phone: string | null
          whatsapp_url: string | null
          address: {
            street: string | null
            number: string | null
            complement: string | null
            district: string | null
            city: string | null
            state: string | null
            postal_code: string | null
            text: string
          } | null
          map_url: string | null
          language: 'pt' | 'en'
          livemode: boolean
          client_notice_minutes: number
          brand_color: string | null
          logo_url: string | null
          welcome_text: string | null
          is_listed: boolean
          services: {
            id: number
            name: string
            description: string | null
            specialty: MiniReference | null
            service_type: AppointmentTypeInput
            booking_mode: BookingMode
            duration_minutes: number
            price: string | null
            currency: 'BRL'
            deposit_amount: string | null
            max_advance_days: number | null
            professional_ids: number[]
          }[]
          professionals: {
            id: number
            name: string
            registry: string | null
            photo_url: string | null
          }[]
          channels: { email: boolean; whatsapp: boolean }
          opening: { is_open: boolean; changes_at: string | null } | null
          week_hours: WeekInterval[]
          deposit_method: 'PIX' | 'MANUAL'
        }
      >
      nextDates: Query<
        {
          slug: string
          service_ids: number[]
          professional_id?: number | null | undefined
          from?: string | undefined
          limit?: number | undefined
        },
        { data: FreeDate[] }
      >
      slots: Query<
        {
          slug: string
          service_ids: number[]
          professional_id?: number | null | undefined
          date?: string | undefined
          from?: string | undefined
          to?: string | undefined
        },
        {
          data: { start: string; end: string; professional_ids: number[] }[]
          professionals: MiniReference[]
        }
      >
      book: Mutation<
        {
          slug: string
          submission_id: string
          proof?: string | undefined
          client: VisitorInput
          whatsapp?: boolean | undefined
          language?: 'pt' | 'en' | undefined
          service_ids: number[]
          start: string
          professional_id?: number | null | undefined
          notes?: string | null | undefined
        },
        {
          outcome: 'created' | 'repeated'
          url: string | null
          appointment: {
            status: AppointmentStatusInput
            cancelled_by: 'client' | 'team' | 'unpaid' | null
            type: AppointmentTypeInput
            start: string
            end: string
            duration_minutes: number
            services: string[]
            professional: string
            price: string | null
            currency: 'BRL'
            place: string | null
            meeting_url: string | null
            can_cancel: boolean
            can_reschedule: boolean
            can_confirm: boolean
            cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
            cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
            changes_until: string
            deposit: {
              status: DepositStatus
              method: string
              amount: string
              currency: 'BRL'
              refunded_amount: string
              payment_code: string | null
              url: string
              sandbox_url: string | null
              expires_at: string
              seconds_left: number | null
              paid_at: string | null
            } | null
            calendar_url: string
            organization: {
              name: string
              slug: string | null
              time_zone: string
              country: string
              phone: string | null
              whatsapp_phone: string | null
              whatsapp_url: string | null
              address: {
                street: string | null
                number: string | null
                complement: string | null
                district: string | null
                city: string | null
                state: string | null
                postal_code: string | null
                text: string
              } | null
              map_url: string | null
              language: 'pt' | 'en'
              livemode: boolean
              client_notice_minutes: number
              brand_color: string | null
              logo_url: string | null
              welcome_text: string | null
              is_listed: boolean
            }
          } | null
        }
      >
      listQueues: Query<
        { slug: string },
        {
          data: {
            service_id: number
            is_open: boolean
            ahead_count: number | null
            estimated_wait_minutes: number | null
          }[]
        }
      >
      joinQueue: Mutation<
        {
          slug: string
          submission_id: string
          proof?: string | undefined
          client: VisitorInput
          whatsapp?: boolean | undefined
          language?: 'pt' | 'en' | undefined
          service_id: number
          professional_id?: number | null | undefined
          notes?: string | null | undefined
        },
        {
          outcome: 'created' | 'repeated'
          url: string | null
          queue_entry: {
            status: QueueEntryStatus
            position: number | null
            ahead_count: number | null
            estimated_wait_minutes: number | null
            service: string
            professional: string | null
            place: string | null
            call_expires_at: string | null
            arrived_at: string
            on_my_way: boolean
            can_tell_on_my_way: boolean
            can_leave: boolean
            can_confirm_presence: boolean
            deposit: {
              status: DepositStatus
              method: string
              amount: string
              currency: 'BRL'
              refunded_amount: string
              payment_code: string | null
              url: string
              sandbox_url: string | null
              expires_at: string
              seconds_left: number | null
              paid_at: string | null
            } | null
            organization: {
              name: string
              slug: string | null
              time_zone: string
              country: string
              phone: string | null
              whatsapp_phone: string | null
              whatsapp_url: string | null
              address: {
                street: string | null
                number: string | null
                complement: string | null
                district: string | null
                city: string | null
                state: string | null
                postal_code: string | null
                text: string
              } | null
              map_url: string | null
              language: 'pt' | 'en'
              livemode: boolean
              client_notice_minutes: number
              brand_color: string | null
              logo_url: string | null
              welcome_text: string | null
              is_listed: boolean
            }
          } | null
        }
      >
      getAppointment: Mutation<
        { token: string },
        {
          status: AppointmentStatusInput
          cancelled_by: 'client' | 'team' | 'unpaid' | null
          type: AppointmentTypeInput
          start: string
          end: string
          duration_minutes: number
          services: string[]
          professional: string
          price: string | null
          currency: 'BRL'
          place: string | null
          meeting_url: string | null
          can_cancel: boolean
          can_reschedule: boolean
          can_confirm: boolean
          cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
          cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
          changes_until: string
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          calendar_url: string
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      cancelAppointment: Mutation<
        { token: string; reason?: string | null | undefined },
        {
          status: AppointmentStatusInput
          cancelled_by: 'client' | 'team' | 'unpaid' | null
          type: AppointmentTypeInput
          start: string
          end: string
          duration_minutes: number
          services: string[]
          professional: string
          price: string | null
          currency: 'BRL'
          place: string | null
          meeting_url: string | null
          can_cancel: boolean
          can_reschedule: boolean
          can_confirm: boolean
          cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
          cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
          changes_until: string
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          calendar_url: string
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      confirmAppointment: Mutation<
        { token: string },
        {
          status: AppointmentStatusInput
          cancelled_by: 'client' | 'team' | 'unpaid' | null
          type: AppointmentTypeInput
          start: string
          end: string
          duration_minutes: number
          services: string[]
          professional: string
          price: string | null
          currency: 'BRL'
          place: string | null
          meeting_url: string | null
          can_cancel: boolean
          can_reschedule: boolean
          can_confirm: boolean
          cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
          cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
          changes_until: string
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          calendar_url: string
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      listMoveDates: Mutation<
        {
          token: string
          professional_id?: number | null | undefined
          from?: string | undefined
          limit?: number | undefined
        },
        { data: FreeDate[]; has_others: boolean }
      >
      listMoveSlots: Mutation<
        {
          token: string
          professional_id?: number | null | undefined
          date?: string | undefined
          from?: string | undefined
          to?: string | undefined
        },
        {
          data: { start: string; end: string; professional_ids: number[] }[]
          professionals: MiniReference[]
        }
      >
      rescheduleAppointment: Mutation<
        { token: string; start: string; professional_id?: number | null | undefined },
        {
          status: AppointmentStatusInput
          cancelled_by: 'client' | 'team' | 'unpaid' | null
          type: AppointmentTypeInput
          start: string
          end: string
          duration_minutes: number
          services: string[]
          professional: string
          price: string | null
          currency: 'BRL'
          place: string | null
          meeting_url: string | null
          can_cancel: boolean
          can_reschedule: boolean
          can_confirm: boolean
          cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
          cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
          changes_until: string
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          calendar_url: string
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      getQueueEntry: Mutation<
        { token: string },
        {
          status: QueueEntryStatus
          position: number | null
          ahead_count: number | null
          estimated_wait_minutes: number | null
          service: string
          professional: string | null
          place: string | null
          call_expires_at: string | null
          arrived_at: string
          on_my_way: boolean
          can_tell_on_my_way: boolean
          can_leave: boolean
          can_confirm_presence: boolean
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      leaveQueue: Mutation<
        { token: string },
        {
          status: QueueEntryStatus
          position: number | null
          ahead_count: number | null
          estimated_wait_minutes: number | null
          service: string
          professional: string | null
          place: string | null
          call_expires_at: string | null
          arrived_at: string
          on_my_way: boolean
          can_tell_on_my_way: boolean
          can_leave: boolean
          can_confirm_presence: boolean
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      tellOnMyWay: Mutation<
        { token: string },
        {
          status: QueueEntryStatus
          position: number | null
          ahead_count: number | null
          estimated_wait_minutes: number | null
          service: string
          professional: string | null
          place: string | null
          call_expires_at: string | null
          arrived_at: string
          on_my_way: boolean
          can_tell_on_my_way: boolean
          can_leave: boolean
          can_confirm_presence: boolean
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      confirmPresence: Mutation<
        { token: string },
        {
          status: QueueEntryStatus
          position: number | null
          ahead_count: number | null
          estimated_wait_minutes: number | null
          service: string
          professional: string | null
          place: string | null
          call_expires_at: string | null
          arrived_at: string
          on_my_way: boolean
          can_tell_on_my_way: boolean
          can_leave: boolean
          can_confirm_presence: boolean
          deposit: {
            status: DepositStatus
            method: string
            amount: string
            currency: 'BRL'
            refunded_amount: string
            payment_code: string | null
            url: string
            sandbox_url: string | null
            expires_at: string
            seconds_left: number | null
            paid_at: string | null
          } | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      getDeposit: Mutation<
        { token: string },
        {
          status: DepositStatus
          method: string
          amount: string
          currency: 'BRL'
          refunded_amount: string
          payment_code: string | null
          url: string
          sandbox_url: string | null
          expires_at: string
          seconds_left: number | null
          paid_at: string | null
          of: 'appointment' | 'queue_entry'
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      joinWaitlist: Mutation<
        {
          slug: string
          submission_id: string
          proof?: string | undefined
          client: VisitorInput
          whatsapp?: boolean | undefined
          language?: 'pt' | 'en' | undefined
          service_ids: number[]
          professional_id?: number | null | undefined
          from_date: string
          to_date: string
          weekdays?: number[] | undefined
          from_minute?: number | undefined
          to_minute?: number | undefined
        },
        {
          url: string | null
          wish: {
            status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
            services: string[]
            professional: string | null
            from_date: string
            to_date: string
            weekdays: number[]
            from_minute: number
            to_minute: number
            offer: {
              start: string
              end: string
              duration_minutes: number
              professional: string
              held_until: string
              price: string | null
              currency: 'BRL'
              deposit_amount: string | null
              deposit_method: 'PIX' | 'MANUAL'
            } | null
            appointment_url: string | null
            can_confirm: boolean
            can_leave: boolean
            organization: {
              name: string
              slug: string | null
              time_zone: string
              country: string
              phone: string | null
              whatsapp_phone: string | null
              whatsapp_url: string | null
              address: {
                street: string | null
                number: string | null
                complement: string | null
                district: string | null
                city: string | null
                state: string | null
                postal_code: string | null
                text: string
              } | null
              map_url: string | null
              language: 'pt' | 'en'
              livemode: boolean
              client_notice_minutes: number
              brand_color: string | null
              logo_url: string | null
              welcome_text: string | null
              is_listed: boolean
            }
          } | null
        }
      >
      getWish: Mutation<
        { token: string },
        {
          status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
          services: string[]
          professional: string | null
          from_date: string
          to_date: string
          weekdays: number[]
          from_minute: number
          to_minute: number
          offer: {
            start: string
            end: string
            duration_minutes: number
            professional: string
            held_until: string
            price: string | null
            currency: 'BRL'
            deposit_amount: string | null
            deposit_method: 'PIX' | 'MANUAL'
          } | null
          appointment_url: string | null
          can_confirm: boolean
          can_leave: boolean
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      confirmWish: Mutation<
        { token: string },
        {
          status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
          services: string[]
          professional: string | null
          from_date: string
          to_date: string
          weekdays: number[]
          from_minute: number
          to_minute: number
          offer: {
            start: string
            end: string
            duration_minutes: number
            professional: string
            held_until: string
            price: string | null
            currency: 'BRL'
            deposit_amount: string | null
            deposit_method: 'PIX' | 'MANUAL'
          } | null
          appointment_url: string | null
          can_confirm: boolean
          can_leave: boolean
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      leaveWaitlist: Mutation<
        { token: string },
        {
          status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
          services: string[]
          professional: string | null
          from_date: string
          to_date: string
          weekdays: number[]
          from_minute: number
          to_minute: number
          offer: {
            start: string
            end: string
            duration_minutes: number
            professional: string
            held_until: string
            price: string | null
            currency: 'BRL'
            deposit_amount: string | null
            deposit_method: 'PIX' | 'MANUAL'
          } | null
          appointment_url: string | null
          can_confirm: boolean
          can_leave: boolean
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      declineOffer: Mutation<
        { token: string },
        {
          status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
          services: string[]
          professional: string | null
          from_date: string
          to_date: string
          weekdays: number[]
          from_minute: number
          to_minute: number
          offer: {
            start: string
            end: string
            duration_minutes: number
            professional: string
            held_until: string
            price: string | null
            currency: 'BRL'
            deposit_amount: string | null
            deposit_method: 'PIX' | 'MANUAL'
          } | null
          appointment_url: string | null
          can_confirm: boolean
          can_leave: boolean
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      bookOffer: Mutation<
        { token: string },
        {
          url: string | null
          appointment: {
            status: AppointmentStatusInput
            cancelled_by: 'client' | 'team' | 'unpaid' | null
            type: AppointmentTypeInput
            start: string
            end: string
            duration_minutes: number
            services: string[]
            professional: string
            price: string | null
            currency: 'BRL'
            place: string | null
            meeting_url: string | null
            can_cancel: boolean
            can_reschedule: boolean
            can_confirm: boolean
            cannot_cancel: 'over' | 'started' | 'notice' | 'team' | null
            cannot_reschedule: 'over' | 'started' | 'notice' | 'team' | null
            changes_until: string
            deposit: {
              status: DepositStatus
              method: string
              amount: string
              currency: 'BRL'
              refunded_amount: string
              payment_code: string | null
              url: string
              sandbox_url: string | null
              expires_at: string
              seconds_left: number | null
              paid_at: string | null
            } | null
            calendar_url: string
            organization: {
              name: string
              slug: string | null
              time_zone: string
              country: string
              phone: string | null
              whatsapp_phone: string | null
              whatsapp_url: string | null
              address: {
                street: string | null
                number: string | null
                complement: string | null
                district: string | null
                city: string | null
                state: string | null
                postal_code: string | null
                text: string
              } | null
              map_url: string | null
              language: 'pt' | 'en'
              livemode: boolean
              client_notice_minutes: number
              brand_color: string | null
              logo_url: string | null
              welcome_text: string | null
              is_listed: boolean
            }
          } | null
        }
      >
      getSubscription: Mutation<
        { token: string },
        {
          subscribed: boolean
          language: 'pt' | 'en' | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
      setSubscription: Mutation<
        { token: string; subscribed: boolean },
        {
          subscribed: boolean
          language: 'pt' | 'en' | null
          organization: {
            name: string
            slug: string | null
            time_zone: string
            country: string
            phone: string | null
            whatsapp_phone: string | null
            whatsapp_url: string | null
            address: {
              street: string | null
              number: string | null
              complement: string | null
              district: string | null
              city: string | null
              state: string | null
              postal_code: string | null
              text: string
            } | null
            map_url: string | null
            language: 'pt' | 'en'
            livemode: boolean
            client_notice_minutes: number
            brand_color: string | null
            logo_url: string | null
            welcome_text: string | null
            is_listed: boolean
          }
        }
      >
    }
    queue: {
      listEntries: Query<
        {
          professional_id?: number | undefined
          date?: string | undefined
          status?: QueueEntryStatus[] | undefined
          updated_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        QueueEntryList
      >
      createEntry: Mutation<
        {
          service_id: number
          professional_id?: number | null | undefined
          client_id?: number | null | undefined
          client?: NewClientInput | null | undefined
          notes?: string | null | undefined
          expand?: string[] | undefined
        },
        QueueEntry
      >
      getEntry: Query<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      callEntry: Mutation<
        {
          professional_id?: number | null | undefined
          place?: string | null | undefined
          notify_client?: boolean | undefined
          entry_id: number
          expand?: string[] | undefined
        },
        QueueEntry
      >
      completeEntry: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      skipEntry: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      cancelEntry: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      callWaiting: Mutation<
        {
          professional_id?: number | null | undefined
          place?: string | null | undefined
          notify_client?: boolean | undefined
          entry_id: number
          expand?: string[] | undefined
        },
        QueueEntry
      >
      startService: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      markNoShow: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      undo: Mutation<{ entry_id: number; expand?: string[] | undefined }, QueueEntry>
      cancelWithReason: Mutation<
        { entry_id: number; reason?: string | null | undefined; expand?: string[] | undefined },
        QueueEntry
      >
      getScreen: Query<
        Record<string, never>,
        {
          calls: {
            entry_id: number
            is_in_service: boolean
            name: string
            place: string | null
            professional: MiniReference | null
            call_count: number
            called_at: string
          }[]
          next: { entry_id: number; name: string }[]
          waiting_count: number
        }
      >
      listOnTheirWay: Query<
        Record<string, never>,
        { data: { entry_id: number; on_my_way_at: string }[] }
      >
      listCalls: Query<
        Record<string, never>,
        { data: { entry_id: number; call_expires_at: string }[] }
      >
      listDesks: Query<
        Record<string, never>,
        {
          data: {
            object: 'queue_desk'
            professional_id: number
            professional: MiniReference
            is_open: boolean
            is_open_now: boolean
            hours: WeekInterval[]
            capacity: number | null
            active_entries: number
          }[]
        }
      >
      open: Mutation<
        { professional_id: number },
        {
          object: 'queue_desk'
          professional_id: number
          professional: MiniReference
          is_open: boolean
          is_open_now: boolean
          hours: WeekInterval[]
          capacity: number | null
          active_entries: number
        }
      >
      close: Mutation<
        { professional_id: number },
        {
          object: 'queue_desk'
          professional_id: number
          professional: MiniReference
          is_open: boolean
          is_open_now: boolean
          hours: WeekInterval[]
          capacity: number | null
          active_entries: number
        }
      >
      setDesk: Mutation<
        {
          professional_id: number
          capacity?: number | null | undefined
          hours?: WeekInterval[] | undefined
        },
        {
          object: 'queue_desk'
          professional_id: number
          professional: MiniReference
          is_open: boolean
          is_open_now: boolean
          hours: WeekInterval[]
          capacity: number | null
          active_entries: number
        }
      >
    }
    requests: {
      list: Query<
        {
          status?: string | undefined
          code?:
            | 'validation_error'
            | 'unauthorized'
            | 'forbidden_scope'
            | 'feature_not_enabled'
            | 'forbidden_overbook'
            | 'not_found'
            | 'method_not_allowed'
            | 'slot_unavailable'
            | 'min_advance_violation'
            | 'professional_cannot_perform_service'
            | 'appointment_not_editable'
            | 'action_not_allowed'
            | 'queue_closed'
            | 'deposit_required'
            | 'queue_entry_not_editable'
            | 'duplicate_request'
            | 'webhook_limit_reached'
            | 'webhook_inactive'
            | 'client_identifier_required'
            | 'template_invalid'
            | 'rate_limited'
            | 'internal_error'
            | 'api_disabled'
            | 'request_in_progress'
            | 'service_unavailable'
            | 'outcome_unknown'
            | undefined
          route?: string | undefined
          since?: string | undefined
          api_key_id?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        RequestList
      >
      get: Query<{ request_id: string; expand?: string[] | undefined }, RequestDetails>
    }
    schedule: {
      get: Query<
        {
          professional_id?: number | undefined
          from?: string | undefined
          to?: string | undefined
        },
        Schedule
      >
      getHours: Query<
        {
          professional_id: number
          from?: string | undefined
          to?: string | undefined
          expand?: string[] | undefined
        },
        Schedule
      >
      setWeek: Mutation<
        {
          professional_id: number
          intervals: WeekInterval[]
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { week: Week; impact: Impact }
      >
      setDate: Mutation<
        {
          professional_id: number
          date: string
          intervals: DayInterval[]
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { date_override: DateOverride; impact: Impact }
      >
      clearDate: Mutation<
        {
          professional_id: number
          date: string
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { date_override: DateOverride; impact: Impact }
      >
      listHolidays: Query<
        {
          from?: string | undefined
          to?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        HolidayList
      >
      addHoliday: Mutation<
        {
          date: string
          name: string
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { holiday: Holiday; impact: Impact }
      >
      removeHoliday: Mutation<{ date: string; expand?: string[] | undefined }, { holiday: Holiday }>
      listBlockedTimes: Query<
        {
          from?: string | undefined
          to?: string | undefined
          professional_id?: number | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        BlockedTimeList
      >
      createBlockedTime: Mutation<
        {
          professional_id: number | null
          start: string
          end: string
          all_day?: boolean | undefined
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { blocked_time: BlockedTime; impact: Impact }
      >
      deleteBlockedTime: Mutation<
        { blocked_time_id: number; expand?: string[] | undefined },
        { blocked_time: BlockedTime }
      >
    }
    services: {
      list: Query<
        {
          include_inactive?: boolean | undefined
          specialty_id?: number | undefined
          booking_mode?: BookingMode | undefined
          updated_since?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        ServiceList
      >
      get: Query<{ service_id: number; expand?: string[] | undefined }, Service>
      getRules: Query<
        { service_id: number },
        {
          object: 'service_rules'
          own: { min_advance_minutes: number | null; max_advance_days: number | null }
          organization: { min_advance_minutes: number | null; max_advance_days: number | null }
          meeting_url: string | null
        }
      >
      create: Mutation<
        {
          name: string
          description?: string | null | undefined
          specialty_id?: number | null | undefined
          service_type?: AppointmentTypeInput | undefined
          booking_mode?: BookingMode | undefined
          duration_minutes: number
          price?: string | null | undefined
          color?: string | null | undefined
          hidden_from_public_booking?: boolean | undefined
          max_capacity?: number | undefined
          buffer_before_minutes?: number | undefined
          buffer_after_minutes?: number | undefined
          slot_interval_minutes?: number | undefined
          min_advance_minutes?: number | null | undefined
          max_advance_days?: number | null | undefined
          meeting_url?: string | null | undefined
          requires_deposit?: boolean | undefined
          deposit_amount?: string | null | undefined
          professional_ids?: number[] | undefined
          expand?: string[] | undefined
        },
        Service
      >
      update: Mutation<
        {
          name?: string | undefined
          description?: string | null | undefined
          specialty_id?: number | null | undefined
          service_type?: AppointmentTypeInput | undefined
          booking_mode?: BookingMode | undefined
          duration_minutes?: number | undefined
          price?: string | null | undefined
          color?: string | null | undefined
          hidden_from_public_booking?: boolean | undefined
          max_capacity?: number | undefined
          buffer_before_minutes?: number | undefined
          buffer_after_minutes?: number | undefined
          slot_interval_minutes?: number | undefined
          min_advance_minutes?: number | null | undefined
          max_advance_days?: number | null | undefined
          requires_deposit?: boolean | undefined
          meeting_url?: string | null | undefined
          deposit_amount?: string | null | undefined
          professional_ids?: number[] | undefined
          is_active?: true | undefined
          service_id: number
          appointments?: 'keep' | 'move' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { service: Service; impact: Impact }
      >
      deactivate: Mutation<
        {
          service_id: number
          appointments?: 'keep' | 'cancel' | undefined
          decisions?: { appointment_id: number; action: 'keep' | 'cancel' }[] | undefined
          holds?: 'keep' | 'release' | undefined
          reason?: string | null | undefined
          preview?: boolean | undefined
          version?: string | undefined
          expand?: string[] | undefined
        },
        { service: Service; impact: Impact }
      >
    }
    teamNotes: {
      getOfClient: Query<{ client_id: number }, { client_id: number; team_notes: string | null }>
      setOfClient: Mutation<
        { client_id: number; team_notes: string | null },
        { client_id: number; team_notes: string | null }
      >
      getOfAppointment: Query<
        { appointment_id: number },
        {
          appointment_id: number
          team_notes: string | null
          client_id: number
          client_team_notes: string | null
        }
      >
      setOfAppointment: Mutation<
        { appointment_id: number; team_notes: string | null },
        { appointment_id: number; team_notes: string | null }
      >
    }
    testClock: {
      get: Query<{ expand?: string[] | undefined }, TestClock>
      advance: Mutation<
        { to?: string | undefined; by_minutes?: number | undefined; expand?: string[] | undefined },
        TestClock
      >
    }
    specialties: {
      list: Query<
        { limit?: number | undefined; cursor?: string | undefined; expand?: string[] | undefined },
        SpecialtyList
      >
      create: Mutation<{ name: string; expand?: string[] | undefined }, Specialty>
      rename: Mutation<
        { specialty_id: number; name: string; expand?: string[] | undefined },
        Specialty
      >
      delete: Mutation<{ specialty_id: number; expand?: string[] | undefined }, null>
    }
    waitlist: {
      list: Query<
        {
          status?:
            | ('UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED')[]
            | undefined
          client_id?: number | undefined
          service_id?: number | undefined
          professional_id?: number | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        WaitlistWishList
      >
      listOfferTimes: Query<
        { entry_id: number; date?: string | undefined },
        {
          date: string | null
          dates: { date: string; slot_count: number }[]
          slots: { start: string; remaining_capacity: number; professional: MiniReference }[]
        }
      >
      add: Mutation<
        {
          service_ids: number[]
          professional_id?: number | null | undefined
          from_date: string
          to_date: string
          weekdays?: number[] | undefined
          from_minute?: number | undefined
          to_minute?: number | undefined
          client_id?: number | null | undefined
          client?: NewClientInput | null | undefined
          language?: 'pt' | 'en' | undefined
          expand?: string[] | undefined
        },
        WaitlistWish
      >
      confirm: Mutation<{ entry_id: number }, WaitlistWish>
      offer: Mutation<
        {
          entry_id: number
          start: string
          professional_id?: number | null | undefined
          expand?: string[] | undefined
        },
        WaitlistWish
      >
      book: Mutation<
        { entry_id: number; notify_client?: boolean | undefined; expand?: string[] | undefined },
        Appointment
      >
      remove: Mutation<{ entry_id: number; expand?: string[] | undefined }, WaitlistWish>
      removeMany: Mutation<{ entry_ids: number[] }, { data: WaitlistWish[] }>
    }
    webhooks: {
      list: Query<
        {
          url?: string | undefined
          active?: boolean | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        WebhookList
      >
      create: Mutation<
        {
          url: string
          events: (
            | '*'
            | 'appointment.*'
            | 'client.*'
            | 'queue.*'
            | 'deposit.*'
            | 'service.*'
            | 'professional.*'
            | 'blocked_time.*'
            | 'messaging.*'
            | 'webhook.*'
            | 'appointment.created'
            | 'appointment.updated'
            | 'appointment.rescheduled'
            | 'appointment.confirmed'
            | 'appointment.cancelled'
            | 'appointment.completed'
            | 'appointment.no_show'
            | 'appointment.deleted'
            | 'appointment.reminder_sent'
            | 'client.created'
            | 'client.updated'
            | 'client.first_appointment'
            | 'client.merged'
            | 'queue.entry.created'
            | 'queue.entry.updated'
            | 'queue.entry.called'
            | 'queue.entry.in_service'
            | 'queue.entry.completed'
            | 'queue.entry.skipped'
            | 'queue.entry.no_show'
            | 'queue.entry.cancelled'
            | 'deposit.created'
            | 'deposit.paid'
            | 'deposit.expired'
            | 'deposit.refunded'
            | 'service.created'
            | 'service.updated'
            | 'service.deactivated'
            | 'professional.created'
            | 'professional.updated'
            | 'professional.deactivated'
            | 'blocked_time.created'
            | 'blocked_time.deleted'
            | 'messaging.message.received'
            | 'messaging.message.sent'
            | 'messaging.message.failed'
            | 'messaging.connection.updated'
            | 'webhook.failing'
            | 'webhook.disabled'
          )[]
          name?: string | null | undefined
          format?:
            | 'generic'
            | 'chat_format_1'
            | 'chat_format_2'
            | 'chat_format_3'
            | 'chat_format_4'
            | 'slack'
            | 'discord'
            | 'google_chat'
            | 'teams'
            | 'custom'
            | undefined
          filters?: WebhookFiltersInput | undefined
          headers?: unknown
          template?: WebhookTemplateInput | null | undefined
          secrets?: unknown
          message_template?: string | null | undefined
          show_full_personal_data?: boolean | undefined
          secret?: string | null | undefined
          active?: boolean | undefined
          api_version?: '2026-11-01' | undefined
          expand?: string[] | undefined
        },
        Webhook
      >
      get: Query<{ webhook_id: string; expand?: string[] | undefined }, Webhook>
      update: Mutation<
        {
          url?: string | undefined
          events?:
            | (
                | '*'
                | 'appointment.*'
                | 'client.*'
                | 'queue.*'
                | 'deposit.*'
                | 'service.*'
                | 'professional.*'
                | 'blocked_time.*'
                | 'messaging.*'
                | 'webhook.*'
                | 'appointment.created'
                | 'appointment.updated'
                | 'appointment.rescheduled'
                | 'appointment.confirmed'
                | 'appointment.cancelled'
                | 'appointment.completed'
                | 'appointment.no_show'
                | 'appointment.deleted'
                | 'appointment.reminder_sent'
                | 'client.created'
                | 'client.updated'
                | 'client.first_appointment'
                | 'client.merged'
                | 'queue.entry.created'
                | 'queue.entry.updated'
                | 'queue.entry.called'
                | 'queue.entry.in_service'
                | 'queue.entry.completed'
                | 'queue.entry.skipped'
                | 'queue.entry.no_show'
                | 'queue.entry.cancelled'
                | 'deposit.created'
                | 'deposit.paid'
                | 'deposit.expired'
                | 'deposit.refunded'
                | 'service.created'
                | 'service.updated'
                | 'service.deactivated'
                | 'professional.created'
                | 'professional.updated'
                | 'professional.deactivated'
                | 'blocked_time.created'
                | 'blocked_time.deleted'
                | 'messaging.message.received'
                | 'messaging.message.sent'
                | 'messaging.message.failed'
                | 'messaging.connection.updated'
                | 'webhook.failing'
                | 'webhook.disabled'
              )[]
            | undefined
          name?: string | null | undefined
          filters?: WebhookFiltersInput | undefined
          headers?: unknown
          template?: WebhookTemplateInput | null | undefined
          secrets?: unknown
          message_template?: string | null | undefined
          show_full_personal_data?: boolean | undefined
          active?: boolean | undefined
          format?: unknown
          api_version?: unknown
          secret?: unknown
          webhook_id: string
          expand?: string[] | undefined
        },
        Webhook
      >
      delete: Mutation<{ webhook_id: string; expand?: string[] | undefined }, null>
      rotateSecret: Mutation<
        {
          secret?: string | null | undefined
          revoke_previous?: boolean | undefined
          webhook_id: string
          expand?: string[] | undefined
        },
        Webhook
      >
      test: Mutation<
        {
          webhook_id: string
          event_type?:
            | 'appointment.created'
            | 'appointment.updated'
            | 'appointment.rescheduled'
            | 'appointment.confirmed'
            | 'appointment.cancelled'
            | 'appointment.completed'
            | 'appointment.no_show'
            | 'appointment.deleted'
            | 'appointment.reminder_sent'
            | 'client.created'
            | 'client.updated'
            | 'client.first_appointment'
            | 'client.merged'
            | 'queue.entry.created'
            | 'queue.entry.updated'
            | 'queue.entry.called'
            | 'queue.entry.in_service'
            | 'queue.entry.completed'
            | 'queue.entry.skipped'
            | 'queue.entry.no_show'
            | 'queue.entry.cancelled'
            | 'deposit.created'
            | 'deposit.paid'
            | 'deposit.expired'
            | 'deposit.refunded'
            | 'service.created'
            | 'service.updated'
            | 'service.deactivated'
            | 'professional.created'
            | 'professional.updated'
            | 'professional.deactivated'
            | 'blocked_time.created'
            | 'blocked_time.deleted'
            | 'messaging.message.received'
            | 'messaging.message.sent'
            | 'messaging.message.failed'
            | 'messaging.connection.updated'
            | 'webhook.failing'
            | 'webhook.disabled'
            | 'ping'
            | undefined
          expand?: string[] | undefined
        },
        Delivery
      >
      listDeliveries: Query<
        {
          webhook_id: string
          status?: ('PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED' | 'UNDELIVERED')[] | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        DeliveryList
      >
      searchDeliveries: Query<
        {
          webhook_id?: string | undefined
          status?: ('PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED' | 'UNDELIVERED')[] | undefined
          event_type?:
            | 'appointment.created'
            | 'appointment.updated'
            | 'appointment.rescheduled'
            | 'appointment.confirmed'
            | 'appointment.cancelled'
            | 'appointment.completed'
            | 'appointment.no_show'
            | 'appointment.deleted'
            | 'appointment.reminder_sent'
            | 'client.created'
            | 'client.updated'
            | 'client.first_appointment'
            | 'client.merged'
            | 'queue.entry.created'
            | 'queue.entry.updated'
            | 'queue.entry.called'
            | 'queue.entry.in_service'
            | 'queue.entry.completed'
            | 'queue.entry.skipped'
            | 'queue.entry.no_show'
            | 'queue.entry.cancelled'
            | 'deposit.created'
            | 'deposit.paid'
            | 'deposit.expired'
            | 'deposit.refunded'
            | 'service.created'
            | 'service.updated'
            | 'service.deactivated'
            | 'professional.created'
            | 'professional.updated'
            | 'professional.deactivated'
            | 'blocked_time.created'
            | 'blocked_time.deleted'
            | 'messaging.message.received'
            | 'messaging.message.sent'
            | 'messaging.message.failed'
            | 'messaging.connection.updated'
            | 'webhook.failing'
            | 'webhook.disabled'
            | 'ping'
            | undefined
          event_id?: string | undefined
          from?: string | undefined
          to?: string | undefined
          limit?: number | undefined
          cursor?: string | undefined
          expand?: string[] | undefined
        },
        DeliveryList
      >
      getDelivery: Query<
        { webhook_id: string; delivery_id: string; expand?: string[] | undefined },
        DeliveryDetails
      >
      redeliver: Mutation<
        { webhook_id: string; delivery_id: string; expand?: string[] | undefined },
        Delivery
      >
      preview: Mutation<
        {
          format?:
            | 'generic'
            | 'chat_format_1'
            | 'chat_format_2'
            | 'chat_format_3'
            | 'chat_format_4'
            | 'slack'
            | 'discord'
            | 'google_chat'
            | 'teams'
            | 'custom'
            | undefined
          event_type?:
            | 'appointment.created'
            | 'appointment.updated'
            | 'appointment.rescheduled'
            | 'appointment.confirmed'
            | 'appointment.cancelled'
            | 'appointment.completed'
            | 'appointment.no_show'
            | 'appointment.deleted'
            | 'appointment.reminder_sent'
            | 'client.created'
            | 'client.updated'
            | 'client.first_appointment'
            | 'client.merged'
            | 'queue.entry.created'
            | 'queue.entry.updated'
            | 'queue.entry.called'
            | 'queue.entry.in_service'
            | 'queue.entry.completed'
            | 'queue.entry.skipped'
            | 'queue.entry.no_show'
            | 'queue.entry.cancelled'
            | 'deposit.created'
            | 'deposit.paid'
            | 'deposit.expired'
            | 'deposit.refunded'
            | 'service.created'
            | 'service.updated'
            | 'service.deactivated'
            | 'professional.created'
            | 'professional.updated'
            | 'professional.deactivated'
            | 'blocked_time.created'
            | 'blocked_time.deleted'
            | 'messaging.message.received'
            | 'messaging.message.sent'
            | 'messaging.message.failed'
            | 'messaging.connection.updated'
            | 'webhook.failing'
            | 'webhook.disabled'
            | 'ping'
            | undefined
          template?: WebhookTemplateInput | null | undefined
          events?:
            | (
                | '*'
                | 'appointment.*'
                | 'client.*'
                | 'queue.*'
                | 'deposit.*'
                | 'service.*'
                | 'professional.*'
                | 'blocked_time.*'
                | 'messaging.*'
                | 'webhook.*'
                | 'appointment.created'
                | 'appointment.updated'
                | 'appointment.rescheduled'
                | 'appointment.confirmed'
                | 'appointment.cancelled'
                | 'appointment.completed'
                | 'appointment.no_show'
                | 'appointment.deleted'
                | 'appointment.reminder_sent'
                | 'client.created'
                | 'client.updated'
                | 'client.first_appointment'
                | 'client.merged'
                | 'queue.entry.created'
                | 'queue.entry.updated'
                | 'queue.entry.called'
                | 'queue.entry.in_service'
                | 'queue.entry.completed'
                | 'queue.entry.skipped'
                | 'queue.entry.no_show'
                | 'queue.entry.cancelled'
                | 'deposit.created'
                | 'deposit.paid'
                | 'deposit.expired'
                | 'deposit.refunded'
                | 'service.created'
                | 'service.updated'
                | 'service.deactivated'
                | 'professional.created'
                | 'professional.updated'
                | 'professional.deactivated'
                | 'blocked_time.created'
                | 'blocked_time.deleted'
                | 'messaging.message.received'
                | 'messaging.message.sent'
                | 'messaging.message.failed'
                | 'messaging.connection.updated'
                | 'webhook.failing'
                | 'webhook.disabled'
              )[]
            | undefined
          secret_names?: string[] | undefined
          message_template?: string | null | undefined
          show_full_personal_data?: boolean | undefined
          expand?: string[] | undefined
        },
        WebhookPreview
      >
      overview: Query<
        Record<string, never>,
        {
          data: {
            webhook_id: string
            last: Delivery | null
            waiting: number
            next_attempt_at: string | null
            attempts: number
            succeeded: number
          }[]
        }
      >
      statistics: Query<
        { webhook_id: string; hours?: number | undefined; expand?: string[] | undefined },
        WebhookStatistics
      >
      recover: Mutation<
        {
          webhook_id: string
          since: string
          position?: number | undefined
          expand?: string[] | undefined
        },
        WebhookRecovery
      >
    }
  }
>
