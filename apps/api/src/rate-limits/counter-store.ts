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
  /** None while the address is blocked: they were not counted. */
  readonly windows: readonly Window[]
  /** Of the request's address; null when it has none. */
  readonly attempts: AttemptState | null
}

/** A window by its number since 1970, with its count. */
export type WindowCount = readonly [number: number, count: number]

/** The windows of a request, as every store keeps them. */
export type Counts = {
  readonly organizationMinute: WindowCount
  readonly keySecond: WindowCount
  readonly keyMinute: WindowCount
  readonly availabilityMinute: WindowCount
}

/** The windows of a key. */
export type KeyCounts = Pick<Counts, 'keySecond' | 'keyMinute' | 'availabilityMinute'>

/** Windows of many requests, on the way from one store to another. */
export type OpenWindows = {
  readonly organizations: readonly { readonly id: number; readonly minute: WindowCount }[]
  readonly keys: readonly (KeyCounts & { readonly id: string })[]
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
