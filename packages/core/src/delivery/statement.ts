import type { Queryable } from '@scheduling/database'
import type { QueryResultRow } from 'pg'

/** Where statements run: the pool, one client of it inside a transaction, or Prisma. */
export type Runner = {
  query<Row extends QueryResultRow>(prepared: {
    name: string
    text: string
    values: unknown[]
  }): Promise<{ rows: Row[] }>
}

/** The same statements inside a transaction of Prisma, or wherever there is no pool. */
export function throughPrisma(db: Queryable): Runner {
  return {
    query: async <Row extends QueryResultRow>(prepared: { text: string; values: unknown[] }) => ({
      rows: await db.$queryRawUnsafe<Row[]>(prepared.text, ...prepared.values),
    }),
  }
}

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
