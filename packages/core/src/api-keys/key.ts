/** An API key as its owner sees it. The value is in no record: it is shown once, when the key is created. */
import { findRow, tables, without, type Organization, type Transaction } from '@scheduling/database'
import { z } from 'zod'
import { SCOPES } from '../context.ts'
import { invalid, Problem } from '../contract/problems.ts'
import { ownTextId } from '../ground/fields.ts'
import { Instant } from '../ground/time-fields.ts'
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
  /** True: the tools of an agent answer with personal data in full. Always false for an integration. */
  show_full_personal_data: z.boolean(),
  /** False: a key of a test organization. */
  livemode: z.boolean(),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** Saved at most once a minute. */
  last_used_at: Instant.nullable(),
  created_at: Instant,
})

export const API_KEYS = recordsOf({
  table: tables.apiKey,
  alias: 'k',
  row: {
    ...without(tables.apiKey, 'organizationId', 'keyHash'),
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
    show_full_personal_data: row.showFullPersonalData,
    livemode,
    expires_at: instant(row.expiresAt),
    revoked_at: instant(row.revokedAt),
    last_used_at: instant(row.lastUsedAt),
    created_at: instant(row.createdAt),
  }
}

/**
 * Only the tools of an agent reduce personal data. On the key of an integration the switch would mean nothing.
 *
 * @throws `400 validation_error`
 */
export function requireAgent(kind: (typeof KEY_KINDS)[number]): void {
  if (kind === 'agent') return
  throw invalid(
    'show_full_personal_data',
    'invalid_value',
    'Only the key of an agent can be given personal data in full. An integration always reads what its scopes allow.',
  )
}

/**
 * A key, locked until the transaction ends.
 *
 * @throws `404 not_found`
 */
export async function lockKey(
  tx: Transaction,
  organizationId: number,
  id: string,
): Promise<ApiKeyRow> {
  await findRow(tx, tables.apiKey, { organizationId, id }, { lock: 'NO KEY UPDATE' })
  const found = await API_KEYS.one(tx, organizationId, id)
  if (found === null) {
    throw new Problem('not_found', 'No API key of this organization has this id.')
  }
  return found
}
