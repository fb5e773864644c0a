import { insertRow, tables, type ApiKey, type Queryable } from '@scheduling/database'
import type { Scope, Service } from '../context.ts'
import { DISPLAY_CHARACTERS, newApiKeyValue } from './api-key.ts'

export type NewApiKey = {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly kind?: 'integration' | 'agent'
  readonly expiresAt?: Date | null
  /** For agents alone. */
  readonly showFullPersonalData?: boolean
}

/** Creates a key. Only this function returns `value`. */
export async function createApiKey(
  db: Queryable,
  service: Pick<Service, 'crypto' | 'newId'>,
  organization: { readonly id: number; readonly livemode: boolean },
  key: NewApiKey,
): Promise<{ row: ApiKey; value: string }> {
  const value = newApiKeyValue(organization.livemode)
  const row = await insertRow(db, tables.apiKey, {
    id: service.newId('key'),
    organizationId: organization.id,
    name: key.name,
    scopes: [...key.scopes],
    kind: key.kind ?? 'integration',
    keyHash: new Uint8Array(service.crypto.hmac('api-key', value)),
    displayPrefix: value.slice(0, DISPLAY_CHARACTERS),
    expiresAt: key.expiresAt ?? null,
    showFullPersonalData: key.showFullPersonalData ?? false,
  })
  return { row, value }
}
