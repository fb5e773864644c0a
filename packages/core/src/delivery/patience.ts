import { setTimeout as wait } from 'node:timers/promises'

/** A database that restarts is back by then. Half of a lease, which is surely held so long. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 200

/** Tries work that may be repeated again while the database is away; what it refuses fails at once. */
export async function patiently(work: () => Promise<void>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (isRefusal(error) || performance.now() > until) throw error
      await wait(PAUSE_MS)
    }
  }
}

/** Data exception, violated constraint, faulty statement: the same now and later. */
function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^(?:22|23|42)/.test(code)
}
