/** What a counter says of one request. */
export type Verdict = {
  readonly allowed: boolean
  /** Of the window that the headers describe: the tightest per-minute one, or the one that refused. */
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAt: number
  /** Whole seconds, at least 1; null when allowed. */
  readonly retryAfterSeconds: number | null
  /** Which window refused a request with a known key. */
  readonly window?: WindowName
}

export type WindowName = 'availability minute' | 'key minute' | 'organization minute' | 'key second'

/** A request with a known key. */
export type KnownRequest = {
  readonly keyId: string
  readonly organizationId: number
  readonly isAvailability: boolean
}

export type RateLimits = {
  /** Counts one request of a known key in every window that applies; a refused one consumes nothing. */
  take(request: KnownRequest): Promise<Verdict>
  /** The invalid-key window of an address, without counting. Refused while the address is blocked. */
  lookAtAddress(address: string): Promise<Verdict>
  /**
   * Counts one request with an invalid key. The 20th in 10 minutes blocks the address for 30; it is itself
   * still allowed, with nothing remaining. Refused, and not counted, when others had blocked it meanwhile.
   */
  countInvalidKey(address: string): Promise<Verdict>
  /** Counts one request for a path or method that does not exist, in this process. */
  countUnknownPath(address: string): Verdict
  close(): Promise<void>
}
