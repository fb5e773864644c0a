import { Malformed, readList, readObject, show } from './fields.ts'
import { runCase } from './run-case.ts'
import { readCase } from './worked-case.ts'

/** Lines to print, the last one being `N passed, N failed`; `failed` counts malformed cases too. */
export type Report = { passed: number; failed: number; lines: string[] }

/**
 * Runs every case of a `slot-cases/1` file, given as its text. A malformed case counts as
 * failed and does not keep the others from running. Throws Malformed when the file as a whole
 * can't be read: no JSON, no `cases`, another format, or no case at all.
 */
export function runFile(text: string): Report {
  const file = readObject(parse(text), 'file')
  const format = file['format']
  if (format !== undefined && format !== 'slot-cases/1') {
    throw new Malformed('format', `must be "slot-cases/1", got ${show(format)}`)
  }
  const cases = readList(file['cases'], 'cases')
  if (cases.length === 0) throw new Malformed('cases', 'must be an array with at least one case')
  const report: Report = { passed: 0, failed: 0, lines: [] }
  for (const [index, value] of cases.entries()) {
    const problems = problemsOf(value)
    if (problems.length === 0) report.passed += 1
    else {
      report.failed += 1
      report.lines.push(`FAILED ${nameOf(value, index)}`, ...problems)
    }
  }
  report.lines.push(`${report.passed} passed, ${report.failed} failed`)
  return report
}

function problemsOf(value: unknown): string[] {
  try {
    return runCase(readCase(value)).flatMap(({ expected, got }) => [
      `  expected: ${expected}`,
      `  got:      ${got}`,
    ])
  } catch (error) {
    // RangeError is how the engine refuses a value that no rule of the format excludes.
    if (error instanceof Malformed || error instanceof RangeError) {
      return [`  malformed: ${error.message}`]
    }
    throw error
  }
}

function nameOf(value: unknown, index: number): string {
  const fields = typeof value === 'object' && value !== null ? readObject({ ...value }, 'case') : {}
  const id = typeof fields['id'] === 'string' ? fields['id'] : `cases[${index}]`
  return typeof fields['title'] === 'string' ? `${id}: ${fields['title']}` : id
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Malformed(
      'file',
      `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}
