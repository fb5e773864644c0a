// Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.
/** One page of a list. */
export type Page<Item> = { data: Item[] } & {
  hasMore: boolean
  /** The value to send as `cursor` in the next request. Do not interpret it. */
  nextCursor: string | null
  /** The full URL of the next page. Null on the last page. */
  next: string | null
}

/** A call that takes nothing. */
export type NoInput = Readonly<Record<string, never>>

/** The fields to return as full records instead of references. */
export type Expand<Names> = { readonly expand?: Names | undefined }

type Listed<Delivered> = Delivered extends unknown ? { object: 'event' } & Delivered : never

/** An event of the feed. Use `type` to decide what to do, and ignore types that you do not know. */
export type Event = Listed<Exclude<WebhookEvent, PingEvent>>

/** Every code that the API answers, with its status. */
export type ProblemStatuses = {
  /**
   * A field or parameter has the wrong type, a value outside its list or range, a malformed date, a reference that does not exist, or a refused webhook URL.
   *
   * Read `errors[]`: each entry names the field, a stable code and the reason. Correct the request and send it again.
   */
  validation_error: 400
  /**
   * The `Authorization` header is missing, or its key is malformed, unknown, revoked or expired.
   *
   * Send `Authorization: Bearer <API key>` with a key that the account owner created and has not revoked.
   */
  unauthorized: 401
  /**
   * The key is valid, but it was created without the scope that the route requires.
   *
   * Create a key with the scope that `detail` names.
   */
  forbidden_scope: 403
  /**
   * The plan does not include the API, or a feature that the route or the service requires is off.
   *
   * Read `features` of `GET /v1/me`. The account owner can switch on the features that the plan includes.
   */
  feature_not_enabled: 403
  /**
   * The request has `allow_overbook: true` and the slot is busy, but the organization does not allow overbooking.
   *
   * Choose a free slot, or ask the account owner to allow overbooking.
   */
  forbidden_overbook: 403
  /**
   * The path does not exist, or no resource of this organization has this id. A resource of another organization gets the same answer.
   *
   * Check the path and the id, and check that the key belongs to the organization of the resource.
   */
  not_found: 404
  /**
   * The path exists, but it does not accept this HTTP method. For example, appointments cannot be deleted.
   *
   * Use one of the methods that the `Allow` header lists.
   */
  method_not_allowed: 405
  /**
   * The time is busy, blocked, outside working hours or beyond the booking horizon, or no professional is free.
   *
   * Call `GET /v1/availability/slots` again and choose a start from its list.
   */
  slot_unavailable: 409
  /**
   * The start is in the past, or sooner than the minimum notice of the service or the organization allows.
   *
   * Choose a later start. `minAdvanceMinutes` of the service is the minimum notice.
   */
  min_advance_violation: 409
  /**
   * The chosen professional does not perform every requested service.
   *
   * Choose one of the `professionalIds` of the service, or do not send a professional.
   */
  professional_cannot_perform_service: 409
  /**
   * The status of the appointment does not allow the action, or an invoice was already issued.
   *
   * Read the appointment again and check its `status` and `invoiceIssued`.
   */
  appointment_not_editable: 409
  /**
   * A rule of the organization forbids the action. `detail` says which rule.
   *
   * Read `detail`. The account owner can change the rule in the settings.
   */
  action_not_allowed: 409
  /**
   * The queue of the professional is closed or full. If the request names no professional, every queue that offers the service is closed or full.
   *
   * Try again when the queue is open.
   */
  queue_closed: 409
  /**
   * The service requires a deposit that can be paid only on the public booking page.
   *
   * Send the client to the public booking page.
   */
  deposit_required: 409
  /**
   * The status or the date of the queue entry does not allow the action.
   *
   * Read the entry again and check its `status`.
   */
  queue_entry_not_editable: 409
  /**
   * The same `Idempotency-Key` was sent with a different body in the last 24 hours.
   *
   * Use a new key for each operation. Use the same key only to send the same request again.
   */
  duplicate_request: 409
  /**
   * The organization already has 20 webhooks.
   *
   * Delete a webhook that is no longer used, or subscribe an existing one to more events.
   */
  webhook_limit_reached: 409
  /**
   * The request asks for a test or a redelivery, but `active` of the webhook is false.
   *
   * Read `disabledReason`, fix the endpoint, and send `active: true` with `PATCH`.
   */
  webhook_inactive: 409
  /**
   * The organization requires a phone, an e-mail or a CPF of its clients, and the request has none of them.
   *
   * Send at least one of `phone`, `email` and `cpf`.
   */
  client_identifier_required: 422
  /**
   * The webhook template does not compile, uses a forbidden construct, or produces an invalid result.
   *
   * Read `errors[]`: each entry names the field, the line and what is wrong.
   */
  template_invalid: 422
  /**
   * A rate limit was exceeded, or the address is blocked because it sent too many invalid keys.
   *
   * Wait for the number of seconds in `Retry-After`, then send the request again.
   */
  rate_limited: 429
  /**
   * An unexpected error occurred on the server. Nothing was changed.
   *
   * Send the request again after a pause. If the error persists, send the `requestId` to support.
   */
  internal_error: 500
  /**
   * The API is switched off for maintenance or because of an incident.
   *
   * Send the request again later. `Retry-After` says when.
   */
  api_disabled: 503
  /**
   * Another request with the same `Idempotency-Key` has not finished.
   *
   * Send exactly the same request again after `Retry-After`. It is executed once.
   */
  request_in_progress: 503
  /**
   * The database is restarting, cannot be reached, or had no free connection in time. Nothing was saved.
   *
   * Send the request again after `Retry-After`, and wait longer after each failure. It is safe to repeat the request.
   */
  service_unavailable: 503
  /**
   * The connection to the database broke while the change was being saved. The change was saved completely or not at all.
   *
   * With an `Idempotency-Key`, send exactly the same request again after `Retry-After`: it is executed once, and the response is what was saved. Without one, first read the record or the list. If a saved change causes an event, the event is in `GET /v1/events`, with this `requestId` as `context.request_id`. Send the request again only if the change was not saved.
   */
  outcome_unknown: 503
}

/** The codes that `errors[].code` can have. */
export type FieldCode =
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

export type Appointment = {
  object: 'appointment'
  /** The id never changes, even if the appointment is rescheduled. */
  id: number
  status: AppointmentStatus
  type: AppointmentType
  start: string
  /** The end of the last service, without buffers. */
  end: string
  durationMinutes: number
  /** The services, in the order in which they are performed. */
  serviceIds: number[]
  services: MiniReference[]
  professionalId: number
  professional: MiniReference
  clientId: number
  client: MiniReference
  /** The sum of the prices of the services, fixed when the appointment is booked. Null if no service has a price. */
  price: string | null
  currency: 'BRL'
  /** A note about the booking, for every key with the scope `read`. It is not a clinical note. */
  notes: string | null
  /** Your own data. A map of at most 50 keys, each with a string. */
  metadata: Record<string, string>
  /** Whether the appointment was booked over a busy slot. */
  isOverbook: boolean
  /** Where the appointment was booked: `public_booking`, `dashboard`, `recurrence`, `api`, `agent`. More may be added. */
  source: string
  /** The same for all appointments of a series. */
  recurrenceId: string | null
  /** The link to the online room of a telemedicine appointment. */
  meetingUrl: string | null
  /** The id of the latest deposit. */
  depositId: number | null
  /** The deposit, if you send `expand=deposit`. Otherwise null. */
  deposit: null
  /** If true, only the metadata of the appointment can be changed. */
  invoiceIssued: boolean
  cancellationReason: string | null
  rescheduleCount: number
  /** The iCalendar UID. It never changes. */
  icalUid: string
  /** When the client arrived. A move clears it. */
  arrivedAt: string | null
  /** When the visit began. A move clears it. */
  startedAt: string | null
  confirmedAt: string | null
  completedAt: string | null
  noShowAt: string | null
  cancelledAt: string | null
  createdAt: string
  updatedAt: string
}

