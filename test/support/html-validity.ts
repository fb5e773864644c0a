/** Whether a page is valid HTML, by the word of a validator that others keep. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: [
      'html-validate:recommended',
      'html-validate:standard',
      'html-validate:a11y',
      'html-validate:document',
    ],
    rules: {
      // A matter of taste: the standard takes both.
      'doctype-style': ['error', { style: 'lowercase' }],
      // A clinic has the name that it has.
      'long-title': 'off',
      // A button of a form sends it, by the standard. All of these do.
      'no-implicit-button-type': 'off',
      // A place in the queue and a payment change by themselves: without a script the page is loaded again, and with one not.
      'meta-refresh': 'off',
      // The script comes from where the page comes from.
      'require-sri': ['error', { target: 'crossorigin' }],
      // The style keeps a number in one line. Some fonts have no hyphen of that kind, and leave a gap.
      'tel-non-breaking': 'off',
      // Several services are chosen in one form and go along in it, each in a field of its own with the same name.
      'form-dup-name': 'off',
    },
  }),
)

/** `rule at line:column: what is wrong`, one for each fault. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, line, column, message }) => `${ruleId} at ${line}:${column}: ${message}`,
    ),
  )
}
