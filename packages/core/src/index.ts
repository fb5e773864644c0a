/** What apps and tests use of this package, by room. */
export { hashPassword, isPassword } from './account/password.ts'
export { passwordLink, sendPasswordReset } from './account/send-password-reset.ts'
export { findSession, openSession, type SignedIn } from './account/session.ts'
export { accountMailPage } from './account/mail-page.ts'
export { openMail } from './account/write-mail.ts'
export {
  callTool,
  confirmationRefusal,
  refused,
  type Ask,
  type PersonsAnswer,
  type ToolAnswer,
} from './agents/call.ts'
export { explained, refusalOfProblem } from './agents/refusal.ts'
export type { AgentContext } from './agents/reader.ts'
export type { Tool } from './agents/tool.ts'
export { languageOf } from './ground/language.ts'
export { TOOLS, toolsOf } from './agents/tools.ts'
export { PERMITTED, type AppointmentAction } from './appointments/actions.ts'
export { AppointmentBase } from './appointments/appointment.ts'
export { occurrencesOf } from './appointments/recurrence.ts'
export { RecurrenceInput } from './appointments/recurrence-rule.ts'
export { readBusyCalendars } from './calendars/read-busy.ts'
export { RequestDetails } from './requests/request.ts'
export { entryText, writeEntries, type RequestEntry } from './requests/entry.ts'
export { BlockedTime } from './schedule/blocked-time.ts'
export { loadSchedules } from './appointments/load-schedules.ts'
export { demandOf, selectServices } from './appointments/service-selection.ts'
export { systemWork, workOf, type Initiator, type Work } from './change/system-work.ts'
export type { FreshAnswer } from './change/unit-of-work.ts'
export { Client, NewClient, type NewClientInput } from './clients/client.ts'
export { newColumns } from './clients/columns.ts'
export { Visitor } from './clients/match-visitor.ts'
export { searchText } from './clients/search.ts'
export { asProblem } from './contract/as-problem.ts'
export { FEATURES, hasFeature, SENDING_FEATURES } from './contract/features.ts'
export { fieldPath } from './contract/field-path.ts'
export { UNKNOWN_FIELD } from './contract/input-bounds.ts'
export { CURRENT_API_VERSION, LIMITS } from './contract/limits.ts'
export {
  FIELD_CODES,
  invalid,
  invalidFields,
  notSignedIn,
  Problem,
  PROBLEM_CODES,
  PROBLEMS,
  rateLimited,
  type FieldCode,
  type FieldError,
  type ProblemCode,
} from './contract/problems.ts'
export { parsed, readInput } from './contract/validation.ts'
export { COUNTRIES, inCountry } from './ground/country.ts'
export { phoneWritten } from './clients/phone.ts'
export { DepositBase } from './deposits/deposit-base.ts'
export type { DepositOwnerId } from './deposits/owner.ts'
export { createDeposit, issueCharge, requestDeposit } from './deposits/request.ts'
export { expireDeposits } from './deposits/expire.ts'
export { notePayments, settlePayments } from './deposits/pay.ts'
export { refundDeposit } from './deposits/refunds.ts'
export { settleDeposits } from './deposits/settle.ts'
export type { Opened } from './downloads/download.ts'
export { DOWNLOADS, openDownload } from './downloads/downloads.ts'
export {
  maybe,
  SYSTEM_WORK,
  typesOf,
  type Emission,
  type Emits,
  type SystemWorkName,
} from './events/emissions.ts'
export { EventRecord } from './events/event.ts'
export type { LiveFeed } from './events/live-feed.ts'
export { NOTES, type NewNote, type NoteAction } from './events/notes.ts'
export { ROOMS, type Room } from './events/rooms.ts'
export { EVENT_FAULT } from './events/write-events.ts'
export { bytes } from './ground/bytes.ts'
export { canonicalJson } from './ground/canonical-json.ts'
export { cryptography, sameBytes, sealingKeys } from './ground/crypto.ts'
export { dayAndHour, zoneName } from './ground/day-and-hour.ts'
export { Id, MiniReference } from './ground/fields.ts'
export { Instant } from './ground/time-fields.ts'
export type { IdPrefix } from './ground/ids.ts'
export { inTime } from './ground/in-time.ts'
export { createLine, NoPlaceError, type Line } from './ground/line.ts'
export { createLog, logLinesLost, type Log } from './ground/log.ts'
export { followDatabaseClock } from './ground/database-clock.ts'
export { createStoreClock } from './ground/store-clock.ts'
export { listenForNotices, type ListeningSession, type Notices } from './ground/notices.ts'
export {
  accessChangesOf,
  WANTS_TO_COUNT,
  type AccessChange,
  type AccessChanges,
} from './api-keys/access-changes.ts'
export { createApiKey } from './api-keys/create-api-key.ts'
export {
  findApiKey,
  touchKey,
  uncachedKeys,
  type KeyHolder,
  type KeyLookup,
  type Keys,
} from './api-keys/find-api-key.ts'
export { cachedKeys } from './api-keys/key-cache.ts'
export { CALENDAR_PATH, LINK_PATHS, linkTo, linkToken } from './links/record-link.ts'
export { UNSUBSCRIBE_PATH, unsubscribeToken } from './links/unsubscribe-link.ts'
export { openCalendar } from './public-booking/calendar.ts'
export {
  checkFile,
  IMPORT_ACCESS,
  importFile,
  ImportInput,
  importNamed,
} from './imports/import-file.ts'
export { createLiveFeed } from './live/live-feed.ts'
export { answerMessages } from './messaging/answer.ts'
export { CENTRAL_HOOK, followCentralNumber } from './messaging/central-number.ts'
export { CENTRAL_LINES, sendCentralLine } from './messaging/central-line.ts'
export { HOOK_PATH } from './messaging/connection.ts'
export { queuedAmong, sweepMessages, wakeMails, type DueMessage } from './messaging/due.ts'
export type { Carriers } from './messaging/prepare.ts'
export { receiveNotice } from './messaging/receive.ts'
export { receiveCentralNotice } from './messaging/receive-central.ts'
export { remindClients } from './messaging/reminders.ts'
export { sendMessage } from './messaging/send.ts'
export { applyStatuses } from './messaging/statuses.ts'
export { accountOfHook } from './messaging/whatsapp-account.ts'
export { forgetMessagesOf } from './messaging/forget.ts'
export { createOrganization, NewOrganization } from './organization/create.ts'
export {
  countsOfOrganization,
  findOrganization,
  listOrganizations,
  resumeOrganization,
  setPlan,
  suspendOrganization,
  type Operated,
} from './organization/operate.ts'
export { type Logo } from './organization/logo.ts'
export { pictureIn } from './organization/picture/picture.ts'
export { isSlug, RESERVED_SEGMENTS } from './organization/slug.ts'
export {
  NOTICE_PATH,
  noticeAddress,
  noticedConnection,
  queueNotice,
  settleLater,
} from './payments/notice-address.ts'
export {
  playPayer,
  SANDBOX_PATH,
  sandboxPage,
  sandboxPageOf,
  type PlayedAction,
  type SandboxPage,
} from './payments/sandbox-page.ts'
export { sandboxPayments, type SandboxPayments } from './payments/sandbox-payments.ts'
export { ALLOWED, type Group } from './procedure/accesses.ts'
export type { Method } from './procedure/declaration.ts'
export { deprecationHeaders, deprecationText, type Deprecation } from './procedure/deprecation.ts'
export { COMMON_PROBLEMS, type RestEndpoint } from './procedure/endpoint.ts'
export { problemOf, trpcError } from './procedure/errors.ts'
export { logFailure } from './procedure/log-failure.ts'
export { proceduresOf, type Procedure } from './procedure/procedure-list.ts'
export { authorize, requireNotSuspended } from './procedure/rights.ts'
export { keepRequestId } from './procedure/trpc.ts'
export type { TrpcContext } from './procedure/trpc-context.ts'
export { KEPT_FIELDS } from './clients/forgotten.ts'
export { HOLDINGS } from './clients/holdings.ts'
export { finishErasures } from './clients/remove-traces.ts'
export { Professional } from './professionals/professional.ts'
export { changeDesk, closeDesk, openDesk } from './queue/desk.ts'
export { QueueEntryBase } from './queue/queue-entry.ts'
export { startService } from './queue/start-service.ts'
export { runQueueTimers } from './queue/timers.ts'
export { DeliveryDetails } from './webhooks/delivery-details.ts'
export { expireHolds } from './holds/end-hold.ts'
export { endOverdueOffers, offerFreeTime } from './waitlist/timers.ts'
export { QUEUE_TRANSITIONS } from './queue/transitions.ts'
export { Service as ServiceRecord } from './services/service.ts'
export { isProved } from './public-booking/proof.ts'
export { countListed, listListed, type ListedPage } from './public-booking/listed.ts'
export { visitPicture, type VisitedPicture } from './public-booking/visit-picture.ts'
export { photoIn } from './professionals/photo.ts'
export { centralNumberIn } from './settings/central-settings.ts'
export { settingsOrExit } from './settings/read-settings.ts'
export { SETTINGS, PROCESS_SETTINGS, withoutSlashes } from './settings/settings.ts'
export { continueClock, wakeClocks } from './test-clock/continue.ts'
export { sealAddresses } from './webhooks/seal-addresses.ts'
export { emitWebhookStatus } from './webhooks/emit-status.ts'
export {
  ACCESSES,
  actorOf,
  onClockOf,
  SCOPES,
  sourceOf,
  type Access,
  type Attempt,
  type Attempts,
  type Browser,
  type Context,
  type Cookie,
  type Cookies,
  type IdempotencyRecord,
  type Scope,
  type Service,
} from './context.ts'
export {
  dropExpired,
  dropOldAudit,
  dropOldCounters,
  dropOldDays,
  dropOldMessages,
} from './retention.ts'
export { appRouter, EMISSIONS, type AppRouter } from './router.ts'
export { createService } from './service.ts'
