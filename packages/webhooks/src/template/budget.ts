import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Stopwatch } from './stopwatch.ts'
import { TemplateFault, type Position } from './template.ts'

/**
 * What one template may still spend: time, steps, bytes. One budget serves all fields of one
 * request, and all that is done for it from the first to the last: copying the event, reading, rendering,
 * encoding. So ten headers can't cost ten times the limit.
 */
export class Budget {
  readonly #elapsedMs: Stopwatch
  readonly #deadline: number
  #fuel: number = WEBHOOK_LIMITS.templateSteps
  #resultBytes: number = WEBHOOK_LIMITS.templateResultBytes
  #stepsToLook = 0
  #isOverdrawn = false

  constructor(elapsedMs: Stopwatch) {
    this.#elapsedMs = elapsedMs
    this.#deadline = elapsedMs() + WEBHOOK_LIMITS.templateMilliseconds
  }

  /** Nothing more can be done: time or steps are used up. */
  get isOverdrawn(): boolean {
    return this.#isOverdrawn
  }

  /** Pays for work before it is done; looks at the clock every 32 steps. */
  spend(steps: number, at: Position | null): void {
    this.#fuel -= steps
    if (this.#fuel < 0) {
      this.#isOverdrawn = true
      throw new TemplateFault('template_error', 'the template takes too many steps to render', at)
    }
    this.look(steps, at)
  }

  /** For checks of what was paid for when it was read: they cost time alone. */
  look(steps: number, at: Position | null): void {
    this.#stepsToLook -= steps
    if (this.#stepsToLook > 0) return
    this.#stepsToLook = 32
    this.checkTime(at)
  }

  checkTime(at: Position | null): void {
    if (this.#elapsedMs() > this.#deadline) {
      this.#isOverdrawn = true
      const limit = WEBHOOK_LIMITS.templateMilliseconds
      throw new TemplateFault('template_error', `rendering takes longer than ${limit} ms`, at)
    }
  }

  /** Asked before a text of that many characters is built (a character is at least one byte). */
  allowText(characters: number, at: Position | null): void {
    this.checkLength(characters, at)
    this.spend(1 + Math.floor(characters / 64), at)
  }

  /** The same for a text that grows piece by piece, each paid on its own. */
  checkLength(characters: number, at: Position | null): void {
    const { templateResultBytes: most } = WEBHOOK_LIMITS
    if (characters > most) {
      throw new TemplateFault('result_too_large', `a value is larger than ${most / 1024} KB`, at)
    }
  }

  /** Counts bytes of the result before they are kept. */
  takeResult(bytes: number, at: Position | null): void {
    this.#resultBytes -= bytes
    if (this.#resultBytes < 0) throw resultTooLarge(at)
  }
}

export function resultTooLarge(at: Position | null): TemplateFault {
  const most = `${WEBHOOK_LIMITS.templateResultBytes / 1024} KB`
  return new TemplateFault('result_too_large', `the result is larger than ${most}`, at)
}
