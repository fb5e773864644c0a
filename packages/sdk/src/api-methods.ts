// Made from the routes and schemas of the API by `pnpm generate`. Do not edit it.
import type {
  Page,
  NoInput,
  Expand,
  Event,
  Appointment,
  Deposit,
  Professional,
  QueueEntry,
  Service,
  WaitlistWish,
  Client,
  BlockedTime,
  Organization,
  Slot,
  AvailableDate,
  EventType,
  Hold,
  Impact,
  Request,
  RequestDetails,
  Delivery,
  Schedule,
  Holiday,
  Week,
  DateOverride,
  TestClock,
  Specialty,
  Webhook,
  DeliveryDetails,
  WebhookPreview,
  WebhookStatistics,
  WebhookRecovery,
  AppointmentExpansions,
  DepositExpansions,
  ProfessionalExpansions,
  QueueEntryExpansions,
  ServiceExpansions,
  WaitlistWishExpansions,
  ListAppointmentsInput,
  CreateAppointmentInput,
  UpdateAppointmentInput,
  RescheduleAppointmentInput,
  CancelAppointmentInput,
  ConfirmAppointmentInput,
  MarkAppointmentInvoicedInput,
  SetAppointmentMeetingUrlInput,
  ListSlotsInput,
  ListNextDatesInput,
  ListClientsInput,
  CreateClientInput,
  UpdateClientInput,
  ListDepositsInput,
  ListEventsInput,
  ListHoldsInput,
  CreateHoldInput,
  ListProfessionalsInput,
  CreateProfessionalInput,
  UpdateProfessionalInput,
  DeactivateProfessionalInput,
  ListQueueEntriesInput,
  CreateQueueEntryInput,
  CallQueueEntryInput,
  ListRequestsInput,
  GetScheduleHoursInput,
  SetScheduleWeekInput,
  SetScheduleDateInput,
  ClearScheduleDateInput,
  ListScheduleHolidaysInput,
  AddScheduleHolidayInput,
  ListScheduleBlockedTimesInput,
  CreateScheduleBlockedTimeInput,
  ListServicesInput,
  CreateServiceInput,
  UpdateServiceInput,
  DeactivateServiceInput,
  AdvanceTestClockInput,
  ListSpecialtiesInput,
  CreateSpecialtyInput,
  RenameSpecialtyInput,
  ListWaitlistInput,
  AddWaitlistInput,
  OfferWaitlistInput,
  ListWebhooksInput,
  CreateWebhookInput,
  UpdateWebhookInput,
  RotateWebhookSecretInput,
  TestWebhookInput,
  ListWebhookDeliveriesInput,
  ListAllDeliveriesInput,
  PreviewWebhookInput,
  GetWebhookStatisticsInput,
  RecoverWebhookInput,
} from './api-records.ts'
import type { Call, ListCall } from './call.ts'
import type { Expanded } from './expanded.ts'
import type { MethodRow } from './method-row.ts'
import type { CallOptions, OnceOptions } from './options.ts'

