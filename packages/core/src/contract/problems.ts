/**
 * Every way in which a call can be refused: one table, from which the answers, the OpenAPI document,
 * the error pages and the tests are made. A code never changes its meaning; texts may.
 */
import { LIMITS } from './limits.ts'

type ProblemKind = {
  readonly status: number
  readonly title: string
  /** When it happens, for the error guide. */
  readonly when: string
  /** What the caller can do about it. */
  readonly remedy: string
  /** Seconds for `Retry-After`, for codes that always have it. */
  readonly retryAfterSeconds?: number
}

export const PROBLEMS = {
  validation_error: {
    status: 400,
    title: 'The request is not valid',
    when: 'A field or parameter has the wrong type, a value outside its list or range, a malformed date, a reference that does not exist, or a refused webhook URL.',
    remedy:
      'Read `errors[]`: each entry names the field, a stable code and the reason. Correct the request and send it again.',
  },
  unauthorized: {
    status: 401,
    title: 'The API key is missing or not valid',
    when: 'The `Authorization` header is missing, or its key is malformed, unknown, revoked or expired.',
    remedy:
      'Send `Authorization: Bearer <API key>` with a key that the account owner created and has not revoked.',
  },
  forbidden_scope: {
    status: 403,
    title: 'The API key does not have the scope that this route requires',
    when: 'The key is valid, but it was created without the scope that the route requires.',
    remedy: 'Create a key with the scope that `detail` names.',
  },
  feature_not_enabled: {
    status: 403,
    title: 'The feature is not enabled',
    when: 'The plan does not include the API, or a feature that the route or the service requires is off.',
    remedy:
      'Read `features` of `GET /v1/me`. The account owner can switch on the features that the plan includes.',
  },
  forbidden_overbook: {
    status: 403,
    title: 'Overbooking is not allowed',
    when: 'The request has `allow_overbook: true` and the slot is busy, but the organization does not allow overbooking.',
    remedy: 'Choose a free slot, or ask the account owner to allow overbooking.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    when: 'The path does not exist, or no resource of this organization has this id. A resource of another organization gets the same answer.',
    remedy:
      'Check the path and the id, and check that the key belongs to the organization of the resource.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not accept this method',
    when: 'The path exists, but it does not accept this HTTP method. For example, appointments cannot be deleted.',
    remedy: 'Use one of the methods that the `Allow` header lists.',
  },
  slot_unavailable: {
    status: 409,
    title: 'The slot is not available',
    when: 'The time is busy, blocked, outside working hours or beyond the booking horizon, or no professional is free.',
    remedy: 'Call `GET /v1/availability/slots` again and choose a start from its list.',
  },
  min_advance_violation: {
    status: 409,
    title: 'The start is too soon',
    when: 'The start is in the past, or sooner than the minimum notice of the service or the organization allows.',
    remedy: 'Choose a later start. `min_advance_minutes` of the service is the minimum notice.',
  },
  professional_cannot_perform_service: {
    status: 409,
    title: 'The professional does not perform the service',
    when: 'The chosen professional does not perform every requested service.',
    remedy: 'Choose one of the `professional_ids` of the service, or do not send a professional.',
  },
  appointment_not_editable: {
    status: 409,
    title: 'The appointment does not allow this action now',
    when: 'The status of the appointment does not allow the action, or an invoice was already issued.',
    remedy: 'Read the appointment again and check its `status` and `invoice_issued`.',
  },
  action_not_allowed: {
    status: 409,
    title: 'A rule forbids this action',
    when: 'A rule of the organization forbids the action. `detail` says which rule.',
    remedy: 'Read `detail`. The account owner can change the rule in the settings.',
  },
  queue_closed: {
    status: 409,
    title: 'The queue is closed',
    when: 'The queue of the professional is closed or full. If the request names no professional, every queue that offers the service is closed or full.',
    remedy: 'Try again when the queue is open.',
  },
  deposit_required: {
    status: 409,
    title: 'The service requires a deposit',
    when: 'The service requires a deposit that can be paid only on the public booking page.',
    remedy: 'Send the client to the public booking page.',
  },
  queue_entry_not_editable: {
    status: 409,
    title: 'The queue entry does not allow this action now',
    when: 'The status or the date of the queue entry does not allow the action.',
    remedy: 'Read the entry again and check its `status`.',
  },
  duplicate_request: {
    status: 409,
    title: 'The Idempotency-Key was used with a different body',
    when: `The same \`Idempotency-Key\` was sent with a different body in the last ${LIMITS.idempotencyHours} hours.`,
    remedy:
      'Use a new key for each operation. Use the same key only to send the same request again.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'The organization has reached the maximum number of webhooks',
    when: `The organization already has ${LIMITS.webhooksPerOrganization} webhooks.`,
    remedy: 'Delete a webhook that is no longer used, or subscribe an existing one to more events.',
  },
  webhook_inactive: {
    status: 409,
    title: 'The webhook is deactivated',
    when: 'The request asks for a test or a redelivery, but `active` of the webhook is false.',
    remedy: 'Read `disabled_reason`, fix the endpoint, and send `active: true` with `PATCH`.',
  },
  client_identifier_required: {
    status: 422,
    title: 'The client needs a phone, e-mail or CPF',
    when: 'The organization requires a phone, an e-mail or a CPF of its clients, and the request has none of them.',
    remedy: 'Send at least one of `phone`, `email` and `cpf`.',
  },
  template_invalid: {
    status: 422,
    title: 'The template is not valid',
    when: 'The webhook template does not compile, uses a forbidden construct, or produces an invalid result.',
    remedy: 'Read `errors[]`: each entry names the field, the line and what is wrong.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'A rate limit was exceeded, or the address is blocked because it sent too many invalid keys.',
    remedy: 'Wait for the number of seconds in `Retry-After`, then send the request again.',
  },
  internal_error: {
    status: 500,
    title: 'An error occurred on the server',
    when: 'An unexpected error occurred on the server. Nothing was changed.',
    remedy:
      'Send the request again after a pause. If the error persists, send the `request_id` to support.',
  },
  api_disabled: {
    status: 503,
    title: 'The API is temporarily switched off',
    when: 'The API is switched off for maintenance or because of an incident.',
    remedy: 'Send the request again later. `Retry-After` says when.',
    retryAfterSeconds: 60,
  },
  request_in_progress: {
    status: 503,
    title: 'The same request is still in progress',
    when: 'Another request with the same `Idempotency-Key` has not finished.',
    remedy: 'Send exactly the same request again after `Retry-After`. It is executed once.',
    retryAfterSeconds: 5,
  },
  service_unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    when: 'The database is restarting, cannot be reached, or had no free connection in time. Nothing was saved.',
    remedy:
      'Send the request again after `Retry-After`, and wait longer after each failure. It is safe to repeat the request.',
    retryAfterSeconds: 5,
  },
  outcome_unknown: {
    status: 503,
    title: 'It is not known whether the change was saved',
    when: 'The connection to the database broke while the change was being saved. The change was saved completely or not at all.',
    remedy:
      'With an `Idempotency-Key`, send exactly the same request again after `Retry-After`: it is executed once, and the response is what was saved. Without one, first read the record or the list. If a saved change causes an event, the event is in `GET /v1/events`, with this `request_id` as `context.request_id`. Send the request again only if the change was not saved.',
    retryAfterSeconds: 5,
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly string[] as readonly ProblemCode[]

/** The codes that `errors[].code` can have. */
export const FIELD_CODES = [
  'required',
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'offset_required',
  'minute_precision',
  'out_of_range',
  'too_short',
  'too_long',
  'too_many',
  'duplicate_item',
  'not_found',
  'inactive',
  'read_only',
  'already_in_use',
  'mutually_exclusive',
  'booking_mode_mismatch',
  'type_mismatch',
  'unknown_field',
  'template_syntax',
  'template_forbidden',
  'template_result',
] as const

export type FieldCode = (typeof FIELD_CODES)[number]

export type FieldError = {
  readonly field: string
  readonly code: FieldCode
  readonly message: string
}

/** A refusal. Verbs and rules throw it; the REST and tRPC handlers answer with it. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: readonly FieldError[]
  readonly retryAfterSeconds: number | null

  constructor(
    code: ProblemCode,
    detail?: string,
    more: { errors?: readonly FieldError[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const entry: ProblemKind = PROBLEMS[code]
    super(detail ?? entry.title, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.errors = (more.errors ?? []).slice(0, LIMITS.faultsPerAnswer)
    this.retryAfterSeconds = more.retryAfterSeconds ?? entry.retryAfterSeconds ?? null
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

/** `429 rate_limited`. @param why a sentence; the wait is added to it, for callers who do not read headers */
export function rateLimited(why: string, retryAfterSeconds: number): Problem {
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  return new Problem('rate_limited', `${why} Try again in ${wait}.`, { retryAfterSeconds })
}

/** `401 unauthorized` over tRPC. */
export function notSignedIn(): Problem {
  return new Problem('unauthorized', 'No user is signed in.')
}

/** `409 action_not_allowed` for a user who serves no clients. */
export function noProfessional(): Problem {
  return new Problem('action_not_allowed', 'You sign in as a user who is no professional.')
}

/** `400 validation_error` about one field, or several. */
export function invalid(field: string, code: FieldCode, message: string): Problem {
  return invalidFields([{ field, code, message }])
}

export function invalidFields(errors: readonly FieldError[]): Problem {
  const fields = [...new Set(errors.map((error) => error.field))]
  const named = fields.slice(0, 5).map((field) => `\`${field}\``)
  const rest = fields.length > 5 ? ` and ${fields.length - 5} more` : ''
  // The detail quotes the message of a single fault. With several, the messages are in `errors`.
  const why = errors.length === 1 ? ` ${errors[0]?.message ?? ''}` : ''
  const most = LIMITS.faultsPerAnswer
  const cut = errors.length >= most ? ` Only the first ${most} faults are listed.` : ''
  const detail = `Not valid: ${named.join(', ')}${rest}.${why}${cut}`
  return new Problem('validation_error', detail, { errors })
}
