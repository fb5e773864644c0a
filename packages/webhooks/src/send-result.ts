/** Why an attempt failed. All but `aborted` are shown to customers in the delivery history. */
export type SendErrorCode =
  | 'timeout'
  | 'connect_timeout'
  | 'dns_error'
  | 'tls_error'
  | 'connection_error'
  | 'redirect_refused'
  | 'address_refused'
  | 'http_status'
  | 'template_error'
  /** We stopped it to shut down: the attempt does not count. */
  | 'aborted'

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
