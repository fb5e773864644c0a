import { column, query, sqlOf, type Database, type Transaction } from '@scheduling/database'
import { notSignedIn } from '../contract/problems.ts'

const held = query({
  name: 'session held',
  text: `SELECT user_id AS "userId" FROM user_session WHERE token_hash = $1::bytea FOR KEY SHARE`,
  row: { userId: column.int },
})

/**
 * Keeps the session of a user until the transaction ends. A change that takes rights from a user deletes the sessions of
 * that user: it waits for the changes that hold one, and what comes later finds none and is refused. So no change of
 * no change commits after the rights for it have ended. When a session was last used may be written meanwhile.
 *
 * @throws `401 unauthorized` when the session has ended meanwhile
 */
export async function holdSession(tx: Transaction, tokenHash: Uint8Array): Promise<void> {
  const [session] = await held(sqlOf(tx), [tokenHash])
  if (session === undefined) throw notSignedIn()
}

const found = query({
  name: 'session found',
  text: 'SELECT user_id AS "userId" FROM user_session WHERE token_hash = $1::bytea',
  row: { userId: column.int },
})

/**
 * For what is done outside a transaction: asks once more, now that the whole request has arrived. Its body can come half
 * a minute after the cookie.
 *
 * @throws `401 unauthorized` when the session has ended meanwhile
 */
export async function requireSession(db: Database, tokenHash: Uint8Array): Promise<void> {
  const [session] = await found(sqlOf(db), [tokenHash])
  if (session === undefined) throw notSignedIn()
}