export type AppointmentStatus =
  | 'PENDING'
  | 'CONFIRMED'
  | 'COMPLETED'
  | 'NO_SHOW'
  | 'CANCELLED_CLIENT'
  | 'CANCELLED_PROFESSIONAL'

export type AppointmentType = 'IN_PERSON' | 'TELEMEDICINE'

export type MiniReference = { id: number; name: string }

export type Deposit = {
  object: 'deposit'
  id: number
  status: DepositStatus
  amount: string
  currency: 'BRL'
  paidAmount: string | null
  /** The amount refunded so far. It is `0.00` before a refund. */
  refundedAmount: string
  /** `PIX`: instant payment. `MANUAL`: the organization has no bank connected, so the team asks for the money and confirms it by hand. More may be added. */
  method: string
  /** The appointment that the deposit is for. Exactly one of this field and `queueEntryId` has a value. */
  appointmentId: number | null
  queueEntryId: number | null
  /** The appointment, if you send `expand=appointment`. Otherwise null. */
  appointment: null
  /** The queue entry, if you send `expand=queue_entry`. Otherwise null. */
  queueEntry: null
  clientId: number
  client: MiniReference
  /** The payment code to copy and paste. Null unless the status is `PENDING`, and with `MANUAL`. */
  paymentCode: string | null
  /** The client's own page with the payment code. Null unless the status is `PENDING`, and with `MANUAL`. */
  paymentUrl: string | null
  expiresAt: string
  paidAt: string | null
  expiredAt: string | null
  refundedAt: string | null
  createdAt: string
  updatedAt: string
}

export type DepositStatus = 'PENDING' | 'PAID' | 'EXPIRED' | 'REFUNDED'

export type Professional = {
  object: 'professional'
  id: number
  name: string
  email: string | null
  role: 'owner' | 'collaborator'
  isActive: boolean
  /** The registration number at the professional council. */
  registry: string | null
  /** The active services that this professional performs, ordered by id. */
  serviceIds: number[]
  /** The services, if you send `expand=services`. Otherwise null. */
  services: null
  createdAt: string
  /** Also changes when `serviceIds` changes. */
  updatedAt: string
}

export type QueueEntry = {
  object: 'queue_entry'
  id: number
  status: QueueEntryStatus
  /** The local day of arrival. */
  date: string
  /** Null until a professional calls, if the client joined without one. */
  professionalId: number | null
  professional: MiniReference | null
  serviceId: number
  service: MiniReference
  clientId: number
  client: MiniReference
  /** The position in the queue; 1 is next. Null unless the status is `WAITING`. Computed when it is read. */
  position: number | null
  /** The number of entries that wait ahead of this one. Null unless the status is `WAITING`. Computed when it is read. */
  aheadCount: number | null
  /** In steps of 5. Null unless the status is `WAITING`. Computed when it is read. */
  estimatedWaitMinutes: number | null
  callCount: number
  notes: string | null
  /** Where the client joined: `public_booking`, `dashboard`, `api`, `agent`. More may be added. */
  source: string
  /** The client's own page in the queue. */
  trackingUrl: string | null
  /** The id of the latest deposit. */
  depositId: number | null
  /** The deposit, if you send `expand=deposit`. Otherwise null. */
  deposit: null
  cancellationReason: string | null
  /** Decides the order of the queue. It stays the same when an entry is skipped. */
  arrivedAt: string
  calledAt: string | null
  startedAt: string | null
  completedAt: string | null
  skippedAt: string | null
  noShowAt: string | null
  cancelledAt: string | null
  createdAt: string
  updatedAt: string
}

export type QueueEntryStatus =
  | 'WAITING'
  | 'CALLED'
  | 'IN_SERVICE'
  | 'COMPLETED'
  | 'SKIPPED'
  | 'NO_SHOW'
  | 'CANCELLED'

export type Service = {
  object: 'service'
  id: number
  name: string
  description: string | null
  specialty: MiniReference | null
  serviceType: AppointmentType
  bookingMode: BookingMode
  durationMinutes: number
  price: string | null
  currency: 'BRL'
  color: string | null
  isActive: boolean
  hiddenFromPublicBooking: boolean
  /** The number of seats per start. It is 1 for an individual service. */
  maxCapacity: number
  /** The active professionals who perform the service, ordered by id. */
  professionalIds: number[]
  createdAt: string
  updatedAt: string
  specialtyId: number | null
  /** The professionals of `professionalIds`, ordered by id. With `expand=professionals`, the full records. */
  professionals: MiniReference[]
  /** The time kept free before the service. */
  bufferBeforeMinutes: number
  /** The time kept free after the service. */
  bufferAfterMinutes: number
  /** The interval between possible starts, in minutes. */
  slotIntervalMinutes: number
  /** The value of the service, or else the organization's. */
  minAdvanceMinutes: number
  /** Null means no limit. */
  maxAdvanceDays: number | null
  /** Whether the public booking page asks for a deposit. */
  requiresDeposit: boolean
  /** Null if `requiresDeposit` is false. */
  depositAmount: string | null
}

export type BookingMode = 'SCHEDULED' | 'QUEUE'

export type WaitlistWish = {
  object: 'waitlist_wish'
  id: number
  status: 'UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED'
  clientId: number
  client: MiniReference
  serviceIds: number[]
  services: MiniReference[]
  professionalId: number | null
  professional: MiniReference | null
  fromDate: string
  toDate: string
  weekdays: number[]
  fromMinute: number
  toMinute: number
  language: 'pt' | 'en'
  source: string
  waitsSince: string
  lapses: number
  offer: {
    start: string
    professional: MiniReference
    heldUntil: string
    outcome: 'OPEN' | 'BOOKED' | 'DECLINED' | 'LAPSED' | 'WITHDRAWN'
  } | null
  appointmentId: number | null
  endedAt: string | null
  createdAt: string
  updatedAt: string
}

export type WebhookEvent =
  | AppointmentCreatedEvent
  | AppointmentUpdatedEvent
  | AppointmentRescheduledEvent
  | AppointmentConfirmedEvent
  | AppointmentCancelledEvent
  | AppointmentCompletedEvent
  | AppointmentNoShowEvent
  | AppointmentDeletedEvent
  | AppointmentReminderSentEvent
  | ClientCreatedEvent
  | ClientUpdatedEvent
  | ClientFirstAppointmentEvent
  | ClientMergedEvent
  | QueueEntryCreatedEvent
  | QueueEntryUpdatedEvent
  | QueueEntryCalledEvent
  | QueueEntryInServiceEvent
  | QueueEntryCompletedEvent
  | QueueEntrySkippedEvent
  | QueueEntryNoShowEvent
  | QueueEntryCancelledEvent
  | DepositCreatedEvent
  | DepositPaidEvent
  | DepositExpiredEvent
  | DepositRefundedEvent
  | ServiceCreatedEvent
  | ServiceUpdatedEvent
  | ServiceDeactivatedEvent
  | ProfessionalCreatedEvent
  | ProfessionalUpdatedEvent
  | ProfessionalDeactivatedEvent
  | BlockedTimeCreatedEvent
  | BlockedTimeDeletedEvent
  | MessagingMessageReceivedEvent
  | MessagingMessageSentEvent
  | MessagingMessageFailedEvent
  | MessagingConnectionUpdatedEvent
  | WebhookFailingEvent
  | WebhookDisabledEvent
  | PingEvent

