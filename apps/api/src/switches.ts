import type { Database } from '@scheduling/database'

/** What an operator switched off for everybody. */
export type Switches = { isApiDisabled(): Promise<boolean> }

const FRESH_MS = 1000

/** Reads the switch from the database at most once a second; while that fails, the last answer stands. */
export function databaseSwitches(
  db: Database,
  monotonic: () => number = () => performance.now(),
): Switches {
  let known = false
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    try {
      const row = await db.operatorSwitch.findUnique({ where: { id: 1 } })
      known = row?.apiDisabled ?? false
    } catch {
      // The request that follows meets the same database and says so.
    } finally {
      readAt = monotonic()
      reading = null
    }
  }
  return {
    async isApiDisabled() {
      if (monotonic() - readAt > FRESH_MS) await (reading ??= read())
      return known
    },
  }
}
