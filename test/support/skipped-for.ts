/** Ends a run with the tests that were skipped because this machine lacks a program: their titles say `(needs …)`. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'

const NEEDS = '(needs '

export default class SkippedFor implements Reporter {
  #isPart = false

  /** With `-t`, others than those that lack a program are skipped as well. */
  onInit(vitest: Vitest): void {
    this.#isPart = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPart) return
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].filter((test) => test.fullName.includes(NEEDS)),
    )
    if (skipped.length === 0) return
    const titles = skipped.map((test) => `  ${test.module.relativeModuleId}: ${test.fullName}`)
    console.log(
      [`Skipped, because a program is missing here: ${skipped.length}`, ...titles].join('\n'),
    )
  }
}
