import { hash } from 'node:crypto'
import type { Service } from '../context.ts'
import { LIMITS } from '../contract/limits.ts'
import { isTouchDue } from '../ground/last-use.ts'
import { isWellFormedApiKey } from './api-key.ts'
import type { AccessChange, AccessChanges } from './access-changes.ts'
import {
  holderOf,
  isDead,
  readKey,
  touchKey,
  type KeyHolder,
  type KeyLookup,
  type Keys,
  type StoredKey,
} from './find-api-key.ts'

/**
 * The longest time that a key is cached, with notifications or without. The rest of the limit is left for looking
 * the key up again.
 */
export const CACHED_MS = (LIMITS.keyRevocationSeconds - 1) * 1000
/** The same while no notifications of changes arrive. */
export const CACHED_UNNOTIFIED_MS = 500
const CAPACITY = 10_000

type Remembered = {
  readonly stored: StoredKey
  readonly holder: KeyHolder
  /** When the query was sent, by the monotonic clock. */
  readonly readAt: number
  touchedAt: Date | null
}

/**
 * Finds keys as `findApiKey` does, and caches those that exist, with their organization, until a change is
 * notified or `CACHED_MS` have passed. An unknown key is looked up every time, since it may just have been
 * created.
 */
export function cachedKeys(
  service: Service,
  changes: AccessChanges,
  monotonic: () => number = () => performance.now(),
): Keys {
  const remembered = new Map<string, Remembered>()
  const asked = new Map<string, Promise<Remembered | null>>()
  let generation = 0

  changes.onChange((change) => {
    if (!OF_KEYS.has(change.kind)) return
    // A query that is under way may have read the state before the change.
    generation += 1
    asked.clear()
    for (const [name, entry] of remembered) {
      if (isAbout(change, entry.stored)) remembered.delete(name)
    }
  })

  const read = async (value: string, name: string): Promise<Remembered | null> => {
    const began = generation
    const readAt = monotonic()
    const stored = await readKey(service, value)
    if (stored === null) return null
    const entry = { stored, holder: holderOf(stored), readAt, touchedAt: stored.lastUsedAt }
    if (generation === began) {
      if (remembered.size >= CAPACITY) forgetOldest(remembered)
      remembered.delete(name)
      remembered.set(name, entry)
    }
    return entry
  }

  /** Requests with the same key at the same time share one query. */
  const askOnce = (value: string, name: string): Promise<Remembered | null> => {
    const pending = asked.get(name)
    if (pending !== undefined) return pending
    const answer = read(value, name).finally(() => {
      if (asked.get(name) === answer) asked.delete(name)
    })
    asked.set(name, answer)
    return answer
  }

  const touch = (entry: Remembered, now: number): void => {
    if (!isTouchDue(entry.touchedAt, now)) return
    const { id } = entry.stored
    const key = { id, lastUsedAt: entry.touchedAt }
    entry.touchedAt = new Date(now)
    // No request waits for it, since a change of the key may hold its row.
    touchKey(service.db, key, now).catch((error: unknown) => {
      service.log.warn({ api_key: id, err: error }, 'the last use of a key could not be saved')
    })
  }

  const fresh = (name: string): Remembered | null => {
    const cachedMs = changes.isListening ? CACHED_MS : CACHED_UNNOTIFIED_MS
    const entry = remembered.get(name)
    return entry !== undefined && monotonic() - entry.readAt < cachedMs ? entry : null
  }

  const lookupOf = (entry: Remembered): KeyLookup => {
    const now = service.realNow()
    if (isDead(entry.stored, now)) return { result: 'dead' }
    touch(entry, now)
    return { result: 'found', holder: entry.holder }
  }

  return {
    known(value) {
      const entry = fresh(nameOf(value))
      if (entry !== null) return lookupOf(entry)
      return isWellFormedApiKey(value) ? null : { result: 'unknown' }
    },
    async find(value) {
      if (!isWellFormedApiKey(value)) return { result: 'unknown' }
      const name = nameOf(value)
      const entry = fresh(name) ?? (await askOnce(value, name))
      return entry === null ? { result: 'unknown' } : lookupOf(entry)
    },
  }
}

/**
 * What a key is cached under: not its value, which need not stay in memory. A key is random, so a plain digest hides it
 * as well as the keyed one of the database, in a tenth of the time.
 */
function nameOf(value: string): string {
  return hash('sha256', value, 'base64url')
}

/** Changes of what is cached here. */
const OF_KEYS: ReadonlySet<AccessChange['kind']> = new Set(['key', 'organization', 'everything'])

function isAbout(change: AccessChange, stored: StoredKey): boolean {
  if (change.kind === 'key') return stored.id === change.id
  if (change.kind === 'organization') return stored.organizationId === change.id
  return change.kind === 'everything'
}

/** Drops the oldest tenth. */
function forgetOldest(remembered: Map<string, unknown>): void {
  let left = CAPACITY / 10
  for (const name of remembered.keys()) {
    remembered.delete(name)
    left -= 1
    if (left === 0) return
  }
}
