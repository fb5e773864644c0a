import { z } from 'zod'
import { explained, ToolRefusal } from './refusal.ts'
import { tool } from './tool.ts'
import { valueText } from '../ground/fields.ts'

export const explainRefusal = tool({
  name: 'explain_refusal',
  title: 'What a refusal means',
  description: 'Says what the `code` of a refusal means, and what to try instead.',
  uses: [],
  input: z.object({ code: valueText().trim().min(1).meta({ description: 'Of the refusal.' }) }),
  output: z.object({ code: z.string(), means: z.string(), try: z.string() }),
  async run(_call, { code }) {
    const found = explained(code)
    if (found === null) {
      const advice = 'Send the `code` of a refusal as it stands there.'
      throw new ToolRefusal('no_match', 'There is no such code.', { try: advice })
    }
    return { text: `${code}: ${found.means}\nTry: ${found.try}`, result: { code, ...found } }
  },
})
