import { BegunTransaction } from './begun-transaction.ts'
import { borrowed } from './borrowed.ts'
import { CONNECTION_WAIT_MS } from './client.ts'
import type { Database, Transaction } from './queryable.ts'
import { poolOf } from './sql.ts'
import { inTransactionSpan } from './statement-span.ts'
import { within } from './within.ts'

export { OutcomeUnknown } from './begun-transaction.ts'

export type Patience = {
  /** How long it waits for a connection. Milliseconds. */
  readonly connectionMs: number
  /** How long it may take. Milliseconds. */
  readonly transactionMs: number
}

export const PATIENCE: Patience = { connectionMs: CONNECTION_WAIT_MS, transactionMs: 20_000 }

/**
 * Runs `work` in one READ COMMITTED transaction. Statements that are asked for without waiting in between are sent
 * together, and run in the order in which they were asked for.
 *
 * @throws OutcomeUnknown; after any other error nothing of it was saved
 */
export function inTransaction<Result>(
  db: Database,
  patience: Patience,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inOpenedTransaction(db, patience, { open: async () => undefined, work })
}

/**
 * As `inTransaction`, with statements that are sent together with BEGIN.
 *
 * @param steps.open must write nothing: where BEGIN itself fails, they run outside of a transaction
 */
export function inOpenedTransaction<Result, Opened>(
  db: Database,
  patience: Patience,
  steps: Steps<Result, Opened>,
): Promise<Result> {
  return inTransactionSpan(() => runTransaction(db, patience, steps))
}

type Steps<Result, Opened> = {
  readonly open: (tx: Transaction) => Promise<Opened>
  readonly work: (tx: Transaction, opened: Opened) => Promise<Result>
}

async function runTransaction<Result, Opened>(
  db: Database,
  patience: Patience,
  steps: Steps<Result, Opened>,
): Promise<Result> {
  const deadline = performance.now() + patience.connectionMs
  const connection = await borrowed(poolOf(db), patience.connectionMs)
  const transaction = new BegunTransaction(connection)
  const begun = transaction.begin(patience.transactionMs)
  const opening = Promise.all([begun, steps.open(transaction)])
  // It is waited for below, once BEGIN has answered.
  opening.catch(() => undefined)
  try {
    await within(begun, deadline - performance.now())
  } catch (error) {
    transaction.abandon()
    throw error
  }
  try {
    const [, opened] = await opening
    const result = await steps.work(transaction, opened)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