/** An appointment was created, through any channel. */
export type AppointmentCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentCreatedEventData = {
  object: Appointment
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type EventContext = {
  actor: {
    type: 'user' | 'client' | 'api_key' | 'agent' | 'system'
    id: string | null
    name: string | null
  }
  source: string
  requestId: string
}

/** An appointment changed in a way that has no event of its own: its notes, services, price or metadata, the arrival of the client or the start of the visit, its status because the team took its end back, its client because two client records were merged, or what it says because a client was erased. */
export type AppointmentUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentUpdatedEventData = {
  object: Appointment
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    clientId?: Change | undefined
    /** A value before and after, as the API shows it. */
    notes?: Change | undefined
    /** A value before and after, as the API shows it. */
    metadata?: Change | undefined
    /** A value before and after, as the API shows it. */
    serviceIds?: Change | undefined
    /** A value before and after, as the API shows it. */
    price?: Change | undefined
    /** A value before and after, as the API shows it. */
    durationMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    end?: Change | undefined
    /** A value before and after, as the API shows it. */
    type?: Change | undefined
    /** A value before and after, as the API shows it. */
    meetingUrl?: Change | undefined
    /** A value before and after, as the API shows it. */
    invoiceIssued?: Change | undefined
    /** A value before and after, as the API shows it. */
    depositId?: Change | undefined
    /** A value before and after, as the API shows it. */
    cancellationReason?: Change | undefined
    /** A value before and after, as the API shows it. */
    arrivedAt?: Change | undefined
    /** A value before and after, as the API shows it. */
    startedAt?: Change | undefined
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    completedAt?: Change | undefined
    /** A value before and after, as the API shows it. */
    noShowAt?: Change | undefined
    /** A value before and after, as the API shows it. */
    cancelledAt?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type Change = { from: unknown; to: unknown }

/** The date, the time or the professional of an appointment changed. `changes` has the previous value. */
export type AppointmentRescheduledEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.rescheduled'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentRescheduledEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentRescheduledEventData = {
  object: Appointment
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    start?: Change | undefined
    /** A value before and after, as the API shows it. */
    end?: Change | undefined
    /** A value before and after, as the API shows it. */
    professionalId?: Change | undefined
    /** A value before and after, as the API shows it. */
    meetingUrl?: Change | undefined
    /** A value before and after, as the API shows it. */
    arrivedAt?: Change | undefined
    /** A value before and after, as the API shows it. */
    startedAt?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** An appointment was confirmed. */
export type AppointmentConfirmedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.confirmed'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentConfirmedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentConfirmedEventData = {
  object: Appointment
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** An appointment was cancelled by the client, the team or the system. */
export type AppointmentCancelledEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.cancelled'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentCancelledEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentCancelledEventData = {
  object: Appointment
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    cancellationReason?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** An appointment took place. */
export type AppointmentCompletedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.completed'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentConfirmedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** The client did not attend. */
export type AppointmentNoShowEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.no_show'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentConfirmedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** An appointment was deleted. `data.object` has only `id` and `deleted: true`. */
export type AppointmentDeletedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.deleted'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentDeletedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type AppointmentDeletedEventData = {
  object: DeletedAppointment
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type DeletedAppointment = { id: number; deleted: true }

/** A reminder was sent to the client by e-mail or messaging app. */
export type AppointmentReminderSentEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'appointment.reminder_sent'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: AppointmentCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A new client was registered. */
export type ClientCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'client.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ClientCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ClientCreatedEventData = {
  object: Client
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type Client = {
  object: 'client'
  id: number
  firstName: string
  lastName: string | null
  /** First and last name. */
  name: string
  /** In lower case. */
  email: string | null
  /** In E.164 format. */
  phone: string | null
  /** 11 digits. */
  cpf: string | null
  birthDate: string | null
  /** Your own data. A map of at most 50 keys, each with a string. */
  metadata: Record<string, string>
  createdAt: string
  updatedAt: string
}

/** The data or the metadata of a client changed. */
export type ClientUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'client.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ClientUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ClientUpdatedEventData = {
  object: Client
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    firstName?: Change | undefined
    /** A value before and after, as the API shows it. */
    lastName?: Change | undefined
    /** A value before and after, as the API shows it. */
    email?: Change | undefined
    /** A value before and after, as the API shows it. */
    phone?: Change | undefined
    /** A value before and after, as the API shows it. */
    cpf?: Change | undefined
    /** A value before and after, as the API shows it. */
    birthDate?: Change | undefined
    /** A value before and after, as the API shows it. */
    metadata?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A client booked for the first time in the organization. */
export type ClientFirstAppointmentEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'client.first_appointment'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ClientCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** Two client records were merged. The event is about the record that was removed: `data.object` has only `id`, `deleted: true` and `merged_into`, the id of the client that remains. */
export type ClientMergedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'client.merged'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ClientMergedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ClientMergedEventData = {
  object: MergedClient
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type MergedClient = {
  id: number
  deleted: true
  /** The client that remains. */
  mergedInto: number
}

/** A client joined the queue. */
export type QueueEntryCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type QueueEntryCreatedEventData = {
  object: QueueEntry
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A queue entry changed in a way that has no event of its own: its deposit, its professional because that one left, its client because two client records were merged, or its notes because a client was erased. */
export type QueueEntryUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type QueueEntryUpdatedEventData = {
  object: QueueEntry
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    clientId?: Change | undefined
    /** A value before and after, as the API shows it. */
    professionalId?: Change | undefined
    /** A value before and after, as the API shows it. */
    notes?: Change | undefined
    /** A value before and after, as the API shows it. */
    cancellationReason?: Change | undefined
    /** A value before and after, as the API shows it. */
    depositId?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A client was called, or called again. */
export type QueueEntryCalledEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.called'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryCalledEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type QueueEntryCalledEventData = {
  object: QueueEntry
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    professionalId?: Change | undefined
    /** A value before and after, as the API shows it. */
    callCount?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A client is being served. */
export type QueueEntryInServiceEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.in_service'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryInServiceEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type QueueEntryInServiceEventData = {
  object: QueueEntry
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    cancellationReason?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A client was served. */
export type QueueEntryCompletedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.completed'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryInServiceEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A client was skipped. */
export type QueueEntrySkippedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.skipped'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryInServiceEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A client was called and did not come in time. */
export type QueueEntryNoShowEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.no_show'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryInServiceEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A queue entry was cancelled. */
export type QueueEntryCancelledEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'queue.entry.cancelled'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: QueueEntryInServiceEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A deposit was charged, and its payment code is available. */
export type DepositCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'deposit.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: DepositCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type DepositCreatedEventData = {
  object: Deposit
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A deposit was paid. */
export type DepositPaidEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'deposit.paid'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: DepositPaidEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type DepositPaidEventData = {
  object: Deposit
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    paidAmount?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A deposit was not paid in time. */
export type DepositExpiredEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'deposit.expired'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: DepositExpiredEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type DepositExpiredEventData = {
  object: Deposit
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A deposit was refunded, in full or in part. */
export type DepositRefundedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'deposit.refunded'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: DepositRefundedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type DepositRefundedEventData = {
  object: Deposit
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    refundedAmount?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A service was created. */
export type ServiceCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'service.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ServiceCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ServiceCreatedEventData = {
  object: Service
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A service changed, or a setting of the organization that it inherits. */
export type ServiceUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'service.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ServiceUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ServiceUpdatedEventData = {
  object: Service
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    name?: Change | undefined
    /** A value before and after, as the API shows it. */
    description?: Change | undefined
    /** A value before and after, as the API shows it. */
    specialtyId?: Change | undefined
    /** A value before and after, as the API shows it. */
    serviceType?: Change | undefined
    /** A value before and after, as the API shows it. */
    bookingMode?: Change | undefined
    /** A value before and after, as the API shows it. */
    durationMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    price?: Change | undefined
    /** A value before and after, as the API shows it. */
    color?: Change | undefined
    /** A value before and after, as the API shows it. */
    isActive?: Change | undefined
    /** A value before and after, as the API shows it. */
    hiddenFromPublicBooking?: Change | undefined
    /** A value before and after, as the API shows it. */
    maxCapacity?: Change | undefined
    /** A value before and after, as the API shows it. */
    professionalIds?: Change | undefined
    /** A value before and after, as the API shows it. */
    bufferBeforeMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    bufferAfterMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    slotIntervalMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    minAdvanceMinutes?: Change | undefined
    /** A value before and after, as the API shows it. */
    maxAdvanceDays?: Change | undefined
    /** A value before and after, as the API shows it. */
    requiresDeposit?: Change | undefined
    /** A value before and after, as the API shows it. */
    depositAmount?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A service was deactivated or deleted. */
export type ServiceDeactivatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'service.deactivated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ServiceDeactivatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ServiceDeactivatedEventData = {
  object: Service
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    isActive?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A professional joined. */
export type ProfessionalCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'professional.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ProfessionalCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ProfessionalCreatedEventData = {
  object: Professional
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A professional changed or came back: the name, e-mail, registration, role or services, or `is_active`. */
export type ProfessionalUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'professional.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ProfessionalUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ProfessionalUpdatedEventData = {
  object: Professional
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    name?: Change | undefined
    /** A value before and after, as the API shows it. */
    email?: Change | undefined
    /** A value before and after, as the API shows it. */
    role?: Change | undefined
    /** A value before and after, as the API shows it. */
    isActive?: Change | undefined
    /** A value before and after, as the API shows it. */
    registry?: Change | undefined
    /** A value before and after, as the API shows it. */
    serviceIds?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** A professional left. */
export type ProfessionalDeactivatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'professional.deactivated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: ProfessionalDeactivatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type ProfessionalDeactivatedEventData = {
  object: Professional
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    isActive?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

/** Time was blocked in the schedule. */
export type BlockedTimeCreatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'blocked_time.created'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: BlockedTimeCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type BlockedTimeCreatedEventData = {
  object: BlockedTime
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type BlockedTime = {
  object: 'blocked_time'
  id: number
  /** Null means all professionals. */
  professionalId: number | null
  professional: MiniReference | null
  start: string
  end: string
  allDay: boolean
  reason: string | null
  createdAt: string
}

/** A block was removed from the schedule. */
export type BlockedTimeDeletedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'blocked_time.deleted'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: BlockedTimeCreatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** A message arrived at the organization's own messaging number. It names the client if the phone number belongs to one. */
export type MessagingMessageReceivedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'messaging.message.received'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: MessagingMessageReceivedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type MessagingMessageReceivedEventData = {
  object: Message
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type Message = {
  object: 'message'
  id: string
  direction: 'INBOUND' | 'OUTBOUND'
  /** `MESSAGING` or `EMAIL`. More may be added. */
  channel: string
  /** `TEXT`, `MEDIA`, `CONFIRMATION`, `REMINDER`, `QUEUE_CALL`, `NO_SHOW` or `OTHER`. More may be added. */
  kind: string
  phone: string | null
  email: string | null
  /** Null for messages made from a template. */
  text: string | null
  clientId: number | null
  client: MiniReference | null
  appointmentId: number | null
  queueEntryId: number | null
  errorCode: string | null
  createdAt: string
}

/** An automatic message was sent, such as a confirmation or a reminder. */
export type MessagingMessageSentEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'messaging.message.sent'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: MessagingMessageReceivedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** An automatic message could not be sent. */
export type MessagingMessageFailedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'messaging.message.failed'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: MessagingMessageReceivedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** The organization's own messaging number was connected or disconnected. */
export type MessagingConnectionUpdatedEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'messaging.connection.updated'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: MessagingConnectionUpdatedEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type MessagingConnectionUpdatedEventData = {
  object: MessagingConnection
  /** Only the fields that changed. */
  changes: {
    /** A value before and after, as the API shows it. */
    status?: Change | undefined
    /** A value before and after, as the API shows it. */
    phone?: Change | undefined
  } | null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type MessagingConnection = {
  object: 'messaging_connection'
  channel: string
  /** `CONNECTED`, `DISCONNECTED` or `PENDING`. More may be added. */
  status: string
  phone: string | null
  updatedAt: string
}

/** Every delivery to a webhook has failed for an hour, in at least three attempts. There is one event until a delivery succeeds. The webhook itself does not get it. */
export type WebhookFailingEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'webhook.failing'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: WebhookFailingEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type WebhookFailingEventData = {
  object: WebhookStatus
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type WebhookStatus = {
  object: 'webhook_status'
  webhookId: string
  name: string
  /** The first failed attempt since the last success. */
  failingSince: string | null
  /** `ENDPOINT_GONE`, `PLATFORM_REFUSED` or `FAILING_7_DAYS`. More may be added. */
  disabledReason: string | null
  disabledAt: string | null
}

/** A webhook was switched off automatically; `disabled_reason` says why. The webhook itself does not get it, and `active: false` causes no event. */
export type WebhookDisabledEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'webhook.disabled'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: WebhookFailingEventData
  /** Who caused the event, and how. */
  context: EventContext
}

/** Sent only by `POST /v1/webhooks/{webhook_id}/test`. It cannot be subscribed to and is not listed. */
export type PingEvent = {
  /** Unique for each event. Use it to ignore repeated deliveries. */
  id: string
  type: 'ping'
  apiVersion: string
  createdAt: string
  organizationId: number
  livemode: boolean
  /** The position in the feed of the organization. It counts up by one for each event, without gaps, in the order in which changes were committed. */
  sequence: number
  data: PingEventData
  /** Who caused the event, and how. */
  context: EventContext
}

export type PingEventData = {
  object: Ping
  /** Always null for this type. */
  changes: null
  /** The same for all events of one operation on several records. */
  batchId: string | null
}

export type Ping = {
  object: 'ping'
  webhookId: string
  webhookName: string
  message: 'Test delivery'
}

export type ServiceBase = {
  object: 'service'
  id: number
  name: string
  description: string | null
  specialty: MiniReference | null
  serviceType: AppointmentType
  bookingMode: BookingMode
  durationMinutes: number
  price: string | null
  currency: 'BRL'
  color: string | null
  isActive: boolean
  hiddenFromPublicBooking: boolean
  /** The number of seats per start. It is 1 for an individual service. */
  maxCapacity: number
  /** The active professionals who perform the service, ordered by id. */
  professionalIds: number[]
  createdAt: string
  updatedAt: string
}

export type Organization = {
  object: 'organization'
  id: number
  name: string
  slug: string | null
  /** The IANA name of the organization's time zone. Every date of the API is in this time zone. */
  timezone: string
  plan: { name: string } | null
  /** Whether each feature is in the plan and switched on by the owner. More keys may be added. */
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
  apiKey: { id: string; name: string; scopes: ('read' | 'write' | 'setup' | 'webhooks:manage')[] }
  /** The connection to the messaging app. */
  whatsapp: { channel: 'own' | 'central' | null; status: string | null; phone: string | null }
}

export type NewClientInput = {
  firstName: string
  lastName?: string | null | undefined
  /** Stored without surrounding white space and in lower case. */
  email?: string | null | undefined
  /** Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil. */
  phone?: string | null | undefined
  /** With or without punctuation. */
  cpf?: string | null | undefined
  /** Between 1900-01-01 and today. */
  birthDate?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
  /** What to do if a client with the same CPF, phone or e-mail exists. `return`: nothing changes. `update`: fields that you send and that are not null overwrite the record, and metadata is merged. `create`: a client with the same phone or e-mail but another first name is another person, and a new client is created. With the same first name, or the same CPF, nothing changes. */
  onMatch?: 'return' | 'update' | 'create' | undefined
}

export type Slot = {
  object: 'slot'
  start: string
  /** The end of the last service, without buffers. */
  end: string
  durationMinutes: number
  professionalId: number
  professional: MiniReference
  serviceIds: number[]
  /** The number of free seats. It is 1 for individual services. */
  remainingCapacity: number
  /** The price of the appointment if it is booked now. */
  price: string | null
  currency: 'BRL'
}

export type AvailableDate = {
  object: 'available_date'
  date: string
  firstStart: string
  /** The number of distinct starts. */
  slotCount: number
  /** The professionals who are free at one or more starts of the date. */
  professionalIds: number[]
  professionals: MiniReference[]
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
  /** When the event happens. */
  description: string
  /** The fields that `changes` of the event can name. Null if `changes` is always null. */
  changedFields: string[] | null
  /** A made-up event with every field of its record, as a webhook gets it. */
  sample: Record<string, unknown>
}

export type HoldStatusInput = 'HELD' | 'BOOKED' | 'RELEASED' | 'EXPIRED'

export type Hold = {
  object: 'hold'
  id: number
  /** `HELD`: the time is kept. `BOOKED`: it became an appointment. `RELEASED`: the caller or the team gave it up. `EXPIRED`: it was not booked in time. */
  status: 'HELD' | 'BOOKED' | 'RELEASED' | 'EXPIRED'
  start: string
  /** The end of the last service, without buffers. */
  end: string
  durationMinutes: number
  /** The services, in the order in which they are performed. */
  serviceIds: number[]
  services: MiniReference[]
  /** Chosen when the hold is made. */
  professionalId: number
  professional: MiniReference
  /** What the appointment will cost: fixed when the hold is made. Null if no service has a price. */
  price: string | null
  currency: 'BRL'
  /** Before this instant the hold can be booked, whatever else changes. */
  expiresAt: string
  /** The appointment that it became. Null unless `BOOKED`. */
  appointmentId: number | null
  createdAt: string
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
    movedTo: MiniReference | null
    keptBecause: string | null
  }[]
  holds: {
    hold: {
      id: number
      start: string
      professional: MiniReference
      services: MiniReference[]
      expiresAt: string
    }
    heldBy: string
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

export type Request = {
  object: 'request'
  /** As in the header `X-Request-Id` of the answer. */
  id: string
  receivedAt: string
  apiKeyId: string
  /** Null if the key was deleted. */
  apiKey: { id: string; name: string } | null
  method: string
  /** The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`. */
  route: string
  /** The ids of the path. Null for a client who was erased. */
  pathIds: Record<string, number | string | null>
  status: number
  /** The `code` of the refusal. */
  code: string | null
  /** As in `errors`. A name that you chose yourself is shown as `*`. */
  faults: { field: string; code: string }[]
  durationMs: number
  /** Whether the answer of an earlier request with this `Idempotency-Key` was sent. */
  replayed: boolean
  /** How many requests this record stands for. Above 1 only for `429`: one record for each key and second. */
  times: number
}

export type RequestDetails = {
  object: 'request'
  /** As in the header `X-Request-Id` of the answer. */
  id: string
  receivedAt: string
  apiKeyId: string
  /** Null if the key was deleted. */
  apiKey: { id: string; name: string } | null
  method: string
  /** The path as the reference has it, such as `/v1/clients/{client_id}`; for agents with the tool, such as `/mcp book_appointment`. */
  route: string
  /** The ids of the path. Null for a client who was erased. */
  pathIds: Record<string, number | string | null>
  status: number
  /** The `code` of the refusal. */
  code: string | null
  /** As in `errors`. A name that you chose yourself is shown as `*`. */
  faults: { field: string; code: string }[]
  durationMs: number
  /** Whether the answer of an earlier request with this `Idempotency-Key` was sent. */
  replayed: boolean
  /** How many requests this record stands for. Above 1 only for `429`: one record for each key and second. */
  times: number
  /** What it caused, at most 100 events. */
  events: {
    id: string
    type: string
    createdAt: string
    /** The attempts to deliver it, newest first. Null for a key without the scope `webhooks:manage`. */
    deliveries: Delivery[] | null
  }[]
  /** Whether it caused more events. */
  eventsTruncated: boolean
}

export type Delivery = {
  object: 'delivery'
  /** New for every attempt. The same as the header `X-Service-Delivery-Id`. */
  id: string
  webhookId: string
  eventId: string
  eventType: string
  trigger: 'EVENT' | 'RETRY' | 'REDELIVERY' | 'TEST'
  attempt: number
  maxAttempts: number
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED'
  responseStatus: number | null
  /** The first 1024 characters of the response. Your secrets are shown as `***`. */
  responseBody: string | null
  durationMs: number | null
  /** Why the attempt failed. More codes may be added. */
  errorCode:
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
  errorMessage: string | null
  /** The time of the next attempt, for a failed attempt that will be retried. */
  nextAttemptAt: string | null
  attemptedAt: string | null
  createdAt: string
}

export type Schedule = {
  object: 'schedule'
  from: string
  to: string
  timeZone: string
  professionals: {
    professional: MiniReference
    week: WeekInterval[]
    overrides: { date: string; intervals: DayInterval[] }[]
  }[]
  holidays: Holiday[]
  blockedTimes: BlockedTime[]
  blockedTimesTotal: number
  busyTimes: {
    object: 'busy_time'
    professionalId: number
    professional: MiniReference
    start: string
    end: string
  }[]
  busyTimesTotal: number
}

export type WeekInterval = {
  /** 0 is Sunday. */
  weekday: number
  /** Minutes after local midnight. */
  opensMinute: number
  /** The end, not included. A value at or before `opensMinute` is on the next day. */
  closesMinute: number
}

export type DayInterval = {
  /** Minutes after local midnight. */
  opensMinute: number
  /** The end, not included. A value at or before `opensMinute` is on the next day. */
  closesMinute: number
}

export type Holiday = { object: 'holiday'; date: string; name: string }

export type Week = { object: 'week'; professionalId: number; intervals: WeekInterval[] }

export type DateOverride = {
  object: 'date_override'
  professionalId: number
  date: string
  intervals: DayInterval[] | null
}

export type TestClock = {
  object: 'test_clock'
  /** `advancing` while what becomes due on the way is being done; then `ready`. */
  status: 'ready' | 'advancing'
  /** The time of the organization. */
  now: string
  /** How far the clock is ahead of the real time. */
  aheadSeconds: number
  /** Where the clock is being moved to. Null when it is `ready`. */
  advancingTo: string | null
}

export type Specialty = {
  object: 'specialty'
  id: number
  name: string
  /** Services that belong to it, including those that are no longer offered. */
  serviceCount: number
}

export type Webhook = {
  object: 'webhook'
  id: string
  name: string
  /** For chat formats, only the scheme, the host and the last 4 characters are shown. */
  url: string
  events: string[]
  format:
    | 'generic'
    | 'chat_format_1'
    | 'chat_format_2'
    | 'chat_format_3'
    | 'chat_format_4'
    | 'custom'
  /** An event must match one value of every list that is not empty. A filter that does not apply to an event is ignored for that event. */
  filters: WebhookFilters
  /** Sent with every delivery. The values of credentials are shown as `***`. */
  headers: Record<string, string>
  template: WebhookTemplate | null
  /** The names of the `secrets`. Their values are never returned. */
  secretNames: string[]
  messageTemplate: string | null
  showFullPersonalData: boolean
  active: boolean
  /** The version of the event format. It never changes. */
  apiVersion: string
  /** The signing secret. Only creating a webhook and rotating its secret return it. Always null for chat formats, which are not signed. */
  secret: string | null
  /** Until this time, deliveries are also signed with a previous secret. If there are several, the time at which the last one expires. */
  previousSecretExpiresAt: string | null
  disabledReason: 'MANUAL' | 'ENDPOINT_GONE' | 'FAILING_7_DAYS' | 'PLATFORM_REFUSED' | null
  disabledAt: string | null
  /** The time of the first failed delivery since the last success. */
  failingSince: string | null
  lastDeliveryAt: string | null
  lastSuccessAt: string | null
  createdAt: string
  updatedAt: string
}

export type WebhookFilters = {
  professionalIds: number[]
  serviceIds: number[]
  statuses: string[]
  types: string[]
  sources: string[]
}

export type WebhookTemplate = {
  method: 'POST' | 'PUT' | 'PATCH'
  contentType: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain'
  /** One text or, for a form, an object with one template per field name. */
  body: string | Record<string, string>
  headers: Record<string, string>
  query: Record<string, string>
}

export type WebhookFiltersInput = {
  /** Only events of these professionals. */
  professionalIds?: number[] | undefined
  /** Only events of these services. */
  serviceIds?: number[] | undefined
  /** Only appointments and queue entries whose status after the event is one of these. */
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
  /** Only events about these types of service. */
  types?: ('TELEMEDICINE' | 'IN_PERSON')[] | undefined
  /** For `appointment.created`, only appointments that were booked in one of these ways. */
  sources?: ('public_booking' | 'dashboard' | 'recurrence' | 'api' | 'agent')[] | undefined
}

export type WebhookTemplateInput = {
  method?: 'POST' | 'PUT' | 'PATCH' | undefined
  contentType?: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain' | undefined
  /** One text or, for a form, an object with one template per field name. */
  body: string | Record<string, string>
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
}

export type DeliveryDetails = {
  object: 'delivery_details'
  delivery: Delivery
  /** The attempts of this webhook at this event, newest first, at most as many as a page has. */
  attempts: Delivery[]
  /** In the version of the webhook. Null for a test, whose event is not kept, and once the event is too old. */
  event: WebhookEvent | null
  /** Null without an event, and if the template fails on it. */
  request: { method: string; url: string; headers: Record<string, string>; body: string } | null
  /** Why there would be no request. */
  requestError: { code: string; message: string } | null
}

export type WebhookPreview =
  | {
      object: 'webhook_preview'
      kind: 'request'
      method: string
      contentType: string
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
  /** 0 to 1. Null without attempts. */
  successRate: number | null
  p50Ms: number | null
  p95Ms: number | null
  /** Deliveries that wait for an attempt now. */
  waiting: number
  byHour: {
    from: string
    attempts: number
    succeeded: number
    failed: number
    /** 0 to 1. Null without attempts. */
    successRate: number | null
    p50Ms: number | null
    p95Ms: number | null
  }[]
}

export type WebhookRecovery = {
  object: 'webhook_recovery'
  /** How many events of this page are sent again. */
  queued: number
  /** How many events this page has. */
  lookedAt: number
  /** The place in the feed up to which everything was looked at. */
  position: number
  /** The last place of the feed. */
  lastPosition: number
  isDone: boolean
}

/** What `expand` puts into the fields of an appointment. */
export type AppointmentExpansions = {
  client: Client
  professional: Professional
  services: Service[]
  deposit: Deposit | null
}

/** What `expand` puts into the fields of a deposit. */
export type DepositExpansions = {
  client: Client
  appointment: Appointment | null
  queueEntry: QueueEntry | null
}

/** What `expand` puts into the fields of a professional. */
export type ProfessionalExpansions = {
  services: ServiceBase[]
}

/** What `expand` puts into the fields of a queue entry. */
export type QueueEntryExpansions = {
  client: Client
  professional: Professional | null
  service: Service
  deposit: Deposit | null
}

/** What `expand` puts into the fields of a service. */
export type ServiceExpansions = {
  professionals: Professional[]
}

/** What `expand` puts into the fields of a waitlist wish. */
export type WaitlistWishExpansions = {
  client: Client
}

export type ListAppointmentsInput = {
  /** Only appointments that start at or after this local date or date-time. */
  from?: string | undefined
  /** Only appointments that start on or before this local date, or before this date-time. */
  to?: string | undefined
  professionalId?: number | undefined
  clientId?: number | undefined
  /** Only appointments that contain this service. */
  serviceId?: number | undefined
  type?: AppointmentType | undefined
  /** Only appointments with one of these statuses. */
  status?: AppointmentStatus[] | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** Only records that were created at or after this moment, in the order of `createdAt`. If you also send `updatedSince`, the order is by `updatedAt`. */
  createdSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateAppointmentInput = {
  /** The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. Required without `holdId`. */
  serviceIds?: number[] | undefined
  /** Required without `holdId`. */
  start?: string | undefined
  /** If null, any professional who is free. If several are free, the one with the fewest appointments on that day. */
  professionalId?: number | null | undefined
  /** Send exactly one of `clientId` and `client`. Null counts as not sent. */
  clientId?: number | null | undefined
  client?: NewClientInput | null | undefined
  /** Used as a check only: it must be the type of the services. */
  type?: AppointmentType | null | undefined
  notes?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
  /** Whether to accept a time that is taken, blocked or full. Working hours and notice still apply to callers with an API key. */
  allowOverbook?: boolean | undefined
  /** Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached. */
  notifyClient?: boolean | undefined
  /** A hold whose time is taken. `serviceIds`, `start` and `professionalId` can then be left out. Before it expires it can be booked whatever the rules of notice say; after that the request is carried out as one without a hold. */
  holdId?: number | null | undefined
}

export type UpdateAppointmentInput = {
  notes?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
}

export type RescheduleAppointmentInput = {
  /** If you leave it out, the start stays the same. */
  start?: string | undefined
  /** If you leave it out, the professional stays the same. If null, any professional who is free, the current one if possible. */
  professionalId?: number | null | undefined
  /** Stored in the history only. */
  reason?: string | null | undefined
  /** A hold whose time is taken. `serviceIds`, `start` and `professionalId` can then be left out. Before it expires it can be booked whatever the rules of notice say; after that the request is carried out as one without a hold. */
  holdId?: number | null | undefined
  /** The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes. */
  expectedStart?: string | undefined
  /** Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached. */
  notifyClient?: boolean | undefined
}

export type CancelAppointmentInput = {
  /** Stored as `cancellationReason`. */
  reason?: string | null | undefined
  /** Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached. */
  notifyClient?: boolean | undefined
  /** Whether the message to the client names the reason. */
  tellReason?: boolean | undefined
  /** Who called it off. With `client` the status becomes `CANCELLED_CLIENT`, as if the client had cancelled; the notice that clients need does not count. */
  cancelledBy?: 'professional' | 'client' | undefined
  /** The start that you know. If the appointment starts at another time by now, the answer is `409 action_not_allowed` and nothing changes. */
  expectedStart?: string | undefined
}

export type ConfirmAppointmentInput = {
  /** Whether to send the client a message about this: by WhatsApp or e-mail, as the organization and the client can be reached. */
  notifyClient?: boolean | undefined
}

export type MarkAppointmentInvoicedInput = {
  /** Whether an invoice was issued. If false, the mark is taken back. */
  issued?: boolean | undefined
}

export type SetAppointmentMeetingUrlInput = {
  /** The online room: a URL that begins with `https://`. Null: there is none. */
  meetingUrl: string | null
}

export type ListSlotsInput = {
  /** The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. */
  serviceIds: number[]
  /** Only slots of this professional. By default, slots of all professionals. */
  professionalId?: number | undefined
  /** The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization. */
  timezone?: string | undefined
  date?: string | undefined
  from?: string | undefined
  /** The last day, included. */
  to?: string | undefined
}

export type ListNextDatesInput = {
  /** The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. */
  serviceIds: number[]
  /** Only slots of this professional. By default, slots of all professionals. */
  professionalId?: number | undefined
  /** The IANA name of a time zone. It changes only the offset of the date-times in the response. Dates are still in the time zone of the organization. */
  timezone?: string | undefined
  /** The maximum number of dates to return. */
  limit?: number | undefined
}

export type ListClientsInput = {
  /** Each word must be contained in the name, in the e-mail or, as digits, in the phone or the CPF. Case, accents, apostrophes and hyphens are ignored. Letters such as ø, ł and ß are read as plain ones. A Brazilian mobile number is found with and without its ninth digit. Of many words the ten longest different ones count. */
  q?: string | undefined
  /** Only clients with this phone, written in any common way. Brazilian mobile numbers match with and without the ninth digit. */
  phone?: string | undefined
  email?: string | undefined
  /** Only the client with this CPF, written with or without punctuation. */
  cpf?: string | undefined
  /** Only clients with this metadata, as `metadata[<key>]=<value>`. A client must match all the pairs that you send. */
  metadata?: Record<string, string | string[]> | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** Only records that were created at or after this moment, in the order of `createdAt`. If you also send `updatedSince`, the order is by `updatedAt`. */
  createdSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateClientInput = {
  firstName: string
  lastName?: string | null | undefined
  /** Stored without surrounding white space and in lower case. */
  email?: string | null | undefined
  /** Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil. */
  phone?: string | null | undefined
  /** With or without punctuation. */
  cpf?: string | null | undefined
  /** Between 1900-01-01 and today. */
  birthDate?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
  /** What to do if a client with the same CPF, phone or e-mail exists. `return`: nothing changes. `update`: fields that you send and that are not null overwrite the record, and metadata is merged. `create`: a client with the same phone or e-mail but another first name is another person, and a new client is created. With the same first name, or the same CPF, nothing changes. */
  onMatch?: 'return' | 'update' | 'create' | undefined
}

export type UpdateClientInput = {
  firstName?: string | undefined
  lastName?: string | null | undefined
  /** Stored without surrounding white space and in lower case. */
  email?: string | null | undefined
  /** Written in any common way. A number without a country code belongs to the country of the organization, by default Brazil. */
  phone?: string | null | undefined
  /** With or without punctuation. */
  cpf?: string | null | undefined
  /** Between 1900-01-01 and today. */
  birthDate?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
}

export type ListDepositsInput = {
  /** Only deposits created at or after this local date or date-time. */
  from?: string | undefined
  /** Only deposits created on or before this local date, or before this date-time. */
  to?: string | undefined
  appointmentId?: number | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type ListEventsInput = {
  /** Only events of these types. Send a type such as `client.created`, a group such as `client.*`, or several of them separated by commas. */
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
  /** The id of the last event that you have seen, or the `lastEventId` of a response. The list starts right after this event. */
  after?: string | undefined
  /** Only events created at or after this moment. */
  since?: string | undefined
  /** If true, only the newest event, or none. With `type`, the newest event of these types among the last 10000 events. It cannot be combined with `after`, `since` or `cursor`. */
  latest?: boolean | undefined
  /** With `newest_first`, the newest event comes first, and pages go back in time. It cannot be combined with `after`, `since` or `latest`. */
  order?: 'oldest_first' | 'newest_first' | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type ListHoldsInput = {
  /** Only holds with one of these statuses. */
  status?: HoldStatusInput[] | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateHoldInput = {
  /** The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. */
  serviceIds: number[]
  start: string
  /** If null, any professional who is free, chosen now. If several are free, the one with the fewest appointments on that day. */
  professionalId?: number | null | undefined
  /** How long the time is held. */
  minutes?: number | undefined
  /** Your id of the visitor, such as a session. A new hold of the same visitor replaces the earlier one, at most 3 times an hour. Do not send personal data. */
  holder?: string | null | undefined
}

export type ListProfessionalsInput = {
  /** Only professionals who perform this service. */
  serviceId?: number | undefined
  /** Whether to list professionals who left, too. */
  includeInactive?: boolean | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateProfessionalInput = {
  name: string
  /** Where the team is reached. It is not the login. */
  email?: string | null | undefined
  /** The registration number at the professional council. */
  registry?: string | null | undefined
  /** The online room: a URL that begins with `https://`. Null: there is none. */
  meetingUrl?: string | null | undefined
  /** The active services that this professional performs. */
  serviceIds?: number[] | undefined
}

export type UpdateProfessionalInput = {
  name?: string | undefined
  /** Where the team is reached. It is not the login. */
  email?: string | null | undefined
  /** The registration number at the professional council. */
  registry?: string | null | undefined
  /** The online room: a URL that begins with `https://`. Null: there is none. */
  meetingUrl?: string | null | undefined
  /** The active services that this professional performs. */
  serviceIds?: number[] | undefined
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type DeactivateProfessionalInput = {
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type ListQueueEntriesInput = {
  /** Only entries of this professional, and entries without a professional that this professional can serve. */
  professionalId?: number | undefined
  /** The local day of arrival. The default is today, or every day if you send `updatedSince`. */
  date?: string | undefined
  /** Only entries with one of these statuses. */
  status?: QueueEntryStatus[] | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateQueueEntryInput = {
  /** The service must be active and offered by the queue. */
  serviceId: number
  /** If null, any professional who serves the queue. */
  professionalId?: number | null | undefined
  /** Send exactly one of `clientId` and `client`. Null counts as not sent. */
  clientId?: number | null | undefined
  client?: NewClientInput | null | undefined
  notes?: string | null | undefined
}

export type CallQueueEntryInput = {
  /** The professional who calls. If you leave it out, the professional of the entry. For an entry without a professional, the only one who is serving now. */
  professionalId?: number | null | undefined
  /** The room or desk that is shown to the client. If you leave it out, the place of the previous call. */
  place?: string | null | undefined
  /** Whether to send the client a message with the link: by WhatsApp or e-mail, as the organization and the client can be reached. */
  notifyClient?: boolean | undefined
}

export type ListRequestsInput = {
  /** A status such as `404`, or all of a kind: `2xx`, `4xx`, `5xx`. */
  status?: string | undefined
  /** Only refusals with this `code`. */
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
  /** Only this route, such as `/v1/clients/{client_id}`. */
  route?: string | undefined
  /** Only requests at or after this local date or date-time. */
  since?: string | undefined
  /** Only requests of this key. A key sees its own requests alone. */
  apiKeyId?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type GetScheduleHoursInput = {
  /** The first date. By default, today. */
  from?: string | undefined
  /** The last date, included. It needs `from`. By default, 366 days are shown. */
  to?: string | undefined
}

export type SetScheduleWeekInput = {
  /** None: the professional has no weekly hours. */
  intervals: WeekInterval[]
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type SetScheduleDateInput = {
  /** None: closed on this date. */
  intervals: DayInterval[]
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type ClearScheduleDateInput = {
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type ListScheduleHolidaysInput = {
  /** The first date. */
  from?: string | undefined
  /** The last date, included. */
  to?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type AddScheduleHolidayInput = {
  date: string
  name: string
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type ListScheduleBlockedTimesInput = {
  from?: string | undefined
  to?: string | undefined
  /** Only those of this professional, and those of all. */
  professionalId?: number | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateScheduleBlockedTimeInput = {
  /** Null: all professionals. */
  professionalId: number | null
  /** A date-time with an offset; with `allDay`, the first local date. */
  start: string
  /** A date-time with an offset; with `allDay`, the last local date. */
  end: string
  allDay?: boolean | undefined
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Of the blocked time, and of what is moved or cancelled for it. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type ListServicesInput = {
  /** Whether to list inactive services too. */
  includeInactive?: boolean | undefined
  /** Only services of this specialty. */
  specialtyId?: number | undefined
  bookingMode?: BookingMode | undefined
  /** Only records that changed at or after this moment, in the order of `updatedAt`. */
  updatedSince?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateServiceInput = {
  name: string
  description?: string | null | undefined
  specialtyId?: number | null | undefined
  serviceType?: AppointmentType | undefined
  bookingMode?: BookingMode | undefined
  durationMinutes: number
  price?: string | null | undefined
  color?: string | null | undefined
  hiddenFromPublicBooking?: boolean | undefined
  maxCapacity?: number | undefined
  bufferBeforeMinutes?: number | undefined
  bufferAfterMinutes?: number | undefined
  slotIntervalMinutes?: number | undefined
  /** Null: the value of the organization applies. */
  minAdvanceMinutes?: number | null | undefined
  /** Null: the value of the organization applies. */
  maxAdvanceDays?: number | null | undefined
  /** The online room: a URL that begins with `https://`. Null: there is none. */
  meetingUrl?: string | null | undefined
  requiresDeposit?: boolean | undefined
  /** Required with `requiresDeposit`, and null without it. */
  depositAmount?: string | null | undefined
  professionalIds?: number[] | undefined
}

export type UpdateServiceInput = {
  name?: string | undefined
  description?: string | null | undefined
  specialtyId?: number | null | undefined
  serviceType?: AppointmentType | undefined
  bookingMode?: BookingMode | undefined
  durationMinutes?: number | undefined
  price?: string | null | undefined
  color?: string | null | undefined
  hiddenFromPublicBooking?: boolean | undefined
  maxCapacity?: number | undefined
  bufferBeforeMinutes?: number | undefined
  bufferAfterMinutes?: number | undefined
  slotIntervalMinutes?: number | undefined
  /** Null: the value of the organization applies. */
  minAdvanceMinutes?: number | null | undefined
  /** Null: the value of the organization applies. */
  maxAdvanceDays?: number | null | undefined
  requiresDeposit?: boolean | undefined
  /** The online room: a URL that begins with `https://`. Null: there is none. */
  meetingUrl?: string | null | undefined
  /** Required with `requiresDeposit`, and null without it. */
  depositAmount?: string | null | undefined
  professionalIds?: number[] | undefined
  /** Offers the service again. `services.deactivate` takes it out of the offer. */
  isActive?: true | undefined
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'move' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'move' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type DeactivateServiceInput = {
  /** What happens to the appointments that no longer fit. */
  appointments?: 'keep' | 'cancel' | undefined
  /** What happens to single appointments, in place of `appointments`. */
  decisions?: { appointmentId: number; action: 'keep' | 'cancel' }[] | undefined
  /** What happens to the holds that no longer fit. One that is kept can be booked until it expires. */
  holds?: 'keep' | 'release' | undefined
  /** Stored as `cancellationReason` of what is cancelled, and in the history of what is moved. */
  reason?: string | null | undefined
  /** Whether to answer what would happen, and to change nothing. */
  preview?: boolean | undefined
  /** The `version` of a preview. If something changed since, nothing happens. */
  version?: string | undefined
}

export type AdvanceTestClockInput = {
  /** The time to move the clock to. Send it or `byMinutes`. */
  to?: string | undefined
  /** How many minutes to move the clock by. Send it or `to`. */
  byMinutes?: number | undefined
}

export type ListSpecialtiesInput = {
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateSpecialtyInput = { name: string }

export type RenameSpecialtyInput = { name: string }

export type ListWaitlistInput = {
  /** Only wishes with one of these statuses. By default, those that have not ended and are confirmed. */
  status?: ('UNCONFIRMED' | 'WAITING' | 'OFFERED' | 'BOOKED' | 'EXPIRED' | 'REMOVED')[] | undefined
  clientId?: number | undefined
  serviceId?: number | undefined
  /** Only wishes for this professional, and those for any professional that this one can serve. */
  professionalId?: number | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type AddWaitlistInput = {
  /** The services, performed one after the other in this order. They must be active, have the booking mode `SCHEDULED`, and all have the same type. */
  serviceIds: number[]
  /** If null, any professional who performs the services. */
  professionalId?: number | null | undefined
  /** The first local day. */
  fromDate: string
  /** The last local day. The wish ends with it. */
  toDate: string
  /** Which of these days: 0 is Sunday. By default, every day. */
  weekdays?: number[] | undefined
  /** Minutes after midnight: the earliest start. */
  fromMinute?: number | undefined
  /** Minutes after midnight. The appointment begins before it. */
  toMinute?: number | undefined
  /** Send exactly one of `clientId` and `client`. Null counts as not sent. */
  clientId?: number | null | undefined
  client?: NewClientInput | null | undefined
  /** Of the messages. By default, that of the organization. */
  language?: 'pt' | 'en' | undefined
}

export type OfferWaitlistInput = {
  start: string
  /** If null, any free professional of those that the client asked for. */
  professionalId?: number | null | undefined
}

export type ListWebhooksInput = {
  /** Only webhooks with exactly this address. Send the whole address, for chat formats too. Use it to find out whether an address is already subscribed. */
  url?: string | undefined
  active?: boolean | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type CreateWebhookInput = {
  /** An `https` URL with a public domain and without credentials or a fragment. The port is 443, 8443, or 1024 or higher. */
  url: string
  /** Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later. */
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
  /** If you leave it out or send null, the host of the URL is used. */
  name?: string | null | undefined
  /** `generic`: the event as signed JSON. `custom`: a request from your own template. The other formats are ready-made messages for a chat channel: `chat_format_1` or `slack`, `chat_format_2` or `discord`, `chat_format_3` or `google_chat`, `chat_format_4` or `teams`. */
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
  /** At most 10 headers, sent with every delivery. The values of `Authorization`, and of headers whose names contain `token`, `secret`, `key`, `auth`, `password` or `credential`, are never returned: `***` is shown instead. */
  headers?: Record<string, string> | undefined
  /** Required for the format `custom`, and refused for all others. */
  template?: WebhookTemplateInput | null | undefined
  /** For the format `custom` only. At most 10 values for `secret_ref('<name>')`. They are never returned. */
  secrets?: Record<string, string> | undefined
  /** For chat formats only. A template of at most 2000 characters that replaces the title. */
  messageTemplate?: string | null | undefined
  /** For chat formats only. Whether messages show the full name, phone and e-mail of clients. */
  showFullPersonalData?: boolean | undefined
  /** Your own signing secret: 16 to 128 characters without white space. If you leave it out or send null, a secret is generated. */
  secret?: string | null | undefined
  active?: boolean | undefined
  /** The version of the event format. It cannot be changed later. */
  apiVersion?: '2026-11-01' | undefined
}

export type UpdateWebhookInput = {
  /** The new address is validated like the first one. For chat formats, the shortened form that the API shows leaves the address unchanged. Credentials are not carried over to a new address, even if only a part of it changes: send every secret and every credential header again, or remove it. */
  url?: string | undefined
  /** Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later. */
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
  /** If you leave it out or send null, the host of the URL is used. */
  name?: string | null | undefined
  filters?: WebhookFiltersInput | undefined
  /** At most 10 headers, sent with every delivery. The values of `Authorization`, and of headers whose names contain `token`, `secret`, `key`, `auth`, `password` or `credential`, are never returned: `***` is shown instead. */
  headers?: Record<string, string> | undefined
  /** A template has at most 16 KB. The values of `body`, `headers` and `query` are templates. */
  template?: WebhookTemplateInput | null | undefined
  /** Merged with the stored secrets; null deletes a secret. With a new `url`, send every stored secret again or delete it. */
  secrets?: Record<string, string | null> | undefined
  /** For chat formats only. A template of at most 2000 characters that replaces the title. */
  messageTemplate?: string | null | undefined
  /** For chat formats only. Whether messages show the full name, phone and e-mail of clients. */
  showFullPersonalData?: boolean | undefined
  /** True also clears `disabledReason` and `failingSince`. False discards waiting deliveries. */
  active?: boolean | undefined
}

export type RotateWebhookSecretInput = {
  /** Your own signing secret: 16 to 128 characters without white space. If you leave it out or send null, a secret is generated. */
  secret?: string | null | undefined
  /** If true, all previous secrets stop signing at once. Use it after a leak. The number of previous secrets does not limit such a rotation. */
  revokePrevious?: boolean | undefined
}

export type TestWebhookInput = {
  /** The type of event to send: `ping`, or another type as a sample with a made-up record. */
  eventType?:
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
}

export type ListWebhookDeliveriesInput = {
  /** One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed. */
  status?: ('PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED' | 'UNDELIVERED')[] | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type ListAllDeliveriesInput = {
  /** Only those of this webhook. */
  webhookId?: string | undefined
  /** One or several statuses. `UNDELIVERED` lists the latest attempt for each event, if that attempt did not succeed. */
  status?: ('PENDING' | 'SUCCEEDED' | 'FAILED' | 'DISCARDED' | 'UNDELIVERED')[] | undefined
  eventType?:
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
  /** Only attempts at this event. */
  eventId?: string | undefined
  /** Only attempts that were listed at or after this local date or date-time. */
  from?: string | undefined
  /** Only attempts that were listed on or before this local date, or before this date-time. */
  to?: string | undefined
  /** The maximum number of records per page. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. Keep all other parameters unchanged. */
  cursor?: string | undefined
}

export type PreviewWebhookInput = {
  /** `generic`: the event as signed JSON. `custom`: a request from your own template. The other formats are ready-made messages for a chat channel: `chat_format_1` or `slack`, `chat_format_2` or `discord`, `chat_format_3` or `google_chat`, `chat_format_4` or `teams`. */
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
  eventType?:
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
  /** A template has at most 16 KB. The values of `body`, `headers` and `query` are templates. */
  template?: WebhookTemplateInput | null | undefined
  /** Event types, groups such as `appointment.*`, or `*` for all types. A group includes types that are added later. */
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
  secretNames?: string[] | undefined
  /** For chat formats only. A template of at most 2000 characters that replaces the title. */
  messageTemplate?: string | null | undefined
  showFullPersonalData?: boolean | undefined
}

export type GetWebhookStatisticsInput = {
  /** How many hours to look back. */
  hours?: number | undefined
}

export type RecoverWebhookInput = {
  /** Events before this time are left out. At most 30 days ago. */
  since: string
  /** The `position` of the answer before. Leave it out in the first call. */
  position?: number | undefined
}
