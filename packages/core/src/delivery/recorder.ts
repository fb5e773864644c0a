import type { Cryptography } from '../crypto.ts'
import { record, type Recorded } from './ledger.ts'
import type { Runner } from './statement.ts'

/** Rows of one statement at the most. */
const BATCH = 100

export type Recorder = { write(made: Recorded): Promise<void> }

/**
 * Records attempts of all lanes of a process. Those that end while a statement is under way go together
 * in the next one: under load one round trip writes many, at rest each is written at once.
 */
export function createRecorder(runner: Runner, crypto: Cryptography): Recorder {
  let waiting: { made: Recorded; done: PromiseWithResolvers<void> }[] = []
  let isWriting = false

  async function drain(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      try {
        await record(
          runner,
          crypto,
          batch.map(({ made }) => made),
        )
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    isWriting = false
  }

  return {
    write(made) {
      const done = Promise.withResolvers<void>()
      waiting.push({ made, done })
      if (!isWriting) void drain()
      return done.promise
    },
  }
}
