import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [null, 'en-US,en;q=0.9,pt;q=0.8', 'en'],
  [null, 'de-DE, fr, pt-PT', 'pt'],
  [null, 'de', 'en'],
  [null, undefined, 'en'],
  ['pt', 'en-US', 'pt'],
  ['xx', 'pt', 'pt'],
  [null, `${'x,'.repeat(50_000)}pt`, 'en'],
] as const)('asked for %s, the browser likes %s best: %s', (asked, accepted, language) => {
  expect(languageOf(asked, accepted, 'en')).toBe(language)
})
