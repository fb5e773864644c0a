import { PATIENCE, type Database, type Transaction } from '@scheduling/database'

/**
 * Runs several reads on one state of the database.
 *
 * A list that pages by `updated_at` needs it: were a row read again after it changed once more, the page
 * would show an `updated_at` past the horizon, and a reader that goes on from there could miss a change
 * that commits late. Read the horizon before, in a statement of its own.
 */
export async function inOneSnapshot<Result>(
  db: Database,
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(read, {
    isolationLevel: 'RepeatableRead',
    timeout: PATIENCE.transactionMs,
    maxWait: PATIENCE.connectionMs,
  })
}
