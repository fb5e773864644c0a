/** Why an attempt failed, as the delivery history tells it. */
export const ATTEMPT_ERROR_CODES = [
  'timeout',
  'connect_timeout',
  'dns_error',
  'tls_error',
  'connection_error',
  'redirect_refused',
  'address_refused',
  'http_status',
  'template_error',
  'result_too_large',
] as const

export type AttemptErrorCode = (typeof ATTEMPT_ERROR_CODES)[number]

/** `aborted`: stopped by us to shut down; such an attempt does not count and is not recorded. */
export type SendErrorCode = Exclude<AttemptErrorCode, 'result_too_large'> | 'aborted'

export type SendResult = {
  /** Null when no answer came. */
  status: number | null
  /** Null when the attempt succeeded, which any 2xx status is. */
  errorCode: SendErrorCode | null
  /** A plain sentence for the customer: never an address, never a raw socket error. */
  errorMessage: string | null
  /** Start of the answer as text, not yet masked; null without an answer or for binary ones. */
  responseBody: string | null
  /** The answer went on after `responseBody`. */
  isResponseBodyCut: boolean
  /** Whole milliseconds of the whole exchange. */
  durationMs: number
  /** The answer's `Retry-After` header as received. */
  retryAfter: string | null
  /** The failure was ours (no DNS, no way out): it does not count against the endpoint. */
  ownFault: boolean
}
