/** Asks again and again, and on over connections that break. */
import { setTimeout as pause } from 'node:timers/promises'
import { isSchedulingError } from '@scheduling/sdk'
import { Failure } from './failure.ts'
import { failureOf } from './service.ts'
import { oneLine } from './terminal/safe-text.ts'

/** The service allows 120 calls a minute. */
export const POLL_MS = 2000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Of a pause that the service asks for. */
const LONGEST_ASKED_MS = 120_000

export type Polling = {
  readonly signal: AbortSignal
  /** Told once when the service is away, and once when it is back. */
  readonly tell: (words: string) => void
}

/**
 * The answers, one after the other, without a pause between them unless the service is away. Ends when the signal says
 * so. @throws Failure for a refusal that would come again
 */
export async function* polled<Page>(
  ask: () => Promise<Page>,
  { signal, tell }: Polling,
): AsyncGenerator<Page> {
  let failures = 0
  while (!signal.aborted) {
    const asked = await ask().then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    )
    if (signal.aborted) return
    if ('error' in asked) {
      const wait = waitAfter(asked.error, failures)
      if (failures === 0) {
        const failure = failureOf(asked.error)
        const why = failure instanceof Failure ? failure.message : ''
        tell(
          `The service is away: ${oneLine(why.split('\n')[0] ?? '')} Trying again until it is back.`,
        )
      }
      failures += 1
      await sleep(wait, signal)
      continue
    }
    if (failures > 0) tell('The service is back. Nothing was missed.')
    failures = 0
    yield asked.page
  }
}

/** Milliseconds. @throws when a repetition would be refused again */
function waitAfter(error: unknown, failures: number): number {
  if (!isSchedulingError(error)) throw error
  const { code, status, retryAfterSeconds } = error
  const isPassing =
    code === 'connection_failed' || code === 'timed_out' || status === 429 || (status ?? 0) >= 500
  if (!isPassing) throw failureOf(error)
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_MS)
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS))
}

export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
