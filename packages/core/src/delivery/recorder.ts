import type { Cryptography } from '../crypto.ts'
import { gathering } from './gathering.ts'
import { record, type Recorded } from './ledger.ts'
import { patiently } from './patience.ts'
import type { Runner } from './statement.ts'

/** Rows of one statement at the most. */
const BATCH = 100

export type Recorder = { write(made: Recorded): Promise<void> }

/**
 * Records attempts of all lanes of a process together. What was sent must not be forgotten for a connection
 * that broke: a repeated write changes nothing twice.
 */
export function createRecorder(runner: Runner, crypto: Cryptography): Recorder {
  return {
    write: gathering(
      BATCH,
      (all) => record(runner, crypto, all),
      (made) => patiently(() => record(runner, crypto, [made])),
    ),
  }
}
