/** What each limit means to a caller, and what happens beyond it. A limit without a text does not compile. */
import { LIMITS, type FieldCode, type ProblemCode } from '@scheduling/core'

/** `refused`: the answer to a request beyond the limit. Otherwise a sentence. */
export type Beyond =
  | {
      readonly code: ProblemCode
      readonly field?: string
      readonly fieldCode?: FieldCode
      /** Of the window, for the rate limits. */
      readonly window?: { readonly limit: number; readonly retryAfterSeconds: number }
    }
  | { readonly instead: string }

export type LimitText = {
  readonly chapter: string
  readonly says: string
  readonly unit: string
  readonly where: string
  readonly beyond: Beyond
}

type LimitName = keyof typeof LIMITS

const tooLong = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'too_long',
})
const tooMany = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'too_many',
})
const outOfRange = (field: string): Beyond => ({
  code: 'validation_error',
  field,
  fieldCode: 'out_of_range',
})
const rate = (limit: number, retryAfterSeconds: number): Beyond => ({
  code: 'rate_limited',
  window: { limit, retryAfterSeconds },
})
/** In tRPC's own form, so there is no example of it here. */
const SESSION_REFUSED: Beyond = {
  instead: '`429 rate_limited`, with `Retry-After`; the whole batch is refused.',
}
const templateInvalid: Beyond = {
  code: 'template_invalid',
  field: 'template.body',
  fieldCode: 'template_result',
}

