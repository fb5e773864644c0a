import { z } from 'zod'
import { procedure } from '../procedure/define.ts'
import { templateRefusal } from '../webhooks/check-templates.ts'
import { SAMPLE_FACTS } from './facts.ts'
import { TextInput, TextName } from './text-fields.ts'
import { madeText, textFaults } from './texts.ts'
import { writtenFacts } from './written-facts.ts'

/** `messaging.previewText`: what a text would say to a client of invented data. Nothing is sent, nothing is kept. */
export const previewText = procedure({
  kind: 'action',
  savesNothing: true,
  scope: 'write',
  access: 'managers',
  input: z.object({ ...TextName, ...TextInput }),
  output: z.object({ subject: z.string(), text: z.string() }),
  problems: ['template_invalid'],
  async run(context, { purpose, language, ...text }) {
    const { organization } = context
    const now = context.now()
    const faults = textFaults(text, organization, now)
    if (faults.length > 0) throw templateRefusal(faults)
    return madeText(text, purpose, language, {
      organization,
      facts: writtenFacts(SAMPLE_FACTS, language, { organization, now }),
      now,
    })
  },
})
