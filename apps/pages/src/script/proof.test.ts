/** The script's own SHA-256 is that of everybody else. */
import { assert, property, string } from 'fast-check'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

/** What stands in the file before it looks at the page. */
const program = readFileSync(path.join(import.meta.dirname, 'proof.js'), 'utf8')
const rules = program.slice(0, program.indexOf('for (const form of'))
const firstWordOf: (text: string) => number = runInNewContext(
  `${rules}; (text) => firstWord(blocksOf(text))`,
)

function expectSame(text: string): void {
  const expected = createHash('sha256').update(text).digest().readInt32BE(0)
  expect([text, firstWordOf(text)]).toEqual([text, expected])
}

it('hashes texts of every length up to four blocks', () => {
  for (let length = 0; length <= 256; length += 1) expectSame('a'.repeat(length))
})

it('hashes any text of ASCII', () => {
  const ascii = string({ unit: 'binary-ascii', maxLength: 200 })
  assert(property(ascii, expectSame), { numRuns: 2000 })
})
