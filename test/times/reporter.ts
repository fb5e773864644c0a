/** Writes wall time and CPU of each test file to `.data/test-times.json`, from which `test/times/main.ts` makes a table. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

export type FileTimes = {
  readonly project: string
  readonly file: string
  readonly tests: number
  /** Imports and set-up, in milliseconds of wall time. */
  readonly setUpMs: number
  /** Tests and hooks, in milliseconds of wall time. */
  readonly testsMs: number
  readonly cpuMs: number
}

export type SuiteTimes = {
  readonly wallMs: number
  /** Of the whole machine, children and PostgreSQL included; null where the system does not tell. */
  readonly cpuMs: number | null
  readonly files: readonly FileTimes[]
}

export const TIMES_FILE = path.join(import.meta.dirname, '../../.data/test-times.json')

export default class TimesReporter implements Reporter {
  #startedAt = performance.now()
  #cpuBefore = machineCpuMs()

  onInit(): void {
    this.#startedAt = performance.now()
    this.#cpuBefore = machineCpuMs()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const cpuAfter = machineCpuMs()
    const times: SuiteTimes = {
      wallMs: Math.round(performance.now() - this.#startedAt),
      cpuMs:
        cpuAfter === null || this.#cpuBefore === null
          ? null
          : Math.round(cpuAfter - this.#cpuBefore),
      files: modules.map(timesOf),
    }
    mkdirSync(path.dirname(TIMES_FILE), { recursive: true })
    writeFileSync(TIMES_FILE, JSON.stringify(times, null, 1))
  }
}

function timesOf(module: TestModule): FileTimes {
  const { collectDuration, setupDuration, environmentSetupDuration, prepareDuration, duration } =
    module.diagnostic()
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    setUpMs: Math.round(
      collectDuration + setupDuration + environmentSetupDuration + prepareDuration,
    ),
    testsMs: Math.round(duration),
    cpuMs: Math.round(module.meta().cpuMs ?? 0),
  }
}

/** User and system time of all cores since boot, as Linux counts it in ticks of 10 ms. */
function machineCpuMs(): number | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line
      .split(/\s+/)
      .map(Number)
    return 10 * (user + nice + system + irq + softirq)
  } catch {
    return null
  }
}
