import { tables, updateRow } from '@scheduling/database'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { changesBetween } from '../events/new-event.ts'
import { text } from '../ground/fields.ts'
import { procedure } from '../procedure/define.ts'
import { ApiKey, ApiKeyId, lockKey, requireAgent, toApiKey } from './key.ts'

/**
 * Renames a key, and switches how much an agent reads of people. The scopes of a key are fixed: an integration that needs other scopes
 * creates another key.
 */
export const updateKey = procedure({
  kind: 'change',
  scope: 'write',
  access: 'owner',
  input: z.object({
    api_key_id: ApiKeyId,
    name: text(LIMITS.nameCharacters).optional(),
    show_full_personal_data: z.boolean().optional(),
  }),
  output: ApiKey,
  emits: { ok: [] },
  notes: ['api_key.updated'],
  problems: ['not_found'],
  async run(write, { api_key_id: id, name, show_full_personal_data: showFullPersonalData }) {
    const { tx, organization } = write
    const before = await lockKey(tx, organization.id, id)
    if (showFullPersonalData === true) requireAgent(before.kind)
    const data = {
      name: name ?? before.name,
      showFullPersonalData: showFullPersonalData ?? before.showFullPersonalData,
    }
    const after = toApiKey({ ...before, ...data }, organization)
    const changes = changesBetween(toApiKey(before, organization), after, [
      'name',
      'show_full_personal_data',
    ])
    if (changes !== null) {
      await updateRow(tx, tables.apiKey, { id }, data)
      write.note({ action: 'api_key.updated', id, changes })
    }
    return after
  },
})