const ROWS = {
  account: {
    get: { method: 'GET', path: '/me' },
  },
  appointments: {
    list: { method: 'GET', path: '/appointments', list: true },
    create: { method: 'POST', path: '/appointments', idempotent: true },
    get: { method: 'GET', path: '/appointments/{appointment_id}' },
    update: { method: 'PATCH', path: '/appointments/{appointment_id}' },
    reschedule: {
      method: 'POST',
      path: '/appointments/{appointment_id}/reschedule',
      idempotent: true,
    },
    cancel: { method: 'POST', path: '/appointments/{appointment_id}/cancel', idempotent: true },
    confirm: { method: 'POST', path: '/appointments/{appointment_id}/confirm', idempotent: true },
    arrive: { method: 'POST', path: '/appointments/{appointment_id}/arrive', idempotent: true },
    start: { method: 'POST', path: '/appointments/{appointment_id}/start', idempotent: true },
    complete: { method: 'POST', path: '/appointments/{appointment_id}/complete', idempotent: true },
    noShow: { method: 'POST', path: '/appointments/{appointment_id}/no-show', idempotent: true },
    markInvoiced: {
      method: 'POST',
      path: '/appointments/{appointment_id}/invoice',
      idempotent: true,
    },
    setMeetingUrl: {
      method: 'POST',
      path: '/appointments/{appointment_id}/meeting-url',
      idempotent: true,
    },
  },
  availability: {
    slots: { method: 'GET', path: '/availability/slots', list: true },
    nextDates: { method: 'GET', path: '/availability/next-dates', list: true },
  },
  clients: {
    list: { method: 'GET', path: '/clients', list: true },
    create: { method: 'POST', path: '/clients', idempotent: true },
    get: { method: 'GET', path: '/clients/{client_id}' },
    update: { method: 'PATCH', path: '/clients/{client_id}' },
  },
  deposits: {
    list: { method: 'GET', path: '/deposits', list: true },
    get: { method: 'GET', path: '/deposits/{deposit_id}' },
  },
  events: {
    list: { method: 'GET', path: '/events', list: true },
    get: { method: 'GET', path: '/events/{event_id}' },
    listTypes: { method: 'GET', path: '/event-types', list: true },
  },
  holds: {
    list: { method: 'GET', path: '/holds', list: true },
    create: { method: 'POST', path: '/holds', idempotent: true },
    get: { method: 'GET', path: '/holds/{hold_id}' },
    release: { method: 'DELETE', path: '/holds/{hold_id}' },
  },
  professionals: {
    list: { method: 'GET', path: '/professionals', list: true },
    get: { method: 'GET', path: '/professionals/{professional_id}' },
    create: { method: 'POST', path: '/professionals', idempotent: true },
    update: { method: 'PATCH', path: '/professionals/{professional_id}' },
    deactivate: {
      method: 'POST',
      path: '/professionals/{professional_id}/deactivate',
      idempotent: true,
    },
    reactivate: {
      method: 'POST',
      path: '/professionals/{professional_id}/reactivate',
      idempotent: true,
    },
  },
  queue: {
    listEntries: { method: 'GET', path: '/queue/entries', list: true },
    createEntry: { method: 'POST', path: '/queue/entries', idempotent: true },
    getEntry: { method: 'GET', path: '/queue/entries/{entry_id}' },
    callEntry: { method: 'POST', path: '/queue/entries/{entry_id}/call' },
    completeEntry: { method: 'POST', path: '/queue/entries/{entry_id}/complete' },
    skipEntry: { method: 'POST', path: '/queue/entries/{entry_id}/skip' },
    cancelEntry: { method: 'POST', path: '/queue/entries/{entry_id}/cancel' },
  },
  requests: {
    list: { method: 'GET', path: '/requests', list: true },
    get: { method: 'GET', path: '/requests/{request_id}' },
  },
  schedule: {
    getHours: { method: 'GET', path: '/professionals/{professional_id}/hours' },
    setWeek: { method: 'PUT', path: '/professionals/{professional_id}/hours' },
    setDate: { method: 'PUT', path: '/professionals/{professional_id}/hours/{date}' },
    clearDate: { method: 'DELETE', path: '/professionals/{professional_id}/hours/{date}' },
    listHolidays: { method: 'GET', path: '/holidays', list: true },
    addHoliday: { method: 'POST', path: '/holidays', idempotent: true },
    removeHoliday: { method: 'DELETE', path: '/holidays/{date}' },
    listBlockedTimes: { method: 'GET', path: '/blocked-times', list: true },
    createBlockedTime: { method: 'POST', path: '/blocked-times', idempotent: true },
    deleteBlockedTime: { method: 'DELETE', path: '/blocked-times/{blocked_time_id}' },
  },
  services: {
    list: { method: 'GET', path: '/services', list: true },
    get: { method: 'GET', path: '/services/{service_id}' },
    create: { method: 'POST', path: '/services', idempotent: true },
    update: { method: 'PATCH', path: '/services/{service_id}' },
    deactivate: { method: 'POST', path: '/services/{service_id}/deactivate', idempotent: true },
  },
  testClock: {
    get: { method: 'GET', path: '/test-clock' },
    advance: { method: 'POST', path: '/test-clock/advance', idempotent: true },
  },
  specialties: {
    list: { method: 'GET', path: '/specialties', list: true },
    create: { method: 'POST', path: '/specialties', idempotent: true },
    rename: { method: 'PATCH', path: '/specialties/{specialty_id}' },
    delete: { method: 'DELETE', path: '/specialties/{specialty_id}' },
  },
  waitlist: {
    list: { method: 'GET', path: '/waitlist/entries', list: true },
    add: { method: 'POST', path: '/waitlist/entries', idempotent: true },
    offer: { method: 'POST', path: '/waitlist/entries/{entry_id}/offer', idempotent: true },
    remove: { method: 'DELETE', path: '/waitlist/entries/{entry_id}' },
  },
  webhooks: {
    list: { method: 'GET', path: '/webhooks', list: true },
    create: { method: 'POST', path: '/webhooks', idempotent: true },
    get: { method: 'GET', path: '/webhooks/{webhook_id}' },
    update: { method: 'PATCH', path: '/webhooks/{webhook_id}' },
    delete: { method: 'DELETE', path: '/webhooks/{webhook_id}' },
    rotateSecret: {
      method: 'POST',
      path: '/webhooks/{webhook_id}/rotate-secret',
      idempotent: true,
    },
    test: { method: 'POST', path: '/webhooks/{webhook_id}/test' },
    listDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', list: true },
    searchDeliveries: { method: 'GET', path: '/deliveries', list: true },
    getDelivery: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}' },
    redeliver: {
      method: 'POST',
      path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    },
    preview: { method: 'POST', path: '/webhooks/preview' },
    statistics: { method: 'GET', path: '/webhooks/{webhook_id}/statistics' },
    recover: { method: 'POST', path: '/webhooks/{webhook_id}/recover', idempotent: true },
  },
} as const satisfies Record<string, Record<string, MethodRow>>

/** The methods by their resource. */
export class Resources {
  /** The organization that a key belongs to: its time zone, plan and features. */
  readonly account: AccountMethods
  /** Bookings of clients with professionals. Change notes and metadata with `PATCH`, and everything else with actions. */
  readonly appointments: AppointmentsMethods
  /** Free slots, and the next dates that have free slots. These routes have their own rate limit. */
  readonly availability: AvailabilityMethods
  /** The people who book. A known client is recognized by CPF, phone or e-mail. */
  readonly clients: ClientsMethods
  /** Payments in advance, by instant payment: they can be read, and change in the dashboard alone. */
  readonly deposits: DepositsMethods
  /** What happened in the last 30 days, in the order in which the changes were committed. */
  readonly events: EventsMethods
  /** Times that are kept for some minutes before they are booked, while a person fills in a form or pays. */
  readonly holds: HoldsMethods
  /** The owner and the collaborators who perform services. */
  readonly professionals: ProfessionalsMethods
  /** Walk-in queues of the day. Every route requires the feature `online_queue`. Without it, the answer is `403 feature_not_enabled`. */
  readonly queue: QueueMethods
  /** What your key asked in the last 7 days, what became of it, and what it caused. */
  readonly requests: RequestsMethods
  /** When professionals work: each week, and on single dates. */
  readonly schedule: ScheduleMethods
  /** What clients can book or queue for, and the rules for its slots. */
  readonly services: ServicesMethods
  /** The time of a test organization, which can be moved forward: what would happen in an hour, a day or a year then happens in seconds. Live organizations have none. */
  readonly testClock: TestClockMethods
  /** Groups of services, with a name. */
  readonly specialties: SpecialtiesMethods
  /** Clients who wait for a time. When one that fits becomes free, it is held and offered to them. */
  readonly waitlist: WaitlistMethods
  /** Subscriptions that send events to your URL, and a record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`. */
  readonly webhooks: WebhooksMethods

