/** An API key as its owner sees it. The value is in no record: it is shown once, when the key is created. */
import { column, type Organization, type Transaction } from '@scheduling/database'
import { z } from 'zod'
import { SCOPES } from '../context.ts'
import { Problem } from '../contract/problems.ts'
import { Instant, ownTextId } from '../ground/fields.ts'
import { instantsIn } from '../ground/instants-in.ts'
import { recordsOf, type RowIn } from '../lists/records.ts'

export const KEY_KINDS = ['integration', 'agent'] as const

export const ApiKeyId = ownTextId('key')

export const ApiKey = z.object({
  object: z.literal('api_key'),
  id: z.string(),
  name: z.string(),
  /** The first characters of its value, to recognize it by. */
  display_prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  kind: z.enum(KEY_KINDS),
  /** False: a key of a test organization. */
  livemode: z.boolean(),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** Saved at most once a minute. */
  last_used_at: Instant.nullable(),
  created_at: Instant,
})

export const API_KEYS = recordsOf({
  table: 'api_key',
  alias: 'k',
  row: {
    id: column.text,
    name: column.text,
    scopes: column.by('to_json(k.scopes)', column.json<string[]>()),
    kind: column.oneOf<(typeof KEY_KINDS)[number]>('api_key_kind'),
    displayPrefix: column.text,
    expiresAt: column.nullable(column.dateTime),
    revokedAt: column.nullable(column.dateTime),
    lastUsedAt: column.nullable(column.dateTime),
    createdAt: column.dateTime,
  },
})

type ApiKeyRow = RowIn<typeof API_KEYS>

export function toApiKey(
  row: ApiKeyRow,
  { timeZone, livemode }: Pick<Organization, 'timeZone' | 'livemode'>,
): z.output<typeof ApiKey> {
  const instant = instantsIn(timeZone)
  return {
    object: 'api_key',
    id: row.id,
    name: row.name,
    display_prefix: row.displayPrefix,
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    kind: row.kind,
    livemode,
    expires_at: instant(row.expiresAt),
    revoked_at: instant(row.revokedAt),
    last_used_at: instant(row.lastUsedAt),
    created_at: instant(row.createdAt),
  }
}

/**
 * A key, and nobody else changes it until the transaction ends.
 *
 * @throws `404 not_found`
 */
export async function lockKey(
  tx: Transaction,
  organizationId: number,
  id: string,
): Promise<ApiKeyRow> {
  await tx.$executeRaw`
    SELECT FROM api_key WHERE organization_id = ${organizationId} AND id = ${id} FOR NO KEY UPDATE`
  const found = await API_KEYS.one(tx, organizationId, id)
  if (found === null) {
    throw new Problem('not_found', 'No API key of this organization has this id.')
  }
  return found
}
