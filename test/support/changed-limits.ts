/**
 * Every limit with another number, before anything reads it. A test file that imports this first sees the whole
 * service as it is with these limits.
 */
import type { LIMITS } from '@scheduling/core'
import { expect, it, vi } from 'vitest'

export type LimitName = keyof typeof LIMITS

type Value = number | readonly number[]

/** Where the tests of a limit stand. */
type Room =
  | 'inputs'
  | 'requests'
  | 'records'
  | 'streams'
  | 'templates'
  | 'deliveries'
  | 'visitors'
  | 'calendars'
  | 'agents'

/** The number that each limit is changed to, and where a test sees it followed. */
export const CHANGES = {
  slotWindowDays: [9, 'inputs'],
  nextDatesHorizonDays: [40, 'inputs'],
  slotIntervalMinMinutes: [7, 'inputs'],
  slotIntervalMaxMinutes: [700, 'inputs'],

  webhookUrlCharacters: [150, 'inputs'],
  webhookHeaders: [3, 'inputs'],
  webhookHeaderNameCharacters: [30, 'inputs'],
  webhookHeaderValueCharacters: [60, 'inputs'],
  templateParts: [4, 'inputs'],
  templateBytes: [2048, 'templates'],
  templateResultBytes: [3072, 'templates'],
  templateMilliseconds: [50, 'templates'],
  templateNestedLoops: [1, 'templates'],
  templateDepth: [20, 'templates'],
  templateNodes: [60, 'templates'],
  templateSteps: [4000, 'templates'],
  templateNameCharacters: [24, 'templates'],
  templateTextFaults: [4, 'templates'],
  templateFaults: [9, 'templates'],
  messageTemplateCharacters: [300, 'inputs'],
  chatTitleCharacters: [50, 'templates'],
  chatValueCharacters: [12, 'templates'],
  chatPauseSeconds: [3, 'records'],
  signingSecretMinCharacters: [20, 'inputs'],
  signingSecretMaxCharacters: [40, 'inputs'],
  signatureToleranceMinutes: [2, 'deliveries'],
  deliverySeconds: [3, 'deliveries'],
  deliveryConnectSeconds: [2, 'deliveries'],
  deliveryBodySeconds: [0.5, 'deliveries'],
  deliveryIdleSeconds: [0.5, 'deliveries'],
  deliveryInterimResponses: [3, 'deliveries'],
  deliveryResponseHeadBytes: [8192, 'deliveries'],
  deliveryResponseBytes: [4096, 'deliveries'],
  deliveryResponsePieces: [6, 'deliveries'],
  deliveryResponseCharacters: [100, 'deliveries'],
  webhookChangeSeconds: [0.2, 'records'],
  deliveryRetryMinutes: [[2, 7], 'deliveries'],
  chatRetryMinutes: [[3, 8], 'deliveries'],
  retryJitterPercent: [50, 'deliveries'],
  retryAfterMinutes: [90, 'deliveries'],
  failingDays: [4, 'deliveries'],
  failingWarningHours: [12, 'deliveries'],
  failingToldMinutes: [90, 'records'],
  failingToldAttempts: [5, 'records'],
  standstillDays: [3, 'records'],
  eventRetentionDays: [11, 'records'],
  deliveryRetentionDays: [13, 'records'],

  requestsPerKeyPerSecond: [4, 'requests'],
  requestsPerKeyPerMinute: [8, 'requests'],
  requestsPerOrganizationPerMinute: [10, 'requests'],
  availabilityRequestsPerKeyPerMinute: [6, 'requests'],
  keyRevocationSeconds: [3, 'requests'],
  invalidKeysPerAddress: [3, 'requests'],
  invalidKeyWindowMinutes: [4, 'requests'],
  invalidKeyBlockMinutes: [6, 'requests'],
  unknownPathsPerAddressPerMinute: [7, 'requests'],
  callsPerUserPerSecond: [11, 'requests'],
  callsPerUserPerMinute: [13, 'requests'],
  availabilityCallsPerUserPerMinute: [9, 'requests'],
  callsPerTeamPerMinute: [15, 'requests'],
  callsPerBatch: [6, 'requests'],
  streamsPerUser: [2, 'streams'],
  streamsPerOrganization: [3, 'streams'],
  streamsPerProcess: [4, 'streams'],
  streamMaxSeconds: [8, 'streams'],
  streamPingSeconds: [0.2, 'streams'],
  streamStallSeconds: [1, 'streams'],
  streamLagSeconds: [1.5, 'streams'],
  streamRightsSeconds: [2.5, 'streams'],
  signInsPerAddressPerMinute: [5, 'requests'],
  failedSignInsPerAccount: [4, 'requests'],
  failedSignInWindowMinutes: [7, 'requests'],
  failedSignInBlockMinutes: [8, 'requests'],
  signInWaitSeconds: [0.4, 'requests'],
  passwordMinCharacters: [12, 'inputs'],
  passwordCharacters: [90, 'inputs'],
  sessionDays: [5, 'requests'],
  sessionsPerUser: [3, 'requests'],
  browserCharacters: [24, 'requests'],
  passwordResetMinutes: [14, 'records'],
  passwordResetsPerAddressPerHour: [6, 'requests'],
  passwordResetsPerAccountPerHour: [2, 'requests'],
  inviteDays: [4, 'records'],
  pendingInvites: [3, 'records'],
  invitesPerOrganizationPerHour: [9, 'requests'],
  publicReadsPerAddressPerMinute: [12, 'visitors'],
  publicBookingsPerAddressPerHour: [5, 'visitors'],
  publicBookingsWithProofPerAddressPerHour: [9, 'visitors'],
  publicBookingsWithoutProofPerOrganizationPerHour: [7, 'visitors'],
  proofBits: [7, 'visitors'],
  proofCharacters: [12, 'visitors'],
  publicChangesPerRecordPerHour: [3, 'visitors'],
  visitorMessagesPerContactPerDay: [4, 'visitors'],
  visitorMessagesPerContactOfAllPerDay: [6, 'visitors'],
  messagesOfNewVisitor: [1, 'visitors'],
  visitorMessagesPerContactAtMost: [8, 'visitors'],
  depositCodeWaitMinutes: [5, 'visitors'],
  movesToldMinutes: [3, 'visitors'],
  linkGuessesPerAddress: [4, 'visitors'],
  linkGuessWindowMinutes: [3, 'visitors'],
  linkGuessBlockMinutes: [7, 'visitors'],
  linkDays: [2, 'visitors'],
  openPublicBookings: [2, 'visitors'],
  openPublicBookingsOfContact: [3, 'visitors'],
  publicBookingsPerContactPerDay: [4, 'visitors'],
  openWishes: [2, 'visitors'],
  openWishesOfContact: [3, 'visitors'],
  wishesPerOrganization: [3, 'visitors'],
  unconfirmedWishesPerContact: [2, 'visitors'],
  unconfirmedWishesPerAddress: [4, 'visitors'],
  unconfirmedWishesPerOrganization: [5, 'visitors'],
  unconfirmedWishHours: [3, 'visitors'],
  wishesRemovedAtOnce: [2, 'visitors'],
  wishDays: [5, 'visitors'],
  wishHorizonDays: [11, 'visitors'],
  offerMinutes: [8, 'visitors'],
  wishLapses: [3, 'visitors'],
  wishKeptDays: [9, 'visitors'],
  publicSlotDays: [5, 'visitors'],
  publicSlotProfessionalDays: [6, 'visitors'],
  publicSlotWaitSeconds: [1, 'visitors'],
  submissionMinCharacters: [30, 'visitors'],
  calendarFeedsPerProfessional: [2, 'calendars'],
  calendarFeedPastDays: [3, 'calendars'],
  calendarFeedAheadDays: [5, 'calendars'],
  calendarFeedEntries: [4, 'calendars'],
  calendarReadsPerFeedPerHour: [6, 'calendars'],
  busyCalendarMinutes: [4, 'calendars'],
  busyCalendarDays: [9, 'calendars'],
  busyCalendarBytes: [3072, 'calendars'],
  busyCalendarSeconds: [1, 'calendars'],
  busyCalendarEntries: [8, 'calendars'],
  busyCalendarOccurrences: [7, 'calendars'],
  busyCalendarTimes: [5, 'calendars'],
  busyCalendarMilliseconds: [40, 'calendars'],
  usersPerOrganization: [5, 'records'],
  deviceDays: [33, 'requests'],
  deviceAccounts: [2, 'requests'],

  apiKeysPerOrganization: [3, 'records'],
  minAdvanceMaxMinutes: [9000, 'inputs'],
  maxAdvanceMaxDays: [400, 'inputs'],
  cancellationWindowMaxMinutes: [8000, 'inputs'],
  clientNoticeMaxMinutes: [8500, 'inputs'],
  queueCallTimeoutMaxMinutes: [90, 'inputs'],
  depositExpiryMaxMinutes: [5000, 'inputs'],
  manualDepositMaxHours: [100, 'inputs'],
  reminderMaxHours: [50, 'inputs'],
  addressCharacters: [81, 'inputs'],
  addressCodeCharacters: [12, 'inputs'],
  mapUrlCharacters: [82, 'inputs'],
  welcomeCharacters: [80, 'inputs'],
  logoBytes: [2048, 'inputs'],
  logoSidePixels: [40, 'inputs'],
  photoBytes: [2048, 'inputs'],
  photoSidePixels: [40, 'inputs'],
  specialtiesPerOrganization: [2, 'records'],
  auditDays: [20, 'records'],
  requestDays: [3, 'records'],
  requestEvents: [2, 'records'],
  auditEntriesReadPerPage: [3, 'records'],

  pageSizeDefault: [17, 'inputs'],
  pageSizeMax: [41, 'inputs'],
  eventsReadPerPage: [3, 'records'],
  nextDatesDefault: [2, 'inputs'],
  nextDatesMax: [6, 'inputs'],
  slotWindowDefaultDays: [4, 'records'],
  servicesPerAppointment: [4, 'inputs'],
  parameterValues: [8, 'inputs'],
  cursorCharacters: [700, 'inputs'],

  importBytes: [40_960, 'requests'],
  importRows: [4, 'requests'],
  importColumns: [5, 'requests'],
  importRowBytes: [2048, 'requests'],

  requestHeadBytes: [12_288, 'requests'],
  requestSeconds: [20, 'requests'],
  bodyBytes: [65_536, 'requests'],
  bodyPieces: [12, 'requests'],
  bodyValues: [300, 'requests'],
  bodyDepth: [9, 'requests'],
  mapKeyCharacters: [44, 'inputs'],
  faultsPerAnswer: [5, 'inputs'],
  compressionBytes: [896, 'requests'],
  idempotencyKeyCharacters: [60, 'requests'],
  idempotencyHours: [3, 'requests'],
  idempotencyWaitSeconds: [2, 'requests'],

  metadataKeys: [5, 'inputs'],
  metadataChanges: [8, 'inputs'],
  metadataKeyCharacters: [12, 'inputs'],
  metadataValueCharacters: [60, 'inputs'],
  firstNameCharacters: [30, 'inputs'],
  lastNameCharacters: [31, 'inputs'],
  nameCharacters: [32, 'inputs'],
  slugMinCharacters: [5, 'inputs'],
  slugCharacters: [20, 'inputs'],
  emailCharacters: [61, 'inputs'],
  notesCharacters: [70, 'inputs'],
  reasonCharacters: [71, 'inputs'],
  meetingUrlCharacters: [73, 'inputs'],
  searchCharacters: [33, 'inputs'],
  placeCharacters: [15, 'inputs'],
  messageCharacters: [71, 'inputs'],
  messageSubjectCharacters: [72, 'inputs'],
  messageBodyCharacters: [73, 'inputs'],
  messagingSecretCharacters: [55, 'inputs'],
  valueCharacters: [52, 'inputs'],

  weekIntervals: [9, 'inputs'],
  dateIntervals: [3, 'inputs'],
  scheduleWindowDays: [40, 'inputs'],
  scheduleBlockedTimes: [2, 'records'],
  agendaDays: [3, 'inputs'],
  agendaAppointments: [2, 'records'],
  scheduleReachDays: [30, 'records'],
  blockedTimeDays: [12, 'records'],
  serviceDurationMinutes: [240, 'inputs'],
  serviceBufferMinutes: [120, 'inputs'],
  serviceCapacity: [24, 'inputs'],
  professionalsPerService: [6, 'inputs'],
  servicesPerProfessional: [8, 'inputs'],
  registryCharacters: [25, 'inputs'],
  impactDecisions: [7, 'inputs'],
  impactActions: [3, 'records'],
  impactAppointments: [2, 'records'],

  priceDigits: [6, 'inputs'],
  appointmentsPerMerge: [2, 'records'],
  identicalAppointmentMinutes: [16, 'records'],
  holdMinutes: [4, 'records'],
  holdMinutesMost: [11, 'inputs'],
  holderCharacters: [21, 'inputs'],
  holdsPerHolderPerHour: [2, 'records'],
  holdsPerKey: [3, 'records'],
  holdsPerOrganization: [4, 'records'],
  holdKeptDays: [6, 'records'],
  recurrenceCharacters: [90, 'inputs'],
  seriesOccurrences: [12, 'inputs'],
  seriesYears: [3, 'inputs'],
  seriesShiftDays: [9, 'inputs'],
  depositProviderMinutes: [4, 'records'],
  depositBeforeStartMinutes: [90, 'records'],
  depositLeastMinutes: [20, 'records'],
  depositExpiryDays: [6, 'records'],
  pixKeyCharacters: [60, 'inputs'],
  bankCredentialCharacters: [40, 'inputs'],
  pemCharacters: [300, 'inputs'],
  paymentsPerNotice: [5, 'requests'],
  paymentNoticesPerAddressPerMinute: [7, 'requests'],
  noticesPerHookPerMinute: [7, 'requests'],
  sandboxActionsPerAddressPerMinute: [6, 'requests'],
  queueEstimateMinutes: [7, 'records'],
  queueDeskHours: [3, 'inputs'],
  queueCapacity: [43, 'inputs'],
  clockAdvanceDays: [8, 'records'],
  clockAheadDays: [12, 'records'],
  clockWaitSeconds: [70, 'records'],
  webhooksPerOrganization: [2, 'records'],
  webhookEvents: [16, 'inputs'],
  webhookFilterValues: [14, 'inputs'],
  webhookNameCharacters: [19, 'inputs'],
  webhookSecrets: [21, 'inputs'],
  webhookSecretNameCharacters: [22, 'inputs'],
  webhookSecretValueCharacters: [54, 'inputs'],
  templateFormFields: [23, 'inputs'],
  previousSecretHours: [18, 'records'],
  previousSecrets: [2, 'records'],
  recoveryEvents: [4, 'records'],
  recoveriesPerSecond: [5, 'records'],
  statisticsDefaultHours: [6, 'records'],

  toolRequestIdCharacters: [40, 'agents'],
  toolConfirmationMinutes: [3, 'agents'],
  toolRecords: [2, 'agents'],
  toolDayAppointments: [4, 'agents'],
  toolFreeTimes: [5, 'agents'],
  toolFreeProfessionals: [2, 'agents'],
  toolNameCharacters: [11, 'agents'],
} as const satisfies Record<LimitName, readonly [Value, Room]>

