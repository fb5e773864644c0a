/** Marks code with class names. The style sheet has their colours, light and dark. */
import { createRequire } from 'node:module'

type Highlighter = {
  registerLanguage(name: string, language: unknown): void
  highlight(text: string, options: { readonly language: string }): { readonly value: string }
}

const require = createRequire(import.meta.url)

/** The language by the word after the fence. */
const LANGUAGES: ReadonlyMap<string, unknown> = new Map([
  ['go', require('highlight.js/lib/languages/go')],
  ['http', require('highlight.js/lib/languages/http')],
  ['jinja', require('highlight.js/lib/languages/django')],
  ['json', require('highlight.js/lib/languages/json')],
  ['php', require('highlight.js/lib/languages/php')],
  ['python', require('highlight.js/lib/languages/python')],
  ['sh', require('highlight.js/lib/languages/bash')],
  ['ts', require('highlight.js/lib/languages/typescript')],
])

const highlighter = program()
for (const [name, language] of LANGUAGES) highlighter.registerLanguage(name, language)

/** Not imported: its types would add the types of browsers to everything that imports this package. */
function program(): Highlighter {
  return require('highlight.js/lib/core') as Highlighter
}

/** @returns HTML; null for an unknown language, whose text is then shown as it is */
export function highlighted(text: string, language: string): string | null {
  if (!LANGUAGES.has(language)) return null
  return highlighter.highlight(text, { language }).value
}