export const LIMIT_TEXTS: Readonly<Record<LimitName, LimitText>> = {
  requestsPerKeyPerSecond: {
    chapter: 'Requests',
    says: 'Requests per key and second',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerKeyPerSecond, 1),
  },
  requestsPerKeyPerMinute: {
    chapter: 'Requests',
    says: 'Requests per key and minute',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerKeyPerMinute, 42),
  },
  requestsPerOrganizationPerMinute: {
    chapter: 'Requests',
    says: 'Requests per organization and minute, all keys together',
    unit: '',
    where: 'all routes',
    beyond: rate(LIMITS.requestsPerOrganizationPerMinute, 42),
  },
  availabilityRequestsPerKeyPerMinute: {
    chapter: 'Requests',
    says: 'Availability requests per key and minute',
    unit: '',
    where: '`/v1/availability/*`, in addition to the limits of all routes',
    beyond: rate(LIMITS.availabilityRequestsPerKeyPerMinute, 42),
  },
  invalidKeysPerAddress: {
    chapter: 'Requests',
    says: 'Requests with an invalid key from one address (IPv6: one /64)',
    unit: '',
    where: `authentication, within ${LIMITS.invalidKeyWindowMinutes} minutes`,
    beyond: rate(LIMITS.invalidKeysPerAddress, LIMITS.invalidKeyBlockMinutes * 60),
  },
  invalidKeyWindowMinutes: {
    chapter: 'Requests',
    says: 'Window in which invalid keys are counted',
    unit: 'minutes',
    where: 'authentication',
    beyond: { instead: 'The count starts again.' },
  },
  invalidKeyBlockMinutes: {
    chapter: 'Requests',
    says: 'Block of an address after too many invalid keys',
    unit: 'minutes',
    where: 'every path of `/v1`, whatever key is sent',
    beyond: { instead: 'The address is served again.' },
  },
  unknownPathsPerAddressPerMinute: {
    chapter: 'Requests',
    says: 'Requests for a path or method that does not exist, per address (IPv6: one /64) and minute',
    unit: '',
    where: 'every path that answers `404` or `405` before a key is checked',
    beyond: rate(LIMITS.unknownPathsPerAddressPerMinute, 42),
  },

  callsPerUserPerSecond: {
    chapter: 'Sessions',
    says: 'Calls per signed-in user and second; per address if nobody is signed in',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  callsPerUserPerMinute: {
    chapter: 'Sessions',
    says: 'Calls per signed-in user and minute; per address if nobody is signed in',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  availabilityCallsPerUserPerMinute: {
    chapter: 'Sessions',
    says: 'Availability calls per signed-in user and minute',
    unit: '',
    where: '`availability.*`, in addition to the limits of all calls',
    beyond: SESSION_REFUSED,
  },
  callsPerTeamPerMinute: {
    chapter: 'Sessions',
    says: 'Calls per organization and minute, all signed-in users together',
    unit: '',
    where: '`/trpc`, each call of a batch',
    beyond: SESSION_REFUSED,
  },
  callsPerBatch: {
    chapter: 'Sessions',
    says: 'Calls in one batch',
    unit: '',
    where: '`/trpc`',
    beyond: { instead: 'The batch is refused with `400 validation_error`.' },
  },
  signInsPerAddressPerMinute: {
    chapter: 'Sessions',
    says: 'Attempts to sign in from one address (IPv6: one /64), within a minute',
    unit: '',
    where: '`account.signIn`',
    beyond: { instead: 'A minute of `429 rate_limited`, with `Retry-After`.' },
  },
  failedSignInsPerAccount: {
    chapter: 'Sessions',
    says: 'Failed attempts to sign in to one account; failures of a browser that has signed in to the account before are counted separately',
    unit: '',
    where: `\`account.signIn\`, within ${LIMITS.failedSignInWindowMinutes} minutes`,
    beyond: {
      instead: `${LIMITS.failedSignInBlockMinutes} minutes of \`429 rate_limited\`, with \`Retry-After\`.`,
    },
  },
  failedSignInWindowMinutes: {
    chapter: 'Sessions',
    says: 'Window in which failed attempts to sign in are counted',
    unit: 'minutes',
    where: '`account.signIn`',
    beyond: { instead: 'They no longer count.' },
  },
  failedSignInBlockMinutes: {
    chapter: 'Sessions',
    says: 'Block of an account after too many failed attempts',
    unit: 'minutes',
    where: '`account.signIn`',
    beyond: { instead: 'The count starts again.' },
  },
  passwordCharacters: {
    chapter: 'Sessions',
    says: 'Length of a password',
    unit: 'characters',
    where: '`account.signIn`',
    beyond: { instead: 'The call is refused with `400 validation_error`.' },
  },
  sessionDays: {
    chapter: 'Sessions',
    says: 'How long a session lasts',
    unit: 'days',
    where: '`/trpc`',
    beyond: { instead: 'Sign in again.' },
  },
  deviceDays: {
    chapter: 'Sessions',
    says: 'How long a browser is remembered as one that has signed in to an account',
    unit: 'days',
    where: '`account.signIn`',
    beyond: { instead: 'Failures of this browser are counted with all others.' },
  },

  pageSizeDefault: {
    chapter: 'Lists and availability',
    says: 'Records per page, if `limit` is not sent',
    unit: '',
    where: 'list routes',
    beyond: { instead: 'Follow `next` to get the rest.' },
  },
  pageSizeMax: {
    chapter: 'Lists and availability',
    says: 'Maximum number of records per page',
    unit: '',
    where: 'list routes, `limit`',
    beyond: outOfRange('limit'),
  },
  eventsReadPerPage: {
    chapter: 'Lists and availability',
    says: 'Events that one page reads, including those that its filters leave out',
    unit: '',
    where: '`GET /v1/events`',
    beyond: { instead: 'The page ends there. `has_more` is true, and the next page continues.' },
  },
  nextDatesDefault: {
    chapter: 'Lists and availability',
    says: 'Dates, if `limit` is not sent',
    unit: '',
    where: '`GET /v1/availability/next-dates`',
    beyond: { instead: 'Send `limit` for more.' },
  },
  nextDatesMax: {
    chapter: 'Lists and availability',
    says: 'Maximum number of dates',
    unit: '',
    where: '`GET /v1/availability/next-dates`, `limit`',
    beyond: outOfRange('limit'),
  },
  nextDatesHorizonDays: {
    chapter: 'Lists and availability',
    says: 'How far ahead the next dates are searched',
    unit: 'days',
    where: '`GET /v1/availability/next-dates`',
    beyond: { instead: 'Later dates are not listed.' },
  },
  slotWindowDays: {
    chapter: 'Lists and availability',
    says: 'Days from `from` to `to`, including both ends',
    unit: 'days',
    where: '`GET /v1/availability/slots`',
    beyond: outOfRange('to'),
  },
  slotWindowDefaultDays: {
    chapter: 'Lists and availability',
    says: 'Days shown when only `from` is sent',
    unit: 'days',
    where: '`GET /v1/availability/slots`',
    beyond: { instead: 'Send `to` for more.' },
  },
  servicesPerAppointment: {
    chapter: 'Lists and availability',
    says: 'Services in one appointment',
    unit: '',
    where: '`service_ids`',
    beyond: tooMany('service_ids'),
  },
  parameterValues: {
    chapter: 'Lists and availability',
    says: 'Values of one parameter',
    unit: '',
    where: 'parameters that take a list, such as `status` and `expand`',
    beyond: tooMany('status'),
  },
  cursorCharacters: {
    chapter: 'Lists and availability',
    says: 'Length of `cursor`',
    unit: 'characters',
    where: 'list routes',
    beyond: tooLong('cursor'),
  },

  bodyBytes: {
    chapter: 'Bodies and repetition',
    says: 'Size of a request body',
    unit: 'bytes',
    where: 'all routes with a body',
    beyond: tooLong('body'),
  },
  bodyValues: {
    chapter: 'Bodies and repetition',
    says: 'Members and elements of a request body, at every depth',
    unit: '',
    where: 'all routes with a body',
    beyond: tooMany('body'),
  },
  bodyDepth: {
    chapter: 'Bodies and repetition',
    says: 'Depth of nested objects and lists',
    unit: '',
    where: 'all routes with a body',
    beyond: { code: 'validation_error', field: 'body', fieldCode: 'invalid_format' },
  },
  faultsPerAnswer: {
    chapter: 'Bodies and repetition',
    says: 'Entries in `errors` of one answer',
    unit: '',
    where: 'all routes',
    beyond: { instead: 'Only the first ones are listed.' },
  },
  idempotencyKeyCharacters: {
    chapter: 'Bodies and repetition',
    says: 'Length of an `Idempotency-Key`',
    unit: 'characters',
    where: 'idempotent POST routes',
    beyond: tooLong('Idempotency-Key'),
  },
  idempotencyHours: {
    chapter: 'Bodies and repetition',
    says: 'How long the response is kept for its `Idempotency-Key`',
    unit: 'hours',
    where: 'idempotent POST routes',
    beyond: { instead: 'The key is free again, and the same request is executed again.' },
  },
  idempotencyWaitSeconds: {
    chapter: 'Bodies and repetition',
    says: 'How long a request waits for another one with the same `Idempotency-Key`',
    unit: 'seconds',
    where: 'idempotent POST routes',
    beyond: { code: 'request_in_progress' },
  },
  identicalAppointmentMinutes: {
    chapter: 'Bodies and repetition',
    says: 'How long a repeated request for the same appointment returns the existing one',
    unit: 'minutes',
    where: '`POST /v1/appointments`, with any or no `Idempotency-Key`',
    beyond: { instead: 'The request counts as a new appointment, and the time is taken.' },
  },

  metadataKeys: {
    chapter: 'Fields',
    says: 'Keys in `metadata`, after merging',
    unit: '',
    where: 'clients, appointments',
    beyond: tooMany('metadata'),
  },
  metadataChanges: {
    chapter: 'Fields',
    says: 'Keys in `metadata` of one request, including those with null',
    unit: '',
    where: 'clients, appointments',
    beyond: tooMany('metadata'),
  },
  metadataKeyCharacters: {
    chapter: 'Fields',
    says: 'Length of a key in `metadata`: letters, digits, `_`, `.`, `-`',
    unit: 'characters',
    where: 'clients, appointments',
    beyond: { code: 'validation_error', field: 'metadata.a key', fieldCode: 'invalid_format' },
  },
  metadataValueCharacters: {
    chapter: 'Fields',
    says: 'Length of a value in `metadata`',
    unit: 'characters',
    where: 'clients, appointments',
    beyond: tooLong('metadata.crm_note'),
  },
  firstNameCharacters: {
    chapter: 'Fields',
    says: 'Length of `first_name`',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('first_name'),
  },
  lastNameCharacters: {
    chapter: 'Fields',
    says: 'Length of `last_name`',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('last_name'),
  },
  nameCharacters: {
    chapter: 'Fields',
    says: 'Length of other names',
    unit: 'characters',
    where: 'API keys, services, professionals',
    beyond: tooLong('name'),
  },
  emailCharacters: {
    chapter: 'Fields',
    says: 'Length of an e-mail address',
    unit: 'characters',
    where: 'clients',
    beyond: tooLong('email'),
  },
  notesCharacters: {
    chapter: 'Fields',
    says: 'Length of `notes`',
    unit: 'characters',
    where: 'appointments, queue entries',
    beyond: tooLong('notes'),
  },
  reasonCharacters: {
    chapter: 'Fields',
    says: 'Length of `reason`',
    unit: 'characters',
    where: 'reschedule, cancel',
    beyond: tooLong('reason'),
  },
  searchCharacters: {
    chapter: 'Fields',
    says: 'Length of a search text, `q`',
    unit: 'characters',
    where: '`GET /v1/clients`',
    beyond: tooLong('q'),
  },
  placeCharacters: {
    chapter: 'Fields',
    says: 'Length of `place`',
    unit: 'characters',
    where: 'calling a queue entry',
    beyond: tooLong('place'),
  },
  valueCharacters: {
    chapter: 'Fields',
    says: 'Length of a date, date-time, id, phone number, CPF or time zone, as written',
    unit: 'characters',
    where: 'all routes',
    beyond: tooLong('phone'),
  },

  webhooksPerOrganization: {
    chapter: 'Webhooks',
    says: 'Webhooks per organization',
    unit: '',
    where: '`POST /v1/webhooks`',
    beyond: { code: 'webhook_limit_reached' },
  },
  webhookEvents: {
    chapter: 'Webhooks',
    says: 'Entries in `events`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('events'),
  },
  webhookFilterValues: {
    chapter: 'Webhooks',
    says: 'Entries in each list of `filters`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('filters.service_ids'),
  },
  webhookNameCharacters: {
    chapter: 'Webhooks',
    says: 'Length of `name`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('name'),
  },
  webhookUrlCharacters: {
    chapter: 'Webhooks',
    says: 'Length of `url`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('url'),
  },
  webhookHeaders: {
    chapter: 'Webhooks',
    says: 'Entries in `headers`',
    unit: '',
    where: 'webhooks',
    beyond: tooMany('headers'),
  },
  webhookHeaderValueCharacters: {
    chapter: 'Webhooks',
    says: 'Length of a value in `headers`',
    unit: 'characters',
    where: 'webhooks',
    beyond: tooLong('headers.X-Team'),
  },
  webhookSecrets: {
    chapter: 'Webhooks',
    says: 'Entries in `secrets`',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('secrets'),
  },
  webhookSecretValueCharacters: {
    chapter: 'Webhooks',
    says: 'Length of a value in `secrets`',
    unit: 'characters',
    where: 'webhooks with `format: custom`',
    beyond: tooLong('secrets.crm_key'),
  },
  templateParts: {
    chapter: 'Webhooks',
    says: 'Entries in `headers` and in `query` of a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('template.headers'),
  },
  templateFormFields: {
    chapter: 'Webhooks',
    says: 'Fields of a form in `body` of a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: tooMany('template.body'),
  },
  templateBytes: {
    chapter: 'Webhooks',
    says: 'Size of a template',
    unit: 'bytes',
    where: 'webhooks with `format: custom`',
    beyond: tooLong('template.body'),
  },
  templateResultBytes: {
    chapter: 'Webhooks',
    says: 'Size of the result of a template',
    unit: 'bytes',
    where: 'webhooks with `format: custom`; at delivery the attempt fails with `result_too_large`',
    beyond: templateInvalid,
  },
  templateMilliseconds: {
    chapter: 'Webhooks',
    says: 'Time to render a template',
    unit: 'milliseconds',
    where: 'webhooks with `format: custom`; at delivery the attempt fails with `template_error`',
    beyond: templateInvalid,
  },
  templateNestedLoops: {
    chapter: 'Webhooks',
    says: 'Depth of nested loops in a template',
    unit: '',
    where: 'webhooks with `format: custom`',
    beyond: { code: 'template_invalid', field: 'template.body', fieldCode: 'template_forbidden' },
  },
  messageTemplateCharacters: {
    chapter: 'Webhooks',
    says: 'Length of `message_template`',
    unit: 'characters',
    where: 'webhooks with a chat format',
    beyond: tooLong('message_template'),
  },
  signingSecretMinCharacters: {
    chapter: 'Webhooks',
    says: 'Minimum length of your own signing secret',
    unit: 'characters, no spaces',
    where: 'webhooks: creation, rotation',
    beyond: { code: 'validation_error', field: 'secret', fieldCode: 'too_short' },
  },
  signingSecretMaxCharacters: {
    chapter: 'Webhooks',
    says: 'Maximum length of your own signing secret',
    unit: 'characters, no spaces',
    where: 'webhooks: creation, rotation',
    beyond: tooLong('secret'),
  },
  previousSecretHours: {
    chapter: 'Webhooks',
    says: 'How long a previous secret still signs after a rotation, as `v0`',
    unit: 'hours',
    where: 'signatures',
    beyond: { instead: 'It no longer signs.' },
  },
  previousSecrets: {
    chapter: 'Webhooks',
    says: 'Previous secrets that sign at the same time, each for its own 24 hours',
    unit: '',
    where: 'signatures; another rotation then requires `revoke_previous`',
    beyond: { code: 'action_not_allowed' },
  },
  deliveryResponseCharacters: {
    chapter: 'Webhooks',
    says: "How much of the endpoint's response is kept",
    unit: 'characters',
    where: '`response_body` of a delivery',
    beyond: { instead: 'The rest is left out.' },
  },

  eventRetentionDays: {
    chapter: 'Retention',
    says: 'How long events are kept',
    unit: 'days',
    where:
      '`GET /v1/events`: older events are not listed, and of them only the newest event of the organization is accepted as `after`',
    beyond: { code: 'validation_error', field: 'after', fieldCode: 'not_found' },
  },
  deliveryRetentionDays: {
    chapter: 'Retention',
    says: 'How long delivery attempts are kept',
    unit: 'days',
    where: '`GET /v1/webhooks/{webhook_id}/deliveries`',
    beyond: { instead: 'They are no longer listed.' },
  },
}
