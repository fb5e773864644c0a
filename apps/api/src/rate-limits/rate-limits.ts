import type { AttemptKind, Holder } from './allowances.ts'

/** What a counter says of one request. */
export type Decision = {
  readonly allowed: boolean
  /** Of the window that the headers describe: the tightest per-minute one, or the one that refused. */
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAt: number
  /** Whole seconds, at least 1; null when allowed. */
  readonly retryAfterSeconds: number | null
  /** What refused a request whose caller is known. */
  readonly window?: WindowName | 'blocked address'
}

export type WindowName = 'availability minute' | 'key minute' | 'organization minute' | 'key second'

/** A request whose caller is known. */
export type KnownRequest = {
  /** Whose windows apply. */
  readonly holder: Holder
  /**
   * Refused while it is blocked for invalid keys. Null: the address is not checked, since a user can sign in from a blocked
   * address.
   */
  readonly address: string | null
  readonly keyId: string
  readonly organizationId: number
  /** A batch has several. Each counts as one. */
  readonly calls: number
  /** How many of the calls look for free times. */
  readonly availabilityCalls: number
}

export type RateLimits = {
  /**
   * Counts the calls of a request in every window that applies. A refused request counts in none, be it that a
   * window has no room or that its address is blocked. A batch that is larger than a window needs the whole window.
   */
  take(request: KnownRequest): Promise<Decision>
  /** Looks at the invalid-key window of an address, without counting. Refused while the address is blocked. */
  lookAtAddress(address: string): Promise<Decision>
  /**
   * Counts one request with an invalid key: see `countAttempt`. The same key counts once in a window, so that a program
   * that repeats an old key does not block other callers at its address.
   */
  countInvalidKey(address: string, key: string): Promise<Decision>
  /** Looks without counting. Refused while they are blocked. */
  lookAtAttempts(kind: AttemptKind, whose: string): Promise<Decision>
  /**
   * Counts one attempt. The attempt that fills the window starts the block, and is itself still allowed, with
   * nothing remaining. While blocked, an attempt is refused and not counted.
   */
  countAttempt(kind: AttemptKind, whose: string): Promise<Decision>
  forgetAttempts(kind: AttemptKind, whose: string): Promise<void>
  /** Counts one request for a path or method that does not exist, in this process. */
  countUnknownPath(address: string): Decision
  close(): Promise<void>
}
