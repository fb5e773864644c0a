/** Which calls are sent again, and after how long. `docs/sdk.md` has it as a table. */
import type { SchedulingError } from './errors.ts'

/** What a repeated call does: nothing, the same thing once, or possibly the same thing twice. */
export type Repeated = 'reads' | 'once' | 'twice'

/** A longer wait is left to the caller. */
const LONGEST_WAIT_SECONDS = 60

const LONGEST_JITTER_MS = 500
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

/** The API says with these that it has changed nothing. */
const NOTHING_HAPPENED: ReadonlySet<string> = new Set([
  'rate_limited',
  'api_disabled',
  'service_unavailable',
])

const NO_ANSWER: ReadonlySet<string> = new Set(['connection_failed', 'timed_out'])
const PASSING: ReadonlySet<number | null> = new Set([429, 500, 502, 503, 504])

/**
 * How long to wait before the next attempt, in milliseconds; null: there must be none.
 *
 * @param attempts that have failed, at least 1
 * @param chance from 0 to 1
 */
export function pauseAfter(
  error: SchedulingError,
  repeated: Repeated,
  attempts: number,
  chance: number,
): number | null {
  if (!isWorthwhile(error, repeated)) return null
  const { retryAfterSeconds } = error
  if (retryAfterSeconds !== null) {
    // Clients that were refused together do not come back together.
    const jitter = chance * LONGEST_JITTER_MS
    return retryAfterSeconds > LONGEST_WAIT_SECONDS ? null : retryAfterSeconds * 1000 + jitter
  }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  return pause * (0.5 + chance / 2)
}

function isWorthwhile({ code, status }: SchedulingError, repeated: Repeated): boolean {
  if (NOTHING_HAPPENED.has(code) || status === 429) return true
  return repeated !== 'twice' && (NO_ANSWER.has(code) || PASSING.has(status))
}
