import { deleteRows, tables } from '@scheduling/database'
import { z } from 'zod'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
import { CatalogueText, TextName, toText } from './text-fields.ts'
import { ownText } from './texts.ts'

/** `messaging.resetText`: the text of the catalogue again. */
export const resetText = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object(TextName),
  output: CatalogueText,
  emits: { ok: [] },
  notes: ['message_text.updated'],
  problems: [],
  async run(write, { purpose, language }) {
    const { tx, organization } = write
    const organizationId = organization.id
    const own = await ownText(tx, organizationId, purpose, language)
    const after = toText(purpose, language, null)
    if (own === null) return after
    await deleteRows(tx, tables.messageText, { organizationId, purpose, language })
    const changes = changesBetween(toText(purpose, language, own), after, [
      'subject',
      'body',
      'is_own',
    ])
    write.note({ action: 'message_text.updated', id: `${purpose} ${language}`, changes })
    return after
  },
})
