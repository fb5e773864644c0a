import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { changesBetween } from '../events/new-event.ts'
import { text } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { ApiKey, ApiKeyId, lockKey, toApiKey } from './key.ts'

/** Renames a key. What it may do is fixed: whoever needs other scopes creates another key. */
export const updateKey = procedure({
  kind: 'change',
  scope: 'write',
  role: 'owner',
  input: z.object({ api_key_id: ApiKeyId, name: text(LIMITS.nameCharacters) }),
  output: ApiKey,
  emits: { ok: [] },
  notes: ['api_key.updated'],
  problems: ['not_found'],
  async run(write, { api_key_id: id, name }) {
    const { tx, organization } = write
    const before = await lockKey(tx, organization.id, id)
    const after = { ...before, name }
    const changes = changesBetween(before, after, ['name'])
    if (changes !== null) {
      await tx.apiKey.update({ where: { id }, data: { name } })
      write.note({ action: 'api_key.updated', id, changes })
    }
    return toApiKey(after, organization)
  },
})
