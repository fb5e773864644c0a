import type { Context, Service } from '../context.ts'
import type { StreamContext } from '../events/live-feed.ts'

/** What tRPC carries: the call, when somebody is signed in. */
export type TrpcContext = {
  readonly requestId: string
  readonly service: Service
  readonly call: Context | null
  readonly cookies: Cookies
  readonly signIns: SignInCounters
  /** Null: the process itself calls, and follows nothing. */
  readonly streams: Pick<StreamContext, 'live' | 'hangUp'> | null
}

/** The cookies of a browser: what it sent, and how to change it. */
export type Cookies = {
  readonly session: Cookie
  /** See `accounts/device.ts`. */
  readonly device: Cookie
}

export type Cookie = {
  /** Null when the browser sent none. */
  readonly value: string | null
  set(value: string, expiresAt: Date): void
  clear(): void
}

/**
 * Counts sign-ins across processes. Each answer is the number of seconds to wait, 0 when there is no need to.
 */
export type SignInCounters = {
  /** Counts an attempt of the address that calls. */
  countAttempt(): Promise<number>
  /** @param whose an account, or a browser's part of it; never an e-mail as it was typed */
  lookAtFailures(whose: string): Promise<number>
  /** Counts a failure before the password is looked at: many attempts at once can't all be let through. */
  countFailure(whose: string): Promise<number>
  /** After a success. */
  forgetFailures(whose: string): Promise<void>
}
