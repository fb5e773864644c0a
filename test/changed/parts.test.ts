import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTest, matches, partsOf } from './parts.ts'
import { TABLE } from './table.ts'

const root = path.join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')

describe('the table of changed paths', () => {
  it('has a row for every file that is not a test', () => {
    const globs = TABLE.flatMap(({ changed }) => changed)
    expect(tracked.filter((file) => !isTest(file) && !matches(file, globs))).toEqual([])
  })

  it('has no glob that matches no file', () => {
    const globs = TABLE.flatMap(({ changed }) => changed)
    expect(globs.filter((glob) => !tracked.some((file) => matches(file, [glob])))).toEqual([])
  })

  it('names parts that exist', () => {
    const parts = TABLE.flatMap(({ tests }) => tests)
    expect(parts.filter((part) => !existsSync(path.join(root, part)))).toEqual([])
  })
})

describe('the parts of a change', () => {
  it('are those of each changed file, once', () => {
    const { tests } = partsOf(['packages/icalendar/src/write.ts', 'apps/cli/src/main.ts'])
    expect(tests).toContain('packages/icalendar')
    expect(tests).toContain('test/contract/cli')
    expect(new Set(tests).size).toBe(tests.length)
  })

  it('hold a test that changed itself, unless its folder runs anyway', () => {
    expect(partsOf(['test/contract/cli/listen.test.ts']).tests).toEqual([
      'test/contract/cli/listen.test.ts',
    ])
    expect(
      partsOf(['test/contract/cli/listen.test.ts', 'apps/cli/src/main.ts']).tests,
    ).not.toContain('test/contract/cli/listen.test.ts')
  })

  it('are none of a change of settings that types and lint see', () => {
    expect(partsOf(['tsconfig.base.json'])).toEqual({ tests: [], scripts: [] })
  })
})
