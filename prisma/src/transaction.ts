import { CONNECTION_WAIT_MS } from './client.ts'
import { isUndone } from './faults.ts'
import type { Database, Transaction } from './queryable.ts'
import { rememberSql, withSqlOf, type Sql } from './sql.ts'

/** Thrown when a connection broke while COMMIT was under way: what was written may be there, or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('The connection broke while the transaction was being committed.', { cause })
  }
}

export type Patience = {
  /** How long it waits for a connection. Milliseconds. */
  readonly connectionMs: number
  /** How long it may take. Milliseconds. */
  readonly transactionMs: number
}

export const PATIENCE: Patience = { connectionMs: CONNECTION_WAIT_MS, transactionMs: 20_000 }

/**
 * Runs `work` in one READ COMMITTED transaction. `sqlOf(tx)` runs named statements in it.
 *
 * @throws OutcomeUnknown; after any other error nothing of it was saved
 */
export async function inTransaction<Result>(
  db: Database,
  patience: Patience,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  let sql: Sql | null = null
  const begin = () =>
    db.$transaction(
      async (tx) => {
        if (sql !== null) rememberSql(tx, sql)
        const result = await work(tx)
        isCommitting = true
        return result
      },
      {
        isolationLevel: 'ReadCommitted',
        maxWait: patience.connectionMs,
        timeout: patience.transactionMs,
      },
    )
  try {
    return await withSqlOf((here) => (sql ??= here), begin)
  } catch (error) {
    throw isCommitting && !isUndone(error) ? new OutcomeUnknown(error) : error
  }
}
