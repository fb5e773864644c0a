import type { Organization } from '@scheduling/database'
import { SCOPES, type Caller, type Scope, type Service } from '../context.ts'
import { isWellFormedApiKey } from './api-key.ts'

export type KeyHolder = {
  readonly caller: Caller & { kind: 'api_key' }
  readonly organization: Organization
}

/**
 * `unknown`: malformed, or no such key; it counts against the address. `dead`: a genuine key that is
 * revoked or expired; it doesn't, because one forgotten key behind an automation service's shared
 * address must not block its other customers.
 */
export type KeyLookup =
  | { readonly result: 'found'; readonly holder: KeyHolder }
  | { readonly result: 'unknown' | 'dead' }

/** Who holds this key. A malformed one is refused without a query; others are found by their keyed hash. */
export async function findApiKey(service: Service, value: string): Promise<KeyLookup> {
  if (!isWellFormedApiKey(value)) return { result: 'unknown' }
  const row = await service.db.apiKey.findUnique({
    where: { keyHash: new Uint8Array(service.crypto.hmac('api-key', value)) },
    include: { organization: true },
  })
  if (row === null) return { result: 'unknown' }
  const now = service.now()
  if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt.getTime() <= now))
    return { result: 'dead' }
  await touch(service, row.id, row.lastUsedAt, now)
  const { organization } = row
  return {
    result: 'found',
    holder: {
      caller: {
        kind: 'api_key',
        id: row.id,
        name: row.name,
        scopes: SCOPES.filter((scope): scope is Scope => row.scopes.includes(scope)),
        isAgent: row.kind === 'agent',
      },
      organization,
    },
  }
}

const TOUCH_EVERY_MS = 60_000

async function touch(
  service: Service,
  id: string,
  lastUsedAt: Date | null,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt.getTime() < TOUCH_EVERY_MS) return
  await service.db.$executeRaw`
    UPDATE api_key SET last_used_at = ${new Date(now)}
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${new Date(now - TOUCH_EVERY_MS)})`
}
