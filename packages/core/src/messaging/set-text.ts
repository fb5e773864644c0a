import { upsertRow, tables } from '@scheduling/database'
import { z } from 'zod'
import { changesBetween } from '../events/new-event.ts'
import { procedure } from '../procedure/define.ts'
import { templateRefusal } from '../webhooks/check-templates.ts'
import { CatalogueText, TextInput, TextName, toText } from './text-fields.ts'
import { ownText, textFaults } from './texts.ts'

/** `messaging.setText`: the organization's own text for a purpose, in one language. */
export const setText = procedure({
  kind: 'change',
  scope: 'write',
  access: 'managers',
  input: z.object({ ...TextName, ...TextInput }),
  output: CatalogueText,
  emits: { ok: [] },
  notes: ['message_text.updated'],
  problems: ['template_invalid'],
  async run(write, { purpose, language, ...text }) {
    const { tx, organization } = write
    const faults = textFaults(text, organization, write.now())
    if (faults.length > 0) throw templateRefusal(faults)
    const organizationId = organization.id
    const before = toText(purpose, language, await ownText(tx, organizationId, purpose, language))
    await upsertRow(tx, tables.messageText, { organizationId, purpose, language }, text)
    const after = toText(purpose, language, text)
    const changes = changesBetween(before, after, ['subject', 'body', 'is_own'])
    if (changes !== null) {
      write.note({ action: 'message_text.updated', id: `${purpose} ${language}`, changes })
    }
    return after
  },
})
