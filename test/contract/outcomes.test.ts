/** Every answer that a route declares has a test that claims to get it. After a whole run `test/answers.ts` holds the claims against what was answered. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { outcomeRows } from '../support/outcomes.ts'

const root = path.join(import.meta.dirname, '../..')

describe('outcomes', () => {
  it('has a test for every answer that a route declares', () => {
    expect(
      outcomeRows.filter((row) => row.test === null).map((row) => `${row.name} ${row.outcome}`),
    ).toEqual([])
  })

  it('names only tests that exist', () => {
    const files = [...new Set(outcomeRows.flatMap((row) => row.test ?? []))]
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('stands in the docs as it is', async () => {
    const lines = outcomeRows.map(
      (row) => `| \`${row.name}\` | ${row.outcome} | ${row.test ?? ''} |`,
    )
    const page = [
      '# Every answer of every route, and the test that gets it',
      '',
      'Made from the declared outcomes of the routes and the titles of the tests. `vitest -u` writes it again.',
      '',
      '| Route | Answer | Test |',
      '| --- | --- | --- |',
      ...lines,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../docs/outcomes.md')
  })
})
