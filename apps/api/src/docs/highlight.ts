/** Colours for code, given by class names: the style sheet holds them, for light and for dark. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import django from 'highlight.js/lib/languages/django'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'

/** By the word after the fence. */
const LANGUAGES = {
  go,
  http,
  jinja: django,
  js: typescript,
  json,
  php,
  python,
  sh: bash,
  ts: typescript,
} as const

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** @returns HTML; null for a language that is not known here, whose text is then shown as it is */
export function highlighted(text: string, language: string): string | null {
  if (!Object.hasOwn(LANGUAGES, language)) return null
  return hljs.highlight(text, { language }).value
}
