/** Named statements of SQL: the server parses and plans each once per connection. */
import type { Pool, QueryResultRow } from 'pg'
import type { Database, Queryable, Sql, Transaction } from './queryable.ts'
import { inStatementSpan } from './statement-span.ts'

/** A statement under a name: each connection plans it once, however many partitions there are. */
export function statement<Row extends QueryResultRow = Record<string, never>>(
  name: string,
  text: string,
): (sql: Sql, values: readonly unknown[]) => Promise<Row[]> {
  return async (sql, values) => {
    const asked = () => sql.query<Row>({ name, text, values: [...values] })
    return (await inStatementSpan(name, asked)).rows
  }
}

/** Where the statements of a query run: in the transaction, or on any connection of the pool. */
export function sqlOf(db: Queryable): Sql {
  const pool: unknown = Reflect.get(db, POOL)
  return isPool(pool) ? pool : (db as Transaction)
}

const POOL = Symbol('the pool of a Prisma client')

/** The pool under a Prisma client. It is kept on the client, so that whatever stands for the client has it too. */
export function poolOf(db: Database): Pool {
  const pool: unknown = Reflect.get(db, POOL)
  if (!isPool(pool)) throw new Error('This Prisma client was not made by `connect`.')
  return pool
}

export function rememberPool(db: Database, pool: Pool): void {
  Object.defineProperty(db, POOL, { value: pool })
}

/** Safe because no other module has the symbol: what is under it was put there by `rememberPool`. */
function isPool(value: unknown): value is Pool {
  return value !== undefined
}

/** The rows of a statement without a name, which is planned for its values. */
export async function rawRows<Row extends QueryResultRow>(
  db: Queryable,
  { text, values }: { readonly text: string; readonly values: unknown[] },
): Promise<Row[]> {
  return (await sqlOf(db).query<Row>({ text, values })).rows
}
