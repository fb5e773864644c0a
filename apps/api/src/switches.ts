import { Problem, type AccessChanges } from '@scheduling/core'
import { prismaOf, type Database } from '@scheduling/database'

/** What an operator has switched off for all organizations. */
export type Switches = { isApiDisabled(): Promise<boolean> }

const CACHED_MS = 4000
const CACHED_UNNOTIFIED_MS = 500

/**
 * The switch in the database. With `changes` it is cached until a change is announced, for 4 seconds at most.
 * Without them, each request reads it. While it can't be read, the last answer counts.
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
    (await prismaOf(db).operatorSwitch.findUnique({ where: { id: 1 } }))?.apiDisabled ?? false
  const read = async (): Promise<void> => {
    const began = generation
    const startedAt = monotonic()
    // The request itself uses the same database, and reports what fails.
    const answer = await ask().catch(() => known)
    // A value that was read during a change may be the old one.
    if (generation !== began) return reading ?? (reading = read())
    known = answer
    readAt = startedAt
    reading = null
  }
  return {
    async isApiDisabled() {
      if (changes === null) return ask()
      const cachedMs = changes.isListening ? CACHED_MS : CACHED_UNNOTIFIED_MS
      if (monotonic() - readAt >= cachedMs) await (reading ??= read())
      return known
    },
  }
}

/** For everybody, or for one organization. */
export function switchedOff(): Problem {
  return new Problem(
    'api_disabled',
    'The API is switched off for maintenance or because of an incident. Try again in a minute.',
  )
}
