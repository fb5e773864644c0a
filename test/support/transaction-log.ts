/** What the transactions of an API say to the database, and in how many round trips. */
import type { Pool, PoolClient, QueryConfig } from 'pg'

export type LoggedTransaction = {
  /** From BEGIN to COMMIT or ROLLBACK, both counted. */
  readonly statements: readonly string[]
  /** Statements that are sent while others wait for their answer take no round trip of their own. */
  readonly roundTrips: number
}

/** @returns what `run` comes to, and the transactions that ended meanwhile */
export async function transactionsDuring<Result>(
  pool: Pool,
  run: () => Promise<Result>,
): Promise<{ result: Result; transactions: readonly LoggedTransaction[] }> {
  const transactions: LoggedTransaction[] = []
  const restore: (() => void)[] = []
  const listen = (client: PoolClient): void => {
    const query = client.query
    let statements: string[] = []
    let roundTrips = 0
    let underWay = 0
    const log = (text: string): void => {
      if (text.startsWith('BEGIN')) [statements, roundTrips] = [[], 0]
      statements.push(text)
      if (underWay === 0) roundTrips += 1
      if (/^(COMMIT|ROLLBACK)$/.test(text)) transactions.push({ statements, roundTrips })
    }
    const logged = async (config: QueryConfig | string, ...others: readonly unknown[]) => {
      log(typeof config === 'string' ? config : config.text)
      underWay += 1
      try {
        return await Reflect.apply(query, client, [config, ...others])
      } finally {
        underWay -= 1
      }
    }
    Object.assign(client, { query: logged })
    restore.push(() => Object.assign(client, { query }))
  }
  const seen = new Set<PoolClient>()
  const acquired = (client: PoolClient): void => {
    if (!seen.has(client)) listen(client)
    seen.add(client)
  }
  pool.on('acquire', acquired)
  try {
    return { result: await run(), transactions }
  } finally {
    pool.off('acquire', acquired)
    for (const undo of restore) undo()
  }
}
