import { Pool } from 'pg'

/** Asks one statement by its name. */
export type Ask = (
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Record<string, any>[]>

export type ReferenceDatabase = {
  readonly ask: Ask
  transaction<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result>
}

/** @param isPrepared whether each statement is prepared once for each connection, under its name */
export function referenceDatabase(
  databaseUrl: string,
  connections: number,
  isPrepared: boolean,
): ReferenceDatabase {
  const pool = new Pool({ connectionString: databaseUrl, max: connections })
  pool.on('error', () => undefined)
  const askOf =
    (asked: Pick<Pool, 'query'>): Ask =>
    async (name, text, values) => {
      const statement = { text, values: [...values] }
      return (await asked.query(isPrepared ? { name, ...statement } : statement)).rows
    }
  return {
    ask: askOf(pool),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(askOf(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      } finally {
        client.release()
      }
    },
  }
}
