/** What axe finds wrong with a page as it stands. */
import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/**
 * Looks at one document: of a page with frames, ask each. The script stays in a document, which may show one page after
 * the other.
 *
 * @returns the rule and the elements of each fault
 */
export async function axeFaults(
  shown: Page | Frame,
  rules: axe.RunOptions['rules'] = {},
): Promise<[string, string[]][]> {
  if (!(await shown.evaluate<boolean>("'axe' in globalThis"))) await shown.evaluate(axe.source)
  // Nothing is made of what passed, and no file is asked for again.
  const options = { rules, resultTypes: ['violations'], preload: false }
  return shown.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`)
}
