import { AVAILABILITY_LIMITS } from '@scheduling/availability/limits'
import { WEBHOOK_LIMITS } from '@scheduling/webhooks/limits'

/**
 * Every number that a caller can meet, each with its unit in its name. Schemas, rules, docs and tests read
 * them from here. The packages below keep tables of their own for what they enforce; this one includes them.
 */
export const LIMITS = {
  ...AVAILABILITY_LIMITS,
  ...WEBHOOK_LIMITS,

  /** All routes, per key. */
  requestsPerKeyPerSecond: 10,
  requestsPerKeyPerMinute: 120,
  /** All routes, all keys of an organization together. */
  requestsPerOrganizationPerMinute: 300,
  /** `/v1/availability/*`, per key. */
  availabilityRequestsPerKeyPerMinute: 30,
  /** How long a revoked key can go on working. */
  keyRevocationSeconds: 5,
  /** Requests with an invalid key from one address (IPv6: one /64) before it is blocked. */
  invalidKeysPerAddress: 20,
  invalidKeyWindowMinutes: 10,
  invalidKeyBlockMinutes: 30,
  /** Requests for a path or method that does not exist, from one address. */
  unknownPathsPerAddressPerMinute: 300,

  /** Calls at `/trpc`, per signed-in user; also per address without a session. */
  callsPerUserPerSecond: 50,
  callsPerUserPerMinute: 600,
  /** Calls of `availability.*`, per signed-in user. */
  availabilityCallsPerUserPerMinute: 120,
  /** Calls at `/trpc`, all users of an organization together. */
  callsPerTeamPerMinute: 6000,
  callsPerBatch: 20,
  /** Streams that are open at the same time, in each process of the API. */
  streamsPerUser: 20,
  streamsPerOrganization: 200,
  streamsPerProcess: 2000,
  /** After this long a stream ends, and its client opens the next one. */
  streamMaxSeconds: 1800,
  /** How often a stream says that it is still there. */
  streamPingSeconds: 15,
  /** How long a reader may leave what was sent to it. */
  streamStallSeconds: 15,
  /** How old a change can be when a stream tells it. */
  streamLagSeconds: 2,
  /** How long a stream can go on after the rights of its reader have ended. */
  streamRightsSeconds: 5,
  /** Attempts to sign in from one address (IPv6: one /64), right or wrong. */
  signInsPerAddressPerMinute: 10,
  /** Of one account; those of a browser that has signed in there before count apart. */
  failedSignInsPerAccount: 10,
  failedSignInWindowMinutes: 15,
  failedSignInBlockMinutes: 15,
  /** How long a sign-in waits for its turn to have its password checked. */
  signInWaitSeconds: 5,
  passwordMinCharacters: 10,
  passwordCharacters: 200,
  sessionDays: 14,
  /** The one that was used least recently ends for a new one. */
  sessionsPerUser: 50,
  /** Of the `User-Agent` that the list of sessions shows. */
  browserCharacters: 200,
  passwordResetMinutes: 60,
  passwordResetsPerAddressPerHour: 10,
  passwordResetsPerAccountPerHour: 3,
  inviteDays: 7,
  /** Open ones. */
  pendingInvites: 50,
  /** Invites and invites sent again, and e-mails of users that were changed. */
  invitesPerOrganizationPerHour: 50,
  /** Open invites are among them. */
  usersPerOrganization: 500,
  /** How long a browser is remembered as one that has signed in to an account. */
  deviceDays: 365,
  /** Accounts that a browser is remembered for, the latest ones: at a reception several people use one. */
  deviceAccounts: 8,

  /** What visitors of the public pages may do, from one address (IPv6: one /64). */
  publicReadsPerAddressPerMinute: 240,
  publicBookingsPerAddressPerHour: 30,
  /** Counted apart from those without one. */
  publicBookingsWithProofPerAddressPerHour: 120,
  /** From all addresses, before the organization asks for a proof. */
  publicBookingsWithoutProofPerOrganizationPerHour: 60,
  /** Zero bits at the beginning of the hash of a proof: on average it takes two to the power of this many tries. */
  proofBits: 16,
  proofCharacters: 32,
  /** What the client's link does to one record: cancelling, moving, leaving. */
  publicChangesPerRecordPerHour: 20,
  /** What visitors cause to be sent to one phone or e-mail in 24 hours, for one organization. */
  visitorMessagesPerContactPerDay: 10,
  /** The same, for all organizations together. */
  visitorMessagesPerContactOfAllPerDay: 20,
  /** What an address that has caused none may still cause beyond these. */
  messagesOfNewVisitor: 2,
  /** What visitors cause in all, with those. */
  visitorMessagesPerContactAtMost: 30,
  /** How long the message that asks a visitor for a deposit waits for its payment code. */
  depositCodeWaitMinutes: 2,
  /** Between two messages about moves of one record by its link. */
  movesToldMinutes: 10,
  /** Links that do not work, from one address, before it is blocked. */
  linkGuessesPerAddress: 20,
  linkGuessWindowMinutes: 10,
  linkGuessBlockMinutes: 10,
  /** How long a client's link works after its record has ended. */
  linkDays: 7,
  /** Bookings and places in a queue that are still ahead, by one address with one name and phone or e-mail. */
  openPublicBookings: 3,
  /** The same, whatever the names. */
  openPublicBookingsOfContact: 6,
  /** With one contact too, cancelled ones included: each sends messages to a person who may not have asked. */
  publicBookingsPerContactPerDay: 10,
  /** What one address waits for on the waitlist with one name and phone or e-mail. */
  openWishes: 3,
  /** The same, whatever the names. */
  openWishesOfContact: 6,
  /** What all clients of an organization wait for. */
  wishesPerOrganization: 500,
  /** Unconfirmed wishes of visitors. Beyond it the oldest of the busiest address ends. */
  unconfirmedWishesPerContact: 3,
  unconfirmedWishesPerAddress: 10,
  unconfirmedWishesPerOrganization: 500,
  /** How long they can be confirmed. */
  unconfirmedWishHours: 24,
  wishesRemovedAtOnce: 100,
  /** From the first day of a wish to its last, both included. */
  wishDays: 92,
  /** From today to the last day of a wish: each day is looked at. */
  wishHorizonDays: 366,
  /** How long offered time is held. */
  offerMinutes: 20,
  /** Unanswered offers end a wish. */
  wishLapses: 2,
  /** How long a wish that has ended is kept. */
  wishKeptDays: 30,
  /** The longest window in which visitors look for free times. */
  publicSlotDays: 14,
  /** Days times professionals that visitors look through at once: what one look costs grows with both. */
  publicSlotProfessionalDays: 200,
  /** How long visitors wait for their turn to look for free times. */
  publicSlotWaitSeconds: 2,
  /** Of the random id of a submission: 128 bits in base64url have 22. */
  submissionMinCharacters: 22,

  calendarFeedsPerProfessional: 10,
  /** What a feed shows, from today. */
  calendarFeedPastDays: 90,
  calendarFeedAheadDays: 366,
  /** Appointments of one feed: the next ones first, and then the last ones. */
  calendarFeedEntries: 10_000,
  calendarReadsPerFeedPerHour: 120,
  /** How often a calendar elsewhere is read. */
  busyCalendarMinutes: 15,
  /** How far ahead. */
  busyCalendarDays: 366,
  busyCalendarBytes: 5 * 1024 * 1024,
  /** From the beginning of a read to the last byte. */
  busyCalendarSeconds: 20,
  /** Of its file, be they over or not. */
  busyCalendarEntries: 20_000,
  /** Of all entries that repeat, in the days that are read. */
  busyCalendarOccurrences: 20_000,
  /** Once those that touch were joined. */
  busyCalendarTimes: 5000,
  /** Of work for one file. */
  busyCalendarMilliseconds: 5000,

  /** Keys that work: neither revoked nor expired. */
  apiKeysPerOrganization: 50,
  /** The largest values of the organization's settings. The first two are those of a service too. */
  minAdvanceMaxMinutes: 525_600,
  maxAdvanceMaxDays: 3650,
  cancellationWindowMaxMinutes: 43_200,
  clientNoticeMaxMinutes: 43_200,
  queueCallTimeoutMaxMinutes: 240,
  depositExpiryMaxMinutes: 10_080,
  manualDepositMaxHours: 720,
  reminderMaxHours: 168,
  /** Of each part of the organization's address; its number and postal code have fewer. */
  addressCharacters: 120,
  addressCodeCharacters: 20,
  mapUrlCharacters: 500,
  /** Of the text that greets on the public pages. */
  welcomeCharacters: 600,
  /** Of the picture on the public pages: as a file, and of each side. */
  logoBytes: 100 * 1024,
  logoSidePixels: 1200,
  /** Of a professional's photo, likewise. Ten of them fit into what a page loads at first. */
  photoBytes: 6 * 1024,
  photoSidePixels: 160,
  specialtiesPerOrganization: 200,
  auditDays: 366,
  /** How long the request log keeps a request. */
  requestDays: 7,
  /** Of one request in the request log. */
  requestEvents: 100,
  /** So that a filter that matches nothing does not read the audit from end to end. */
  auditEntriesReadPerPage: 10_000,

  pageSizeDefault: 50,
  pageSizeMax: 200,
  /** So that a filter that matches nothing does not read the feed from end to end. */
  eventsReadPerPage: 10_000,
  nextDatesDefault: 3,
  nextDatesMax: 10,
  slotWindowDefaultDays: 7,
  servicesPerAppointment: 10,
  /** Of one parameter of a list, such as `status` or `expand`. */
  parameterValues: 50,
  cursorCharacters: 2000,

  /** The first line of a request and its headers. */
  requestHeadBytes: 16 * 1024,
  /** From the first byte of a request to its last. */
  requestSeconds: 30,
  bodyBytes: 256 * 1024,
  /** Pieces in which the network delivers a body. A body of 256 KB usually comes in about 200. */
  bodyPieces: 2000,
  /** Members and elements, at every depth. */
  bodyValues: 5000,
  bodyDepth: 32,
  /** A key in a map of the caller's own; most maps allow less. */
  mapKeyCharacters: 128,
  faultsPerAnswer: 100,
  /** Smaller responses are not compressed. */
  compressionBytes: 1024,
  idempotencyKeyCharacters: 255,
  /** `request_id` of a tool. */
  toolRequestIdCharacters: 200,
  /** How long a confirmation that an agent was asked for can be given. */
  toolConfirmationMinutes: 10,
  /** What one answer of a tool lists. */
  toolRecords: 20,
  toolDayAppointments: 60,
  toolFreeTimes: 12,
  /** Of one free time. */
  toolFreeProfessionals: 5,
  /** Of a name, as a tool shows it. */
  toolNameCharacters: 80,
  idempotencyHours: 24,
  idempotencyWaitSeconds: 15,

  metadataKeys: 50,
  /** Keys in one change: as many may go as come. */
  metadataChanges: 100,
  metadataKeyCharacters: 40,
  metadataValueCharacters: 500,
  firstNameCharacters: 80,
  lastNameCharacters: 120,
  nameCharacters: 120,
  slugMinCharacters: 3,
  slugCharacters: 60,
  emailCharacters: 254,
  notesCharacters: 2000,
  reasonCharacters: 500,
  meetingUrlCharacters: 500,
  searchCharacters: 4000,
  placeCharacters: 60,
  /** Dates, date-times, ids, phone numbers, CPFs, time zones: as they are written. */
  valueCharacters: 100,

  /** Of the hours of a week, of one professional. */
  weekIntervals: 70,
  /** Of the hours of one date. */
  dateIntervals: 12,
  /** The longest window of `schedule.get`. */
  scheduleWindowDays: 366,
  /** Of one answer of `schedule.get`; `schedule.listBlockedTimes` has them all. */
  scheduleBlockedTimes: 500,
  /** The longest window of `appointments.agenda`. */
  agendaDays: 8,
  /** Of one answer of `appointments.agenda`. */
  agendaAppointments: 5000,
  /** How far from today, in both directions, hours of dates, holidays and blocked times can be. */
  scheduleReachDays: 3660,
  blockedTimeDays: 366,
  serviceDurationMinutes: 1440,
  serviceBufferMinutes: 1440,
  serviceCapacity: 500,
  /** Digits before the decimal point. */
  priceDigits: 10,
  professionalsPerService: 200,
  servicesPerProfessional: 500,
  /** Of `registry`. */
  registryCharacters: 60,
  /** `decisions` of one change. */
  impactDecisions: 500,
  /** Appointments that one change can move or cancel. */
  impactActions: 1000,
  /** Appointments that `impact` lists. */
  impactAppointments: 500,
  /** Of the client that is merged into another one: each is told with an event. */
  appointmentsPerMerge: 5000,

  /** A file that is imported: its size, its rows, and the columns and the size of a row. */
  importBytes: 20 * 1024 * 1024,
  importRows: 100_000,
  importColumns: 60,
  /** The largest client that a download writes fits: all metadata, with every character escaped. */
  importRowBytes: 160 * 1024,

  identicalAppointmentMinutes: 10,
  /** How long a time is held, unless the caller says otherwise. */
  holdMinutes: 5,
  holdMinutesMost: 15,
  holderCharacters: 64,
  holdsPerHolderPerHour: 3,
  /** At the same time. The operator can set other numbers. */
  holdsPerKey: 10,
  holdsPerOrganization: 50,
  /** How long a hold can be read. */
  holdKeptDays: 30,
  /** The text of a recurrence rule. Its lists are as long as it has room for. */
  recurrenceCharacters: 300,
  seriesOccurrences: 100,
  /** From the first start to the last. No rule is followed further. */
  seriesYears: 10,
  /** By which a series is moved, in either direction. */
  seriesShiftDays: 31,
  /** How long a payment provider that does not answer keeps a deposit from expiring. */
  depositProviderMinutes: 15,
  /** Keys of the Pix directory; the document of the central bank has this number. */
  pixKeyCharacters: 77,
  /** A client id or client secret of a bank. */
  bankCredentialCharacters: 512,
  /** A certificate with its chain, or its key. */
  pemCharacters: 16_384,
  /** In one notice of a bank. */
  paymentsPerNotice: 500,
  paymentNoticesPerAddressPerMinute: 1200,
  noticesPerHookPerMinute: 1200,
  /** Payments that are played with one link. */
  sandboxActionsPerAddressPerMinute: 60,
  /** A deposit of the public page can be paid until so long before the start of its appointment. */
  depositBeforeStartMinutes: 60,
  /** And at least for so long. */
  depositLeastMinutes: 15,
  /** The latest expiry that the team can give a deposit. */
  depositExpiryDays: 30,
  /** The estimated wait of a queue entry is rounded up to a multiple of this. */
  queueEstimateMinutes: 5,
  /** Intervals of one queue in a week. */
  queueDeskHours: 28,
  /** Active entries that a queue can be limited to. */
  queueCapacity: 1000,
  /** How far one call moves the clock of a test organization, and how far it can be ahead. */
  clockAdvanceDays: 366,
  clockAheadDays: 1830,
  /** How long it waits for webhooks at each moment at which it stops. */
  clockWaitSeconds: 30,

  /** Of a text that the team types. */
  messageCharacters: 4096,
  /** Of a text of the catalogue that an organization writes, as a template. */
  messageSubjectCharacters: 300,
  messageBodyCharacters: 4000,
  /** Of a token or secret of the messaging platform. */
  messagingSecretCharacters: 1000,

  webhooksPerOrganization: 20,
  webhookEvents: 50,
  /** Per list of `filters`. */
  webhookFilterValues: 200,
  webhookNameCharacters: 80,
  webhookSecrets: 10,
  webhookSecretNameCharacters: 40,
  webhookSecretValueCharacters: 4096,
  templateFormFields: 100,
  previousSecretHours: 24,
  previousSecrets: 5,
  /** Events that one call of `webhooks.recover` looks at. */
  recoveryEvents: 500,
  /** First attempts of recovered events; chat channels have their own pause. */
  recoveriesPerSecond: 10,
  statisticsDefaultHours: 24,
} as const

/** Ids of the database: `integer`, never zero. */
export const ID_MAX = 2_147_483_647

/** The formats of events that a subscription can be fixed to, oldest first. */
export const API_VERSIONS = ['2026-11-01'] as const
export const CURRENT_API_VERSION: (typeof API_VERSIONS)[number] = '2026-11-01'
