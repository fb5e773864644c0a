/** Ends a run with the tests that failed at first and passed at their second try. Each is a defect of the test or the product. */
import type { Reporter, TestModule } from 'vitest/node'

export default class SecondTry implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const titles = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `  ${test.module.relativeModuleId}: ${test.fullName}`)
    if (titles.length === 0) return
    console.log([`Passed at the second try alone: ${titles.length}`, ...titles].join('\n'))
  }
}
