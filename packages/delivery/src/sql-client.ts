import type { Queryable } from '@scheduling/database'
import type { QueryResultRow } from 'pg'

/** Where statements run: a pool, one client of it inside a transaction, or Prisma. */
export type SqlClient = {
  query<Row extends QueryResultRow>(prepared: {
    name: string
    text: string
    values: unknown[]
  }): Promise<{ rows: Row[] }>
}

/** The same statements inside a transaction of Prisma, or where there is no pool. */
export function throughPrisma(db: Queryable): SqlClient {
  return {
    query: async <Row extends QueryResultRow>(prepared: { text: string; values: unknown[] }) => ({
      rows: await db.$queryRawUnsafe<Row[]>(prepared.text, ...prepared.values),
    }),
  }
}

/** A prepared statement. Each connection plans it once, however many partitions there are. */
export function statement<Row extends QueryResultRow = Record<string, never>>(
  name: string,
  text: string,
) {
  return async (client: SqlClient, values: readonly unknown[]): Promise<Row[]> => {
    const result = await client.query<Row>({ name, text, values: [...values] })
    return result.rows
  }
}
