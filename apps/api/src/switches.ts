import type { AccessChanges } from '@scheduling/core'
import type { Database } from '@scheduling/database'

/** What an operator switched off for everybody. */
export type Switches = { isApiDisabled(): Promise<boolean> }

const BELIEVED_MS = 4000
const BELIEVED_UNHEARD_MS = 500

/**
 * The switch as the database has it. With `changes` it is remembered until a change is told, for 4 seconds
 * at most; without, it is read for each request. While reading fails, the last answer stands.
 */
export function databaseSwitches(
  db: Database,
  changes: AccessChanges | null = null,
  monotonic: () => number = () => performance.now(),
): Switches {
  let known = false
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  let generation = 0
  changes?.onChange(({ kind }) => {
    if (kind !== 'switch' && kind !== 'everything') return
    generation += 1
    readAt = Number.NEGATIVE_INFINITY
    reading = null
  })
  const ask = async (): Promise<boolean> =>
    (await db.operatorSwitch.findUnique({ where: { id: 1 } }))?.apiDisabled ?? false
  const read = async (): Promise<void> => {
    const began = generation
    const startedAt = monotonic()
    // The request that follows meets the same database and says what fails.
    const answer = await ask().catch(() => known)
    // What was read while it changed may be the old value.
    if (generation !== began) return reading ?? (reading = read())
    known = answer
    readAt = startedAt
    reading = null
  }
  return {
    async isApiDisabled() {
      if (changes === null) return ask()
      const believed = changes.isListening ? BELIEVED_MS : BELIEVED_UNHEARD_MS
      if (monotonic() - readAt >= believed) await (reading ??= read())
      return known
    },
  }
}
