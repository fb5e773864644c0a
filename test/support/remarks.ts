/** Ends a run with the tests that it skipped for a missing program, and those that it tried twice. */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** In the title of a test that needs a program. */
const NEEDS = '(needs '

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
  const titles = tests.map((test) => `  ${test.module.relativeModuleId}: ${test.fullName}`)
  console.log([`${remark}: ${tests.length}`, ...titles].join('\n'))
}
