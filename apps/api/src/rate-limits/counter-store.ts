/** What a store of counters does, and what it answers. Times are milliseconds since 1970 by its clock. */
import type { AttemptKind } from './allowances.ts'
import type { KnownRequest, WindowName } from './rate-limits.ts'

/** A store that takes longer has failed: no request waits longer for it. */
export const ANSWERS_WITHIN_MS = 250

/** One window that applies to a request. */
export type Window = {
  readonly name: WindowName
  readonly limit: number
  /** With the calls of this request when it was allowed. */
  readonly count: number
  /** The calls of this request that the window counts. */
  readonly calls: number
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

/** Attempts of one kind, by one address or at one account. */
export type AttemptState = {
  readonly now: number
  /** Whether this question was counted. A look is not, nor is an attempt while they are blocked. */
  readonly isCounted: boolean
  /** Inside the window. */
  readonly counted: number
  /** Unix second of the newest of them; null when there is none. */
  readonly newestSecond: number | null
  /** Null when they are not blocked. */
  readonly blockedUntil: number | null
}

/** When it can't count, it answers late or rejects. The caller decides what that means. */
export type CounterStore = {
  take(request: KnownRequest): Promise<Taken>
  lookAtAttempts(kind: AttemptKind, whose: string): Promise<AttemptState>
  /** Counts `times` of them, at least one. */
  countAttempts(kind: AttemptKind, whose: string, times: number): Promise<AttemptState>
  /** Their count and their block. */
  forgetAttempts(kind: AttemptKind, whose: string): Promise<void>
  close(): Promise<void>
}

/** The name of the row that counts them. For invalid keys it is the address itself. */
export function rowOfAttempts(kind: AttemptKind, whose: string): string {
  return kind === 'invalid key' ? whose : `${kind} ${whose}`
}