  /** @param build makes the methods of some rows */
  constructor(build: <Methods>(rows: Readonly<Record<string, MethodRow>>) => Methods) {
    this.account = build(ROWS.account)
    this.appointments = build(ROWS.appointments)
    this.availability = build(ROWS.availability)
    this.clients = build(ROWS.clients)
    this.deposits = build(ROWS.deposits)
    this.events = build(ROWS.events)
    this.holds = build(ROWS.holds)
    this.professionals = build(ROWS.professionals)
    this.queue = build(ROWS.queue)
    this.requests = build(ROWS.requests)
    this.schedule = build(ROWS.schedule)
    this.services = build(ROWS.services)
    this.testClock = build(ROWS.testClock)
    this.specialties = build(ROWS.specialties)
    this.waitlist = build(ROWS.waitlist)
    this.webhooks = build(ROWS.webhooks)
  }
}

/** The organization that a key belongs to: its time zone, plan and features. */
export type AccountMethods = {
  /**
   * Get the organization of the key: `GET /v1/me`.
   *
   * Use this route to check a key. It shows the organization of the key, what the key can do, and which features are on.
   *
   * Needs any key.
   */
  get(input?: NoInput, options?: CallOptions): Call<Organization>
}

/** Bookings of clients with professionals. Change notes and metadata with `PATCH`, and everything else with actions. */
export type AppointmentsMethods = {
  /**
   * List appointments: `GET /v1/appointments`.
   *
   * Lists appointments in the order of their start, including cancelled ones. An appointment is listed if it matches all filters. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost. Renaming a client or a service does not change the `updatedAt` of its appointments.
   *
   * Needs a key with the scope `read`.
   */
  list<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    input?: ListAppointmentsInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Create an appointment: `POST /v1/appointments`.
   *
   * Books an appointment at a start time. The slots route does not have to list this start, but the start must satisfy the same rules. An identical appointment (client, start, services and, if sent, professional) made less than 10 minutes ago is returned with 200 and nothing changes.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `client_identifier_required`, `forbidden_overbook`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
   */
  create<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    input?: CreateAppointmentInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Get an appointment: `GET /v1/appointments/{appointment_id}`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Change an appointment's notes or metadata: `PATCH /v1/appointments/{appointment_id}`.
   *
   * A field that you leave out stays the same, and null clears a field. Metadata is merged key by key and can be changed in every status. Date, professional and status can be changed only by actions.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`
   */
  update<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: UpdateAppointmentInput & Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Reschedule an appointment: `POST /v1/appointments/{appointment_id}/reschedule`.
   *
   * Moves the appointment to another start, another professional, or both. Its id, status, price, services and duration stay the same. The time that the appointment itself occupies counts as free. Notice and booking horizon apply only to a new start: it is never too late to change the professional alone. If start and professional stay the same, nothing changes.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
   */
  reschedule<
    const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = [],
  >(
    appointmentId: number,
    input?: RescheduleAppointmentInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Cancel an appointment: `POST /v1/appointments/{appointment_id}/cancel`.
   *
   * The time becomes free again, and the status becomes `CANCELLED_PROFESSIONAL`, or `CANCELLED_CLIENT` with `cancelled_by: client`. An unpaid deposit is withdrawn. An API key cannot take a cancellation back; the team can, in the dashboard.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  cancel<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: CancelAppointmentInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Confirm an appointment: `POST /v1/appointments/{appointment_id}/confirm`.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
   */
  confirm<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: ConfirmAppointmentInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Record that the client arrived: `POST /v1/appointments/{appointment_id}/arrive`.
   *
   * Sets `arrivedAt` to this moment. If the client has arrived already, nothing changes. A move clears it.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
   */
  arrive<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Record that the visit began: `POST /v1/appointments/{appointment_id}/start`.
   *
   * Sets `startedAt` to this moment, and `arrivedAt` if it is missing. An appointment that is `PENDING` is confirmed first. If the visit has begun already, nothing changes. A move clears both.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
   */
  start<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Complete an appointment: `POST /v1/appointments/{appointment_id}/complete`.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
   */
  complete<
    const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = [],
  >(
    appointmentId: number,
    input?: Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Record that the client did not attend: `POST /v1/appointments/{appointment_id}/no-show`.
   *
   * The time becomes free again. A no-show can be recorded at any time, unless the organization has the rule `no_show_only_after_start`.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  noShow<const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = []>(
    appointmentId: number,
    input?: Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Mark an invoice as issued: `POST /v1/appointments/{appointment_id}/invoice`.
   *
   * Sets `invoiceIssued`, or takes it back. Once an invoice was issued, only metadata can be changed. A mark that an API key set can be taken back by that key or in the dashboard; a mark that was set in the dashboard, only there.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  markInvoiced<
    const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = [],
  >(
    appointmentId: number,
    input?: MarkAppointmentInvoicedInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
  /**
   * Set the online room: `POST /v1/appointments/{appointment_id}/meeting-url`.
   *
   * Sets `meetingUrl` of a telemedicine appointment, or clears it. The client sees it once the appointment is confirmed, and is told when it changes after that. From then on it stays as it is, also when another professional takes the appointment over.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `appointment_not_editable`, `duplicate_request`, `request_in_progress`
   */
  setMeetingUrl<
    const Names extends readonly ('client' | 'professional' | 'services' | 'deposit')[] = [],
  >(
    appointmentId: number,
    input: SetAppointmentMeetingUrlInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Appointment, AppointmentExpansions, Names>>
}

/** Free slots, and the next dates that have free slots. These routes have their own rate limit. */
export type AvailabilityMethods = {
  /**
   * List free slots: `GET /v1/availability/slots`.
   *
   * Lists one entry for each start and each professional who is free then, ordered by start and then by professional. An entry does not reserve the time. Dates are in the time zone of the organization. Send `date` for one day, `from` for 7 days, or `from` and `to` for at most 31 days. Without dates, the list has the slots of today. The list has one page.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `professional_cannot_perform_service`
   */
  slots(input: ListSlotsInput, options?: CallOptions): ListCall<Slot>
  /**
   * List the next dates with free slots: `GET /v1/availability/next-dates`.
   *
   * Lists dates from today on, at most 180 days ahead and within the booking horizon. The list has one page.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `professional_cannot_perform_service`
   */
  nextDates(input: ListNextDatesInput, options?: CallOptions): ListCall<AvailableDate>
}

/** The people who book. A known client is recognized by CPF, phone or e-mail. */
export type ClientsMethods = {
  /**
   * List clients: `GET /v1/clients`.
   *
   * A client is listed if it matches all filters. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost.
   *
   * Needs a key with the scope `read`.
   */
  list(input?: ListClientsInput, options?: CallOptions): ListCall<Client>
  /**
   * Create a client: `POST /v1/clients`.
   *
   * Creates a client, unless a client with the same CPF, phone or e-mail exists. In that case the existing client is returned, and with `on_match: update` it is updated with the data that you send. With `on_match: create` a phone or an e-mail counts only together with the first name, since families share them. CPF is compared before phone, and phone before e-mail. Of several clients with one phone or e-mail, the one with the same first name is meant, or else the one with the lowest id. Brazilian mobile numbers match with and without the ninth digit.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `client_identifier_required`, `duplicate_request`, `request_in_progress`
   */
  create(input: CreateClientInput, options?: OnceOptions): Call<Client>
  /**
   * Get a client: `GET /v1/clients/{client_id}`.
   *
   * A client that was merged into another one answers 404, and `detail` names the client that remains.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get(clientId: number, input?: NoInput, options?: CallOptions): Call<Client>
  /**
   * Update a client: `PATCH /v1/clients/{client_id}`.
   *
   * A field that you leave out stays the same, and null clears a field. Metadata is merged, and a key with null is deleted. Several clients can have the same phone or e-mail, but not the same CPF. If the organization requires an identifier, the last one cannot be cleared.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `client_identifier_required`
   */
  update(clientId: number, input?: UpdateClientInput, options?: CallOptions): Call<Client>
}

/** Payments in advance, by instant payment: they can be read, and change in the dashboard alone. */
export type DepositsMethods = {
  /**
   * List deposits: `GET /v1/deposits`.
   *
   * Lists deposits, oldest first. A deposit is listed if it matches all filters. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost.
   *
   * Needs a key with the scope `read`.
   */
  list<const Names extends readonly ('client' | 'appointment' | 'queue_entry')[] = []>(
    input?: ListDepositsInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<Deposit, DepositExpansions, Names>>
  /**
   * Get a deposit: `GET /v1/deposits/{deposit_id}`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get<const Names extends readonly ('client' | 'appointment' | 'queue_entry')[] = []>(
    depositId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<Deposit, DepositExpansions, Names>>
}

/** What happened in the last 30 days, in the order in which the changes were committed. */
export type EventsMethods = {
  /**
   * List events: `GET /v1/events`.
   *
   * Lists events of the last 30 days in the order of their `sequence`, which has no gaps. To poll, send the `lastEventId` of the last response as `after`. To start from now on, get your first `lastEventId` with `latest=true`. One request reads at most 10000 events. So with `type` or `since`, a page can have fewer events than `limit`, or none, while `hasMore` is true.
   *
   * Needs a key with the scope `read`.
   */
  list(
    input?: ListEventsInput,
    options?: CallOptions,
  ): ListCall<
    Event,
    Page<Event> & {
      /** The id of the last event that was read, including events that the filters left out. With `newest_first`, the same as with `latest`. Send it as `after` in a later request. Null if the organization has never had an event. */
      lastEventId: string | null
    }
  >
  /**
   * Get an event: `GET /v1/events/{event_id}`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get(eventId: string, input?: NoInput, options?: CallOptions): Call<Event>
  /**
   * List event types: `GET /v1/event-types`.
   *
   * Lists every event type with a sample, in the order of the catalogue and on one page, so that you can build a receiver before the first event. The key needs the scope `read` or `webhooks:manage`.
   *
   * Needs any key.
   */
  listTypes(input?: NoInput, options?: CallOptions): ListCall<EventType>
}

/** Times that are kept for some minutes before they are booked, while a person fills in a form or pays. */
export type HoldsMethods = {
  /**
   * List holds: `GET /v1/holds`.
   *
   * Lists the holds of the organization, newest first. They are kept for 30 days.
   *
   * Needs a key with the scope `read`.
   */
  list(input?: ListHoldsInput, options?: CallOptions): ListCall<Hold>
  /**
   * Hold a time: `POST /v1/holds`.
   *
   * Keeps a start for some minutes, while a person fills in a form or pays. It cannot be booked by another caller meanwhile. The professional, the price, the duration and the buffers are fixed now. Book it with `holdId`.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
   */
  create(input: CreateHoldInput, options?: OnceOptions): Call<Hold>
  /**
   * Get a hold: `GET /v1/holds/{hold_id}`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get(holdId: number, input?: NoInput, options?: CallOptions): Call<Hold>
  /**
   * Release a hold: `DELETE /v1/holds/{hold_id}`.
   *
   * Gives the time back. A hold that was released or has expired stays as it is, and the answer is the same.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  release(holdId: number, input?: NoInput, options?: CallOptions): Call<null>
}

/** The owner and the collaborators who perform services. */
export type ProfessionalsMethods = {
  /**
   * List professionals: `GET /v1/professionals`.
   *
   * Lists the owner and the active collaborators, ordered by id. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost. A professional who left is listed with `include_inactive=true` only; the event `professional.deactivated` reports it.
   *
   * Needs a key with the scope `read`.
   */
  list<const Names extends readonly 'services'[] = []>(
    input?: ListProfessionalsInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<Professional, ProfessionalExpansions, Names>>
  /**
   * Get a professional: `GET /v1/professionals/{professional_id}`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get<const Names extends readonly 'services'[] = []>(
    professionalId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<Professional, ProfessionalExpansions, Names>>
  /**
   * Create a professional: `POST /v1/professionals`.
   *
   * A new member of the team, without a login: the owner invites people in the dashboard.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `duplicate_request`, `request_in_progress`
   */
  create<const Names extends readonly 'services'[] = []>(
    input: CreateProfessionalInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Professional, ProfessionalExpansions, Names>>
  /**
   * Update a professional: `PATCH /v1/professionals/{professional_id}`.
   *
   * Appointments with a service that the professional no longer performs no longer fit. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  update(
    professionalId: number,
    input?: UpdateProfessionalInput,
    options?: CallOptions,
  ): Call<{ professional: Professional; impact: Impact }>
  /**
   * Deactivate a professional: `POST /v1/professionals/{professional_id}/deactivate`.
   *
   * Nothing can be booked with the professional any more, and the login ends at once. A key cannot deactivate an owner. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  deactivate(
    professionalId: number,
    input?: DeactivateProfessionalInput,
    options?: OnceOptions,
  ): Call<{ professional: Professional; impact: Impact; unassignedQueueEntryIds: number[] }>
  /**
   * Reactivate a professional: `POST /v1/professionals/{professional_id}/reactivate`.
   *
   * The professional comes back with the same hours and services. A login does not come back: the owner invites the person again.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `duplicate_request`, `request_in_progress`
   */
  reactivate<const Names extends readonly 'services'[] = []>(
    professionalId: number,
    input?: Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Professional, ProfessionalExpansions, Names>>
}

/** Walk-in queues of the day. Every route requires the feature `online_queue`. Without it, the answer is `403 feature_not_enabled`. */
export type QueueMethods = {
  /**
   * List queue entries: `GET /v1/queue/entries`.
   *
   * Lists the entries of one day in the order of arrival, including entries that have ended. An entry is listed if it matches all filters. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost. Positions and waiting times are computed when they are read, and do not change `updatedAt`.
   *
   * Needs a key with the scope `read`, and the feature `online_queue`.
   */
  listEntries<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    input?: ListQueueEntriesInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Add a client to today's queue: `POST /v1/queue/entries`.
   *
   * The client joins at the end of the queue. A client who is already in a queue of the organization today is not added again: the existing entry is returned with 200, and nothing changes.
   *
   * Needs a key with the scope `write`, and the feature `online_queue`.
   *
   * @throws `client_identifier_required`, `deposit_required`, `professional_cannot_perform_service`, `queue_closed`, `duplicate_request`, `request_in_progress`
   */
  createEntry<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    input: CreateQueueEntryInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Get a queue entry: `GET /v1/queue/entries/{entry_id}`.
   *
   * Needs a key with the scope `read`, and the feature `online_queue`.
   *
   * @throws `not_found`
   */
  getEntry<const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = []>(
    entryId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Call a client: `POST /v1/queue/entries/{entry_id}/call`.
   *
   * Calls a waiting or skipped entry. The same professional can call again: `callCount` goes up and the time to answer starts again. If the client does not answer a call in time, the entry becomes `NO_SHOW`.
   *
   * Needs a key with the scope `write`, and the feature `online_queue`.
   *
   * @throws `not_found`, `queue_entry_not_editable`, `professional_cannot_perform_service`
   */
  callEntry<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    entryId: number,
    input?: CallQueueEntryInput & Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Complete a queue entry: `POST /v1/queue/entries/{entry_id}/complete`.
   *
   * The client was served. This action also completes a service that began on an earlier day.
   *
   * Needs a key with the scope `write`, and the feature `online_queue`.
   *
   * @throws `not_found`, `queue_entry_not_editable`
   */
  completeEntry<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    entryId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Skip a client: `POST /v1/queue/entries/{entry_id}/skip`.
   *
   * Use this action when a client is absent or lets others go first. The entry keeps its `arrivedAt`, and can be called again.
   *
   * Needs a key with the scope `write`, and the feature `online_queue`.
   *
   * @throws `not_found`, `queue_entry_not_editable`
   */
  skipEntry<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    entryId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
  /**
   * Cancel a queue entry: `POST /v1/queue/entries/{entry_id}/cancel`.
   *
   * The client leaves the queue. An unpaid deposit is withdrawn. A cancellation cannot be undone.
   *
   * Needs a key with the scope `write`, and the feature `online_queue`.
   *
   * @throws `not_found`, `queue_entry_not_editable`
   */
  cancelEntry<
    const Names extends readonly ('client' | 'professional' | 'service' | 'deposit')[] = [],
  >(
    entryId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<QueueEntry, QueueEntryExpansions, Names>>
}

/** What your key asked in the last 7 days, what became of it, and what it caused. */
export type RequestsMethods = {
  /**
   * List requests: `GET /v1/requests`.
   *
   * Lists the requests of this key in the last 7 days, newest first. A request is listed a moment after its answer. Reads of this log are not in it.
   *
   * Needs a key with the scope `read`.
   */
  list(input?: ListRequestsInput, options?: CallOptions): ListCall<Request>
  /**
   * Get a request: `GET /v1/requests/{request_id}`.
   *
   * One request of this key, with the events that it caused and, for a key with `webhooks:manage`, their deliveries.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get(requestId: string, input?: NoInput, options?: CallOptions): Call<RequestDetails>
}

/** When professionals work: each week, and on single dates. */
export type ScheduleMethods = {
  /**
   * Get the hours of a professional: `GET /v1/professionals/{professional_id}/hours`.
   *
   * The weekly hours, and what changes them from `from` to `to`: hours of single dates, holidays, blocked times, and busy times of calendars elsewhere.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  getHours(
    professionalId: number,
    input?: GetScheduleHoursInput,
    options?: CallOptions,
  ): Call<Schedule>
  /**
   * Set the weekly hours: `PUT /v1/professionals/{professional_id}/hours`.
   *
   * All intervals of the week are replaced. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  setWeek(
    professionalId: number,
    input: SetScheduleWeekInput,
    options?: CallOptions,
  ): Call<{ week: Week; impact: Impact }>
  /**
   * Set the hours of a date: `PUT /v1/professionals/{professional_id}/hours/{date}`.
   *
   * The hours of this date replace those of its weekday. They also count on a holiday. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  setDate(
    professionalId: number,
    date: string,
    input: SetScheduleDateInput,
    options?: CallOptions,
  ): Call<{ dateOverride: DateOverride; impact: Impact }>
  /**
   * Clear the hours of a date: `DELETE /v1/professionals/{professional_id}/hours/{date}`.
   *
   * The date follows the week, and the holidays, again. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  clearDate(
    professionalId: number,
    date: string,
    input?: ClearScheduleDateInput,
    options?: CallOptions,
  ): Call<{ dateOverride: DateOverride; impact: Impact }>
  /**
   * List holidays: `GET /v1/holidays`.
   *
   * Lists the holidays of the organization, ordered by date.
   *
   * Needs a key with the scope `read`.
   */
  listHolidays(input?: ListScheduleHolidaysInput, options?: CallOptions): ListCall<Holiday>
  /**
   * Create a holiday: `POST /v1/holidays`.
   *
   * Nothing can be booked on this date, except with professionals who have hours of their own for it. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  addHoliday(
    input: AddScheduleHolidayInput,
    options?: OnceOptions,
  ): Call<{ holiday: Holiday; impact: Impact }>
  /**
   * Delete a holiday: `DELETE /v1/holidays/{date}`.
   *
   * The date follows the weekly hours again.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`
   */
  removeHoliday(date: string, input?: NoInput, options?: CallOptions): Call<{ holiday: Holiday }>
  /**
   * List blocked times: `GET /v1/blocked-times`.
   *
   * Lists blocked times, ordered by `start` and `id`. With `from` and `to`, those that overlap them.
   *
   * Needs a key with the scope `read`.
   */
  listBlockedTimes(
    input?: ListScheduleBlockedTimesInput,
    options?: CallOptions,
  ): ListCall<BlockedTime>
  /**
   * Create a blocked time: `POST /v1/blocked-times`.
   *
   * Nothing can be booked in it, with one professional or with all. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  createBlockedTime(
    input: CreateScheduleBlockedTimeInput,
    options?: OnceOptions,
  ): Call<{ blockedTime: BlockedTime; impact: Impact }>
  /**
   * Delete a blocked time: `DELETE /v1/blocked-times/{blocked_time_id}`.
   *
   * The time is free again.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`
   */
  deleteBlockedTime(
    blockedTimeId: number,
    input?: NoInput,
    options?: CallOptions,
  ): Call<{ blockedTime: BlockedTime }>
}

