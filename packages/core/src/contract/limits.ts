/** Every number that a caller can meet. Schemas, docs and tests import them from here. */
export const LIMITS = {
  /** All routes, per key. */
  requestsPerKeyPerSecond: 10,
  requestsPerKeyPerMinute: 120,
  /** All routes, all keys of an organization together. */
  requestsPerOrganizationPerMinute: 300,
  /** `/v1/availability/*`, per key. */
  availabilityRequestsPerKeyPerMinute: 30,
  /** Requests with an invalid key from one address (IPv6: one /64) before it is blocked. */
  invalidKeysPerAddress: 20,
  invalidKeyWindowMinutes: 10,
  invalidKeyBlockMinutes: 30,
  /** Requests for a path or method that does not exist, from one address. */
  unknownPathsPerAddressPerMinute: 300,

  /** Calls at `/trpc`, per signed-in user; also per address where nobody is signed in. */
  callsPerUserPerSecond: 50,
  callsPerUserPerMinute: 600,
  /** Calls of `availability.*`, per signed-in user. */
  availabilityCallsPerUserPerMinute: 120,
  /** Calls at `/trpc`, all users of an organization together. */
  callsPerTeamPerMinute: 6000,
  callsPerBatch: 20,
  /** Attempts to sign in from one address (IPv6: one /64), right or wrong. */
  signInsPerAddressPerMinute: 10,
  /** Of one account; those of a browser that has signed in there before count apart. */
  failedSignInsPerAccount: 10,
  failedSignInWindowMinutes: 15,
  failedSignInBlockMinutes: 15,
  passwordCharacters: 200,
  sessionDays: 14,
  /** How long a browser is remembered as one that has signed in to an account. */
  deviceDays: 365,

  pageSizeDefault: 50,
  pageSizeMax: 200,
  /** So that a filter that matches nothing does not read the feed from end to end. */
  eventsReadPerPage: 10_000,
  nextDatesDefault: 3,
  nextDatesMax: 10,
  nextDatesHorizonDays: 180,
  slotWindowDays: 31,
  slotWindowDefaultDays: 7,
  servicesPerAppointment: 10,
  /** Of one parameter of a list, such as `status` or `expand`. */
  parameterValues: 50,
  cursorCharacters: 2000,

  bodyBytes: 256 * 1024,
  /** Members and elements, at every depth. */
  bodyValues: 5000,
  bodyDepth: 32,
  faultsPerAnswer: 100,
  idempotencyKeyCharacters: 255,
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
  emailCharacters: 254,
  notesCharacters: 2000,
  reasonCharacters: 500,
  searchCharacters: 100,
  placeCharacters: 60,
  /** Dates, date-times, ids, phone numbers, CPFs, time zones: as they are written. */
  valueCharacters: 100,

  identicalAppointmentMinutes: 10,

  webhooksPerOrganization: 20,
  webhookEvents: 50,
  /** Per list of `filters`. */
  webhookFilterValues: 200,
  webhookNameCharacters: 80,
  webhookUrlCharacters: 2048,
  webhookHeaders: 10,
  webhookHeaderValueCharacters: 1024,
  webhookSecrets: 10,
  webhookSecretValueCharacters: 4096,
  templateParts: 10,
  templateFormFields: 100,
  templateBytes: 16 * 1024,
  templateResultBytes: 64 * 1024,
  templateMilliseconds: 100,
  templateNestedLoops: 2,
  messageTemplateCharacters: 2000,
  signingSecretMinCharacters: 16,
  signingSecretMaxCharacters: 128,
  previousSecretHours: 24,
  previousSecrets: 5,
  deliveryResponseCharacters: 1024,

  eventRetentionDays: 30,
  deliveryRetentionDays: 30,
} as const

/** Ids of the database: `integer`, never zero. */
export const ID_MAX = 2_147_483_647

/** The formats of events that a subscription can be fixed to, oldest first. */
export const API_VERSIONS = ['2026-11-01'] as const
export const CURRENT_API_VERSION: (typeof API_VERSIONS)[number] = '2026-11-01'
