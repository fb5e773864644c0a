import type { Timers } from '../timers.ts'

/** A database that restarts is back by then. Half the length of a lease, so the lease is surely still held. */
const RETRY_FOR_MS = 15_000
const PAUSE_MS = 200

/** Repeats work while the database is away. The work must be safe to repeat; what the database refuses fails at once. */
export async function retryWhileUnavailable(
  { elapsed, wait }: Timers,
  work: () => Promise<void>,
): Promise<void> {
  const until = elapsed() + RETRY_FOR_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (isRefusal(error) || elapsed() > until) throw error
      await wait(PAUSE_MS)
    }
  }
}

/** A data exception, a violated constraint or a faulty statement fails the same way later. */
function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^(?:22|23|42)/.test(code)
}