/** What clients can book or queue for, and the rules for its slots. */
export type ServicesMethods = {
  /**
   * List services: `GET /v1/services`.
   *
   * Lists active services, ordered by id. For incremental sync, send the last `updatedAt` that you saw as `updatedSince`. Records of that second can come again, and none is lost. Send `include_inactive=true` to include the services that are no longer offered.
   *
   * Needs a key with the scope `read`.
   */
  list<const Names extends readonly 'professionals'[] = []>(
    input?: ListServicesInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<Service, ServiceExpansions, Names>>
  /**
   * Get a service: `GET /v1/services/{service_id}`.
   *
   * Returns inactive services too; see `isActive`.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get<const Names extends readonly 'professionals'[] = []>(
    serviceId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<Service, ServiceExpansions, Names>>
  /**
   * Create a service: `POST /v1/services`.
   *
   * A new service, which is offered at once.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `duplicate_request`, `request_in_progress`
   */
  create<const Names extends readonly 'professionals'[] = []>(
    input: CreateServiceInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<Service, ServiceExpansions, Names>>
  /**
   * Update a service: `PATCH /v1/services/{service_id}`.
   *
   * What is booked keeps its duration, buffers, price and type. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  update(
    serviceId: number,
    input?: UpdateServiceInput,
    options?: CallOptions,
  ): Call<{ service: Service; impact: Impact }>
  /**
   * Deactivate a service: `POST /v1/services/{service_id}/deactivate`.
   *
   * The service can no longer be booked. Appointments that no longer fit are kept, moved or cancelled, as `appointments` and `decisions` say. Without a choice the change is refused, and nothing happens. `preview` shows what would happen. To move or cancel, the key needs the scope `write` too. They cannot be moved: no other professional offers the service.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  deactivate(
    serviceId: number,
    input?: DeactivateServiceInput,
    options?: OnceOptions,
  ): Call<{ service: Service; impact: Impact }>
}

/** The time of a test organization, which can be moved forward: what would happen in an hour, a day or a year then happens in seconds. Live organizations have none. */
export type TestClockMethods = {
  /**
   * Get the test clock: `GET /v1/test-clock`.
   *
   * Tells the time of a test organization, and whether its clock is being moved. A live organization answers 404.
   *
   * Needs a key with the scope `read`.
   *
   * @throws `not_found`
   */
  get(input?: NoInput, options?: CallOptions): Call<TestClock>
  /**
   * Advance the test clock: `POST /v1/test-clock/advance`.
   *
   * Begins to move the clock of a test organization forward. What becomes due on the way is done in order, each thing at its own time. `GET /v1/test-clock` says when the clock is there. A live organization answers 404.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  advance(input?: AdvanceTestClockInput, options?: OnceOptions): Call<TestClock>
}

/** Groups of services, with a name. */
export type SpecialtiesMethods = {
  /**
   * List specialties: `GET /v1/specialties`.
   *
   * Lists specialties, ordered by id.
   *
   * Needs a key with the scope `read`.
   */
  list(input?: ListSpecialtiesInput, options?: CallOptions): ListCall<Specialty>
  /**
   * Create a specialty: `POST /v1/specialties`.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  create(input: CreateSpecialtyInput, options?: OnceOptions): Call<Specialty>
  /**
   * Rename a specialty: `PATCH /v1/specialties/{specialty_id}`.
   *
   * Services show the new name. Their `updatedAt` does not change.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`
   */
  rename(specialtyId: number, input: RenameSpecialtyInput, options?: CallOptions): Call<Specialty>
  /**
   * Delete a specialty: `DELETE /v1/specialties/{specialty_id}`.
   *
   * Only a specialty to which no service belongs can be deleted.
   *
   * Needs a key with the scope `setup`.
   *
   * @throws `not_found`, `action_not_allowed`
   */
  delete(specialtyId: number, input?: NoInput, options?: CallOptions): Call<null>
}

/** Clients who wait for a time. When one that fits becomes free, it is held and offered to them. */
export type WaitlistMethods = {
  /**
   * List waitlist entries: `GET /v1/waitlist/entries`.
   *
   * Lists who waits. Those who wait longest come first.
   *
   * Needs a key with the scope `read`.
   */
  list<const Names extends readonly 'client'[] = []>(
    input?: ListWaitlistInput & Expand<Names>,
    options?: CallOptions,
  ): ListCall<Expanded<WaitlistWish, WaitlistWishExpansions, Names>>
  /**
   * Create a waitlist entry: `POST /v1/waitlist/entries`.
   *
   * Adds what a client waits for. When time that fits becomes free, the client who has waited longest is offered it.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `action_not_allowed`, `client_identifier_required`, `duplicate_request`, `request_in_progress`
   */
  add<const Names extends readonly 'client'[] = []>(
    input: AddWaitlistInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<WaitlistWish, WaitlistWishExpansions, Names>>
  /**
   * Offer a time: `POST /v1/waitlist/entries/{entry_id}/offer`.
   *
   * Holds a start for an entry that waits, and tells the client, whatever days and hours were asked for.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`, `action_not_allowed`, `professional_cannot_perform_service`, `min_advance_violation`, `slot_unavailable`, `duplicate_request`, `request_in_progress`
   */
  offer<const Names extends readonly 'client'[] = []>(
    entryId: number,
    input: OfferWaitlistInput & Expand<Names>,
    options?: OnceOptions,
  ): Call<Expanded<WaitlistWish, WaitlistWishExpansions, Names>>
  /**
   * Remove a waitlist entry: `DELETE /v1/waitlist/entries/{entry_id}`.
   *
   * Takes it off the waitlist, with its offer. One that has ended stays as it is.
   *
   * Needs a key with the scope `write`.
   *
   * @throws `not_found`
   */
  remove<const Names extends readonly 'client'[] = []>(
    entryId: number,
    input?: Expand<Names>,
    options?: CallOptions,
  ): Call<Expanded<WaitlistWish, WaitlistWishExpansions, Names>>
}

/** Subscriptions that send events to your URL, and a record of every attempt. A key with `webhooks:manage` can read all data by subscribing to `*`. */
export type WebhooksMethods = {
  /**
   * List webhooks: `GET /v1/webhooks`.
   *
   * Lists webhooks, oldest first. Signing secrets are not shown.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   */
  list(input?: ListWebhooksInput, options?: CallOptions): ListCall<Webhook>
  /**
   * Create a webhook: `POST /v1/webhooks`.
   *
   * An organization can have at most 20 webhooks. The response contains the signing `secret`. Later, only a rotation returns a secret. Anyone who can create a webhook can read every record, by subscribing to `*`.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `template_invalid`, `webhook_limit_reached`, `duplicate_request`, `request_in_progress`
   */
  create(input: CreateWebhookInput, options?: OnceOptions): Call<Webhook>
  /**
   * Get a webhook: `GET /v1/webhooks/{webhook_id}`.
   *
   * The signing secret is not shown.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`
   */
  get(webhookId: string, input?: NoInput, options?: CallOptions): Call<Webhook>
  /**
   * Update a webhook: `PATCH /v1/webhooks/{webhook_id}`.
   *
   * A field that you leave out stays the same. `events`, `filters`, `headers` and `template` are replaced as a whole. `secrets` is merged, and null deletes a secret. With a new `url`, send every secret and every credential header again, or remove it.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `template_invalid`
   */
  update(webhookId: string, input?: UpdateWebhookInput, options?: CallOptions): Call<Webhook>
  /**
   * Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`.
   *
   * Waiting deliveries are not sent. The delivery history of the webhook is deleted too.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`
   */
  delete(webhookId: string, input?: NoInput, options?: CallOptions): Call<null>
  /**
   * Rotate the signing secret: `POST /v1/webhooks/{webhook_id}/rotate-secret`.
   *
   * The response contains the new `secret`. For 24 hours, deliveries are also signed with the previous secret (`v0`), so that receivers can change over without a gap. If you rotate again within that time, each previous secret keeps its own 24 hours. While 5 previous secrets still sign, only a rotation with `revokePrevious` is possible.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `action_not_allowed`, `duplicate_request`, `request_in_progress`
   */
  rotateSecret(
    webhookId: string,
    input?: RotateWebhookSecretInput,
    options?: OnceOptions,
  ): Call<Webhook>
  /**
   * Send a test event: `POST /v1/webhooks/{webhook_id}/test`.
   *
   * Sends one `ping`, or a sample of another type, and waits for the result, at most 10 seconds. The response is 200 even if the test fails: read `status`. A failed test does not count against the webhook, unless the endpoint answers 410. Test events have `livemode: false` and are not in the feed. They are sent whether or not the webhook subscribes to their type.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `webhook_inactive`
   */
  test(webhookId: string, input?: TestWebhookInput, options?: CallOptions): Call<Delivery>
  /**
   * List deliveries: `GET /v1/webhooks/{webhook_id}/deliveries`.
   *
   * Lists the attempts of the last 30 days, newest first, one record per attempt. A `PENDING` attempt has not been made yet; it keeps its id when it is made.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`
   */
  listDeliveries(
    webhookId: string,
    input?: ListWebhookDeliveriesInput,
    options?: CallOptions,
  ): ListCall<Delivery>
  /**
   * Search deliveries: `GET /v1/deliveries`.
   *
   * Lists the attempts of the last 30 days of all webhooks, newest first. A delivery is listed if it matches all filters.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   */
  searchDeliveries(input?: ListAllDeliveriesInput, options?: CallOptions): ListCall<Delivery>
  /**
   * Get a delivery: `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`.
   *
   * One attempt, all attempts at its event, and the request as it would be made now. What was sent is not stored. Secrets are shown as `***`.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`
   */
  getDelivery(
    webhookId: string,
    deliveryId: string,
    input?: NoInput,
    options?: CallOptions,
  ): Call<DeliveryDetails>
  /**
   * Resend an event: `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`.
   *
   * Sends the event of this delivery again in the background, as a new delivery with its own retries. The event keeps its id, so receivers can ignore it if they already have it.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `action_not_allowed`, `webhook_inactive`
   */
  redeliver(
    webhookId: string,
    deliveryId: string,
    input?: NoInput,
    options?: CallOptions,
  ): Call<Delivery>
  /**
   * Preview a webhook: `POST /v1/webhooks/preview`.
   *
   * What a webhook of this make would send of a sample event. Nothing is sent, and nothing is kept. All fields are optional.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `template_invalid`
   */
  preview(input?: PreviewWebhookInput, options?: CallOptions): Call<WebhookPreview>
  /**
   * Get the statistics of a webhook: `GET /v1/webhooks/{webhook_id}/statistics`.
   *
   * How deliveries went, in all and by hour. The last hour ends now. Test events are left out.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`
   */
  statistics(
    webhookId: string,
    input?: GetWebhookStatisticsInput,
    options?: CallOptions,
  ): Call<WebhookStatistics>
  /**
   * Recover a webhook: `POST /v1/webhooks/{webhook_id}/recover`.
   *
   * Resends what the webhook failed to get, or missed while it was off: of the events since a time that it subscribes to, those whose latest attempt did not succeed, or that were never tried. One call looks at 500 events. Call again with `position` of the answer until `isDone`. A retry that waits is made earlier. Run twice, it sends nothing twice.
   *
   * Needs a key with the scope `webhooks:manage`, and the feature `webhooks`.
   *
   * @throws `not_found`, `webhook_inactive`, `duplicate_request`, `request_in_progress`
   */
  recover(
    webhookId: string,
    input: RecoverWebhookInput,
    options?: OnceOptions,
  ): Call<WebhookRecovery>
}
