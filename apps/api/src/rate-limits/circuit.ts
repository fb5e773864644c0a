import { inTime } from '@scheduling/core'

/** A circuit breaker: the store is asked only while it answers in time. */
export type Circuit = {
  /** @throws the last failure, while the circuit is open after it */
  check(): void
  /** How long an answer may take at the moment. */
  patienceMs(): number
  /**
   * Asks, or rejects at once while the circuit is open after a failure.
   * @throws whatever went wrong; the last failure when it was not asked
   */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

export type CircuitOptions = {
  /** Four times as long until the store has answered once: connections are still being made. */
  readonly timeoutMs: number
  /** How long the circuit stays open after a failure. Then one question tries the store; others fail until it answers. */
  readonly restMs: number
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number
}

export function createCircuit({ timeoutMs, restMs, monotonic }: CircuitOptions): Circuit {
  let failure: { readonly error: unknown; readonly restsUntil: number } | null = null
  let isTrying = false
  let hasAnswered = false

  function check(): void {
    if (failure !== null && (isTrying || monotonic() < failure.restsUntil)) throw failure.error
  }

  const patienceMs = (): number => (hasAnswered ? timeoutMs : 4 * timeoutMs)

  return {
    check,
    patienceMs,
    async ask(question) {
      check()
      const isTrial = failure !== null
      if (isTrial) isTrying = true
      try {
        const answer = await inTime(question(), patienceMs())
        hasAnswered = true
        failure = null
        return answer
      } catch (error) {
        failure = { error, restsUntil: monotonic() + restMs }
        throw error
      } finally {
        if (isTrial) isTrying = false
      }
    },
  }
}
