/** A store that is asked only while it answers in time. */
export type Circuit = {
  /**
   * Asks, or rejects at once while the store rests after a failure.
   * @throws whatever went wrong; the last failure when it was not asked
   */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

export type CircuitOptions = {
  /** Until the store has answered once it has four times as long: connections are still being made. */
  readonly timeoutMs: number
  /** How long a store that failed is left alone. Then one question tries it; the rest go on failing until it answers. */
  readonly restMs: number
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number
}

export function createCircuit({ timeoutMs, restMs, monotonic }: CircuitOptions): Circuit {
  let failure: { readonly error: unknown; readonly restsUntil: number } | null = null
  let isTrying = false
  let hasAnswered = false

  return {
    async ask(question) {
      if (failure !== null && (isTrying || monotonic() < failure.restsUntil)) throw failure.error
      const isTrial = failure !== null
      if (isTrial) isTrying = true
      try {
        const answer = await inTime(question(), hasAnswered ? timeoutMs : 4 * timeoutMs, monotonic)
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

/**
 * A process that was itself held up must not blame the store: what has arrived is read first, and a timer
 * that rings late runs once more.
 */
function inTime<Answer>(
  answer: Promise<Answer>,
  timeoutMs: number,
  monotonic: () => number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const dueAt = monotonic() + timeoutMs
    const expire = (): void => reject(new Error(`No answer in ${timeoutMs} ms.`))
    let timer = setTimeout(() => {
      const wasHeldUp = monotonic() - dueAt > timeoutMs / 5
      timer = setTimeout(expire, wasHeldUp ? timeoutMs : 0)
    }, timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
