import type { Pool, QueryResultRow } from 'pg'

/** Where statements run: the pool, or one client of it inside a transaction. */
export type Runner = Pick<Pool, 'query'>

/** One prepared statement: planned once per connection, whatever the number of partitions. */
export function statement<Row extends QueryResultRow = Record<string, never>>(
  name: string,
  text: string,
) {
  return async (runner: Runner, values: readonly unknown[]): Promise<Row[]> => {
    const result = await runner.query<Row>({ name, text, values: [...values] })
    return result.rows
  }
}
