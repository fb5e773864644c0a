import {
  joined,
  joinedRow,
  query,
  selected,
  sqlOf,
  statement,
  tables,
  type ApiKey,
  type Database,
  type MessagingConnection,
  type Organization,
} from '@scheduling/database'
import {
  CONNECTED,
  connectedOf,
  joinConnected,
  type ConnectedOrganization,
} from '../ground/connected-organization.ts'
import { SCOPES, type Caller, type Scope, type Service } from '../context.ts'
import { isTouchDue, TOUCH_EVERY_MS } from '../ground/last-use.ts'
import { isWellFormedApiKey } from './api-key.ts'

export type KeyHolder = {
  readonly caller: Caller & { kind: 'api_key' }
  readonly organization: Organization
  readonly messagingConnection: MessagingConnection | null
}

/**
 * `unknown`: the key is malformed or does not exist, which counts against the address. `dead`: the key is
 * revoked or expired, which does not count: a forgotten key must not block the other customers of an automation
 * service that share its address.
 */
export type KeyLookup =
  | { readonly result: 'found'; readonly holder: KeyHolder }
  | { readonly result: 'unknown' | 'dead' }

/** Finds the keys that requests carry. */
export type Keys = {
  /**
   * What is known without a query: of a key that is cached, and of a value that no key can have. Null: it has to be
   * looked up.
   */
  known(value: string): KeyLookup | null
  find(value: string): Promise<KeyLookup>
}

/** A stored key with its organization. */
export type StoredKey = ApiKey & ConnectedOrganization

/** Looks up each key with one query. */
export function uncachedKeys(service: Service): Keys {
  return {
    known: (value) => (isWellFormedApiKey(value) ? null : { result: 'unknown' }),
    find: (value) => findApiKey(service, value),
  }
}

/** Looks up a key with one query. A malformed key takes no query. */
export async function findApiKey(service: Service, value: string): Promise<KeyLookup> {
  if (!isWellFormedApiKey(value)) return { result: 'unknown' }
  const stored = await readKey(service, value)
  if (stored === null) return { result: 'unknown' }
  const now = service.realNow()
  if (isDead(stored, now)) return { result: 'dead' }
  await touchKey(service.db, stored, now)
  return { result: 'found', holder: holderOf(stored) }
}

const STORED = { ...joined('k', tables.apiKey), ...CONNECTED }

const readStored = query({
  name: 'key of a value',
  text: `SELECT ${selected(STORED, 'k')} FROM api_key k ${joinConnected('k')} WHERE k.key_hash = $1::bytea`,
  row: STORED,
})

/** @param value well-formed */
export async function readKey(
  { db, crypto }: Pick<Service, 'db' | 'crypto'>,
  value: string,
): Promise<StoredKey | null> {
  const keyHash = new Uint8Array(crypto.hmac('api-key', value))
  const [found] = await readStored(sqlOf(db), [keyHash])
  const key = found === undefined ? null : joinedRow(found, 'k', tables.apiKey)
  return found === undefined || key === null ? null : { ...key, ...connectedOf(found) }
}

/** Whether a key is revoked, or expired by the clock of the application. */
export function isDead(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt.getTime() <= now)
}

export function holderOf(stored: StoredKey): KeyHolder {
  const { organization, messagingConnection, ...key } = stored
  return {
    caller: {
      kind: 'api_key',
      id: key.id,
      name: key.name,
      scopes: SCOPES.filter((scope): scope is Scope => key.scopes.includes(scope)),
      isAgent: key.kind === 'agent',
      showFullPersonalData: key.showFullPersonalData,
    },
    organization: Object.freeze(organization),
    messagingConnection,
  }
}

const touched = statement(
  'key touched',
  `UPDATE api_key SET last_used_at = $2::timestamptz
    WHERE id = $1::text AND (last_used_at IS NULL OR last_used_at <= $3::timestamptz)`,
)

export async function touchKey(
  db: Database,
  key: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: number,
): Promise<void> {
  if (!isTouchDue(key.lastUsedAt, now)) return
  await touched(sqlOf(db), [key.id, new Date(now), new Date(now - TOUCH_EVERY_MS)])
}
