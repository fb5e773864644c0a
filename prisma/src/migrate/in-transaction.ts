import type { ClientBase } from 'pg'

/** Does `work` in one transaction of this connection, which is undone when it fails. */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined) // the connection itself may be what failed
    throw error
  }
}
