import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

/** What stands in the file before it looks at the page. */
const program = readFileSync(path.join(import.meta.dirname, 'phone.js'), 'utf8')
const rules = program.slice(0, program.indexOf('for (const input of'))
const masked: (text: string, caret: number) => { text: string; caret: number } | null =
  runInNewContext(`${rules}; masked`)

/** `|` is the caret. */
function typed(shown: string): string | null {
  const caret = shown.indexOf('|')
  const next = masked(shown.replace('|', ''), caret)
  return next === null ? null : `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

it.each([
  ['1|', '(1|'],
  ['(11|', '(11|'],
  ['(119|', '(11) 9|'],
  ['(11) 98765|', '(11) 98765|'],
  ['(11) 987654|', '(11) 98765-4|'],
  ['11987654321|', '(11) 98765-4321|'],
  ['1134567890|', '(11) 3456-7890|'],
  // A digit that was left out, in the middle.
  ['(11) 985|765-432', '(11) 985|76-5432'],
  // With the code of the country, but without a plus.
  ['(55) 11987-654321|', '5511987654321|'],
  ['+351 91|', null],
  ['0|', null],
])('%s becomes %s', (before, after) => {
  expect(typed(before)).toBe(after)
})
