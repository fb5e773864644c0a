import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
import { ApiKey, ApiKeyId, lockKey, toApiKey } from './key.ts'

/**
 * Ends a key for good. Every process is notified, and refuses the key within `keyRevocationSeconds` at the latest. A key
 * that is revoked already stays as it is.
 */
export const revokeKey = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({ api_key_id: ApiKeyId }),
  output: ApiKey,
  emits: { ok: [] },
  notes: ['api_key.revoked'],
  problems: ['not_found'],
  async run(write, { api_key_id: id }) {
    const { tx, organization } = write
    const before = await lockKey(tx, organization.id, id)
    if (before.revokedAt !== null) return toApiKey(before, organization)
    const revokedAt = new Date(write.realNow())
    await updateRow(tx, tables.apiKey, { id }, { revokedAt })
    const key = toApiKey({ ...before, revokedAt }, organization)
    const changes = changesBetween(toApiKey(before, organization), key, ['revoked_at'])
    write.note({ action: 'api_key.revoked', id, changes })
    return key
  },
})
