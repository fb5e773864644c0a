import type { Pool, PoolClient } from 'pg'
import { within } from './within.ts'

/**
 * A connection of the pool. One that comes too late is given back.
 * @throws TooLate
 */
export async function borrowed(pool: Pool, ms: number): Promise<PoolClient> {
  const coming = pool.connect()
  try {
    return await within(coming, ms)
  } catch (error) {
    coming.then(
      (client) => client.release(),
      () => undefined,
    )
    throw error
  }
}