/** The limits of one room. */
type LimitsOf<Of extends Room> = {
  [Name in LimitName]: (typeof CHANGES)[Name][1] extends Of ? Name : never
}[LimitName]

/** One test for each limit of a room, and one that none is left out. */
export function itFollows<Of extends Room>(
  room: Of,
  rows: Readonly<Record<LimitsOf<Of>, () => void | Promise<void>>>,
): void {
  it('has a row for each limit', () => {
    const names = Object.entries(CHANGES).flatMap(([name, [, its]]) => (its === room ? [name] : []))
    expect(Object.keys(rows).sort()).toEqual(names.sort())
  })
  for (const [name, follows] of Object.entries<() => void | Promise<void>>(rows)) it(name, follows)
}

/** The number of a limit here. */
export function to<Name extends LimitName>(name: Name): (typeof CHANGES)[Name][0] {
  return CHANGES[name][0]
}

/** The tables, the lower ones first: core's includes them. */
const TABLES = [
  '../../packages/availability/src/limits.ts',
  '../../packages/webhooks/src/limits.ts',
  '../../packages/core/src/contract/limits.ts',
] as const

type Table = Readonly<Record<string, Value>>

/** What a module of `TABLES` exports. */
type Module = Readonly<Record<string, Table>>

const isTable = (name: string): boolean => name.endsWith('LIMITS')

function changed(limits: Table): object {
  const changes: Readonly<Record<string, readonly [Value, Room]>> = CHANGES
  return Object.fromEntries(Object.keys(limits).map((name) => [name, changes[name]?.[0]]))
}

for (const path of TABLES) {
  vi.doMock(path, async (original) => {
    const exported = Object.entries(await original<Module>())
    return Object.fromEntries(
      exported.map(([name, value]) => [name, isTable(name) ? changed(value) : value]),
    )
  })
}

/** The limits as the service has them. */
export async function actualLimits(): Promise<Table> {
  const modules = await Promise.all(TABLES.map((path) => vi.importActual<Module>(path)))
  // What core's includes of the others is changed, so the others come last.
  const tables = modules
    .toReversed()
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (isTable(name) ? Object.entries(value) : []))
  return Object.fromEntries(tables)
}
