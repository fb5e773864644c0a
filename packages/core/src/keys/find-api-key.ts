import type { ApiKey, Database, Organization } from '@scheduling/database'
import { SCOPES, type Caller, type Scope, type Service } from '../context.ts'
import { isWellFormedApiKey } from './api-key.ts'

export type KeyHolder = {
  readonly caller: Caller & { kind: 'api_key' }
  readonly organization: Organization
}

/**
 * `unknown`: the key is malformed or does not exist, which counts against the address. `dead`: the key is
 * revoked or expired, which does not count: a forgotten key must not block the other customers of an automation
 * service that share its address.
 */
export type KeyLookup =
  | { readonly result: 'found'; readonly holder: KeyHolder }
  | { readonly result: 'unknown' | 'dead' }

/** A stored key with its organization. */
export type StoredKey = ApiKey & { readonly organization: Organization }

/** Looks up a key with one query. A malformed key takes no query. */
export async function findApiKey(service: Service, value: string): Promise<KeyLookup> {
  const hash = hashOfKey(service, value)
  if (hash === null) return { result: 'unknown' }
  const stored = await readKey(service.db, hash)
  if (stored === null) return { result: 'unknown' }
  const now = service.now()
  if (isDead(stored, now)) return { result: 'dead' }
  await touchKey(service.db, stored, now)
  return { result: 'found', holder: holderOf(stored) }
}

/** The hash by which a key is found; null if the key is malformed. */
export function hashOfKey(service: Pick<Service, 'crypto'>, value: string): Buffer | null {
  return isWellFormedApiKey(value) ? service.crypto.hmac('api-key', value) : null
}

export function readKey(db: Database, hash: Uint8Array): Promise<StoredKey | null> {
  return db.apiKey.findUnique({
    where: { keyHash: new Uint8Array(hash) },
    include: { organization: true },
  })
}

/** Whether a key is revoked, or expired by the clock of the application. */
export function isDead(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt.getTime() <= now)
}

export function holderOf(stored: StoredKey): KeyHolder {
  const { organization, ...key } = stored
  return {
    caller: {
      kind: 'api_key',
      id: key.id,
      name: key.name,
      scopes: SCOPES.filter((scope): scope is Scope => key.scopes.includes(scope)),
      isAgent: key.kind === 'agent',
    },
    organization,
  }
}

const TOUCH_EVERY_MS = 60_000

/** Whether `last_used_at` is at least a minute old. It is not written more often. */
export function isTouchDue(lastUsedAt: Date | null, now: number): boolean {
  return lastUsedAt === null || now - lastUsedAt.getTime() >= TOUCH_EVERY_MS
}

export async function touchKey(
  db: Database,
  key: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: number,
): Promise<void> {
  if (!isTouchDue(key.lastUsedAt, now)) return
  await db.$executeRaw`
    UPDATE api_key SET last_used_at = ${new Date(now)}
    WHERE id = ${key.id} AND (last_used_at IS NULL OR last_used_at <= ${new Date(now - TOUCH_EVERY_MS)})`
}
