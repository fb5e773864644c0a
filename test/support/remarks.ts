/** Ends a run with the tests that it skipped for a missing program, and those that it tried twice, with why they failed. */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** In the title of a test that needs a program. */
const NEEDS = '(needs '
/** Of each error: enough for a difference, or for what a browser waited for. */
const SHOWN_LINES = 12

export default class Remarks implements Reporter {
  #isPart = false

  /** With `-t`, other tests are skipped as well. */
  onInit(vitest: Vitest): void {
    this.#isPart = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const lacksProgram = (test: TestCase): boolean =>
      test.result().state === 'skipped' && test.fullName.includes(NEEDS)
    if (!this.#isPart)
      list('Skipped, because a program is missing here', tests.filter(lacksProgram))
    // Each is a defect of the test or the product.
    list(
      'Failed once, then passed',
      tests.filter((test) => test.diagnostic()?.flaky),
    )
  }
}

function list(remark: string, tests: readonly TestCase[]): void {
  if (tests.length === 0) return
  const lines = tests.flatMap((test) => [
    `  ${test.module.relativeModuleId}: ${test.fullName}`,
    ...reasonOf(test),
  ])
  console.log([`${remark}: ${tests.length}`, ...lines].join('\n'))
}

/** Errors of an earlier try stay with a test that then passed. */
function reasonOf(test: TestCase): string[] {
  const [error] = test.result().errors ?? []
  if (error === undefined) return []
  const at = error.stacks?.[0]
  const place = at === undefined ? [] : [`at ${at.file}:${at.line}`]
  const text = `${error.message}\n${error.diff ?? ''}`.trim().split('\n').slice(0, SHOWN_LINES)
  return [...text, ...place].map((line) => `    ${line}`)
}
