import type { Service } from '../context.ts'
import type { AccessChange, AccessChanges } from './access-changes.ts'
import {
  hashOfKey,
  holderOf,
  isDead,
  isTouchDue,
  readKey,
  touchKey,
  type KeyHolder,
  type KeyLookup,
  type StoredKey,
} from './find-api-key.ts'

export type FindKey = (value: string) => Promise<KeyLookup>

/** However changes are told, nothing is believed for longer: a revoked key stops within 5 seconds. */
export const BELIEVED_MS = 4000
/** While changes are not heard. */
export const BELIEVED_UNHEARD_MS = 500
const CAPACITY = 10_000

type Remembered = {
  readonly stored: StoredKey
  readonly holder: KeyHolder
  /** When it was asked for, by the monotonic clock. */
  readonly readAt: number
  touchedAt: Date | null
}

/**
 * Finds keys as `findApiKey` does, and remembers those that exist, with their organization, until a change
 * is told or 4 seconds have passed. An unknown key is asked for each time: it may have been created a
 * moment ago.
 */
export function cachedKeys(
  service: Service,
  changes: AccessChanges,
  monotonic: () => number = () => performance.now(),
): FindKey {
  const remembered = new Map<string, Remembered>()
  const asked = new Map<string, Promise<Remembered | null>>()
  let generation = 0

  changes.onChange((change) => {
    // What is on its way may have been read before the change.
    generation += 1
    asked.clear()
    for (const [hash, entry] of remembered) {
      if (isAbout(change, entry.stored)) remembered.delete(hash)
    }
  })

  const read = async (hash: Buffer, name: string): Promise<Remembered | null> => {
    const began = generation
    const readAt = monotonic()
    const stored = await readKey(service.db, hash)
    if (stored === null) return null
    Object.freeze(stored.organization)
    const entry = { stored, holder: holderOf(stored), readAt, touchedAt: stored.lastUsedAt }
    if (generation === began) {
      if (remembered.size >= CAPACITY) forgetOldest(remembered)
      remembered.delete(name)
      remembered.set(name, entry)
    }
    return entry
  }

  /** Requests that come together with one key ask once. */
  const askOnce = (hash: Buffer, name: string): Promise<Remembered | null> => {
    const pending = asked.get(name)
    if (pending !== undefined) return pending
    const answer = read(hash, name).finally(() => {
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
    // Nobody waits for it: whoever is changing the key holds its row.
    touchKey(service.db, key, now).catch((error: unknown) => {
      service.log.warn({ api_key: id, err: error }, 'last use of a key was not written')
    })
  }

  return async (value) => {
    const hash = hashOfKey(service, value)
    if (hash === null) return { result: 'unknown' }
    const name = hash.toString('latin1')
    const believed = changes.isListening ? BELIEVED_MS : BELIEVED_UNHEARD_MS
    const known = remembered.get(name)
    const isFresh = known !== undefined && monotonic() - known.readAt < believed
    const entry = isFresh ? known : await askOnce(hash, name)
    if (entry === null) return { result: 'unknown' }
    const now = service.now()
    if (isDead(entry.stored, now)) return { result: 'dead' }
    touch(entry, now)
    return { result: 'found', holder: entry.holder }
  }
}

function isAbout(change: AccessChange, stored: StoredKey): boolean {
  if (change.kind === 'key') return stored.id === change.id
  if (change.kind === 'organization') return stored.organizationId === change.id
  return change.kind === 'everything'
}

/** A tenth at once, in the order they were read. */
function forgetOldest(remembered: Map<string, unknown>): void {
  let left = CAPACITY / 10
  for (const name of remembered.keys()) {
    remembered.delete(name)
    left -= 1
    if (left === 0) return
  }
}
