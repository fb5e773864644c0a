/** From changed files to the parts of the tests that run. */
import path from 'node:path'
import { TABLE } from './table.ts'

export type Parts = {
  /** Filters for vitest: each is a path or the beginning of one. */
  readonly tests: readonly string[]
  readonly scripts: readonly string[]
}

/** @param files paths from the root of the project */
export function partsOf(files: readonly string[]): Parts {
  const sources = files.filter((file) => !isTest(file))
  const rows = TABLE.filter(({ changed }) => sources.some((file) => matches(file, changed)))
  const tests = [...files.filter(isTest), ...rows.flatMap((row) => row.tests)]
  return {
    tests: withoutCovered([...new Set(tests)]),
    scripts: [...new Set(rows.flatMap(({ scripts = [] }) => scripts))],
  }
}

export function matches(file: string, globs: readonly string[]): boolean {
  return globs.some((glob) => path.matchesGlob(file, glob))
}

export function isTest(file: string): boolean {
  return file.endsWith('.test.ts')
}

/** Without a path below a folder that runs anyway. */
function withoutCovered(tests: readonly string[]): string[] {
  return tests.filter(
    (test) => !tests.some((other) => other !== test && test.startsWith(`${other}/`)),
  )
}
