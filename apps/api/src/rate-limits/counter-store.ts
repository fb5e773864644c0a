/** What a store of counters must do, and what it answers. Times are milliseconds since 1970 by its clock. */
import type { KnownRequest, WindowName } from './rate-limits.ts'

/** One window that applies to a request. */
export type Window = {
  readonly name: WindowName
  readonly limit: number
  /** With this request when it was allowed. */
  readonly count: number
  readonly endsAt: number
}

export type Taken = {
  readonly isAllowed: boolean
  readonly now: number
  readonly windows: readonly Window[]
}

/** The windows of a request by number since 1970, with their counts, as every store keeps them. */
export type Counts = {
  readonly organizationMinute: readonly [number: number, count: number]
  readonly keySecond: readonly [number: number, count: number]
  readonly keyMinute: readonly [number: number, count: number]
  readonly availabilityMinute: readonly [number: number, count: number]
}

/** Requests with an invalid key from one address. */
export type AddressState = {
  readonly now: number
  /** Whether this request was counted: never by a look, nor while the address is blocked. */
  readonly isCounted: boolean
  /** Inside the window. */
  readonly counted: number
  /** Unix second of the newest of them; null when there is none. */
  readonly newestSecond: number | null
  /** Null when it is not blocked. */
  readonly blockedUntil: number | null
}

/** Answers late, or rejects, when it can't count; whoever asks decides what that means. */
export type CounterStore = {
  take(request: KnownRequest): Promise<Taken>
  lookAtAddress(address: string): Promise<AddressState>
  countInvalidKey(address: string): Promise<AddressState>
  close(): Promise<void>
}
