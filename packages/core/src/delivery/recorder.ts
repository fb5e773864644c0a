import { setTimeout as wait } from 'node:timers/promises'
import type { Cryptography } from '../crypto.ts'
import { record, type Recorded } from './ledger.ts'
import type { Runner } from './statement.ts'

/** Rows of one statement at the most. */
const BATCH = 100
const TRIES = 3
const PAUSE_MS = 100

export type Recorder = { write(made: Recorded): Promise<void> }

type Waiting = { made: Recorded; done: PromiseWithResolvers<void> }

/**
 * Records attempts of all lanes of a process. Those that end while a statement is under way go together
 * in the next one: under load one round trip writes many, at rest each is written at once.
 *
 * A batch that fails is written row by row, so that a row the database refuses takes no other with it.
 */
export function createRecorder(runner: Runner, crypto: Cryptography): Recorder {
  let waiting: Waiting[] = []
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
      } catch {
        for (const one of batch) await writeAlone(one)
      }
    }
    isWriting = false
  }

  /** What was sent must not be forgotten for a connection that broke: a repeated write changes nothing twice. */
  async function writeAlone({ made, done }: Waiting): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await record(runner, crypto, [made])
        done.resolve()
        return
      } catch (error) {
        if (tries === TRIES) {
          done.reject(error)
          return
        }
        await wait(PAUSE_MS * tries)
      }
    }
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
