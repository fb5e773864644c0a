/** What a log is told of each request that was sent. */
import type { SchedulingError } from './errors.ts'

/** One attempt at a call. It has neither the key, nor what was sent, nor the query: nothing that a log may not keep. */
export type Attempt = {
  readonly method: string
  /** As in `/v1/clients/1`, without the query. */
  readonly path: string
  /** 1 for the first attempt at the call. */
  readonly attempt: number
  /** Of the answer; null where there was none. */
  readonly status: number | null
  /** Of the answer, for support; null where there was none. */
  readonly requestId: string | null
  readonly durationMs: number
  /** Null: it succeeded. */
  readonly error: SchedulingError | null
  /** How long until the next attempt; null: this was the last one. */
  readonly nextInMs: number | null
}

/** A log that fails breaks no call: what was booked is booked. */
export function tell(onAttempt: ((attempt: Attempt) => void) | undefined, attempt: Attempt): void {
  try {
    onAttempt?.(attempt)
  } catch {
    // Its own program has to notice.
  }
}
